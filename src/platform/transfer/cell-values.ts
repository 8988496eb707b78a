import { fromCsvCell } from '../../core/csv.ts'
import type { AnyField, KindTable } from '../../core/resource/fields.ts'
import { ask, labelOf } from '../../core/resource/fields.ts'
import { choiceLabelOf, plainChoiceLabelOf } from '../../core/resource/choice-labels.ts'
import { exponentOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { instantOf, isTimeZone } from '../../core/zoned-time.ts'
import { partsOf } from './cell-lists.ts'

/** The value of a cell, or a sentence about why it can't be read. */
export type CellValue = { readonly value: unknown } | { readonly problem: string }

/** What else a cell's meaning depends on. */
export interface Beside {
  readonly label: string
  /** The value of another field of the same record: the currency of an amount, the zone of a moment. */
  valueOf(key: string): unknown
}

const read = (value: unknown): CellValue => ({ value })
const refuse = (problem: string): CellValue => ({ problem })

/** A point before three digits: thousands as half of Europe writes them. */
export const thousandsByPoint = /^-?[1-9]\d{0,2}\.\d{3}$/

/** A number as programs or people write it: `1234.5`, `-0,5`, `12.5 %`. Null for anything else. */
function decimalOf(plain: string): string | null {
  if (/^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain)) return plain
  return /^-?\d*,\d+$/.test(plain) ? plain.replace(',', '.') : null
}

/**
 * Thousands are never guessed: a comma before three digits is ambiguous, and so is a point where the field has fewer
 * decimal places than that.
 */
function numberFrom(text: string, { label }: Beside, places: number | null = null): CellValue {
  const plain = text
    .trim()
    .replace(/^\+/, '')
    .replace(/\u2212/g, '-')
  const digits = decimalOf(plain)
  const value = digits === null || places === null ? Number(digits) : shifted(digits, places)
  const isByPoint = places !== null && places < 3 && value !== null && thousandsByPoint.test(plain)
  if (isByPoint || /^-?\d{1,3}(?:,\d{3})+$/.test(plain)) {
    const [whole, decimal] = [plain.replace(/[.,]/g, ''), plain.replace(',', '.').replaceAll(',', '')]
    return refuse(
      t('{label} is ambiguous. Write {whole} or {decimal}.', { label, whole, decimal: String(Number(decimal)) }),
    )
  }
  if (digits === null) return refuse(t('{label} must be a number, such as 1234.5.', { label }))
  return value === null ? refuse(t('{label} has too many digits after the point.', { label })) : read(value)
}

/** Moves the point of a decimal to the right without ever calculating with fractions; null where digits are left over. */
function shifted(digits: string, places: number): number | null {
  if (/e/i.test(digits)) return null
  const [whole = '', fraction = ''] = digits.split('.')
  const kept = fraction.replace(/0+$/, '')
  return kept.length > places ? null : Number(`${whole}${kept.padEnd(places, '0')}`) + 0
}

type Choosing = { readonly choices: readonly string[]; readonly labels?: Readonly<Record<string, string | undefined>> }

/** A choice by its value, or by the words that the screen has for it, in whatever letter case. */
function choiceOf(field: Choosing, text: string): string {
  const { choices } = field
  const wanted = text.trim().toLowerCase()
  const found =
    choices.find((choice) => choice === text.trim()) ??
    choices.find((choice) =>
      [choice, choiceLabelOf(field, choice), plainChoiceLabelOf(field, choice)].some(
        (word) => word.toLowerCase() === wanted,
      ),
    )
  // The field itself refuses any other value, and names the allowed ones.
  return found ?? text.trim()
}

const truths: Readonly<Record<string, boolean>> = {
  'true': true,
  'yes': true,
  'y': true,
  '1': true,
  'sí': true,
  'si': true,
  'verdadero': true,
  'x': true,
  'false': false,
  'no': false,
  'n': false,
  '0': false,
  'falso': false,
}

function idOf(text: string, { label }: Beside): CellValue {
  const plain = text.trim()
  return /^\d{1,15}$/.test(plain)
    ? read(Number(plain))
    : refuse(t('{label} must be an id, which is a whole number.', { label }))
}

const asText = (_field: AnyField, text: string): CellValue => read(text)

const readers = {
  text: asText,
  longText: asText,
  integer: (_field, text, beside) => numberFrom(text, beside, 0),
  decimal: (_field, text, beside) => numberFrom(text, beside),
  percent: (_field, text, beside) => numberFrom(text.replace(/\s*%\s*$/, ''), beside, 2),
  money: (field, text, beside) => {
    const currency = beside.valueOf(field.currency)
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) {
      return refuse(
        t('{label} needs a currency, such as EUR, in the column {currency}.', {
          label: beside.label,
          currency: field.currency,
        }),
      )
    }
    return numberFrom(text, beside, exponentOf(currency))
  },
  boolean: (_field, text, { label }) => {
    const key = text.trim().toLowerCase()
    return Object.hasOwn(truths, key) ? read(truths[key]) : refuse(t('{label} must be yes or no.', { label }))
  },
  date: (_field, text, { label }) =>
    /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/.test(text.trim())
      ? refuse(t('{label} is ambiguous. Write year, month and day, such as 2026-06-01.', { label }))
      : read(text.trim()),
  time: (_field, text) => {
    const [, hour, minute] = /^(\d{1,2}):(\d\d)(?::00)?$/.exec(text.trim()) ?? []
    return read(hour === undefined ? text.trim() : `${hour.padStart(2, '0')}:${minute}`)
  },
  instant: (field, text, { label, valueOf }) => {
    const plain = text.trim().replace(/^(\d{4}-\d\d-\d\d) (\d\d:)/, '$1T$2')
    const [local] = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?=(?::00)?$)/.exec(plain) ?? []
    if (local === undefined || Number.isNaN(Date.parse(`${local}:00Z`))) return read(plain)
    const zone = field.zone === undefined ? null : valueOf(field.zone)
    if (typeof zone !== 'string' || !isTimeZone(zone))
      return refuse(t('{label} needs its offset from UTC, such as 2026-06-01T17:30:00Z.', { label }))
    const { instant, occurrence } = instantOf(local, zone)
    return occurrence === 'once'
      ? read(instant)
      : refuse(t('On that day the clocks of {zone} change, so {label} needs its offset from UTC.', { zone, label }))
  },
  select: (field, text) => read(choiceOf(field, text)),
  choices: (field, text) => read(partsOf(text).map((part) => choiceOf(field, part))),
  words: (_field, text) => read(partsOf(text)),
  ref: (_field, text, beside) => idOf(text, beside),
  refs: (_field, text, beside) => {
    const ids = partsOf(text).map((part) => idOf(part, beside))
    return ids.find((id) => 'problem' in id) ?? read(ids.map((id) => ('value' in id ? id.value : null)))
  },
  rows: (_field, text, { label }) => {
    try {
      return read(JSON.parse(text) as unknown)
    } catch {
      return refuse(t('{label} must be a list in JSON, as exports write it.', { label }))
    }
  },
} satisfies KindTable<[text: string, beside: Beside], CellValue>

const nothing = () => null
const empty = (): unknown[] => []

/** The value of a field whose cell is empty. */
const blanks = {
  text: nothing,
  longText: nothing,
  integer: nothing,
  decimal: nothing,
  percent: nothing,
  money: nothing,
  boolean: nothing,
  date: nothing,
  time: nothing,
  instant: nothing,
  select: nothing,
  ref: nothing,
  choices: empty,
  words: empty,
  refs: empty,
  rows: empty,
} satisfies KindTable<[], unknown>

/** The value of a field from its cell: the reverse of the export format, and somewhat more forgiving. */
export function valueOfCell(key: string, field: AnyField, cell: string, valueOf: Beside['valueOf']): CellValue {
  const text = fromCsvCell(cell)
  if (text.trim() === '') return read(ask<[], unknown>(blanks, field))
  return ask<[string, Beside], CellValue>(readers, field, text, { label: labelOf(key, field), valueOf })
}

/** The field without which a value says nothing: the currency of an amount, the time zone of a moment. */
export function besideOf(field: AnyField | undefined): string | null {
  const { currency, zone } = (field ?? {}) as { readonly currency?: string; readonly zone?: string }
  return currency ?? zone ?? null
}

/** Several titles in one cell for fields that hold several references, one for the others. */
export function titlesOf(field: AnyField, cell: string): string[] {
  // In the form that titles are stored in.
  const text = fromCsvCell(cell).normalize('NFC')
  return Array.isArray(ask<[], unknown>(blanks, field)) ? partsOf(text) : text.trim() === '' ? [] : [text.trim()]
}

/** Whether a field can have several references. */
export function hasSeveral(field: AnyField): boolean {
  return Array.isArray(ask<[], unknown>(blanks, field))
}
