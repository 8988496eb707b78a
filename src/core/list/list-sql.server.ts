import type { CompiledQuery, RawBuilder } from 'kysely'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { AnyField, KindTable } from '../resource/fields.ts'
import { ask, columnOf, refKey } from '../resource/fields.ts'
import type { Comparison, Scalar } from './list-query.ts'
import { countCap, countCapOf } from './list-query.ts'
import type { ParsedList, Test } from './list-query.server.ts'
import { maskOf } from '../resource/personal.ts'
import type { AnyResource } from '../resource/resource.ts'
import { fieldOf, tableOf } from '../resource/resource.ts'
import type { ResourceServer } from '../resource/resource.server.ts'
import { collationOf, isWorkedOut } from '../resource/sortable.ts'
import { comparedIn, expressionOf, indexHint, searchSql } from './search-sql.server.ts'
import { folded, literal } from './search-text.server.ts'

type Sql = RawBuilder<unknown>
export type Lookup = (resource: string) => AnyResource

const asIs = (_field: AnyField, value: Sql) => value

/** How a stored value reads as JSON. */
const readings = {
  text: asIs,
  longText: asIs,
  integer: asIs,
  decimal: asIs,
  percent: asIs,
  money: asIs,
  boolean: asIs,
  date: asIs,
  time: (_field, value) => sql`to_char(${value}, 'HH24:MI')`,
  instant: (_field, value) => sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  select: asIs,
  choices: asIs,
  words: asIs,
  ref: asIs,
  refs: asIs,
  rows: asIs,
} satisfies KindTable<[value: Sql], Sql>

/** The record that a reference points at, as `{ id, title }`. */
function referenced(to: AnyResource, where: Sql): Sql {
  return sql`json_build_object('id', r.id, 'title', ${sql.ref(`r.${columnOf(to.title)}`)}) from ${sql.table(tableOf(to))} r where ${where}`
}

/** A value as it travels: masked where it is a person's address or number. */
export function maskSql(field: AnyField, value: Sql): Sql {
  const mask = maskOf(field)
  return mask ? sql`regexp_replace(${value}, ${sql.lit(mask.pattern)}, ${sql.lit(`${mask.left}${mask.right}`)})` : value
}

/** Each key of a record with its SQL, references with their records beside them. */
function selections(
  server: ResourceServer,
  keys: readonly string[],
  lookup: Lookup,
  options: { isMasked: boolean },
): Sql[] {
  return keys.flatMap((key) => {
    const field = fieldOf(server.resource, key)
    if (!field) return []
    const value = server.spoken?.[key]?.kept ?? expressionOf(server, key)
    const shown = options.isMasked ? maskSql(field, value) : value
    const own = sql`${ask<[Sql], Sql>(readings, field, shown)} as ${sql.ref(key)}`
    if (!('to' in field)) return [own]
    const to = lookup(field.to)
    const many = sql`(select coalesce(json_agg(o order by (o ->> 'title') collate alphabetical), '[]') from (select ${referenced(to, sql`r.id = any(${value})`)}) as found(o))`
    // Most records name nothing, and a search for nothing takes PostgreSQL as long as a search for one.
    const found = field.derived ? many : sql`case when ${value} = '{}' then '[]' else ${many} end`
    const objects = field.kind === 'refs' ? found : sql`(select ${referenced(to, sql`r.id = ${value}`)})`
    return [own, sql`${objects} as ${sql.ref(refKey(key))}`]
  })
}

/** Writes SQL, and has no database behind it. */
export const writer = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const written = new WeakMap<ResourceServer, Map<string, Sql>>()
const choicesKept = 100

/**
 * The select list of a list or record, written once for each choice of keys: the text is the same with every call, and
 * writing it took a tenth of a call.
 */
function columnsSql(
  server: ResourceServer,
  keys: readonly string[],
  lookup: Lookup,
  options: { readonly isMasked: boolean },
): Sql {
  const kept = written.get(server) ?? new Map<string, Sql>()
  const name = `${options.isMasked ? 'masked' : 'open'} ${keys.join()}`
  const known = kept.get(name)
  if (known) return known
  const columns = sql.join(selections(server, keys, lookup, options))
  const { sql: text, parameters } = columns.compile(writer)
  const result = parameters.length === 0 ? sql.raw(text) : columns
  if (kept.size < choicesKept) written.set(server, kept.set(name, result))
  return result
}

type Compare = (value: Sql, given: Scalar | readonly Scalar[]) => Sql

const comparisons: Readonly<Record<Comparison, Compare>> = {
  // A choice of one as an equation: an index that answers `any` does so out of order.
  is: (value, given) =>
    !Array.isArray(given)
      ? sql`${value} = ${given}`
      : given.length === 1
        ? sql`${value} = ${given[0]}`
        : sql`${value} = any(${given})`,
  not: (value, given) =>
    Array.isArray(given)
      ? sql`(${value} is null or not ${value} = any(${given}))`
      : sql`${value} is distinct from ${given}`,
  gt: (value, given) => sql`${value} > ${given}`,
  gte: (value, given) => sql`${value} >= ${given}`,
  lt: (value, given) => sql`${value} < ${given}`,
  lte: (value, given) => sql`${value} <= ${given}`,
  contains: (value, given) => sql`folded(${value}) like ${folded(`%${literal(String(given))}%`)}`,
  startsWith: (value, given) => sql`folded(${value}) like ${folded(`${literal(String(given))}%`)}`,
  empty: (value, given) => (given ? sql`${value} is null` : sql`${value} is not null`),
}

const several: Readonly<Partial<Record<Comparison, Compare>>> = {
  is: (value, given) => sql`${value} && ${Array.isArray(given) ? given : [given]}`,
  not: (value, given) => sql`not ${value} && ${Array.isArray(given) ? given : [given]}`,
  empty: (value, given) => (given ? sql`cardinality(${value}) = 0` : sql`cardinality(${value}) > 0`),
}
const subRows: Readonly<Partial<Record<Comparison, Compare>>> = {
  empty: (value, given) => (given ? sql`jsonb_array_length(${value}) = 0` : sql`jsonb_array_length(${value}) > 0`),
}
const one = () => comparisons

/** Fields with several values are compared as sets. */
const families = {
  text: one,
  longText: one,
  integer: one,
  decimal: one,
  percent: one,
  money: one,
  boolean: one,
  date: one,
  time: one,
  instant: one,
  select: one,
  ref: one,
  choices: () => several,
  words: () => several,
  refs: () => several,
  rows: () => subRows,
} satisfies KindTable<[], Readonly<Partial<Record<Comparison, Compare>>>>

function testSql(server: ResourceServer, test: Test): Sql {
  const compare = ask<[], Readonly<Partial<Record<Comparison, Compare>>>>(families, test.field)[test.operator]
  if (!compare) throw new Error(`${test.field.kind} has no ${test.operator}`)
  const parts = comparedIn(server, test.key, test.operator).map((value) => compare(value, test.value))
  const own = sql`(${sql.join(parts, sql` or `)})`
  const hint = indexHint(server, test)
  return hint ? sql`(${own} and ${hint})` : own
}

/** Everything the list is narrowed by, the page apart. */
export function whereSql(
  server: ResourceServer,
  list: Pick<ParsedList, 'tests' | 'q'>,
  { seesPersonal = false }: { readonly seesPersonal?: boolean } = {},
): Sql {
  const parts = [
    ...list.tests.map((test) => testSql(server, test)),
    ...(list.q ? [searchSql(server, list.q, seesPersonal)] : []),
  ]
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}

function afterSql(value: Sql, nullable: boolean, descending: boolean, after: { value: unknown; id: number }): Sql {
  const id = descending ? sql`t.id < ${after.id}` : sql`t.id > ${after.id}`
  if (after.value === null) return sql`(${value} is null and ${id})`
  // A row comparison lets one index answer it; blanks come last, so they follow every value.
  const row = descending
    ? sql`(${value}, t.id) < (${after.value}, ${after.id})`
    : sql`(${value}, t.id) > (${after.value}, ${after.id})`
  return nullable ? sql`(${row} or ${value} is null)` : row
}

/**
 * One page as JSON text that PostgreSQL built, where the next begins, and the count: a single statement. The page is
 * cut first, so that references and derived values are calculated for its rows only.
 */
export function listSql(
  server: ResourceServer,
  list: ParsedList,
  lookup: Lookup,
  viewer: { readonly seesPersonal?: boolean } = {},
): RawBuilder<ListRow> {
  const { sort, keyset } = list
  const table = sql.table(tableOf(server.resource))
  const value = expressionOf(server, sort.key)
  const nullable = !sort.field.required
  const direction = sort.descending ? sql`desc` : sql`asc`
  const collation = collationOf(sort.field)
  const ordered = collation ? sql`${value} collate ${sql.id(collation)}` : value
  const order = sql`${ordered} ${direction}${nullable ? sql` nulls last` : sql``}${sort.key === 'id' ? sql`` : sql`, t.id ${direction}`}`
  const where = whereSql(server, list, viewer)
  const isBounded = isWorkedOut(sort.field)
  // Sort values are calculated for this many rows at most; where there are more the page is refused.
  const source = isBounded ? sql`(select * from ${table} t where ${where} limit ${sql.lit(countCap + 1)})` : table
  const within = isBounded ? sql`true` : where
  const page = keyset?.after ? sql`${within} and ${afterSql(ordered, nullable, sort.descending, keyset.after)}` : within
  const position = ask<[Sql], Sql>(readings, sort.field, value)
  const cap = isBounded ? countCap : countCapOf(list)
  const total =
    keyset && !isBounded
      ? sql`null::bigint`
      : sql`(select count(*) from (select 1 from ${table} t where ${where} limit ${sql.lit(cap + 1)}) as counted)`
  return sql<ListRow>`
    with page as (
      select t.* from ${source} t where ${page} order by ${order}
      limit ${sql.lit(list.limit)}${list.offset ? sql` offset ${list.offset}` : sql``}
    )
    select
      (select coalesce(json_agg(record), '[]')::text from (
        select ${columnsSql(server, list.keys, lookup, { isMasked: true })} from page t
      ) as record) as records,
      (select count(*) from page) as found,
      (select json_build_array(${position}, t.id) from page t
        offset greatest((select count(*) from page) - 1, 0) limit 1) as position,
      ${total} as total`
}

export interface ListRow {
  records: string
  found: number
  position: [unknown, number] | null
  total: number | null
}

/** Records as JSON with nothing masked, for work inside the server: those of the ids that are there, in the order of their ids. */
export function recordsSql(
  server: ResourceServer,
  ids: readonly number[],
  lookup: Lookup,
): RawBuilder<{ record: Record<string, unknown> }> {
  const keys = ['id', 'version', 'createdAt', 'updatedAt', ...Object.keys(server.resource.fields)]
  const where = ids.length === 1 ? sql`t.id = ${ids[0]}` : sql`t.id = any(${ids}::bigint[])`
  return sql`select row_to_json(record) as record from (
    select ${columnsSql(server, keys, lookup, { isMasked: false })} from ${sql.table(tableOf(server.resource))} t where ${where} order by t.id
  ) as record`
}

const statements = new WeakMap<ResourceServer, CompiledQuery<{ record: Record<string, unknown> }>>()

/**
 * One record as JSON with nothing masked; or nothing. Its statement is written once for each resource: writing so long a
 * text, and finding the name that it is prepared under, took a tenth of a change.
 */
export async function findRecord(
  db: Db,
  server: ResourceServer,
  id: number,
  lookup: Lookup,
): Promise<Record<string, unknown> | undefined> {
  const statement = statements.get(server) ?? recordsSql(server, [id], lookup).compile(writer)
  statements.set(server, statement)
  // The id is the last of its values.
  const { rows } = await db.executeQuery<{ record: Record<string, unknown> }>({
    ...statement,
    parameters: [...statement.parameters.slice(0, -1), id],
  })
  return rows[0]?.record
}
