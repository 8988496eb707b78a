import type { AnyField } from '../../core/resource/fields.ts'
import type { Condition, Filter, Operator, Scalar } from '../../core/list/list-query.ts'
import { beginningOf, daysOf, todayIn } from '../../core/i18n/relative-dates.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'

type Value = Scalar | null | undefined | readonly Scalar[]
type Given = Scalar | readonly Scalar[]

const listOf = (value: Value | Given): readonly Scalar[] =>
  value === null || value === undefined || value === ''
    ? []
    : typeof value === 'object'
      ? (value as readonly Scalar[])
      : [value as Scalar]

/** Without letter case and accents, as the server compares texts. */
const folded = (value: Scalar) =>
  String(value)
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** A value and, where people read another, that one: either finds the row. */
const textsOf = (field: AnyField, value: Value) =>
  listOf(value).flatMap((one) =>
    'shownAs' in field && field.shownAs ? [folded(one), folded(field.shownAs(String(one)))] : [folded(one)],
  )

const placeOf = (field: AnyField, value: Scalar) =>
  field.kind === 'instant' ? Date.parse(String(value)) : typeof value === 'boolean' ? Number(value) : value

const compared = (test: (one: number | string, other: number | string) => boolean) => {
  return (field: AnyField, value: Value, given: Given) =>
    listOf(value).some((one) => listOf(given).some((other) => test(placeOf(field, one), placeOf(field, other))))
}
const equals = (field: AnyField, value: Value, given: Given) => {
  const texts = textsOf(field, value)
  return listOf(given).some((wanted) => texts.includes(folded(wanted)))
}

const tests: Readonly<Record<Operator, (field: AnyField, value: Value, given: Given, zone: string) => boolean>> = {
  is: equals,
  not: (field, value, given) => !equals(field, value, given),
  gt: compared((one, other) => one > other),
  gte: compared((one, other) => one >= other),
  lt: compared((one, other) => one < other),
  lte: compared((one, other) => one <= other),
  contains: (field, value, given) => textsOf(field, value).some((text) => text.includes(folded(String(given)))),
  startsWith: (field, value, given) => textsOf(field, value).some((text) => text.startsWith(folded(String(given)))),
  empty: (_field, value, given) => (listOf(value).length === 0) === given,
  during: (field, value, given, zone) => {
    const { from, to } = daysOf(String(given), todayIn(zone))
    const ends = field.kind === 'instant' ? [beginningOf(from, zone), beginningOf(to, zone)] : [from, to]
    const [first, end] = ends.map((day) => placeOf(field, day))
    return listOf(value).some((one) => placeOf(field, one) >= (first ?? '') && placeOf(field, one) < (end ?? ''))
  },
}

function isMet(field: AnyField, value: Value, condition: Condition, usual: string): boolean {
  const isPlain = typeof condition !== 'object' || Array.isArray(condition)
  const { zone = usual, ...parts } = (isPlain ? { is: condition } : condition) as Readonly<Record<string, Given>>
  return Object.entries(parts).every(([operator, given]) =>
    tests[operator as Operator](field, value, given, String(zone)),
  )
}

/**
 * The rows of a list that is read whole which its filter leaves: the conditions mean what they mean to the server. `zone`
 * has the days of a period whose condition names no zone: the business zone, as on the server.
 */
export function rowsAmong<Row>(
  rows: readonly Row[],
  resource: AnyResource,
  filter: Filter,
  zone: string,
  valueOf: (row: Row, key: string) => unknown,
): readonly Row[] {
  const conditions = Object.entries(filter)
  if (conditions.length === 0) return rows
  return rows.filter((row) =>
    conditions.every(([key, condition]) => {
      const field = fieldOf(resource, key)
      return field === undefined || isMet(field, valueOf(row, key) as Value, condition, zone)
    }),
  )
}
