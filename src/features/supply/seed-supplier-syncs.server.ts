import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import { storedColumns } from '../../platform/stored-texts/stored-columns.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { codesTable } from './importing/code-rows.server.ts'
import { faultText } from './importing/supplier-catalogue.server.ts'
import { supplierServers } from './supplier-servers.server.ts'
import type { SupplierFacts } from './importing/supplier-facts.ts'
import { registerProducts } from './syncing/sync-rows.server.ts'
import { viator } from './viator/viator.ts'

/**
 * The syncs as they were a moment ago: in order, but for Viator, which has ended some tours and sent nine prices tenfold. The
 * products are the demo's own, which no simulator sells; a sync asks for none that was not read from its supplier, so they stay.
 */
export async function seedSupplierSyncs(trx: Db, { asOf }: SeedStory): Promise<void> {
  const {
    rows: [there],
  } = await sql`select from supplier_syncs where supplier = ${viator.key}`.execute(trx)
  if (there) return
  for (const { facts } of supplierServers) {
    await registerProducts(trx, facts)
    await sql`
      insert into supplier_syncs (supplier, finished_at) values (${facts.key}, ${asOf}::timestamptz - interval '9 minutes') on conflict do nothing`.execute(
      trx,
    )
    await seedSynced(trx, facts, asOf)
  }
  await seedHeldBack(trx, asOf)
}

/** Imported products that are synced, those that could not be read, and those that their supplier has ended. */
async function seedSynced(trx: Db, facts: SupplierFacts, asOf: string): Promise<void> {
  const gone = storedColumns(faultText(facts.name, { kind: 'gone' }))
  await sql`
    insert into supplier_products (product_id, supplier, gone_at, note, note_said, availability_at)
    select p.id, ${facts.key}, case when p.status = 'suspended' then ${asOf}::timestamptz - interval '2 days' end,
      case when p.status = 'suspended' then ${gone.detail} end, case when p.status = 'suspended' then ${JSON.stringify(gone.said)}::jsonb end,
      (select max(a.checked_at) from product_availabilities a join product_options o on o.id = a.product_option_id where o.product_id = p.id)
    from products p join providers v on v.id = p.provider_id
    where v.code = ${facts.key} and (p.status = 'live' and p.sync_status in ('synced', 'failed') or p.suspended_because = 'supplier_off')
      and exists (select from ${codesTable(facts)} c where c.product_id = p.id)
    on conflict do nothing`.execute(trx)
}

/** What Viator says of each of nine tours is as we have it, but for the price. */
async function seedHeldBack(trx: Db, asOf: string): Promise<void> {
  await sql`
    with delta as (
      insert into supplier_deltas (supplier, state, listed, products, prices, started_at, measured_at)
      select ${viator.key}, 'quarantined', 41, count(*), least(9, count(*) filter (where gone_at is null)),
        ${asOf}::timestamptz - interval '40 minutes', ${asOf}::timestamptz - interval '39 minutes'
      from supplier_products where supplier = ${viator.key} having count(*) > 0 returning id
    ), held as (
      insert into supplier_changes (delta_id, product_id, code, state, hash, has_price, draft)
      select delta.id, p.id, p.supplier_code, 'fetched', encode(sha256(p.supplier_code::bytea), 'hex'), true, jsonb_build_object(
        'code', p.supplier_code, 'title', p.title, 'description', p.description, 'reference', p.reference, 'locale', p.locale,
        'timeZone', p.time_zone, 'latitude', p.latitude, 'longitude', p.longitude, 'destination', null, 'supplierTags', p.supplier_tags,
        'currency', p.currency, 'availabilityType', p.availability_type, 'isInstantConfirmation', p.is_instant_confirmation,
        'isInstantDelivery', p.is_instant_delivery, 'isAvailabilityRequired', p.is_availability_required, 'deliveryMethods', p.delivery_methods,
        'redemptionMethod', p.redemption_method, 'pricingPer', p.pricing_per, 'cancellationPolicy', p.cancellation_policy,
        'cancellationHours', p.cancellation_hours, 'cancellationTiers', p.cancellation_tiers, 'questions', p.questions, 'rating', p.rating,
        'reviewCount', p.review_count, 'images', '[]'::jsonb, 'isNoIndex', false, 'options', '[]'::jsonb, 'warnings', '[]'::jsonb,
        'units', jsonb_build_array(jsonb_build_object('optionCode', null, 'type', 'ADULT', 'label', 'Adult', 'minAge', 18, 'maxAge', 99,
          'minQuantity', 0, 'maxQuantity', 9, 'paxCount', 1, 'accompaniedBy', '[]'::jsonb, 'net', p.net_from * 10, 'retail', p.retail_from * 10)))
      from delta, supplier_products s join products p on p.id = s.product_id
      where s.supplier = ${viator.key} and s.gone_at is null order by p.id limit 9
      returning product_id, hash
    ) update supplier_products s set refused_hash = held.hash from held where held.product_id = s.product_id`.execute(
    trx,
  )
}
