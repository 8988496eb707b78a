import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { salesShapes } from './rows.ts'
import { catalogueShapes } from './catalogue-shapes.ts'

/** Removes what an earlier load left, whole or in part. Coupons stay, because staff can have created some. */
export async function clearDemoData(trx: Db): Promise<void> {
  const tables = [
    ...Object.keys(catalogueShapes),
    ...Object.keys(salesShapes),
    'tags',
    'rules',
    'lineups',
    'matches',
    'aliases',
  ]
  // Rows that are cut off leave no word of their files, which a job removes.
  await sql`insert into e_ticket_leftovers (sha256) select distinct sha256 from e_tickets on conflict do nothing`.execute(
    trx,
  )
  const list = sql.join(tables.map((table) => sql.table(table)))
  await sql`truncate ${list} restart identity cascade`.execute(trx)
  // A load that broke off has put indexes aside; on empty tables they cost nothing.
  await restoreIndexes(trx, await namesOfIndexes(trx))
  await sql`delete from demo_data`.execute(trx)
}

interface Parked {
  name: string
  definition: string
}

// Unique ones stay: they are what keeps a mistake of the load from passing.
const indexesSql = sql`
  select c.relname as name, pg_get_indexdef(c.oid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  where t.relnamespace = 'public'::regnamespace and not i.indisunique
    and t.relname in (${sql.join([...Object.keys(salesShapes), 'coupon_redemptions'])})`

/** The indexes that a load puts aside, whether they are there or aside at the moment. */
export async function namesOfIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (${indexesSql}) as present
    union select entry ->> 'name' from demo_data, jsonb_array_elements(parked) as entry order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Puts the indexes of the sales aside: building them at the end takes a fraction of the time. What they were is
 * kept with the marker.
 */
export async function parkIndexes(trx: Db): Promise<void> {
  const { rows } = await sql<Parked>`${indexesSql}`.execute(trx)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(trx)
  await sql`update demo_data set parked = ${JSON.stringify(rows)}::jsonb`.execute(trx)
}

/** Builds those of the named indexes that were put aside. */
export async function restoreIndexes(trx: Db, names: readonly string[]): Promise<void> {
  const {
    rows: [marker],
  } = await sql<{ parked: Parked[] }>`select parked from demo_data`.execute(trx)
  if (!marker) return
  await sql`set local maintenance_work_mem = '256MB'`.execute(trx)
  for (const { name, definition } of marker.parked) {
    if (names.includes(name)) await trx.executeQuery(CompiledQuery.raw(definition, []))
  }
  const left = marker.parked.filter(({ name }) => !names.includes(name))
  await sql`update demo_data set parked = ${JSON.stringify(left)}::jsonb`.execute(trx)
}

/** Values that need every row: uses of coupons, what they brought, and the next ids. Triggers are off during a load. */
export async function settleDemoData(trx: Db): Promise<void> {
  await sql`
    update coupons c set times_used = u.uses, total_limit = case when c.code = 'FLASH25'
      then greatest(u.uses, 1) else c.total_limit end
    from (select k.id, count(r.id) filter (where r.state <> 'released') as uses
      from coupons k left join coupon_redemptions r on r.coupon_id = k.id group by k.id) u
    where u.id = c.id and (c.times_used <> u.uses or c.code = 'FLASH25')`.execute(trx)
  await sql`delete from coupon_results`.execute(trx)
  await sql`
    insert into coupon_results (coupon_id, currency, uses, discount, revenue, margin)
    select r.coupon_id, r.currency, count(*), sum(r.amount), sum(p.captured - p.refunded - p.charged_back), sum(p.margin)
    from coupon_redemptions r join purchases p on p.id = r.purchase_id where r.state = 'consumed'
    group by r.coupon_id, r.currency`.execute(trx)
  const tables = [
    ...Object.keys(catalogueShapes),
    'customers',
    'purchases',
    'payments',
    'refunds',
    'purchase_events',
    'coupons',
  ]
  for (const table of tables) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 1)
      from ${sql.table(table)}))`.execute(trx)
  }
}

/**
 * For the planner, of the columns that lists look for: those in indexes. All columns would take five times as long,
 * and the usual sample (30,000 rows, here all there are) three times.
 */
export async function refreshStatistics(trx: Db): Promise<void> {
  await sql`set local default_statistics_target = 25`.execute(trx)
  const tables = [...Object.keys(catalogueShapes), ...Object.keys(salesShapes), 'coupons', 'coupon_redemptions']
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select t.relname as "table", array_agg(distinct a.attname order by a.attname)::text[] as columns
    from pg_index i join pg_class t on t.oid = i.indrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = any (i.indkey) and a.attnum > 0
    where t.relnamespace = 'public'::regnamespace
      and t.relname in (${sql.join(tables)})
    group by t.relname order by t.relname`.execute(trx)
  for (const { table, columns } of rows) {
    const list = sql.join(columns.map((column) => sql.ref(column)))
    await sql`analyze ${sql.table(table)} (${list})`.execute(trx)
  }
}
