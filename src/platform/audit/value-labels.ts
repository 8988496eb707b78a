import type { AnyField, FieldOf, Fields, KindTable } from '../../core/resource/fields.ts'
import { ask, labelOf } from '../../core/resource/fields.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import {
  formatDate,
  formatInstant,
  formatMoney,
  formatNumber,
  formatPercent,
  zoneName,
} from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Change } from './personal.ts'
import { richTextWords } from '../rich-text/rich-text-labels.ts'
import { hidden } from './personal.ts'

type Values = Readonly<Record<string, unknown>>

/** The titles of referenced records, by resource and id, limited to those that the reader can see. */
export type Titles = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The context of values: the other values of their row, the reader's clock, and the names of other records. */
export interface Reading {
  readonly beside: Values
  /** The IANA zone of moments whose field names none; null is the reader's own. */
  readonly zone: string | null
  readonly titles: Titles
}

/** Shown where there is no value. */
export const nothing = '–'

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
const plain = (_field: AnyField, value: unknown) => String(value)
const choice = (field: FieldOf['select'] | FieldOf['choices'], value: unknown) => choiceLabelOf(field, String(value))
const named = (to: string, id: unknown, { titles }: Reading) => titles[to]?.[String(id)] ?? `#${String(id)}`

function amount(field: FieldOf['money'], value: unknown, { beside }: Reading): string {
  const currency = beside[field.currency]
  // The currency did not change, so this entry does not hold it.
  return typeof currency === 'string'
    ? formatMoney(Number(value), currency)
    : t('{amount} in minor units', { amount: formatNumber(Number(value)) })
}

function moment(field: FieldOf['instant'], value: unknown, { beside, zone }: Reading): string {
  const own = field.zone === undefined ? undefined : beside[field.zone]
  const at = String(value)
  const on = typeof own === 'string' ? own : zone
  return `${formatInstant(at, on)}${on === null ? '' : ` ${zoneName(at, on)}`}`
}

/** How a stored value of each kind reads in a sentence. */
const words = {
  text: plain,
  time: plain,
  longText: (field, value) => {
    if (typeof value !== 'string') return formerWords(value)
    return field.format === 'richText' ? richTextWords(value) : value
  },
  integer: (_field, value) => formatNumber(Number(value)),
  decimal: (field, value) => formatNumber(Number(value), field.scale ?? 6),
  percent: (_field, value) => formatPercent(Number(value)),
  money: amount,
  boolean: (_field, value) => (value ? t('Yes') : t('No')),
  date: (_field, value) => formatDate(String(value)),
  instant: moment,
  select: choice,
  choices: (field, value) =>
    list(value)
      .map((item) => choice(field, item))
      .join(', '),
  words: (_field, value) => list(value).map(String).join(', '),
  ref: (field, value, reading) => named(field.to, value, reading),
  refs: (field, value, reading) =>
    list(value)
      .map((id) => named(field.to, id, reading))
      .join(', '),
  rows: (field, value, reading) =>
    list(value)
      .map((row) => rowWords(field, row, reading))
      .join('; '),
} satisfies KindTable<[unknown, Reading], string>

function rowWords(field: FieldOf['rows'], row: unknown, reading: Reading): string {
  if (typeof row !== 'object' || row === null) return String(row)
  const values = row as Values
  const currencies = new Set(
    Object.values(field.of).flatMap((inner) => (inner.kind === 'money' ? [inner.currency] : [])),
  )
  return (
    Object.entries(values)
      // A currency is said with its amount.
      .filter(([key, value]) => value !== null && !currencies.has(key))
      .map(([key, value]) => valueWords(field.of[key], value, { ...reading, beside: values }))
      .join(' ')
  )
}

/** Questions and answers were rows once, which older entries still have. */
function formerWords(value: unknown): string {
  return list(value)
    .map((row) => (typeof row === 'object' && row !== null ? Object.values(row).join(' ') : String(row)))
    .join('; ')
}

/** A value in words; of a field that is not known, as it is. A value that does not fit its field any more is not made to. */
export function valueWords(field: AnyField | undefined, value: unknown, reading: Reading): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return nothing
  if (value === hidden) return hidden
  try {
    return field ? ask<[unknown, Reading], string>(words, field, value, reading) : rawWords(value)
  } catch {
    return rawWords(value)
  }
}

function rawWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export interface ChangeWords {
  readonly key: string
  readonly label: string
  readonly before: string
  readonly after: string
}

function parsed(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json)
  } catch {
    return json
  }
}

/**
 * The fields that an entry changed, by label and in the order of their definition. Empty fields of a new or deleted
 * record are omitted.
 */
export function changeWords(
  changes: readonly Change[],
  fields: Fields,
  { zone, titles }: Omit<Reading, 'beside'>,
): ChangeWords[] {
  const before = Object.fromEntries(changes.map((change) => [change.key, parsed(change.before)]))
  const after = Object.fromEntries(changes.map((change) => [change.key, parsed(change.after)]))
  const order = Object.keys(fields)
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  return changes
    .toSorted((a, b) => place(a.key) - place(b.key))
    .flatMap(({ key }) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined
      const said = {
        key,
        label: labelOf(key, field ?? {}),
        before: valueWords(field, before[key], { zone, titles, beside: { ...after, ...before } }),
        after: valueWords(field, after[key], { zone, titles, beside: { ...before, ...after } }),
      }
      return said.before === nothing && said.after === nothing ? [] : [said]
    })
}

/** One change as a sentence: `Status: Draft → Active`. */
export function changeSentence({ label, before, after }: ChangeWords): string {
  return before === nothing ? `${label}: ${after}` : `${label}: ${before} → ${after}`
}
