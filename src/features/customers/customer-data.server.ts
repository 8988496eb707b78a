import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { isLeftOut } from './left-out-of-data.ts'

/** A row as JSON has it. */
type DataRow = Readonly<Record<string, unknown>>
type Condition = ReturnType<typeof sql<boolean>>

export interface DataTable {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly DataRow[]
}

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
}
interface Link {
  readonly table: string
  readonly column: string
  readonly parent: string
  readonly parentColumn: string
}
interface Catalogue {
  readonly columns: readonly Column[]
  readonly links: readonly Link[]
}

/** How many rows of a parent one statement asks for. */
const chunk = 1_000

/**
 * Everything that the database has about a customer, a table at a time, by one or few statements each. Which tables there are is
 * read from the database: those that refer to the customer, to their orders, and so on down. The rest is found by other keys.
 */
export async function* dataOfCustomer(db: Db, id: number): AsyncGenerator<DataTable> {
  const catalogue = await readCatalogue(db)
  const found = new Map<string, readonly DataRow[]>()
  for (const table of inOrder(catalogue.links)) {
    const read = tableReader(db, catalogue, table)
    const rows =
      table === 'customers'
        ? await read([sql`t.id = ${id} or t.merged_into_id = ${id}`])
        : await read(conditions(catalogue, table, found))
    const all = table === 'purchases' ? [...rows, ...(await guestOrders(read, id))] : rows
    found.set(table, all)
    yield { table, columns: columnsOf(catalogue, table), rows: all }
  }
  for (const [table, where] of besideKeys(found)) {
    const rows = await tableReader(db, catalogue, table)(where)
    found.set(table, rows)
    yield { table, columns: columnsOf(catalogue, table), rows }
  }
}

/** The columns of every table, and what refers to what. Keys of several columns are known by their first. */
async function readCatalogue(db: Db): Promise<Catalogue> {
  const { rows: columns } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and n.nspname = 'public' and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`.execute(db)
  const { rows: links } = await sql<Link>`
    select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as parent, b.attname as "parentColumn"
    from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
    where c.contype = 'f' and c.conrelid <> c.confrelid order by 1, 2`.execute(db)
  return { columns, links }
}

/** The tables below customers, each behind all that it refers to. */
function inOrder(links: readonly Link[]): readonly string[] {
  const below = new Set(['customers'])
  for (const parent of below)
    for (const link of links) if (link.parent === parent && !isLeftOut(link.table)) below.add(link.table)
  const ordered = new Set<string>()
  while (ordered.size < below.size) {
    const left = [...below].filter((table) => !ordered.has(table))
    const next = left.find((table) =>
      links.every((link) => link.table !== table || ordered.has(link.parent) || !below.has(link.parent)),
    )
    // Two that refer to each other: the one that was found first.
    ordered.add(next ?? String(left[0]))
  }
  return [...ordered]
}

function columnsOf({ columns }: Catalogue, table: string): readonly string[] {
  return columns
    .filter((one) => one.table === table && one.type !== 'bytea' && !isLeftOut(table, one.name))
    .map(({ name }) => name)
}

/** Reads the rows that meet one of the conditions, each once. */
function tableReader(db: Db, catalogue: Catalogue, table: string) {
  const listed = sql.join(columnsOf(catalogue, table).map((name) => sql`t.${sql.ref(name)}`))
  return async (where: readonly Condition[]): Promise<readonly DataRow[]> => {
    const rows = new Map<string, DataRow>()
    for (const condition of where) {
      const read = await sql<{ place: string; row: DataRow }>`
        select t.ctid::text as place, to_jsonb(o) as row
        from ${sql.table(table)} t cross join lateral (select ${listed}) o where ${condition}`.execute(db)
      for (const { place, row } of read.rows) rows.set(place, row)
    }
    return [...rows.values()]
  }
}

/** Rows that refer to a row that was found. */
function conditions({ columns, links }: Catalogue, table: string, found: ReadonlyMap<string, readonly DataRow[]>) {
  return links
    .filter((link) => link.table === table)
    .flatMap(({ column, parent, parentColumn }) => {
      const type = columns.find((one) => one.table === parent && one.name === parentColumn)?.type ?? 'bigint'
      const keys = [...new Set((found.get(parent) ?? []).map((row) => String(row[parentColumn])))]
      return inChunks(keys).map((some) => sql<boolean>`t.${sql.ref(column)} = any(${some}::${sql.raw(type)}[])`)
    })
}

function inChunks<T>(values: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(values.length / chunk) }, (_, n) => values.slice(n * chunk, (n + 1) * chunk))
}

/** Orders without an account that were placed with the customer's address. */
function guestOrders(read: ReturnType<typeof tableReader>, id: number): Promise<readonly DataRow[]> {
  return read([
    sql`t.customer_id is null and lower(t.customer_email) in (
      select lower(email) from customers where id = ${id} or merged_into_id = ${id})`,
  ])
}

/** What refers to a customer or their orders by something else than a foreign key. */
function* besideKeys(
  found: ReadonlyMap<string, readonly DataRow[]>,
): Generator<readonly [string, readonly Condition[]]> {
  const valuesOf = (table: string, column: string) =>
    (found.get(table) ?? []).flatMap((row) => (row[column] === null ? [] : [String(row[column])]))
  const letters = [...valuesOf('order_messages', 'message_id'), ...valuesOf('invoice_messages', 'message_id')]
  yield [
    'messages',
    [
      ...inChunks(letters).map((ids) => sql<boolean>`t.id = any(${ids}::bigint[])`),
      ...valuesOf('customers', 'email').map(
        (email) => sql<boolean>`position(${email.toLowerCase()} in lower(t.recipient)) > 0`,
      ),
    ],
  ]
  yield [
    'record_notes',
    [...found].flatMap(([table, rows]) =>
      rows[0]?.['id'] === undefined
        ? []
        : inChunks(valuesOf(table, 'id')).map(
            (ids) => sql<boolean>`t.resource = ${table.replaceAll('_', '-')} and t.record_id = any(${ids}::bigint[])`,
          ),
    ),
  ]
  for (const table of ['review_originals', 'review_translations'])
    yield [
      table,
      ['product', 'alias', 'lineup'].flatMap((kind) =>
        inChunks(valuesOf(`${kind}_reviews`, 'id')).map(
          (ids) => sql<boolean>`t.kind = ${kind} and t.review_id = any(${ids}::bigint[])`,
        ),
      ),
    ]
  for (const table of ['supplier_bookings', 'supplier_calls', 'supplier_exchanges'])
    yield [
      table,
      inChunks(valuesOf('order_placements', 'supplier_key')).map((keys) => sql<boolean>`t.key = any(${keys}::text[])`),
    ]
}
