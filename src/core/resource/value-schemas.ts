import * as z from 'zod/mini'
import { foldEmail } from '../email.ts'
import type { AnyField, KindTable } from './fields.ts'
import { ask, labelOf } from './fields.ts'
import { formatNumber, formatPercent } from '../i18n/formats.ts'
import { t } from '../i18n/language.ts'
import type { Complaint } from './text-formats.ts'
import { textFormats } from './text-formats.ts'
import { isTimeZone } from '../zoned-time.ts'

type Schema = z.core.$ZodType
type Issue = { readonly input?: unknown }
/** A field's name, resolved when a sentence is written: schemas outlive the language of the first user. */
type Label = () => string

// Bidi controls and the like change how a name reads; NUL cannot be stored at all.
export const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufeff]/
/** `0.000000001`, not `1e-9`. */
const plain = (value: number) => formatNumber(value, 9)
const largestAmount = 999_999_999_999

function absent(label: Label, otherwise: Complaint) {
  return (issue: Issue) => (issue.input === null || issue.input === undefined ? required(label)() : otherwise(label()))
}

const required = (label: Label) => () => t('{field} is required.', { field: label() })

function clean(label: Label, max: number, transform: (value: string) => string) {
  return z.string({ error: absent(label, (field) => t('{field} must be text.', { field })) }).check(
    z.overwrite((value) => transform(value.normalize('NFC')).trim()),
    z.maxLength(max, {
      error: () => t('{field} can have at most {max} characters.', { field: label(), max: String(max) }),
    }),
    z.refine((value) => !forbidden.test(value) && value.isWellFormed(), {
      error: () => t('{field} has characters that cannot be shown.', { field: label() }),
    }),
  )
}

function number(
  label: Label,
  field: { min?: number; max?: number },
  kind: 'integer' | 'number',
  say: (value: number) => string = String,
) {
  const { min, max } = field
  const range = () => {
    if (min !== undefined && max !== undefined)
      return t('{field} must be between {min} and {max}.', { field: label(), min: say(min), max: say(max) })
    return min !== undefined
      ? t('{field} must be {min} or more.', { field: label(), min: say(min) })
      : t('{field} must be {max} or less.', { field: label(), max: say(max ?? Infinity) })
  }
  const base =
    kind === 'integer'
      ? z.int({ error: absent(label, (field) => t('{field} must be a whole number.', { field })) })
      : z.number({ error: absent(label, (field) => t('{field} must be a number.', { field })) })
  return base.check(
    ...(min === undefined ? [] : [z.minimum(min, { error: range })]),
    ...(max === undefined ? [] : [z.maximum(max, { error: range })]),
  )
}

function list(label: Label, item: Schema, max: number, otherwise: Complaint) {
  return z.array(item, { error: absent(label, otherwise) }).check(
    z.maxLength(max, {
      error: () => t('{field} can have at most {max} entries.', { field: label(), max: String(max) }),
    }),
  )
}

function oneOf(label: Label, choices: readonly string[]) {
  return z.enum(choices as readonly [string, ...string[]], {
    error: absent(label, (field) => t('{field} must be one of {choices}.', { field, choices: choices.join(', ') })),
  })
}

// What has one letter case is an identifier, of which every width and ligature is the same too. Any other text is shown, sorted and
// exported as one line, and must not be made of what has no width.
export const cased = {
  'upper': (value: string) => value.normalize('NFKC').toUpperCase(),
  'lower': (value: string) => value.normalize('NFKC').toLowerCase(),
  'as it is': (value: string) => value.replaceAll(/[\u200b\u2060]/g, '').replaceAll(/[\n\r\u0085\u2028\u2029]+/g, ' '),
}

/** The years that PostgreSQL and ISO 8601 without a sign both have. */
const hasYear = (value: string) => /^\d{4}-/.test(value) && !value.startsWith('0000')

const schemas = {
  text: (field, label) => {
    const [format, complain] = field.format ? textFormats[field.format] : [undefined, () => '']
    return clean(label, field.max ?? 255, cased[field.case ?? 'as it is']).check(
      z.minLength(field.min ?? 1, {
        error: field.min
          ? () => t('{field} needs at least {min} characters.', { field: label(), min: String(field.min) })
          : required(label),
      }),
      ...(field.pattern ? [z.regex(field.pattern, { error: () => formHint(label(), field.patternHint) })] : []),
      ...(format ? [z.regex(format, { error: () => complain(label()) })] : []),
      ...(field.format === 'timeZone'
        ? [z.refine((value) => isTimeZone(String(value)), { error: () => complain(label()) })]
        : []),
    )
  },
  longText: (field, label) =>
    clean(label, field.max ?? 65_536, (value) => value).check(z.minLength(1, { error: required(label) })),
  integer: (field, label) =>
    number(label, { min: field.min ?? -2_147_483_648, max: field.max ?? 2_147_483_647 }, 'integer'),
  decimal: (field, label) => {
    const scale = field.scale ?? 6
    const largest = 10 ** (18 - scale) - 1
    return number(label, { min: field.min ?? -largest, max: field.max ?? largest }, 'number', plain).check(
      z.overwrite((value) => Number(value.toFixed(scale)) + 0),
    )
  },
  percent: (field, label) =>
    number(label, { min: field.min ?? 0, max: field.max ?? 1_000_000 }, 'integer', (points) => formatPercent(points)),
  money: (field, label) =>
    number(label, { min: field.min ?? -largestAmount, max: field.max ?? largestAmount }, 'integer'),
  boolean: (_field, label) =>
    z.boolean({ error: absent(label, (field) => t('{field} must be true or false.', { field })) }),
  date: (_field, label) =>
    z.iso.date({ error: absent(label, noDate) }).check(z.refine(hasYear, { error: () => noDate(label()) })),
  time: (_field, label) =>
    z
      .string({ error: absent(label, noTime) })
      .check(z.regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, { error: () => noTime(label()) })),
  instant: (_field, label) =>
    z.iso.datetime({ offset: true, abort: true, error: absent(label, noMoment) }).check(
      z.overwrite((value) => new Date(value).toISOString()),
      z.refine(hasYear, { error: () => noMoment(label()) }),
    ),
  select: (field, label) => oneOf(label, field.choices),
  choices: (field, label) =>
    list(label, oneOf(label, field.choices), field.choices.length, (name) =>
      t('{field} must be a list of choices.', { field: name }),
    ),
  words: (field, label) =>
    list(
      label,
      clean(label, 64, (value) => (field.format === 'email' ? foldEmail(value) : value)).check(
        z.minLength(1, { error: () => t('{field} has an empty entry.', { field: label() }) }),
      ),
      field.max ?? 100,
      (name) => t('{field} must be a list of words.', { field: name }),
    ),
  ref: (_field, label) => number(label, { min: 1, max: Number.MAX_SAFE_INTEGER }, 'integer'),
  refs: (field, label) =>
    list(label, number(label, { min: 1, max: Number.MAX_SAFE_INTEGER }, 'integer'), field.max ?? 1_000, (name) =>
      t('{field} must be a list of ids.', { field: name }),
    ),
  rows: (field, label) =>
    list(
      label,
      z.strictObject(
        Object.fromEntries(Object.entries(field.of).map(([key, inner]) => [key, fieldSchema(key, inner)])),
        {
          error: (issue) =>
            issue.code === 'unrecognized_keys'
              ? t('{field} has unknown keys: {keys}.', { field: label(), keys: issue.keys.join(', ') })
              : t('{field} has an entry that is not a row.', { field: label() }),
        },
      ),
      field.max ?? 50,
      (name) => t('{field} must be a list of rows.', { field: name }),
    ),
} satisfies KindTable<[label: Label], Schema>

const noDate: Complaint = (field) => t('{field} must be a date, such as 2026-06-01.', { field })
const noTime: Complaint = (field) => t('{field} must be a time, such as 19:30.', { field })
const noMoment: Complaint = (field) => t('{field} must be a moment, such as 2026-06-01T17:30:00Z.', { field })

/** A pattern's hint continues after the field's name: `can have letters and digits.` */
function formHint(field: string, hint: string | undefined): string {
  return hint === undefined ? t('{field} has the wrong format.', { field }) : `${field} ${t(hint)}`
}

/** What a field's value must be, with messages for the person who typed it. Null passes where it is not required. */
export function fieldSchema(key: string, field: AnyField): Schema {
  const schema = ask<[Label], Schema>(schemas, field, () => labelOf(key, field))
  return field.required ? schema : z.nullable(schema)
}

const known = new WeakMap<AnyField, { key: string; schema: Schema }>()

/** A form sends '' or blanks for an empty field, and a row can omit optional values. */
function filledIn(field: AnyField, value: unknown): unknown {
  if (typeof value === 'string' && !field.required && value.trim() === '') return null
  if (!('of' in field) || !Array.isArray(value)) return value
  return value.map((row: unknown) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
    const sent = Object.entries(row).map(([key, inner]) => [
      key,
      Object.hasOwn(field.of, key) ? filledIn(field.of[key] as AnyField, inner) : inner,
    ])
    return {
      ...Object.fromEntries(Object.entries(field.of).map(([key, inner]) => [key, initialValue(inner)])),
      ...Object.fromEntries(sent),
    }
  })
}

/** Parses one value; returns it cleaned, or a sentence for each place that is wrong. */
export function parseValue(
  key: string,
  field: AnyField,
  value: unknown,
): { value: unknown } | { problems: Record<string, string> } {
  let found = known.get(field)
  // One field can serve under several keys, which its sentences name.
  if (found?.key !== key) known.set(field, (found = { key, schema: fieldSchema(key, field) }))
  const result = z.safeParse(found.schema, filledIn(field, value))
  if (result.success) return { value: result.data }
  const problems: Record<string, string> = {}
  for (const issue of result.error.issues) problems[[key, ...issue.path.map(String)].join('.')] ??= issue.message
  return { problems }
}

/** A field's value in a new record when none is given. */
export function initialValue(field: AnyField): unknown {
  if ('initial' in field && field.initial !== undefined) return field.initial
  return field.required && field.kind in emptyValues ? emptyValues[field.kind as keyof typeof emptyValues] : null
}

const emptyValues = { boolean: false, choices: [], words: [], refs: [], rows: [] } as const
