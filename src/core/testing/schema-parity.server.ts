import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { AnyField, KindTable } from '../resource/fields.ts'
import { ask, columnOf } from '../resource/fields.ts'
import type { AnyResource } from '../resource/resource.ts'
import { tableOf } from '../resource/resource.ts'
import type { Maker } from './make.server.ts'

/** A value that the database itself has to refuse, with what is wrong about it. */
interface Intruder {
  readonly why: string
  readonly value: unknown
}

const none = () => []
const dangling = 999_999_999

function outside(field: { min?: number; max?: number }): Intruder[] {
  return [
    ...(field.min === undefined ? [] : [{ why: 'too small', value: field.min - 1 }]),
    ...(field.max === undefined ? [] : [{ why: 'too big', value: field.max + 1 }]),
  ]
}

function ofLength(min: number, max: number): Intruder[] {
  return [
    { why: 'too short', value: 'X'.repeat(min - 1) },
    { why: 'too long', value: 'X'.repeat(max + 1) },
  ]
}

const intruders = {
  text: (field) => ofLength(field.min ?? 1, field.max ?? 255),
  longText: (field) => ofLength(1, field.max ?? 65_536),
  integer: outside,
  decimal: outside,
  money: outside,
  percent: (field) => outside({ min: 0, max: 1_000_000, ...field }),
  boolean: none,
  date: none,
  time: none,
  instant: none,
  words: none,
  select: () => [{ why: 'no choice', value: 'none-of-them' }],
  choices: () => [{ why: 'no choice', value: ['none-of-them'] }],
  ref: () => [{ why: 'dangling', value: dangling }],
  refs: () => [{ why: 'dangling', value: [dangling] }],
  rows: () => [{ why: 'no list', value: '{}' }],
} satisfies KindTable<[], readonly Intruder[]>

// Integrity constraints, and functions in them that cannot make sense of the value (22023).
const refused = new Set(['22023', '23502', '23503', '23505', '23514'])

async function codeOf(db: Db, resource: AnyResource, key: string, value: unknown, id: number): Promise<string> {
  try {
    await sql`update ${sql.table(tableOf(resource))} set ${sql.ref(columnOf(key))} = ${value} where id = ${id}`.execute(
      db,
    )
    return 'taken'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

/** Columns whose value the database works out, and those that a CHECK of their own, or a foreign key, watches. */
async function columnsOf(db: Db, resource: AnyResource): Promise<{ generated: Set<string>; watched: Set<string> }> {
  const { rows } = await sql<{ name: string; isGenerated: boolean; isWatched: boolean }>`
    select a.attname as name, a.attgenerated <> '' as "isGenerated",
      exists (select from pg_constraint c where c.conrelid = a.attrelid and c.contype in ('c', 'f') and c.conkey = array[a.attnum]) as "isWatched"
    from pg_attribute a where a.attrelid = ${tableOf(resource)}::regclass and a.attnum > 0`.execute(db)
  return {
    generated: new Set(rows.filter(({ isGenerated }) => isGenerated).map(({ name }) => name)),
    watched: new Set(rows.filter(({ isWatched }) => isWatched).map(({ name }) => name)),
  }
}

/**
 * What a definition forbids but the database would accept if the API were bypassed. How many entries a list can have,
 * and what text has to look like, is only the API's business.
 */
export async function unenforced(db: Db, resource: AnyResource, { make }: Maker): Promise<string[]> {
  const [id, other] = [await make(resource), await make(resource)]
  const { generated, watched } = await columnsOf(db, resource)
  const found: string[] = []
  const stored = Object.entries(resource.fields).filter(
    ([key, field]) => !field.derived && !generated.has(columnOf(key)),
  )
  for (const [key, field] of stored) {
    const own = ask<[], readonly Intruder[]>(intruders, field)
    for (const { why, value } of [...own, ...always(field, key, resource, other)]) {
      const code = await codeOf(db, resource, key, value, id)
      if (!refused.has(code)) found.push(`${resource.name}.${key}, ${why}: ${code}`)
    }
    // Another rule of the row can be what refused, so the column has to have its own.
    if (own.length > 0 && !watched.has(columnOf(key)) && field.kind !== 'refs')
      found.push(`${resource.name}.${key} has no rule of its own`)
  }
  return found
}

function always(field: AnyField, key: string, resource: AnyResource, other: number): Intruder[] {
  return [
    ...(field.required ? [{ why: 'nothing', value: null }] : []),
    ...(field.unique
      ? [
          {
            why: 'twice',
            value: sql`(select ${sql.ref(columnOf(key))} from ${sql.table(tableOf(resource))} where id = ${other})`,
          },
        ]
      : []),
  ]
}
