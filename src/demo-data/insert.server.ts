import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Db } from '../kit/endpoint.server.ts'
import type { ColumnType, Row, TableBatch } from './rows.ts'

// An array of arrays would be taken apart to its last element, so those travel as text, the many empty ones
// as nulls.
// Instants are milliseconds since 1970: written and read in a fraction of the time that ISO 8601 takes.
const travelling: Readonly<Partial<Record<ColumnType, string>>> = {
  'text[]': 'text', 'bigint[]': 'text', 'jsonb': 'text', 'timestamptz': 'float8',
}
const readings: Readonly<Partial<Record<ColumnType, (name: string) => string>>> = {
  'text[]': (name) => `coalesce(${name}::text[], '{}')`,
  'bigint[]': (name) => `coalesce(${name}::bigint[], '{}')`,
  'jsonb': (name) => `coalesce(${name}::jsonb, '[]')`,
  'timestamptz': (name) => `to_timestamp(${name} * 0.001::float8)`,
}

function quoted(text: string): string {
  return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`
}

function wordsLiteral(value: unknown): string {
  return `{${(Array.isArray(value) ? value : []).map((word) => quoted(String(word))).join(',')}}`
}

// Numbers, dates and instants have no character that means something in an array's text.
const plain = (value: unknown) => String(value)

/** How an element stands in the text of an array. */
const elements: Readonly<Record<ColumnType, (value: unknown) => string>> = {
  'bigint': plain, 'integer': plain, 'numeric': plain, 'boolean': plain, 'date': plain, 'time': plain,
  'timestamptz': plain,
  'text': (value) => quoted(String(value)),
  'text[]': (value) => quoted(wordsLiteral(value)),
  'bigint[]': (value) => quoted(`{${Array.isArray(value) ? value.join(',') : ''}}`),
  'jsonb': (value) => quoted(JSON.stringify(value)),
}

/**
 * The text of an array with one column of all rows: the driver's own way of writing arrays takes twice as
 * long.
 */
function columnLiteral(rows: readonly Row[], column: string, type: ColumnType): string {
  const write = elements[type]
  let text = '{'
  for (let index = 0; index < rows.length; index++) {
    const value = rows[index]?.[column]
    if (index > 0) text += ','
    const isNothing = value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    text += isNothing ? 'NULL' : write(value)
  }
  return `${text}}`
}

function insertSql({ table, columns, keep }: TableBatch, first: number): string {
  const names = Object.keys(columns)
  const values = Object.entries(columns).map(([name, type]) => readings[type]?.(name) ?? name)
  const arrays = Object.values(columns).map(
    (type, index) => `$${first + index}::${travelling[type] ?? type}[]`)
  const list = names.join(', ')
  return `insert into ${table} (${list}) select ${values.join(', ')}`
    + ` from unnest(${arrays.join(', ')}) as given (${list})`
    + (keep ? ' on conflict do nothing' : '')
}

/**
 * One statement that inserts rows of several tables, so that what they promise each other is looked at when all of
 * them are there. Writing its text takes as long as a small insert, so it is done ahead, while the database is at
 * work, and in turns, because the statement before is still being sent. Keep it to about 2,000 rows a table: the
 * embedded database does nothing else meanwhile.
 */
export async function insertOf(batches: readonly TableBatch[]): Promise<(db: Db) => Promise<void>> {
  const filled = batches.filter(({ rows }) => rows.length > 0)
  const parameters: string[] = []
  const inserts: string[] = []
  for (const batch of filled) {
    inserts.push(insertSql(batch, parameters.length + 1))
    for (const [column, type] of Object.entries(batch.columns)) {
      parameters.push(columnLiteral(batch.rows, column, type))
      await nextTurn()
    }
  }
  const last = inserts.pop()
  const before = inserts.map((text, index) => `i${index} as (${text})`).join(', ')
  return async function insert(db) {
    if (last) await db.executeQuery(CompiledQuery.raw(before ? `with ${before} ${last}` : last, parameters))
  }
}
