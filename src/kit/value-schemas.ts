import * as z from 'zod/mini'
import type { AnyField, FieldOf, KindTable } from './fields.ts'
import { ask, labelOf } from './fields.ts'
import { isTimeZone } from './zoned-time.ts'

type Schema = z.core.$ZodType
type Issue = { readonly input?: unknown }

/** The formats of text, with the sentence that says what is expected. */
const formats: Record<NonNullable<FieldOf['text']['format']>, readonly [RegExp, string]> = {
  // Bounded parts, so that no input makes the match slow.
  email: [/^[^\s@<>"(),:;\\[\]]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i, 'must be an e-mail address, such as ana@example.com.'],
  url: [/^https?:\/\/[^\s<>"]{3,2000}$/i, 'must be a web address that begins with https://.'],
  slug: [/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'may have lower-case letters, digits and single hyphens.'],
  phone: [/^\+[1-9][0-9]{5,14}$/, 'must be an international number, such as +34911234567.'],
  timeZone: [/^(?:UTC|[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+){1,2})$/, 'must be an IANA time zone, such as Europe/Rome.'],
  currency: [/^[A-Z]{3}$/, 'must be an ISO 4217 code, such as EUR.'],
  locale: [/^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$/, 'must be a BCP 47 tag, such as es or pt-BR.'],
}

// Bidi controls and the like change how a name reads; NUL cannot be stored at all.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufeff]/
const largestAmount = 999_999_999_999

function absent(label: string, otherwise: string) {
  return (issue: Issue) => (issue.input === null || issue.input === undefined ? `${label} is required.` : `${label} ${otherwise}`)
}

function clean(label: string, max: number, transform: (value: string) => string) {
  return z.string({ error: absent(label, 'must be text.') }).check(
    z.overwrite((value) => transform(value.normalize('NFC')).trim()),
    z.maxLength(max, { error: `${label} may have at most ${max} characters.` }),
    z.refine((value) => !forbidden.test(value) && value.isWellFormed(), { error: `${label} has characters that cannot be shown.` }),
  )
}

function number(label: string, field: { min?: number; max?: number }, kind: 'integer' | 'number', say: (value: number) => string = String) {
  const { min, max } = field
  const range = min !== undefined && max !== undefined ? `must be between ${say(min)} and ${say(max)}.`
    : min !== undefined ? `must be ${say(min)} or more.` : `must be ${say(max ?? Infinity)} or less.`
  const sort = kind === 'integer' ? 'must be a whole number.' : 'must be a number.'
  const base = kind === 'integer' ? z.int({ error: absent(label, sort) }) : z.number({ error: absent(label, sort) })
  return base.check(
    ...(min === undefined ? [] : [z.minimum(min, { error: `${label} ${range}` })]),
    ...(max === undefined ? [] : [z.maximum(max, { error: `${label} ${range}` })]),
  )
}

function list(label: string, item: Schema, max: number, what: string) {
  return z.array(item, { error: absent(label, `must be a list of ${what}.`) })
    .check(z.maxLength(max, { error: `${label} may have at most ${max} entries.` }))
}

function oneOf(label: string, choices: readonly string[]) {
  return z.enum(choices as readonly [string, ...string[]], { error: absent(label, `must be one of ${choices.join(', ')}.`) })
}

// What has one letter case is an identifier, of which every width and ligature is the same too.
const cased = {
  'upper': (value: string) => value.normalize('NFKC').toUpperCase(),
  'lower': (value: string) => value.normalize('NFKC').toLowerCase(),
  'as it is': (value: string) => value,
}

/** The years that PostgreSQL and ISO 8601 without a sign both have. */
const hasYear = (value: string) => /^\d{4}-/.test(value) && !value.startsWith('0000')

const schemas = {
  text: (field, label) => {
    const [format, hint] = field.format ? formats[field.format] : [undefined, '']
    return clean(label, field.max ?? 255, cased[field.case ?? 'as it is']).check(
      z.minLength(field.min ?? 1, { error: field.min ? `${label} needs at least ${field.min} characters.` : `${label} is required.` }),
      ...(field.pattern ? [z.regex(field.pattern, { error: `${label} ${field.patternHint ?? 'is not in the right form.'}` })] : []),
      ...(format ? [z.regex(format, { error: `${label} ${hint}` })] : []),
      ...(field.format === 'timeZone' ? [z.refine((value) => isTimeZone(String(value)), { error: `${label} ${hint}` })] : []),
    )
  },
  longText: (field, label) => clean(label, field.max ?? 65_536, (value) => value)
    .check(z.minLength(1, { error: `${label} is required.` })),
  integer: (field, label) => number(label, { min: field.min ?? -2_147_483_648, max: field.max ?? 2_147_483_647 }, 'integer'),
  decimal: (field, label) => {
    const scale = field.scale ?? 6
    const largest = 10 ** (18 - scale) - 1
    return number(label, { min: field.min ?? -largest, max: field.max ?? largest }, 'number')
      .check(z.overwrite((value) => Number(value.toFixed(scale)) + 0))
  },
  percent: (field, label) => number(label, { min: field.min ?? 0, max: field.max ?? 1_000_000 }, 'integer', (points) => `${points / 100} %`),
  money: (field, label) => number(label, { min: field.min ?? -largestAmount, max: field.max ?? largestAmount }, 'integer'),
  boolean: (_field, label) => z.boolean({ error: absent(label, 'must be true or false.') }),
  date: (_field, label) => z.iso.date({ error: absent(label, 'must be a date, such as 2026-06-01.') })
    .check(z.refine(hasYear, { error: `${label} must be a date, such as 2026-06-01.` })),
  time: (_field, label) => z.string({ error: absent(label, 'must be a time, such as 19:30.') })
    .check(z.regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, { error: `${label} must be a time, such as 19:30.` })),
  instant: (_field, label) => z.iso.datetime({ offset: true, abort: true, error: absent(label, 'must be a moment, such as 2026-06-01T17:30:00Z.') })
    .check(z.overwrite((value) => new Date(value).toISOString()), z.refine(hasYear, { error: `${label} must be a moment, such as 2026-06-01T17:30:00Z.` })),
  select: (field, label) => oneOf(label, field.choices),
  choices: (field, label) => list(label, oneOf(label, field.choices), field.choices.length, 'choices'),
  words: (field, label) => list(label, clean(label, 64, (value) => (field.format === 'email' ? value.toLowerCase() : value))
    .check(z.minLength(1, { error: `${label} has an empty entry.` })), field.max ?? 100, 'words'),
  ref: (_field, label) => number(label, { min: 1, max: Number.MAX_SAFE_INTEGER }, 'integer'),
  refs: (field, label) => list(label, number(label, { min: 1, max: Number.MAX_SAFE_INTEGER }, 'integer'), field.max ?? 1_000, 'ids'),
  rows: (field, label) => list(label, z.strictObject(
    Object.fromEntries(Object.entries(field.of).map(([key, inner]) => [key, fieldSchema(key, inner)])),
    { error: (issue) => (issue.code === 'unrecognized_keys' ? `${label} does not know ${issue.keys.join(', ')}.` : `${label} has an entry that is not a row.`) },
  ), field.max ?? 50, 'rows'),
} satisfies KindTable<[label: string], Schema>

/** What a field's value must be, with messages for the person who typed it. Null passes where it is not required. */
export function fieldSchema(key: string, field: AnyField): Schema {
  const schema = ask<[string], Schema>(schemas, field, labelOf(key, field))
  return field.required ? schema : z.nullable(schema)
}

const known = new WeakMap<AnyField, { key: string; schema: Schema }>()

/** A form sends '' for a field left empty, and a row may leave out what it need not have. */
function filledIn(field: AnyField, value: unknown): unknown {
  if (value === '' && !field.required) return null
  if (!('of' in field) || !Array.isArray(value)) return value
  return value.map((row: unknown) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
    const sent = Object.entries(row).map(([key, inner]) => [key, Object.hasOwn(field.of, key) ? filledIn(field.of[key] as AnyField, inner) : inner])
    return { ...Object.fromEntries(Object.entries(field.of).map(([key, inner]) => [key, initialValue(inner)])), ...Object.fromEntries(sent) }
  })
}

/** Parses one value; answers with it cleaned, or with a sentence for each place that is wrong. */
export function parseValue(key: string, field: AnyField, value: unknown): { value: unknown } | { problems: Record<string, string> } {
  let found = known.get(field)
  // One field may serve under several keys, which its sentences name.
  if (found?.key !== key) known.set(field, found = { key, schema: fieldSchema(key, field) })
  const result = z.safeParse(found.schema, filledIn(field, value))
  if (result.success) return { value: result.data }
  const problems: Record<string, string> = {}
  for (const issue of result.error.issues) problems[[key, ...issue.path.map(String)].join('.')] ??= issue.message
  return { problems }
}

/** What a field holds in a new record when nobody says. */
export function initialValue(field: AnyField): unknown {
  if ('initial' in field && field.initial !== undefined) return field.initial
  return field.required && field.kind in emptyValues ? emptyValues[field.kind as keyof typeof emptyValues] : null
}

const emptyValues = { boolean: false, choices: [], words: [], refs: [], rows: [] } as const
