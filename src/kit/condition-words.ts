import type { AnyField, KindTable } from './fields.ts'
import { ask, labelOf } from './fields.ts'
import { displayLocale, formatDate, formatInstant, formatMoney, formatNumber, formatPercent, inWords } from './formats.ts'
import type { Condition, Filter, Scalar } from './list-query.ts'
import { countedDays, periodWords } from './relative-dates.ts'
import type { AnyResource } from './resource.ts'
import { fieldOf, inSentence } from './resource.ts'

/** What words need to know besides the condition. */
export interface Telling {
  /** The title of a record that a reference names. */
  readonly titleOf: (resource: string, id: number) => string
  /** The currency that a field of money is in, where the filter leaves only one. */
  readonly currencyOf: (field: AnyField) => string | null
  /** The zone in which periods are counted where a condition names none; null leaves it out. */
  readonly zone: string | null
}

const plainly: Telling = { titleOf: (_resource, id) => `#${id}`, currencyOf: () => null, zone: null }

const asText = (_field: AnyField, value: Scalar) => String(value)
const asNumber = (_field: AnyField, value: Scalar) => formatNumber(Number(value))
const asChoice = (field: { labels?: Readonly<Record<string, string | undefined>> }, value: Scalar) => field.labels?.[String(value)] ?? inWords(String(value))
const asRecord = (field: { readonly to: string }, value: Scalar, { titleOf }: Telling) => titleOf(field.to, Number(value))

/** One value of a condition in words. */
const values = {
  text: asText, longText: asText, integer: asNumber, decimal: asNumber,
  percent: (_field, value) => formatPercent(Number(value)),
  money: (field, value, { currencyOf }) => {
    const currency = currencyOf(field)
    return currency === null ? formatNumber(Number(value) / 100, 2) : formatMoney(Number(value), currency)
  },
  boolean: (_field, value) => (value ? 'yes' : 'no'),
  date: (_field, value) => formatDate(String(value)),
  time: asText,
  instant: (_field, value) => formatInstant(String(value)),
  select: asChoice, choices: asChoice, words: asText, ref: asRecord, refs: asRecord, rows: asText,
} satisfies KindTable<[value: Scalar, telling: Telling], string>

const amounts = { gt: 'more than', gte: 'from', lt: 'less than', lte: 'up to' } as const
const moments = { gt: 'after', gte: 'from', lt: 'before', lte: 'until' } as const
const asAmount = () => amounts
const asMoment = () => moments

/** How a bound is said. */
const bounds = {
  text: asAmount, longText: asAmount, integer: asAmount, decimal: asAmount, percent: asAmount, money: asAmount, boolean: asAmount,
  date: asMoment, time: asMoment, instant: asMoment,
  select: asAmount, choices: asAmount, words: asAmount, ref: asAmount, refs: asAmount, rows: asAmount,
} satisfies KindTable<[], Readonly<Record<'gt' | 'gte' | 'lt' | 'lte', string>>>

const oneValue = { is: 'is', not: 'is not' } as const
const manyValues = { is: 'includes', not: 'does not include' } as const
const asOne = () => oneValue
const asMany = () => manyValues

/** A field of several values is said to include one. */
const equations = {
  text: asOne, longText: asOne, integer: asOne, decimal: asOne, percent: asOne, money: asOne, boolean: asOne, date: asOne, time: asOne,
  instant: asOne, select: asOne, choices: asMany, words: asMany, ref: asOne, refs: asMany, rows: asMany,
} satisfies KindTable<[], { readonly is: string; readonly not: string }>

/** Values named before the rest is only counted. */
const most = 5
const either = new Intl.ListFormat(displayLocale, { type: 'disjunction' })
const both = new Intl.ListFormat(displayLocale, { type: 'conjunction' })

interface Said {
  /** After the field's name and a colon. */
  readonly chip: string
  /** After the field's name in a sentence. */
  readonly sentence: string
}

function saidOf(field: AnyField, condition: Condition, telling: Telling): Said[] {
  const say = (given: unknown) => {
    const words = (Array.isArray(given) ? given as Scalar[] : [given as Scalar]).map((value) => ask<[Scalar, Telling], string>(values, field, value, telling))
    if (words.length === 0) return 'nothing'
    return either.format(words.length > most ? [...words.slice(0, most - 1), `${words.length - most + 1} more`] : words)
  }
  const alike = (words: string): Said => ({ chip: words, sentence: words })
  const { is, not } = ask<[], { is: string; not: string }>(equations, field)
  const bound = ask<[], typeof amounts | typeof moments>(bounds, field)
  const isPlain = typeof condition !== 'object' || Array.isArray(condition)
  const { zone, gte, lte, ...parts } = (isPlain ? { is: condition } : condition) as Readonly<Record<string, Scalar>>
  const range = gte !== undefined && lte !== undefined
    ? [{ chip: `${say(gte)} to ${say(lte)}`, sentence: `is between ${say(gte)} and ${say(lte)}` }]
    : Object.entries({ gte, lte }).flatMap(([side, given]) => (given === undefined ? [] : [told(side as 'gte', given)]))
  function told(side: keyof typeof bound, given: Scalar): Said {
    return { chip: `${bound[side]} ${say(given)}`, sentence: `is ${bound[side]} ${say(given)}` }
  }
  const others = Object.entries(parts).map(([operator, given]): Said => {
    switch (operator) {
      case 'is': return { chip: say(given), sentence: `${is} ${say(given)}` }
      case 'not': return alike(`${not} ${say(given)}`)
      case 'contains': return alike(`contains “${given}”`)
      case 'startsWith': return alike(`starts with “${given}”`)
      case 'empty': return alike(given ? 'is empty' : 'is not empty')
      case 'during': return periodSaid(String(given), zone === undefined ? null : String(zone), telling.zone)
      default: return told(operator as 'gt', given)
    }
  })
  return [...range, ...others]
}

function periodSaid(period: string, zone: string | null, usual: string | null): Said {
  const shown = zone ?? usual
  return {
    chip: `${periodWords(period)}${shown === null ? '' : ` (${shown})`}`,
    sentence: `is ${countedDays(period) ? 'in the ' : ''}${periodWords(period)}${zone === null ? '' : ` in ${zone}`}`,
  }
}

/** `State: Active or Paused`: a condition as its chip says it. */
export function conditionWords(key: string, field: AnyField, condition: Condition, telling: Telling = plainly): string {
  return `${labelOf(key, field)}: ${saidOf(field, condition, telling).map(({ chip }) => chip).join(' and ')}`
}

/** `Showing purchases where city is Rome and travel date is in the next 14 days.` */
export function filterSentence(resource: AnyResource, filter: Filter, telling: Telling): string {
  const many = inSentence(resource.label[1])
  const conditions = Object.entries(filter).flatMap(([key, condition]) => {
    const field = fieldOf(resource, key)
    return field ? saidOf(field, condition, telling).map(({ sentence }) => `${inSentence(labelOf(key, field))} ${sentence}`) : []
  })
  return conditions.length === 0 ? `Showing all ${many}.` : `Showing ${many} where ${both.format(conditions)}.`
}
