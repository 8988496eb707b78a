import type { FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { $ZodError } from 'zod/v4/core'
import { asUnavailable } from '../../db/engine-errors.server.ts'
import { invalid, Refusal } from './errors.ts'
import { msg, t } from '../i18n/language.ts'

/**
 * The last stop of everything that is thrown: turns it into `{ error, message, requestId, fields? }`. Unexpected
 * failures become a neutral 500; the stack goes to the log and never to the client.
 */
export function answerFailure(failure: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(failure)
  if (refusal) {
    if (refusal.status >= 500) request.log.warn({ err: failure }, refusal.message)
    return reply.code(refusal.status).headers(refusal.headers).send(refusal.toBody(request.id))
  }
  request.log.error({ err: failure }, 'The request failed for an unexpected reason')
  return reply.code(500).send({
    error: 'Internal',
    message: t('Something went wrong on our side. If it happens again, quote request {id}.', { id: request.id }),
    requestId: request.id,
  })
}

/**
 * The refusal that a failure amounts to, or null when it is a fault of the server's own.
 */
function refusalOf(failure: unknown): Refusal | null {
  if (failure instanceof Refusal) return failure
  if (failure instanceof $ZodError) return invalid(fieldsOf(failure))
  const code = failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : ''
  // Asked first: these are names of Fastify's and Node's own, one of which the network uses as well.
  const framework = Object.hasOwn(frameworkRefusals, code) ? frameworkRefusals[code] : undefined
  if (framework) {
    const [status, message, error] = framework
    return new Refusal(status, t(message), error === undefined ? {} : { error })
  }
  const unavailable = asUnavailable(failure)
  if (unavailable) {
    const seconds = Math.max(1, Math.ceil(unavailable.retryAfterSeconds))
    return new Refusal(unavailable.status, t(unavailable.message), { headers: { 'retry-after': String(seconds) } })
  }
  if (failure instanceof DatabaseError) return databaseRefusal(failure)
  const status = failure instanceof Error && 'statusCode' in failure ? failure.statusCode : undefined
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Refusal(status, t('The request can’t be processed as sent.'))
  }
  return null
}

/** What Fastify and Node throw before a handler runs. */
const frameworkRefusals: Readonly<Record<string, readonly [number, string, string?]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, msg('The request is too large for this call.')],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, msg('Send the body as JSON, with Content-Type: application/json.')],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, msg('The body does not have the length that Content-Length announces.')],
  FST_ERR_BAD_URL: [400, msg('The URL is not valid.')],
  FST_ERR_MAX_PARAM_LENGTH: [414, msg('A part of the URL is too long.'), 'AddressTooLong'],
  FST_ERR_NOT_FOUND: [404, msg('Not found.')],
  FST_STATIC_FORBIDDEN_PATH: [404, msg('Not found.')],
  ERR_STREAM_PREMATURE_CLOSE: [400, msg('The connection was closed before the request was complete.')],
}

/** One sentence per field, from what a schema found. An unknown key is refused by its own name. */
export function fieldsOf(error: $ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...path, key].join('.')] ??= t('“{key}” is not a field.', { key })
    } else {
      fields[path.join('.') || 'body'] ??= issue.message
    }
  }
  return fields
}

/**
 * What PostgreSQL's error codes mean to the person who sent the request. Checks before the database word most of
 * them better; these remain for races and for what only the database can know.
 */
function databaseRefusal(failure: DatabaseError): Refusal | null {
  const code = failure.code ?? ''
  const fields = columnFields(failure)
  switch (code) {
    case '22021': // invalid byte sequence, e.g. NUL
    case '22P05': // a character that jsonb cannot hold
      return new Refusal(422, t('The text has a character that can’t be stored.'))
    case '22001':
      return new Refusal(422, t('The text is too long.'))
    case '22003':
      return new Refusal(422, t('The number is out of range.'))
    case '22007':
    case '22008':
    case '22009':
      return new Refusal(422, t('The date or time is not valid.'))
    case '22P02':
      return new Refusal(422, t('A value has the wrong format.'))
    case '23502':
      return invalid({ [camelCase(failure.column ?? 'body')]: t('This field is required.') })
    case '23505':
      return new Refusal(409, t('A record with this value exists already.'), {
        fields: Object.fromEntries(fields.map((field) => [field, t('This value is taken.')])),
      })
    case '23503':
      return failure.detail?.includes('still referenced')
        ? new Refusal(409, t('Other records refer to this one, so it cannot be deleted.'))
        : new Refusal(422, t('The record that this refers to does not exist.'), {
            fields: Object.fromEntries(fields.map((field) => [field, t('Record not found.')])),
          })
    case '23514':
    case '23P01':
      return new Refusal(422, t('The values contradict each other.'))
    case '40001':
    case '40P01':
      return new Refusal(503, t('The same records were being changed. Try again.'), {
        headers: { 'retry-after': '1' },
      })
  }
  return null
}

/** The fields of `Key (city_id, lower(code))=(…) …`. */
function columnFields(failure: DatabaseError): string[] {
  const columns = /^Key \((.+?)\)=\(/.exec(failure.detail ?? '')?.[1] ?? ''
  return columns
    .split(',')
    .map((column) => column.trim().replace(/^lower\((.+?)(?:::text)?\)?$/, '$1'))
    .filter((column) => /^[a-z_0-9]+$/.test(column))
    .map(camelCase)
}

function camelCase(column: string): string {
  return column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
