import * as z from 'zod/mini'
import type { StoredText } from '../../../platform/stored-texts/stored-text.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { OutboundReply } from '../../../platform/outbound/outbound-target.server.ts'
import { OutboundFailure } from '../../../platform/outbound/outbound-target.server.ts'
import { openFor, pauseOf } from '../../../platform/outbound/outbound.server.ts'
import type { SupplierFault } from './supplier-catalogue.server.ts'
import { SupplierError } from './supplier-catalogue.server.ts'

/** What an error means where a supplier has no words of its own for it. */
export function commonFault(error: unknown): SupplierFault {
  if (error instanceof SupplierError) return error.fault
  // A fault of our own reading is none that waiting helps.
  if (!(error instanceof OutboundFailure)) return { kind: 'invalid' }
  switch (error.fault) {
    case 'open':
      return { kind: 'unavailable', retryAfter: openFor }
    case 'too_large':
      return { kind: 'invalid', detail: storedText('it is too large') }
    case 'redirect':
      return { kind: 'invalid', detail: storedText('it redirects to another URL') }
    case 'refused':
      return { kind: 'invalid', detail: error.message }
    default:
      return { kind: 'unavailable' }
  }
}

/** What a status means by HTTP alone; null for a success. */
export function faultOfStatus(reply: OutboundReply): SupplierFault | null {
  const { status } = reply
  if (status < 400) return null
  if (status === 401) return { kind: 'auth' }
  if (status === 403) return { kind: 'permission' }
  if (status === 404) return { kind: 'not_found' }
  if (status === 410) return { kind: 'gone' }
  if (status === 429) return { kind: 'rate_limited', retryAfter: pauseOf(reply) }
  if (status >= 500) return { kind: 'unavailable', retryAfter: pauseOf(reply) }
  return { kind: 'invalid', detail: storedText('it has HTTP status {status}', { status: String(status) }) }
}

/** Refuses text in another encoding than it claims: letters that were lost would be written into products. */
export function refuseGarbled({ isGarbled }: OutboundReply): void {
  if (isGarbled === true) throw new SupplierError({ kind: 'invalid', detail: storedText('its text encoding is wrong') })
}

/** For an answer about another product than was asked for. */
export const otherProduct = (code: string) =>
  new SupplierError({ kind: 'invalid', detail: storedText('it is about product {code}', { code: code.slice(0, 40) }) })

export const unknownStatus = (status: string) =>
  new SupplierError({
    kind: 'invalid',
    detail: storedText('its status “{status}” is unknown', { status: status.slice(0, 40) }),
  })

export const unknownCurrency = (code: string) =>
  new SupplierError({
    kind: 'invalid',
    detail: storedText('its currency {code} is unknown', { code: code.slice(0, 10) }),
  })

export const missingField = (place: string) =>
  new SupplierError({
    kind: 'invalid',
    detail: storedText('its field {place} is missing or invalid', { place: place.slice(0, 80) }),
  })

/** Reads JSON of the expected shape, or says in a few words why it is none. */
export function readJson<S extends z.core.$ZodType>(reply: OutboundReply, schema: S): z.output<S> {
  const { body, headers } = reply
  refuseGarbled(reply)
  if (!/\bjson\b/i.test(headers.get('content-type') ?? ''))
    throw new SupplierError({ kind: 'invalid', detail: notJson(headers) })
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new SupplierError({ kind: 'invalid', detail: storedText('it is incomplete or damaged') })
  }
  return readValue(value, schema)
}

export function readValue<S extends z.core.$ZodType>(value: unknown, schema: S): z.output<S> {
  const read = z.safeParse(schema, value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const place = issue?.path.join('.') ?? ''
  if (place !== '') throw missingField(place)
  throw new SupplierError({ kind: 'invalid', detail: storedText('it is not in the expected format') })
}

function notJson(headers: Headers): StoredText {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().slice(0, 60) ?? ''
  if (type === '') return storedText('it has no content type')
  return /html/i.test(type) ? storedText('it is a web page, not data') : storedText('it is {type}, not JSON', { type })
}
