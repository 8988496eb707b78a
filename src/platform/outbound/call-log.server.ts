import { msg } from '../../core/i18n/language.ts'
import { sql } from 'kysely'
import { forgetJob } from '../../core/jobs/forget-job.server.ts'
import type { Logger } from 'pino'
import type { Db } from '../../db/tables.server.ts'
import type { OutboundRequest } from './outbound-target.server.ts'

/** Characters of an answer that are kept: of a success only what shows its shape. */
const keptOfSuccess = 400
export const keptOfFailure = 2_000
/** Days for which calls are kept. */
const keptDays = 30

const secretHeader = /auth|key|token|cookie|secret|signature/i
export const mask = '••••'

/** A text without any of the secrets, whole or percent-encoded. */
export function masked(text: string, secrets: readonly string[]): string {
  let result = text
  for (const secret of secrets) {
    if (secret === '') continue
    for (const spelling of new Set([secret, encodeURIComponent(secret)])) result = result.replaceAll(spelling, mask)
  }
  return result
}

/** Headers without those that carry keys. */
export function maskedHeaders(
  headers: Readonly<Record<string, string>> = {},
  secrets: readonly string[] = [],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretHeader.test(name) ? mask : masked(value, secrets)]),
  )
}

export interface CallRecord {
  readonly target: string
  readonly request: OutboundRequest
  readonly attempt: number
  readonly status: number | null
  readonly body: string | null
  readonly problem: string | null
  readonly milliseconds: number
}

interface Waiting {
  readonly row: object
  readonly done: () => void
}

/** Calls that end while others are written down are written together, after those. */
const waiting = new WeakMap<Db, Waiting[]>()

/** Writes a call down. A log that cannot be written never stops the call. */
export async function logCall(db: Db, log: Logger, call: CallRecord): Promise<void> {
  const isFirst = !waiting.has(db)
  const queue = waiting.get(db) ?? []
  waiting.set(db, queue)
  const written = new Promise<void>((done) => queue.push({ row: rowOf(call), done }))
  if (isFirst) void writeWaiting(db, log, queue)
  await written
}

async function writeWaiting(db: Db, log: Logger, queue: Waiting[]): Promise<void> {
  while (queue.length > 0) {
    const some = queue.splice(0)
    try {
      await sql`
        insert into outbound_calls (target, subject, method, url, headers, request, attempt, status, answer, problem, milliseconds)
        select c.target, c.subject, c.method, c.url, c.headers, c.request, c.attempt, c.status, c.answer, c.problem, c.milliseconds
        from jsonb_to_recordset(${JSON.stringify(some.map(({ row }) => row))}::jsonb) as c (target text, subject text, method text, url text,
          headers jsonb, request text, attempt integer, status integer, answer text, problem text, milliseconds integer)`.execute(
        db,
      )
    } catch (error) {
      log.warn({ err: error, calls: some.length }, 'Calls to outside services could not be written down')
    }
    for (const { done } of some) done()
  }
  waiting.delete(db)
}

function rowOf({ target, request, attempt, status, body, problem, milliseconds }: CallRecord): object {
  const secrets = request.secrets ?? []
  const clean = (text: string | null, most: number) =>
    text === null ? null : masked(text, secrets).toWellFormed().replaceAll('\u0000', '').slice(0, most)
  const hasBodies = request.isConfidential !== true
  const isSuccess = status !== null && status < 400
  return {
    target,
    subject: request.subject?.slice(0, 120) ?? null,
    method: request.method,
    url: clean(request.url.href, 1_000),
    headers: maskedHeaders(request.headers, secrets),
    request: clean(hasBodies ? (request.body ?? null) : null, keptOfFailure),
    attempt,
    status,
    answer: clean(hasBodies ? body : null, isSuccess ? keptOfSuccess : keptOfFailure),
    problem: clean(problem, 500),
    milliseconds: Math.round(milliseconds),
  }
}

export const forgetCalls = forgetJob({
  name: 'forget-outbound-calls',
  label: msg('Supplier call clean-up'),
  does: msg('Deletes the log of old calls to outside services.'),
  staleWithout: msg('The log of outside calls is kept longer than promised.'),
  cron: '41 3 * * *',
  table: 'outbound_calls',
  since: 'at',
  days: keptDays,
})
