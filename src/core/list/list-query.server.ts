import type { AnyField, KindTable } from '../resource/fields.ts'
import { ask, labelOf } from '../resource/fields.ts'
import { formatNumber } from '../i18n/formats.ts'
import type { Refusal } from '../errors/errors.ts'
import { invalid } from '../errors/errors.ts'
import { t } from '../i18n/language.ts'
import { filterKeys, sortKeys } from './list-keys.ts'
import { parseFilter, parseJson, parseRange, parseSortItem } from './list-parameters.server.ts'
import type { Comparison, Operator, Scalar } from './list-query.ts'
import { countCap, largestPage, operatorsOf, sortItem } from './list-query.ts'
import { beginningOf, daysOf, isPeriod, maxDays, todayIn } from '../i18n/relative-dates.ts'
import type { AnyResource } from '../resource/resource.ts'
import { allFields, fieldOf } from '../resource/resource.ts'
import { parseValue } from '../resource/value-schemas.ts'
import { isTimeZone } from '../zoned-time.ts'

export interface Test {
  readonly key: string
  readonly field: AnyField
  readonly operator: Comparison
  readonly value: Scalar | readonly Scalar[]
}
export interface Cursor {
  readonly value: unknown
  readonly id: number
}
export interface ParsedList {
  readonly tests: readonly Test[]
  readonly sort: { readonly key: string; readonly field: AnyField; readonly descending: boolean }
  readonly offset: number
  readonly limit: number
  readonly q: string | null
  /** Null: paged by range. */
  readonly keyset: { readonly after: Cursor | null } | null
  readonly keys: readonly string[]
}

const parameters = ['filter', 'sort', 'range', 'q', 'cursor', 'fields', 'limit']

/** One value of a field that has several, as a field of its own. */
const elements = {
  text: (field) => ({ kind: 'text', max: 500, ...(field.case && { case: field.case }) }),
  longText: () => ({ kind: 'longText', max: 500 }),
  integer: (field) => field,
  decimal: (field) => field,
  percent: (field) => field,
  money: (field) => field,
  boolean: (field) => field,
  date: (field) => field,
  time: (field) => field,
  instant: (field) => field,
  select: (field) => field,
  choices: (field) => ({ ...field, kind: 'select' }),
  words: () => ({ kind: 'text', max: 64 }),
  ref: (field) => field,
  refs: (field) => ({ kind: 'ref', to: field.to }),
  rows: (field) => field,
} as const satisfies KindTable<[], AnyField>

const known = new WeakMap<AnyField, AnyField>()

/** Always the same object for a field, because its schema is made once for each. */
function elementOf(field: AnyField): AnyField {
  let element = known.get(field)
  if (!element) known.set(field, (element = { ...ask<[], AnyField>(elements, field), required: true } as AnyField))
  return element
}

const fragment: AnyField = { kind: 'longText', required: true, max: 200 }

/**
 * Reads a list call's parameters. Anything that is not understood is refused (422) and named: never ignored.
 *
 * @param timeZone - the IANA zone whose days periods such as `today` are counted in where the filter names none
 */
export function parseList(
  resource: AnyResource,
  query: Readonly<Record<string, unknown>>,
  timeZone: string,
): ParsedList {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(query)) {
    if (!parameters.includes(name)) throw invalid({ [name]: t('{name} is not a parameter of a list.', { name }) })
    if (typeof value !== 'string') throw invalid({ [name]: t('{name} is given more than once.', { name }) })
    given[name] = value
  }
  const filter = parseFilter(given['filter'])
  // A search box of stock clients travels inside the filter.
  const q = given['q'] ?? (typeof filter['q'] === 'string' && !resource.fields['q'] ? filter['q'] : undefined)
  if (!resource.fields['q']) delete filter['q']
  if (q !== undefined && (q.length > 200 || !q.isWellFormed() || q.includes('\0'))) {
    throw invalid({ q: t('A search can have at most 200 readable characters.') })
  }
  const sort = parseSort(resource, given['sort'])
  return {
    tests: Object.entries(filter).flatMap(([key, condition]) => parseCondition(resource, key, condition, timeZone)),
    sort,
    q: q?.trim() || null,
    keys: parseKeys(resource, given['fields']),
    ...parsePage(given, sort, Array.isArray(filter['id']) ? filter['id'].length : 0),
  }
}

const named = new Set<string>(['is', 'not', 'gt', 'gte', 'lt', 'lte', 'contains', 'startsWith', 'empty', 'during'])

function parseCondition(resource: AnyResource, key: string, condition: unknown, timeZone: string): Test[] {
  const field = fieldOf(resource, key)
  if (!field || !filterKeys(resource).has(key))
    throw invalid({ [key]: t('{many} cannot be filtered by {key}.', { many: t(resource.label[1]), key }) })
  const isPlain = typeof condition !== 'object' || condition === null || Array.isArray(condition)
  const { zone, ...parts } = (isPlain ? { is: condition } : condition) as Readonly<Record<string, unknown>>
  const entries = Object.entries(parts)
  if (entries.length === 0) throw invalid({ [key]: t('The filter on {key} is empty.', { key }) })
  if (zone !== undefined && !Object.hasOwn(parts, 'during')) throw invalid({ [key]: t('zone needs during.') })
  return entries.flatMap(([operator, value]) => {
    if (!named.has(operator)) throw invalid({ [key]: t('Unknown filter operator: {operator}.', { operator }) })
    // Anyone who can read the list can ask for a record's own id: that is how many are fetched at once.
    if (!operatorsOf(field).includes(operator as Operator))
      throw invalid({ [key]: t('{key} cannot be filtered by {operator}.', { key, operator }) })
    return operator === 'during'
      ? parsePeriod(key, field, value, zone === undefined ? timeZone : zone)
      : [parseTest(key, field, operator as Comparison, value)]
  })
}

/** How a kind writes the moment at which a day begins. */
const none = () => null
const beginnings = {
  text: none,
  longText: none,
  integer: none,
  decimal: none,
  percent: none,
  money: none,
  boolean: none,
  date: (_field, day) => day,
  time: none,
  instant: (_field, day, zone) => beginningOf(day, zone),
  select: none,
  choices: none,
  words: none,
  ref: none,
  refs: none,
  rows: none,
} satisfies KindTable<[day: string, zone: string], string | null>

/** A period as its start and end, so that it uses the index of any other range. */
function parsePeriod(key: string, field: AnyField, word: unknown, zone: unknown): Test[] {
  if (!isPeriod(word)) {
    throw invalid({
      [key]: t(
        'during must be today, yesterday, tomorrow, a week or month such as thisWeek, or a range such as last7Days or next14Days with up to {maxDays} days.',
        { maxDays },
      ),
    })
  }
  if (typeof zone !== 'string' || !isTimeZone(zone))
    throw invalid({ [key]: t('zone must be an IANA time zone, such as Europe/Rome.') })
  const { from, to } = daysOf(word, todayIn(zone))
  return (
    [
      ['gte', from],
      ['lt', to],
    ] as const
  ).map(([operator, day]) => {
    const value = ask<[string, string], string | null>(beginnings, field, day, zone)
    if (value === null) throw new Error(`${field.kind} has no days.`)
    return { key, field, operator, value }
  })
}

function parseTest(key: string, field: AnyField, operator: Comparison, value: unknown): Test {
  if (operator === 'empty') {
    if (typeof value !== 'boolean') throw invalid({ [key]: t('empty must be true or false.') })
    return { key, field, operator, value }
  }
  if (operator === 'contains' || operator === 'startsWith') {
    return { key, field, operator, value: parseScalar(key, fragment, value) }
  }
  const element = elementOf(field)
  if (key === 'id' || 'to' in field) value = Array.isArray(value) ? value.map(idFrom) : idFrom(value)
  if (!Array.isArray(value)) return { key, field, operator, value: parseScalar(key, element, value) }
  if (operator !== 'is' && operator !== 'not') throw invalid({ [key]: t('{operator} takes one value.', { operator }) })
  if (value.length > 1_000) throw invalid({ [key]: t('A filter can have at most 1,000 values.') })
  return { key, field, operator, value: value.map((item) => parseScalar(key, element, item)) }
}

/** Clients that have an id from an address have it as text. */
function idFrom(value: unknown): unknown {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value
}

function parseScalar(key: string, field: AnyField, value: unknown): Scalar {
  const parsed = parseValue(key, field, value)
  if ('problems' in parsed) throw invalid(parsed.problems)
  return parsed.value as Scalar
}

function parseSort(resource: AnyResource, text: string | undefined): ParsedList['sort'] {
  const item = text === undefined ? sortItem(resource.list.sort) : parseSortItem(text)
  const field = fieldOf(resource, item.field)
  if (!field || !sortKeys(resource).has(item.field))
    throw invalid({ sort: t('{many} cannot be sorted by {field}.', { many: t(resource.label[1]), field: item.field }) })
  return { key: item.field, field, descending: item.descending }
}

function parseKeys(resource: AnyResource, text: string | undefined): readonly string[] {
  const all = allFields(resource).map(([key]) => key)
  if (text === undefined) return all
  const value = parseJson('fields', text)
  if (!Array.isArray(value)) throw invalid({ fields: t('fields must be a list of keys.') })
  for (const key of value as unknown[]) {
    if (typeof key !== 'string' || !all.includes(key))
      throw invalid({ fields: t('{many} have no {key}.', { many: t(resource.label[1]), key: String(key) }) })
  }
  return all.filter((key) => key === 'id' || (value as string[]).includes(key))
}

function parsePage(given: Readonly<Record<string, string>>, sort: ParsedList['sort'], named: number) {
  if (given['cursor'] !== undefined) {
    if (given['range'] !== undefined) throw invalid({ cursor: t('Page by range or by cursor, not by both.') })
    const limit = Number(given['limit'] ?? 50)
    if (!Number.isInteger(limit) || limit < 1 || limit > largestPage)
      throw invalid({ limit: t('limit must be between 1 and {largestPage}.', { largestPage }) })
    return { offset: 0, limit, keyset: { after: given['cursor'] === '' ? null : parseCursor(given['cursor'], sort) } }
  }
  if (given['limit'] !== undefined) throw invalid({ limit: t('Use limit with cursor, or range without one.') })
  // A caller that names the records wants all of them.
  if (given['range'] === undefined) return { offset: 0, limit: Math.max(50, named), keyset: null }
  const [from, to] = parseRange(given['range'])
  return { offset: from, limit: to - from + 1, keyset: null }
}

/** Says where the next page begins. Opaque to clients; made and read only here. */
export function cursorText(sort: ParsedList['sort'], position: readonly [value: unknown, id: number]): string {
  return Buffer.from(JSON.stringify([sort.key, sort.descending, ...position])).toString('base64url')
}

/** For a cursor that was not made for the list, or not made here. */
export function cursorRefused(): Refusal {
  return invalid({ cursor: t('This cursor belongs to another list. Start again without one.') })
}

/** A calculated value has to be calculated for every row before the first row is known. */
export function sortRefused({ key, field }: ParsedList['sort']): Refusal {
  return invalid({
    sort: t(
      'Sorting by {field} goes up to {n} rows, and there are more. Narrow the list first, or sort by something else.',
      { field: t(labelOf(key, field)), n: formatNumber(countCap) },
    ),
  })
}

/** Stored text, taken as it is: no rule for new text refuses or cleans it. The database knows its type. */
function parseCursor(text: string, sort: ParsedList['sort']): Cursor {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw cursorRefused()
  }
  if (!Array.isArray(parts) || parts.length !== 4) throw cursorRefused()
  const [key, descending, value, id] = parts as unknown[]
  if (key !== sort.key || descending !== sort.descending || !Number.isSafeInteger(id)) throw cursorRefused()
  if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) throw cursorRefused()
  return { value, id: Number(id) }
}
