import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { setSaid, storedColumns } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import type { Db } from '../../../db/tables.server.ts'
import { codesTable } from '../importing/code-rows.server.ts'
import type { ChangedPage } from '../importing/supplier-catalogue.server.ts'
import type { SupplierFacts } from '../importing/supplier-facts.ts'

/** How long one process has a supplier to itself without a sign of life: longer than all tries of one call. */
const lease = sql`now() + interval '4 minutes'`

export interface Sync {
  readonly supplier: string
  readonly lease: string
  readonly cursor: string | null
  readonly quarantineShare: number
}

/** Of a supplier of products. */
export interface ProductsSync extends Sync {
  readonly facts: SupplierFacts
}

export interface Delta {
  readonly id: number
  readonly state: 'reading' | 'fetching' | 'applying'
}

/** Takes a supplier's sync in hand. Null: another process has it. */
export async function takeSync(db: Db, { key }: { readonly key: string }): Promise<Sync | null> {
  await sql`insert into supplier_syncs (supplier) values (${key}) on conflict do nothing`.execute(db)
  const {
    rows: [row],
  } = await sql<Sync>`
    update supplier_syncs set lease = ${randomUUID()}::uuid, lease_until = ${lease}
    where supplier = ${key} and (lease_until is null or lease_until <= now())
    returning supplier, lease, cursor, quarantine_share as "quarantineShare"`.execute(db)
  return row ?? null
}

/** Says that the process is alive. False: another one has taken over. */
export async function keepSync(db: Db, { supplier, lease: held }: Sync): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update supplier_syncs set lease_until = ${lease} where supplier = ${supplier} and lease = ${held}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

export async function releaseSync(db: Db, { supplier, lease: held }: Sync): Promise<void> {
  await sql`
    update supplier_syncs set lease = null, lease_until = null where supplier = ${supplier} and lease = ${held}`.execute(
    db,
  )
}

/** What staff read of a sync that does not get on; null: it does. */
export async function noteProblem(db: Db, { supplier }: Sync, problem: Said | null): Promise<void> {
  await sql`
    update supplier_syncs set ${setSaid('problem', problem)}, problem_at = ${problem === null ? null : sql`now()`}, updated_at = now(), version = version + 1
    where supplier = ${supplier} and problem is distinct from ${storedColumns(problem).detail}`.execute(db)
}

/** Of `supplier_products s`: it was read from its supplier, so there is something to compare the supplier's word with. */
const wasRead = ({ facts }: Pick<ProductsSync, 'facts'>) => sql`
  exists (select from ${codesTable(facts)} k where k.product_id = s.product_id and k.payload_hash is not null)`

/** Products that were made of codes since the last run are synced from now on. */
export async function registerProducts(db: Db, facts: SupplierFacts): Promise<void> {
  await sql`
    insert into supplier_products (product_id, supplier)
    select distinct c.product_id, ${facts.key} from ${codesTable(facts)} c
    where c.product_id is not null and c.payload_hash is not null
      and not exists (select from supplier_products s where s.product_id = c.product_id)
    on conflict do nothing`.execute(db)
}

/** The delta that is under way, or a new one that begins where the list was left. */
export async function openDelta(db: Db, { supplier }: Sync): Promise<Delta> {
  const {
    rows: [row],
  } = await sql<Delta>`
    with made as (
      insert into supplier_deltas (supplier) values (${supplier})
      on conflict (supplier) where state in ('reading', 'fetching', 'applying') do nothing returning id, state
    ) select id, state from made
    union all select id, state from supplier_deltas where supplier = ${supplier} and state in ('reading', 'fetching', 'applying') limit 1`.execute(
    db,
  )
  if (!row) throw new Error(`The delta of ${supplier} has just ended.`)
  return row
}

/**
 * Stores a page and moves the cursor behind it, both or neither. False: another process has stored it, so there is
 * nothing to do here.
 */
export async function storePage(
  db: Db,
  sync: ProductsSync,
  delta: Delta,
  { from, page }: { readonly from: string | null; readonly page: ChangedPage },
): Promise<boolean> {
  // Suppliers name a product twice while their list moves; the later word counts.
  const items = [...new Map(page.items.map((item) => [item.code, item])).values()]
  return await db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      update supplier_syncs set cursor = ${page.nextCursor}, lease_until = ${lease}, updated_at = now(), version = version + 1
      where supplier = ${sync.supplier} and lease = ${sync.lease} and cursor is not distinct from ${from}`.execute(trx)
    if ((numAffectedRows ?? 0n) === 0n) return false
    await sql`
      insert into supplier_changes (delta_id, product_id, code, is_gone)
      select ${delta.id}, s.product_id, p.supplier_code, g."isGone"
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as g (code text, "isGone" boolean)
      join providers v on v.code = ${sync.supplier}
      join products p on p.provider_id = v.id and p.supplier_code = g.code and p.status <> 'retired'
      join supplier_products s on s.product_id = p.id where ${wasRead(sync)}
      on conflict (delta_id, product_id) do update set is_gone = excluded.is_gone`.execute(trx)
    if (page.present)
      await sql`
        update supplier_products s set listed_in = ${delta.id}
        from products p join providers v on v.id = p.provider_id
        where v.code = ${sync.supplier} and p.supplier_code = any(${page.present}::text[]) and s.product_id = p.id`.execute(
        trx,
      )
    await sql`
      update supplier_deltas set listed = listed + ${page.items.length} where id = ${delta.id}`.execute(trx)
    if (page.done) await endReading(trx, sync, delta, page.present !== undefined)
    return true
  })
}

/**
 * The list is read. Products that staff want to have asked are added, those that failed, and those that a list of everything lacks.
 * The supplier is asked for each of them: a list that was cut off takes nothing off sale.
 */
export async function endReading(db: Db, sync: ProductsSync, { id }: Delta, isWhole: boolean): Promise<void> {
  await sql`
    insert into supplier_changes (delta_id, product_id, code)
    select ${id}, p.id, p.supplier_code from supplier_products s join products p on p.id = s.product_id
    where s.supplier = ${sync.supplier} and p.status <> 'retired'
      and (p.sync_status = 'pending' or (s.gone_at is null and ${wasRead(sync)} and (p.sync_status = 'failed' or (${isWhole} and s.listed_in is distinct from ${id}))))
    on conflict do nothing`.execute(db)
  await sql`update supplier_deltas set state = 'fetching' where id = ${id} and state = 'reading'`.execute(db)
}

/** What staff ask a run for: a product, or all that were last synced before a day. */
export interface AskedProducts {
  readonly code?: string | undefined
  readonly before?: string | undefined
}

/**
 * Adds products to a delta whether their supplier lists them or not, and answers how many. A delta of which nothing was read
 * is not read at all then: the list waits for the next run, where it was left.
 */
export async function addAsked(
  db: Db,
  { supplier }: Sync,
  { id }: Delta,
  { code = null, before = null }: { readonly [Key in keyof AskedProducts]: string | null | undefined },
): Promise<{ readonly products: number; readonly isRead: boolean }> {
  return await db.transaction().execute(async (trx) => {
    const { rows: added } = await sql`
      insert into supplier_changes (delta_id, product_id, code)
      select ${id}, p.id, p.supplier_code from supplier_products s join products p on p.id = s.product_id
      where s.supplier = ${supplier} and p.status <> 'retired' and (${code}::text is null or lower(p.supplier_code) = lower(${code}))
        and (${before}::date is null or p.last_synced_at is null or p.last_synced_at < ${before}::date at time zone 'UTC')
      on conflict (delta_id, product_id) do update set state = 'waiting', attempts = 0, next_try_at = now(), reason = null
        where supplier_changes.state in ('same', 'failed', 'waiting') returning product_id`.execute(trx)
    const { numAffectedRows } = await sql`
      update supplier_deltas set state = 'fetching' where id = ${id} and state = 'reading' and listed = 0`.execute(trx)
    return { products: added.length, isRead: (numAffectedRows ?? 0n) > 0n }
  })
}

/** A delta that has brought nothing is not kept. */
export async function endDelta(db: Db, { supplier }: Sync, { id }: Pick<Delta, 'id'>): Promise<void> {
  await sql`
    delete from supplier_deltas d where d.id = ${id} and not exists (select from supplier_changes c where c.delta_id = d.id)`.execute(
    db,
  )
  await sql`
    update supplier_deltas set state = 'applied', ended_at = now(), version = version + 1 where id = ${id}`.execute(db)
  await sql`update supplier_syncs set finished_at = now(), updated_at = now() where supplier = ${supplier}`.execute(db)
}
