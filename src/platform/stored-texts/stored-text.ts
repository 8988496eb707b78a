import { formatDate, formatMoney, formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'

/** A text with its values as the database keeps it: each reader has it in their own language. */
export interface StoredText {
  /** The English text, which is its own key. */
  readonly text: string
  readonly values?: Readonly<Record<string, StoredValue>>
}

/** Several one after the other. */
interface StoredList {
  readonly all: readonly StoredValue[]
  readonly between: string
}

/** What was said: a string is the words of a person or another program, and stays as it is. */
export type Said = string | StoredText | StoredList

type StoredValue =
  | Said
  | number
  /** In minor units. */
  | { readonly money: number; readonly currency: string }
  /** In basis points. */
  | { readonly share: number }
  /** A day as machines write it: 2026-11-27. */
  | { readonly date: string }

/** A text to keep in the database, given as `t` is. */
export function storedText(text: string, values?: Readonly<Record<string, StoredValue>>): StoredText {
  return values === undefined ? { text } : { text, values }
}

/** What was said, in the language of who reads it. */
export function sayStored(said: Said): string {
  if (typeof said === 'string') return said
  if ('all' in said) return said.all.map((one) => wordsOf(one)).join(said.between)
  if (said.values === undefined) return t(said.text)
  return t(said.text, Object.fromEntries(Object.entries(said.values).map(([name, value]) => [name, plain(value)])))
}

/** A number stays one: a text can have a plural for it. */
const plain = (value: StoredValue) => (typeof value === 'number' ? value : wordsOf(value))

function wordsOf(value: StoredValue): string {
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'string') return value
  if ('money' in value) return formatMoney(value.money, value.currency)
  if ('share' in value) return formatPercent(value.share)
  return 'date' in value ? formatDate(value.date) : sayStored(value)
}
