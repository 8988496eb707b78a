import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

export interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isFree: boolean
  readonly isNeeded: boolean
}
/** Every column of every table, as the database has them now: no new one has to be named here. */
export async function allColumns(db: Db): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.attgenerated = '' as "isFree",
      a.attnotnull and not a.atthasdef and a.attidentity = '' as "isNeeded"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and n.nspname = 'public' and a.attnum > 0 and not a.attisdropped order by 1, a.attnum`.execute(
    db,
  )
  return rows
}

export interface Link {
  readonly table: string
  readonly column: string
  readonly parent: string
}
/** How each table hangs on customers, parents first. */
export async function linksToCustomers(db: Db): Promise<readonly Link[]> {
  const { rows } = await sql<Link>`
    select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as parent
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 order by 1, 2`.execute(db)
  const found: Link[] = []
  for (const parents = ['customers']; parents.length > 0;) {
    const parent = parents.shift()
    for (const link of rows)
      if (link.parent === parent && ![...found, { table: 'customers' }].some(({ table }) => table === link.table)) {
        found.push(link)
        parents.push(link.table)
      }
  }
  return found
}
