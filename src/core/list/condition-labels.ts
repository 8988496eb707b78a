import type { AnyField, KindTable } from '../resource/fields.ts'
import { ask, labelOf } from '../resource/fields.ts'
import { choiceLabelOf } from '../resource/choice-labels.ts'
import {
  eitherOf,
  formatDate,
  formatInstant,
  formatMoney,
  formatNumber,
  formatPercent,
  listOf,
} from '../i18n/formats.ts'
import { t } from '../i18n/language.ts'
import type { Condition, Filter, Scalar } from './list-query.ts'
import { countedDays, periodWords } from '../i18n/relative-dates.ts'
import type { AnyResource } from '../resource/resource.ts'
import { fieldOf, inSentence } from '../resource/resource.ts'

/** The context that words need besides the condition. */
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
const asChoice = (field: Parameters<typeof choiceLabelOf>[0], value: Scalar) => choiceLabelOf(field, String(value))
const asRecord = (field: { readonly to: string }, value: Scalar, { titleOf }: Telling) =>
  titleOf(field.to, Number(value))

/** One value of a condition in words. */
const values = {
  text: asText,
  longText: asText,
  integer: asNumber,
  decimal: asNumber,
  percent: (_field, value) => formatPercent(Number(value)),
  money: (field, value, { currencyOf }) => {
    const currency = currencyOf(field)
    return currency === null ? formatNumber(Number(value) / 100, 2) : formatMoney(Number(value), currency)
  },
  boolean: (_field, value) => (value ? t('yes') : t('no')),
  date: (_field, value) => formatDate(String(value)),
  time: asText,
  instant: (_field, value) => formatInstant(String(value)),
  select: asChoice,
  choices: asChoice,
  words: asText,
  ref: asRecord,
  refs: asRecord,
  rows: asText,
} satisfies KindTable<[value: Scalar, telling: Telling], string>

type Side = 'gt' | 'gte' | 'lt' | 'lte'
type Bounds = Readonly<Record<Side, (value: string) => string>>

const amounts: Bounds = {
  gt: (value) => t('more than {value}', { value }),
  gte: (value) => t('from {value}', { value }),
  lt: (value) => t('less than {value}', { value }),
  lte: (value) => t('up to {value}', { value }),
}
const moments: Bounds = {
  gt: (value) => t('after {value}', { value }),
  gte: (value) => t('from {value}', { value }),
  lt: (value) => t('before {value}', { value }),
  lte: (value) => t('until {value}', { value }),
}
const asAmount = () => amounts
const asMoment = () => moments

/** How a bound is said. */
const bounds = {
  text: asAmount,
  longText: asAmount,
  integer: asAmount,
  decimal: asAmount,
  percent: asAmount,
  money: asAmount,
  boolean: asAmount,
  date: asMoment,
  time: asMoment,
  instant: asMoment,
  select: asAmount,
  choices: asAmount,
  words: asAmount,
  ref: asAmount,
  refs: asAmount,
  rows: asAmount,
} satisfies KindTable<[], Bounds>

type Equation = Readonly<Record<'is' | 'not', (field: string, value: string) => string>>

const oneValue: Equation = {
  is: (field, value) => t('{field} is {value}', { field, value }),
  not: (field, value) => t('{field} is not {value}', { field, value }),
}
const manyValues: Equation = {
  is: (field, value) => t('{field} includes {value}', { field, value }),
  not: (field, value) => t('{field} does not include {value}', { field, value }),
}
const asOne = () => oneValue
const asMany = () => manyValues

/** A field of several values is said to include one. */
const equations = {
  text: asOne,
  longText: asOne,
  integer: asOne,
  decimal: asOne,
  percent: asOne,
  money: asOne,
  boolean: () => ({ ...oneValue, is: (field, value) => t('“{field}” is {value}', { field, value }) }),
  date: asOne,
  time: asOne,
  instant: asOne,
  select: asOne,
  choices: asMany,
  words: asMany,
  ref: asOne,
  refs: asMany,
  rows: asMany,
} satisfies KindTable<[], Equation>

/** Values named before the rest is only counted. */
const maxNamed = 5

interface Said {
  /** After the field's name and a colon. */
  readonly chip: string
  /** With the field's name, as part of a sentence. */
  readonly clause: string
}

function saidOf(name: string, field: AnyField, condition: Condition, telling: Telling): Said[] {
  const say = (given: unknown) => {
    const words = (Array.isArray(given) ? (given as Scalar[]) : [given as Scalar]).map((value) =>
      ask<[Scalar, Telling], string>(values, field, value, telling),
    )
    if (words.length === 0) return t('nothing')
    return eitherOf(
      words.length > maxNamed
        ? [...words.slice(0, maxNamed - 1), t('{n} more', { n: words.length - maxNamed + 1 })]
        : words,
    )
  }
  const equation = ask<[], Equation>(equations, field)
  const bound = ask<[], Bounds>(bounds, field)
  const isPlain = typeof condition !== 'object' || Array.isArray(condition)
  const { zone, gte, lte, ...parts } = (isPlain ? { is: condition } : condition) as Readonly<Record<string, Scalar>>
  const range =
    gte !== undefined && lte !== undefined
      ? [
          {
            chip: t('{from} to {to}', { from: say(gte), to: say(lte) }),
            clause: t('{field} is between {from} and {to}', { field: name, from: say(gte), to: say(lte) }),
          },
        ]
      : Object.entries({ gte, lte }).flatMap(([side, given]) =>
          given === undefined ? [] : [told(side as 'gte', given)],
        )
  function told(side: Side, given: Scalar): Said {
    const chip = bound[side](say(given))
    return { chip, clause: t('{field} is {value}', { field: name, value: chip }) }
  }
  const others = Object.entries(parts).map(([operator, given]): Said => {
    const text = String(given)
    switch (operator) {
      case 'is':
        return { chip: say(given), clause: equation.is(name, say(given)) }
      case 'not':
        return { chip: equation.not('', say(given)).trim(), clause: equation.not(name, say(given)) }
      case 'contains':
        return { chip: t('contains “{text}”', { text }), clause: t('{field} contains “{text}”', { field: name, text }) }
      case 'startsWith':
        return {
          chip: t('starts with “{text}”', { text }),
          clause: t('{field} starts with “{text}”', { field: name, text }),
        }
      case 'empty':
        return given
          ? { chip: t('is empty'), clause: t('{field} is empty', { field: name }) }
          : { chip: t('is not empty'), clause: t('{field} is not empty', { field: name }) }
      case 'during':
        return periodSaid(name, text, zone === undefined ? null : String(zone), telling.zone)
      default:
        return told(operator as Side, given)
    }
  })
  return [...range, ...others]
}

function periodSaid(field: string, name: string, zone: string | null, usual: string | null): Said {
  const shown = zone ?? usual
  const period = periodWords(name)
  const clause = countedDays(name)
    ? t('{field} is in the {period}', { field, period })
    : t('{field} is {period}', { field, period })
  return {
    chip: shown === null ? period : `${period} (${shown})`,
    clause: zone === null ? clause : t('{clause} in {zone}', { clause, zone }),
  }
}

/** `State: Active or Paused`: a condition as its chip says it. */
export function conditionWords(key: string, field: AnyField, condition: Condition, telling: Telling = plainly): string {
  const label = labelOf(key, field)
  return `${label}: ${saidOf(label, field, condition, telling)
    .map(({ chip }) => chip)
    .join(t(' and '))}`
}

/** `Showing purchases where city is Rome and travel date is in the next 14 days.` */
export function filterSentence(resource: AnyResource, filter: Filter, telling: Telling): string {
  const many = inSentence(t(resource.label[1]))
  const clauses = Object.entries(filter).flatMap(([key, condition]) => {
    const field = fieldOf(resource, key)
    return field ? saidOf(inSentence(labelOf(key, field)), field, condition, telling).map(({ clause }) => clause) : []
  })
  return clauses.length === 0
    ? t('Showing all {many}.', { many })
    : t('Showing {many} where {conditions}.', { many, conditions: listOf(clauses) })
}
