import type { AnyField, KindTable } from '../resource/fields.ts'
import { ask } from '../resource/fields.ts'
import { isPeriod } from '../i18n/relative-dates.ts'
import { isTimeZone } from '../zoned-time.ts'

export type Scalar = string | number | boolean
export type Operator = 'is' | 'not' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'startsWith' | 'empty' | 'during'
/** How a stored value is compared; a period is compared by its two ends. */
export type Comparison = Exclude<Operator, 'during'>
/**
 * A value (equal), values (one of them), or operators that must all match. `zone` is the IANA zone whose days `during`
 * counts, the business's by default.
 */
export type Condition =
  | Scalar
  | readonly Scalar[]
  | ({ readonly [O in Operator]?: Scalar | readonly Scalar[] } & { readonly zone?: string })
export type Filter = Readonly<Record<string, Condition>>
export interface SortItem {
  readonly field: string
  readonly descending: boolean
}

/** The query of a list call; see `listParams` for how it travels. */
export interface ListQuery {
  readonly filter?: Filter
  readonly sort?: readonly SortItem[]
  /** First and last row, counted from 0, both included. */
  readonly range?: readonly [first: number, last: number]
  readonly q?: string
  /** Keyset paging: empty for the first page, then what `X-Next-Cursor` said. */
  readonly cursor?: string
  /** Only these keys of each record (and always `id`). */
  readonly fields?: readonly string[]
}

/** Rows beyond this are reached by `cursor`: skipping them by `range` costs more with every page. */
export const deepestRange = 10_000
/** Most rows in one reply. */
export const largestPage = 1_000
/** How many rows a user can have on a page. */
export const pageSizes = [25, 50, 100, 200] as const
export const usualPageSize = 50
/** Counting stops here; a longer list says so by `X-Total-Count-Kind: capped`. */
export const countCap = 10_000
/** Matches of a search are counted to here: beyond it people add a word instead of paging. */
const searchCountCap = 1_000
export const countCapOf = ({ q }: { readonly q: string | null }) => (q === null ? countCap : searchCountCap)

const equality = ['is', 'not', 'empty'] as const
const ordered = [...equality, 'gt', 'gte', 'lt', 'lte'] as const
/** A period is requested by name and counted from the day of the request. */
const temporal = [...ordered, 'during'] as const
const textual = [...equality, 'contains', 'startsWith'] as const
/** What most fields take: all of them equality, and some more by what such fields are called together. */
export const usualOperators = { '': equality, 'texts': textual, 'numbers': ordered, 'dates': temporal } as const

const operators = {
  text: () => textual,
  longText: () => ['contains', 'empty'],
  integer: () => ordered,
  decimal: () => ordered,
  percent: () => ordered,
  money: () => ordered,
  boolean: () => ['is', 'not'],
  date: () => temporal,
  time: () => ordered,
  instant: () => temporal,
  select: () => equality,
  choices: () => equality,
  words: () => equality,
  ref: () => equality,
  refs: () => equality,
  rows: () => ['empty'],
} as const satisfies KindTable<[], readonly Operator[]>

/** What a field can be filtered by. */
export function operatorsOf(field: AnyField): readonly Operator[] {
  return ask<[], readonly Operator[]>(operators, field)
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Whether a value, which can come from an address typed by hand, has the form of a condition on a field. */
export function isCondition(field: AnyField, value: unknown): value is Condition {
  const known: readonly string[] = operatorsOf(field)
  const isGiven = (given: unknown) => isScalar(given) || (Array.isArray(given) && given.every(isScalar))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return known.includes('is') && isGiven(value)
  const { zone, ...parts } = value as Readonly<Record<string, unknown>>
  const entries = Object.entries(parts)
  const isZoned = zone === undefined || ('during' in parts && typeof zone === 'string' && isTimeZone(zone))
  return (
    isZoned &&
    entries.length > 0 &&
    entries.every(
      ([operator, given]) => known.includes(operator) && (operator === 'during' ? isPeriod(given) : isGiven(given)),
    )
  )
}

/** `-createdAt` → newest first. */
export function sortItem(text: string): SortItem {
  return text.startsWith('-') ? { field: text.slice(1), descending: true } : { field: text, descending: false }
}

/** The query as it travels: filter, sort, range and fields as JSON strings. */
export function listParams(query: ListQuery): Record<string, string> {
  const [first] = query.sort ?? []
  return {
    ...(query.filter && Object.keys(query.filter).length > 0 && { filter: JSON.stringify(query.filter) }),
    ...(first && { sort: JSON.stringify([first.field, first.descending ? 'DESC' : 'ASC']) }),
    ...(query.range && { range: JSON.stringify(query.range) }),
    ...(query.q && { q: query.q }),
    ...(query.cursor !== undefined && { cursor: query.cursor }),
    ...(query.fields && { fields: JSON.stringify(query.fields) }),
  }
}
