import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'

/** The columns that views are filtered and sorted by, with the type that their values have. */
const columns: Readonly<Record<string, readonly [column: string, type: 'number' | 'string' | 'boolean', pg: string]>> =
  {
    id: ['id', 'number', 'bigint[]'],
    resource: ['resource', 'string', 'text[]'],
    list: ['list', 'string', 'text[]'],
    name: ['name', 'string', 'text[]'],
    isShared: ['is_shared', 'boolean', 'boolean[]'],
  }
const maxRows = 500
const maxValues = 1_000

function jsonIn(key: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid({ [key]: t('{key} is not JSON.', { key }) })
  }
}

/** `{"resource":"coupons","list":"coupons/list"}`: a value, or several of which one will do. */
export function filterSql(text: string | undefined): RawBuilder<unknown> {
  const value = text === undefined ? {} : jsonIn('filter', text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid({ filter: t('filter must be an object.') })
  const tests = Object.entries(value).map(([key, given]: [string, unknown]) => {
    const known = Object.hasOwn(columns, key) ? columns[key] : undefined
    if (!known) throw invalid({ [key]: t('Views cannot be filtered by {key}.', { key }) })
    const [column, type, pg] = known
    const values = [given].flat() as unknown[]
    const isRight = values.length <= maxValues && values.every((item) => typeof item === type && isStorable(item))
    if (!isRight)
      throw invalid({ [key]: t('{key} takes a {type}, or at most {maxValues} of them.', { key, type, maxValues }) })
    return sql`t.${sql.ref(column)} = any(${values}::${sql.raw(pg)})`
  })
  return tests.length === 0 ? sql`true` : sql.join(tests, sql` and `)
}

function isStorable(value: unknown): boolean {
  return typeof value === 'number'
    ? Number.isSafeInteger(value)
    : typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))
}

/** By name unless asked otherwise. */
export function sortSql(text: string | undefined): RawBuilder<unknown> {
  if (text === undefined) return sql`lower(t.name), t.id`
  const value = jsonIn('sort', text)
  const [key, order] = Array.isArray(value) && value.length === 2 ? (value as [unknown, unknown]) : []
  const known = typeof key === 'string' && Object.hasOwn(columns, key) ? columns[key] : undefined
  if (!known || (order !== 'ASC' && order !== 'DESC'))
    throw invalid({
      sort: t('Views are sorted by one of {keys}, as in ["name","ASC"].', { keys: Object.keys(columns).join(', ') }),
    })
  return sql`t.${sql.ref(known[0])} ${sql.raw(order)}, t.id ${sql.raw(order)}`
}

export function pageOf(text: string | undefined): { first: number; count: number } {
  if (text === undefined) return { first: 0, count: maxRows }
  const value = jsonIn('range', text)
  const [first, last] = Array.isArray(value) && value.length === 2 ? value.map(Number) : []
  if (
    first === undefined ||
    last === undefined ||
    !Number.isSafeInteger(first) ||
    !Number.isSafeInteger(last) ||
    first < 0 ||
    last < first ||
    last - first >= maxRows
  ) {
    throw invalid({ range: t('range must be [first, last] with at most {maxRows} rows.', { maxRows }) })
  }
  return { first, count: last - first + 1 }
}
