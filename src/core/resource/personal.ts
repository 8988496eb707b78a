import { foldEmail } from '../email.ts'
import type { AnyField } from './fields.ts'
import type { AnyResource } from './resource.ts'
import { fieldOf } from './resource.ts'

/** Replaces the letters that are kept back. No email address and no phone number can contain it. */
export const dots = '•••'

/**
 * The ends that stay readable of each format: enough to recognise an address that is read out, too little to write to
 * it. The patterns mean the same to JavaScript and to PostgreSQL.
 */
const ends: Readonly<Record<string, string>> = {
  email: '^(.).*(@.*)$',
  phone: '^(.{3}).*(.{2})$',
  // The network: /24 of IPv4, at most /48 of IPv6, and less where zeros are left out.
  ipAddress: '^((?:[0-9]+[.]){3}|(?:[0-9A-Fa-f]+:){0,3}).*($)',
}

type Values = Readonly<Record<string, unknown>>

/**
 * How a field is masked wherever its record travels, until the user says why they need it: personal addresses,
 * including IP addresses, and phone numbers. Names are not masked, because people are found and greeted by them. Null:
 * it travels as it is.
 */
export function maskOf(field: AnyField): { pattern: string; left: string; right: string } | null {
  if (!field.personal || !('format' in field) || field.format === undefined) return null
  const pattern = ends[field.format]
  return pattern === undefined ? null : { pattern, left: `\\1${dots}`, right: '\\2' }
}

/** The keys of a resource that are masked. */
export function maskedKeys(resource: AnyResource): string[] {
  return Object.entries(resource.fields).flatMap(([key, field]) => (maskOf(field) ? [key] : []))
}

/**
 * The whole address or number that a masked field is searched for, as it is stored; null where the text is only part of
 * one. A part would give the rest away, letter by letter.
 */
export function wholeValueIn(field: AnyField, text: string): string | null {
  if (!('format' in field)) return null
  if (field.format === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text) ? foldEmail(text) : null
  if (field.format !== 'phone') return null
  const number = text.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
  return /^\+[1-9][0-9]{6,14}$/.test(number) ? number : null
}

/** One value as it travels. */
export function maskedValue(field: AnyField, value: unknown): unknown {
  const mask = maskOf(field)
  return mask && typeof value === 'string' ? value.replace(new RegExp(mask.pattern, 'u'), `$1${dots}$2`) : value
}

/** A record as it travels. */
export function maskedRecord<V extends Values>(resource: AnyResource, record: V): V {
  const masked = maskedKeys(resource).map((key) => [key, maskedValue(fieldAt(resource, key), record[key])])
  return masked.length === 0 ? record : { ...record, ...Object.fromEntries(masked) }
}

/** True for a value that has been masked, which is never one to edit or to store. */
export function isMasked(field: AnyField, value: unknown): boolean {
  return maskOf(field) !== null && typeof value === 'string' && value.includes(dots)
}

/** A client's input, with masked values that come back unchanged replaced by the originals. */
export function unmaskedInput(resource: AnyResource, input: unknown, current: Values): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const given = input as Values
  const back = maskedKeys(resource).filter(
    (key) => typeof given[key] === 'string' && given[key] === maskedValue(fieldAt(resource, key), current[key]),
  )
  return back.length === 0 ? input : { ...given, ...Object.fromEntries(back.map((key) => [key, current[key]])) }
}

/** The audit's record of personal values: that they changed, and no more of the old ones than a mask shows. */
export function traceOf(resource: AnyResource, values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const field = resource.fields[key]
      if (!field?.personal || typeof value !== 'string') return [key, value]
      return [key, maskOf(field) ? maskedValue(field, value) : dots]
    }),
  )
}

/**
 * What the audit keeps for good of a list that a user exported: what was asked for, without anything that can name a
 * person.
 */
export function traceOfQuery(
  resource: AnyResource,
  { filter, q }: { filter?: string | null | undefined; q?: string | null | undefined },
): Record<string, string> {
  const shown = Object.entries(JSON.parse(filter ?? '{}') as object).map(([key, test]) => [
    key,
    fieldOf(resource, key)?.personal ? dots : (test as unknown),
  ])
  return {
    ...(shown.length > 0 && { filter: JSON.stringify(Object.fromEntries(shown)) }),
    ...(typeof q === 'string' && { search: dots }),
  }
}

/** The audit's name for a record: its title, or its number where the title is a person's name. */
export function auditTitleOf(resource: AnyResource, record: Values): string {
  if (resource.fields[resource.title]?.personal) return `${resource.label[0]} ${String(record['id'])}`
  return String(record[resource.title] ?? '')
}

function fieldAt(resource: AnyResource, key: string): AnyField {
  const field = resource.fields[key]
  if (!field) throw new Error(`${resource.name} has no ${key}`)
  return field
}
