import type { AnyField } from '../fields.ts'
import { labelOf } from '../fields.ts'
import { formatDate, formatInstant, formatNumber, formatPercent, inWords } from '../formats.ts'
import type { KindTable } from '../fields.ts'
import { ask } from '../fields.ts'
import type { Condition, Operator, Scalar } from '../list-query.ts'

const asText = (_field: AnyField, value: Scalar) => String(value)
const asNumber = (_field: AnyField, value: Scalar) => formatNumber(Number(value))
const asChoice = (field: { labels?: Readonly<Record<string, string | undefined>> }, value: Scalar) => field.labels?.[String(value)] ?? inWords(String(value))

/** One value of a condition in words. */
const values = {
  text: asText, longText: asText, integer: asNumber, decimal: asNumber, money: asNumber,
  percent: (_field, value) => formatPercent(Number(value)),
  boolean: (_field, value) => (value ? 'yes' : 'no'),
  date: (_field, value) => formatDate(String(value)),
  time: asText,
  instant: (_field, value) => formatInstant(String(value)),
  select: asChoice, choices: asChoice, words: asText,
  ref: (_field, value) => `#${value}`, refs: (_field, value) => `#${value}`, rows: asText,
} satisfies KindTable<[value: Scalar], string>

const verbs: Readonly<Record<Operator, string>> = {
  is: 'is', not: 'is not', gt: 'after', gte: 'from', lt: 'before', lte: 'to', contains: 'contains', startsWith: 'starts with', empty: 'is',
}

/** `State is active or paused`, as a sentence that reads aloud. */
export function conditionWords(key: string, field: AnyField, condition: Condition): string {
  const say = (given: Scalar | readonly Scalar[]) => (Array.isArray(given) ? given : [given])
    .map((value) => ask<[Scalar], string>(values, field, value as Scalar)).join(' or ')
  const label = labelOf(key, field)
  if (typeof condition !== 'object' || Array.isArray(condition)) return `${label} is ${say(condition as Scalar | readonly Scalar[])}`
  const parts = Object.entries(condition).map(([operator, given]) => (
    operator === 'empty' ? (given ? 'is empty' : 'is not empty') : `${verbs[operator as Operator]} ${say(given as Scalar)}`
  ))
  return `${label} ${parts.join(' ')}`
}
