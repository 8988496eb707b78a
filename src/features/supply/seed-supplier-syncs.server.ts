import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { codesTable } from './importing/code-rows.server.ts'
import { faultSentence } from './importing/supplier-catalogue.server.ts'
import { supplierServers } from './supplier-servers.server.ts'
import { registerProducts } from './syncing/sync-rows.server.ts'
import { viator } from './viator/viator.ts'

/** The syncs as they were a moment ago: all in order, but for Viator, which ended one tour and sent nine prices tenfold. */
export async function seedSupplierSyncs(trx: Db, { asOf }: SeedStory): Promise<void> {
  const {
    rows: [there],
  } = await sql`select from supplier_syncs limit 1`.execute(trx)
  if (there) return
  for (const { facts } of supplierServers) {
    await registerProducts(trx, facts)
    await sql`
      insert into supplier_syncs (supplier, finished_at) values (${facts.key}, ${asOf}::timestamptz - interval '9 minutes') on conflict do nothing`.execute(
      trx,
    )
  }
  const { rows } = await sql<{ productId: number; code: string }>`
    select c.product_id as "productId", c.code from ${codesTable(viator)} c join supplier_products s on s.product_id = c.product_id
    join products p on p.id = c.product_id where p.status = 'mapped' order by c.id limit 10`.execute(trx)
  const [gone, ...dearer] = rows
  if (!gone || dearer.length < 9) return
  const reason = faultSentence(viator.name, { kind: 'gone' })
  await sql`
    update products set status = 'suspended', suspended_because = 'supplier_off', sync_status = 'failed' where id = ${gone.productId}`.execute(
    trx,
  )
  await sql`
    update supplier_products set gone_at = ${asOf}::timestamptz - interval '2 days', note = ${reason} where product_id = ${gone.productId}`.execute(
    trx,
  )
  await sql`
    insert into product_syncs (product_id, kind, done_by, message, at)
    values (${gone.productId}, 'failed', 'imports', ${reason}, ${asOf}::timestamptz - interval '2 days')`.execute(trx)
  await sql`
    with delta as (
      insert into supplier_deltas (supplier, state, listed, products, prices, started_at, measured_at)
      values (${viator.key}, 'quarantined', 41, (select count(*) from supplier_products where supplier = ${viator.key}), 9,
        ${asOf}::timestamptz - interval '40 minutes', ${asOf}::timestamptz - interval '39 minutes') returning id
    ), held as (
      insert into supplier_changes (delta_id, product_id, code, state, hash, has_price, draft)
      select delta.id, c.product_id, c.code, 'fetched', md5(c.code), true,
        jsonb_set(c.draft, '{units}', (select jsonb_agg(u || jsonb_build_object('net', (u ->> 'net')::bigint * 10, 'retail', (u ->> 'retail')::bigint * 10)
          order by n) from jsonb_array_elements(c.draft -> 'units') with ordinality as g (u, n)))
      from delta, ${codesTable(viator)} c where c.product_id = any(${dearer.map(({ productId }) => productId)}::bigint[]) and c.draft is not null
      returning product_id, hash
    ) update supplier_products s set refused_hash = held.hash from held where held.product_id = s.product_id`.execute(
    trx,
  )
}
