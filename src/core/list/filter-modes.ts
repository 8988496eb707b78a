import type { AnyField, KindTable } from '../resource/fields.ts'
import { ask } from '../resource/fields.ts'
import { msg, t } from '../i18n/language.ts'
import type { Condition, Scalar } from './list-query.ts'
import { operatorsOf } from './list-query.ts'

/** The conditions a user can put on a field. Each is written with one operator, a range with two. */
export type Mode =
  | 'between'
  | 'during'
  | 'is'
  | 'oneOf'
  | 'not'
  | 'noneOf'
  | 'contains'
  | 'startsWith'
  | 'empty'
  | 'filled'

const operators = {
  between: 'gte',
  during: 'during',
  is: 'is',
  oneOf: 'is',
  not: 'not',
  noneOf: 'not',
  contains: 'contains',
  startsWith: 'startsWith',
  empty: 'empty',
  filled: 'empty',
} as const satisfies Readonly<Record<Mode, string>>

/** The editor's contents, for every mode at once: users who look at another mode find their own input again. */
export interface FilterDraft {
  readonly mode: Mode
  readonly one: Scalar | null
  readonly list: readonly Scalar[]
  readonly range: Readonly<Partial<Record<'gt' | 'gte' | 'lt' | 'lte', Scalar>>>
  readonly period: string
  /** Null: the business's. */
  readonly zone: string | null
}

const blank: readonly Mode[] = ['empty', 'filled']
const amount = (): readonly Mode[] => ['between', 'is', 'not', ...blank]
const choice = (): readonly Mode[] => ['oneOf', 'noneOf', ...blank]

/**
 * The modes of a kind, the usual one first. A moment is kept to the millisecond, so there is no filter for exactly one.
 */
const modes = {
  // A name for programs is found by parts of what people read in its place.
  text: ({ shownAs }) => ['contains', 'startsWith', ...(shownAs ? [] : (['is', 'oneOf', 'noneOf'] as const)), ...blank],
  longText: () => ['contains', ...blank],
  integer: amount,
  decimal: amount,
  percent: amount,
  money: amount,
  boolean: () => ['is'],
  date: () => ['between', 'during', 'is', 'not', ...blank],
  time: amount,
  instant: () => ['between', 'during', ...blank],
  select: choice,
  choices: choice,
  words: () => ['is', 'oneOf', 'noneOf', ...blank],
  ref: choice,
  refs: choice,
  rows: () => ['filled', 'empty'],
} satisfies KindTable<[], readonly Mode[]>

const several = () => true
const single = () => false

/** Whether a field has several values; it can have none although it is never null. */
const pluralities = {
  text: single,
  longText: single,
  integer: single,
  decimal: single,
  percent: single,
  money: single,
  boolean: single,
  date: single,
  time: single,
  instant: single,
  select: single,
  choices: several,
  words: several,
  ref: single,
  refs: several,
  rows: several,
} satisfies KindTable<[], boolean>

const hasSeveral = (field: AnyField) => ask<[], boolean>(pluralities, field)

/** The modes that a field offers, the usual one first. */
export function modesOf(field: AnyField): readonly Mode[] {
  const known: readonly string[] = operatorsOf(field)
  const mayBeEmpty = !field.required || hasSeveral(field)
  return ask<[], readonly Mode[]>(modes, field).filter(
    (mode) => known.includes(operators[mode]) && (mayBeEmpty || !blank.includes(mode)),
  )
}

const words: Readonly<Record<Mode, readonly [one: string, several: string]>> = {
  between: [msg('is between'), msg('is between')],
  during: [msg('is relative to today'), msg('is relative to today')],
  is: [msg('is'), msg('includes')],
  oneOf: [msg('is one of'), msg('includes one of')],
  not: [msg('is not'), msg('does not include')],
  noneOf: [msg('is not'), msg('does not include')],
  contains: [msg('contains'), msg('contains')],
  startsWith: [msg('starts with'), msg('starts with')],
  empty: [msg('is empty'), msg('is empty')],
  filled: [msg('is not empty'), msg('is not empty')],
}

export function modeWords(mode: Mode, field: AnyField): string {
  return t(words[mode][hasSeveral(field) ? 1 : 0])
}

/** A condition as the editor shows it; of none, what is usual for the field. */
export function draftOf(field: AnyField, condition: Condition | null): FilterDraft {
  const offered = modesOf(field)
  const isParts = typeof condition === 'object' && condition !== null && !Array.isArray(condition)
  const parts = (isParts ? condition : condition === null ? {} : { is: condition }) as Readonly<
    Record<string, Scalar | readonly Scalar[]>
  >
  const { is, not, contains, startsWith, empty, during, zone, ...range } = parts
  const value = is ?? not ?? contains ?? startsWith
  const list = Array.isArray(value) ? (value as readonly Scalar[]) : value === undefined ? [] : [value as Scalar]
  const asked: readonly Mode[] =
    during !== undefined
      ? ['during']
      : contains !== undefined
        ? ['contains']
        : startsWith !== undefined
          ? ['startsWith']
          : empty !== undefined
            ? [empty ? 'empty' : 'filled']
            : is !== undefined
              ? list.length === 1
                ? ['is', 'oneOf']
                : ['oneOf']
              : not !== undefined
                ? list.length === 1
                  ? ['not', 'noneOf']
                  : ['noneOf']
                : ['between']
  const known = empty === undefined ? asked.find((one) => offered.includes(one)) : asked[0]
  const shown = known === undefined ? [] : list
  return {
    mode: known ?? offered[0] ?? 'is',
    list: shown,
    one: shown[0] ?? null,
    range: range as FilterDraft['range'],
    period: typeof during === 'string' ? during : 'today',
    zone: typeof zone === 'string' ? zone : null,
  }
}

/** The editor's contents as a condition; null while it is empty. */
export function conditionOf({ mode, one, list, range, period, zone }: FilterDraft): Condition | null {
  const isBlank = one === null || String(one).trim() === ''
  switch (mode) {
    case 'between':
      return Object.keys(range).length === 0 ? null : range
    case 'during':
      return { during: period, ...(zone !== null && { zone }) }
    case 'is':
      return isBlank ? null : one
    case 'not':
      return isBlank ? null : { not: one }
    case 'oneOf':
      return list.length === 0 ? null : list
    case 'noneOf':
      return list.length === 0 ? null : { not: list }
    case 'contains':
      return isBlank ? null : { contains: one }
    case 'startsWith':
      return isBlank ? null : { startsWith: one }
    case 'empty':
      return { empty: true }
    case 'filled':
      return { empty: false }
  }
}
