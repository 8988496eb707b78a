import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { ColumnType, Row, TableBatch } from './rows.ts'

// Each column travels as one array in PostgreSQL's binary form (array_send in utils/adt/arrayfuncs.c), which the
// database reads in a fraction of the time that it takes over text.

/** Grows as it is written to. The numbers are big-endian. */
class ByteWriter {
  #bytes = Buffer.allocUnsafe(16 * 1024)
  #length = 0

  #room(size: number): number {
    const at = this.#length
    this.#length += size
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(this.#length * 2)
      this.#bytes.copy(larger, 0, 0, at)
      this.#bytes = larger
    }
    return at
  }

  int32(value: number): void {
    const at = this.#room(4)
    this.#bytes.writeInt32BE(value, at)
  }

  /** A whole number that JavaScript represents exactly; takes half the time of a BigInt's. */
  int64(value: number): void {
    const at = this.#room(8)
    const high = Math.floor(value / 2 ** 32)
    this.#bytes.writeInt32BE(high, at)
    this.#bytes.writeUInt32BE(value - high * 2 ** 32, at + 4)
  }

  byte(value: number): void {
    const at = this.#room(1)
    this.#bytes[at] = value
  }

  /** With its length in bytes before it. */
  text(value: string): void {
    const size = Buffer.byteLength(value)
    this.int32(size)
    const at = this.#room(size)
    this.#bytes.write(value, at)
  }

  done(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length))
  }
}

/** Microseconds since 2000, which is when PostgreSQL's time begins, of milliseconds since 1970. */
const microseconds = (instant: number) => (instant - Date.UTC(2000, 0, 1)) * 1_000
const day = 86_400_000

interface Travel {
  /** What the elements are on the way, by name and number (catalog pg_type.dat). */
  readonly type: string
  readonly oid: number
  /** What is read from one, when it is not the element itself. */
  readonly reading?: (name: string) => string
  /** Writes an element, its length in bytes before it. */
  write(to: ByteWriter, value: unknown): void
}

function textLike(reading?: Travel['reading'], textOf: (value: unknown) => string = String): Travel {
  return { type: 'text', oid: 25, ...(reading && { reading }), write: (to, value) => to.text(textOf(value)) }
}

function long(type: string, oid: number, numberOf: (value: unknown) => number): Travel {
  return {
    type,
    oid,
    write(to, value) {
      to.int32(8)
      to.int64(numberOf(value))
    },
  }
}

function short(type: string, oid: number, numberOf: (value: unknown) => number): Travel {
  return {
    type,
    oid,
    write(to, value) {
      to.int32(4)
      to.int32(numberOf(value))
    },
  }
}

function wordsLiteral(value: unknown): string {
  const quoted = (word: unknown) => `"${String(word).replace(/["\\]/g, '\\$&')}"`
  return `{${(Array.isArray(value) ? value : []).map(quoted).join(',')}}`
}

// An array of arrays would be taken apart to its last element, so those travel as text, the many empty ones as nulls.
const travels: Readonly<Record<ColumnType, Travel>> = {
  'bigint': long('bigint', 20, Number),
  'integer': short('integer', 23, Number),
  'boolean': {
    type: 'boolean',
    oid: 16,
    write(to, value) {
      to.int32(1)
      to.byte(value === true ? 1 : 0)
    },
  },
  'date': short('date', 1082, (value) => (Date.parse(String(value)) - Date.UTC(2000, 0, 1)) / day),
  'time': long('time', 1083, (value) => Date.parse(`1970-01-01T${String(value)}Z`) * 1_000),
  'timestamptz': long('timestamptz', 1184, (value) => microseconds(Number(value))),
  'text': textLike(),
  'numeric': textLike((name) => `${name}::numeric`),
  'text[]': textLike((name) => `coalesce(${name}::text[], '{}')`, wordsLiteral),
  'bigint[]': textLike((name) => `coalesce(${name}::bigint[], '{}')`, wordsLiteral),
  'jsonb': textLike((name) => `coalesce(${name}::jsonb, '[]')`, JSON.stringify),
  'jsonb?': textLike((name) => `${name}::jsonb`, JSON.stringify),
}

/** One column of all rows. */
function columnArray(rows: readonly Row[], column: string, type: ColumnType): Buffer {
  const to = new ByteWriter()
  const { oid, write } = travels[type]
  // One dimension, perhaps with nulls, its elements' type, its length, counted from 1.
  for (const word of [1, 1, oid, rows.length, 1]) to.int32(word)
  for (const row of rows) {
    const value = row[column]
    const isNothing = value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    if (isNothing) to.int32(-1)
    else write(to, value)
  }
  return to.done()
}

function insertSql({ table, columns, keep }: TableBatch, first: number): string {
  const names = Object.keys(columns)
  const values = Object.entries(columns).map(([name, type]) => travels[type].reading?.(name) ?? name)
  // Taken apart in a select list: in `from` each array would first be kept in a table of its own.
  const given = Object.entries(columns).map(
    ([name, type], index) => `unnest($${first + index}::${travels[type].type}[]) as ${name}`,
  )
  return (
    `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from (select ${given.join(', ')}) as given` +
    (keep ? ' on conflict do nothing' : '')
  )
}

/**
 * One statement that inserts rows of several tables, so that their constraints are checked once all of them are there.
 * Building its arrays takes as long as a small insert, so it is done ahead, while the database is busy, and in turns,
 * because the previous statement is still being sent. Keep it to about 2,000 rows a table: the embedded database does
 * nothing else while it runs.
 */
export async function insertOf(batches: readonly TableBatch[]): Promise<(db: Db) => Promise<void>> {
  const filled = batches.filter(({ rows }) => rows.length > 0)
  const parameters: Buffer[] = []
  const inserts: string[] = []
  for (const batch of filled) {
    inserts.push(insertSql(batch, parameters.length + 1))
    for (const [column, type] of Object.entries(batch.columns)) {
      parameters.push(columnArray(batch.rows, column, type))
      await nextTurn()
    }
  }
  const last = inserts.pop()
  const before = inserts.map((text, index) => `i${index} as (${text})`).join(', ')
  return async function insert(db) {
    if (last) await db.executeQuery(CompiledQuery.raw(before ? `with ${before} ${last}` : last, parameters))
  }
}
