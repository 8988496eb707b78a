import type { AnyField, KindTable } from '../resource/fields.ts'
import { ask } from '../resource/fields.ts'
import type { Comparison, Scalar } from '../list/list-query.ts'
import { operatorsOf } from '../list/list-query.ts'

type Row = Readonly<Record<string, unknown>>
type Given = Scalar | readonly Scalar[]

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value])
const isBlank = (stored: unknown) => stored === null || (Array.isArray(stored) && stored.length === 0)
const isAmong = (stored: unknown, given: Given) =>
  stored !== null && listOf(stored).some((item) => listOf(given).includes(item))
/** Without accents and capitals, said once more and independently of SQL. */
const plain = (value: unknown) =>
  String(value)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/ł/g, 'l')
    .replace(/ß/g, 'ss')
    .toLowerCase()

function compared(test: (order: number) => boolean) {
  return (stored: unknown, given: Given) => stored !== null && test(orderOf(stored, given))
}

function orderOf(a: unknown, b: unknown): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a) < String(b)
      ? -1
      : String(a) > String(b)
        ? 1
        : 0
}

/** Each operator's meaning, stated again independently of SQL. */
const meanings: Readonly<Record<Comparison, (stored: unknown, given: Given) => boolean>> = {
  is: isAmong,
  not: (stored, given) => !isAmong(stored, given),
  gt: compared((order) => order > 0),
  gte: compared((order) => order >= 0),
  lt: compared((order) => order < 0),
  lte: compared((order) => order <= 0),
  contains: (stored, given) => stored !== null && plain(stored).includes(plain(given)),
  startsWith: (stored, given) => stored !== null && plain(stored).startsWith(plain(given)),
  empty: (stored, given) => isBlank(stored) === given,
}

export interface FilterCase {
  readonly filter: Readonly<Record<string, unknown>>
  readonly matches: (row: Row) => boolean
}

/** Values that are worth asking for: some that are there, and one that is not. */
function valuesOf(rows: readonly Row[], key: string, absent: unknown): Scalar[] {
  const there = [...new Set(rows.flatMap((row) => listOf(row[key])).filter((value) => value !== null))] as Scalar[]
  const chosen = [there[0], there[Math.floor(there.length / 2)], there.at(-1), ...listOf(absent)]
  return [...new Set(chosen)].filter((value): value is Scalar => value !== undefined && value !== null)
}

const pieces = (value: string) =>
  [value.slice(0, 3), value.slice(1, 5).toUpperCase(), value, '%', '_', '\\'].filter(
    (piece) => piece.trim() === piece && piece !== '',
  )

const dayLength = 86_400_000
/** The calendar day of a moment in a zone, as a count of days. */
const dayIn = (moment: string | number, zone: string) =>
  Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(moment))) / dayLength
const never = () => null

/** The day that a stored value falls on in a zone; null where it has none. */
const days = {
  text: never,
  longText: never,
  integer: never,
  decimal: never,
  percent: never,
  money: never,
  boolean: never,
  date: (_field, stored) => Date.parse(stored) / dayLength,
  time: never,
  instant: (_field, stored, zone) => dayIn(stored, zone),
  select: never,
  choices: never,
  words: never,
  ref: never,
  refs: never,
  rows: never,
} satisfies KindTable<[stored: string, zone: string], number | null>

/** Periods by how many days lie between today and the day in question: said once more, without any beginnings and ends. */
const periods: Readonly<Record<string, (offset: number, today: number) => boolean>> = {
  today: (offset) => offset === 0,
  yesterday: (offset) => offset === -1,
  next14Days: (offset) => offset >= 0 && offset <= 13,
  last366Days: (offset) => offset <= 0 && offset >= -365,
  // The first day of the count was a Thursday.
  thisWeek: (offset, today) => Math.floor((today + offset + 3) / 7) === Math.floor((today + 3) / 7),
  lastMonth: (offset, today) => monthOf(today + offset) === monthOf(today) - 1,
}

function monthOf(day: number): number {
  const at = new Date(day * dayLength)
  return at.getUTCFullYear() * 12 + at.getUTCMonth()
}

/** The zone that nothing names, and both ends of the world. */
const zones = [undefined, 'Pacific/Kiritimati', 'Pacific/Pago_Pago']

/** A field's days in each period, the zone another from one to the next. */
function* periodCases(key: string, field: AnyField, timeZone: string): Generator<FilterCase> {
  for (const [index, [during, isIn]] of Object.entries(periods).entries()) {
    const zone = zones[(index + key.length) % zones.length]
    yield {
      filter: { [key]: { during, ...(zone !== undefined && { zone }) } },
      matches(row) {
        const stored = row[key] ?? null
        const today = dayIn(Date.now(), zone ?? timeZone)
        const day =
          stored === null ? null : ask<[string, string], number | null>(days, field, String(stored), zone ?? timeZone)
        return day !== null && isIn(day - today, today)
      },
    }
  }
}

/**
 * Every way in which a list can be filtered by one field, with what it should leave. `timeZone` is the one whose days
 * it counts where a filter names none.
 */
export function* filterCases(
  key: string,
  field: AnyField,
  rows: readonly Row[],
  absent: unknown,
  timeZone: string,
): Generator<FilterCase> {
  const values = valuesOf(rows, key, absent)
  const [first, second = first, last = second] = values
  const one = (operator: Comparison, given: Given): FilterCase => ({
    filter: { [key]: { [operator]: given } },
    matches: (row) => meanings[operator](row[key] ?? null, given),
  })
  for (const operator of operatorsOf(field)) {
    if (operator === 'during') {
      yield* periodCases(key, field, timeZone)
    } else if (operator === 'empty') {
      yield one(operator, true)
      yield one(operator, false)
    } else if (operator === 'contains' || operator === 'startsWith') {
      for (const given of new Set(values.slice(0, 2).flatMap((value) => pieces(String(value)))))
        yield one(operator, given)
    } else {
      for (const given of new Set([second, values.at(-1)])) if (given !== undefined) yield one(operator, given)
      const isSeveral = operator === 'is' || operator === 'not'
      if (isSeveral && first !== undefined && second !== undefined) yield one(operator, [first, second])
      if (isSeveral) yield one(operator, [])
    }
  }
  if (first !== undefined && operatorsOf(field).includes('is')) {
    yield { filter: { [key]: first }, matches: (row) => meanings.is(row[key] ?? null, first) }
    yield { filter: { [key]: values }, matches: (row) => meanings.is(row[key] ?? null, values) }
  }
  if (first !== undefined && last !== undefined && operatorsOf(field).includes('gte')) {
    yield {
      filter: { [key]: { gte: first, lte: last } },
      matches: (row) => meanings.gte(row[key] ?? null, first) && meanings.lte(row[key] ?? null, last),
    }
  }
}

/**
 * The rows in the order that a list should have: blanks last whichever way it is sorted, equals by id. `rankOf` says
 * how text is ordered, which is the database's own affair.
 */
export function sorted(
  rows: readonly Row[],
  key: string,
  descending: boolean,
  rankOf: (text: string) => number,
): Row[] {
  const valueOf = (row: Row) => {
    const value = row[key] ?? null
    return typeof value === 'string' ? rankOf(value) : typeof value === 'boolean' ? Number(value) : value
  }
  return [...rows].sort((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)]
    if ((left === null) !== (right === null)) return left === null ? 1 : -1
    const order = (left === null ? 0 : Number(left) - Number(right)) || Number(a['id']) - Number(b['id'])
    return descending ? -order : order
  })
}

/** What people search for: two texts, whole and in part, an id, and what a database could take for more than letters. */
export function searchesFor(first: string, last: string, id: number): ReadonlySet<string> {
  return new Set(
    [
      first,
      last,
      first.slice(1, 4).toUpperCase(),
      last.slice(-3),
      first.slice(0, 2),
      last.slice(0, 1).toLowerCase(),
      String(id),
      '%%%',
      '___',
      '\\\\\\',
      `' OR 1=1--`,
      'no such thing',
    ]
      .map((q) => q.trim())
      .filter(Boolean),
  )
}

/**
 * Whether a search finds the row: every word somewhere in it, where three letters follow each other; two letters at the beginning of
 * a field; less as the whole of a code that is the row's own. By the whole of what is masked, or by its id.
 */
export function isFound(
  row: Row,
  keys: { readonly search: readonly string[]; readonly masked: readonly string[]; readonly codes: readonly string[] },
  q: string,
): boolean {
  const open = keys.search.filter((key) => !keys.masked.includes(key))
  const texts = open.map((key) => plain(row[key] ?? ''))
  const given = plain(q)
  const isWhole = (key: string) => String(row[key] ?? '').toLowerCase() === q.toLowerCase()
  if (/^[1-9][0-9]*$/.test(q) && row['id'] === Number(q)) return true
  if (keys.search.some((key) => keys.masked.includes(key) && isWhole(key))) return true
  if (/[\p{L}\p{N}]{3}/u.test(given)) {
    const typed = given.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
    // Six at most, the last of them as it was typed to its end.
    const words = [...typed.slice(0, 5), typed.slice(5).join(' ')]
    return words.every((word) => texts.some((text) => text.includes(word)))
  }
  if (/^[\p{L}\p{N}]{2}/u.test(given)) return texts.some((text) => text.startsWith(given))
  return open.some((key) => keys.codes.includes(key) && isWhole(key))
}
