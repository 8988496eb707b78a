import { sql } from 'kysely'
import { may } from '../../../core/access/access.ts'
import { implement, JsonText } from '../../../core/http/endpoint.server.ts'
import { readMarketImpact, switchMarkets } from './markets.ts'

export const readMarketImpactServer = implement(readMarketImpact, async ({ db, query, actor }) => {
  const ids = query.ids?.split(',').map(Number) ?? null
  // What was earned there, and how many people are from there, is of other areas than places.
  const seesSales = may(actor.grants, 'ui', 'purchases')
  const seesCustomers = may(actor.grants, 'ui', 'users')
  const {
    rows: [page],
  } = await sql<{ body: string }>`
    with chosen as materialized (select id, code, name, is_blocked from countries where ${ids === null ? sql`true` : sql`id = any(${ids}::bigint[])`}),
    there as materialized (select t.id, t.is_live from cities t join chosen c on c.id = t.country_id),
    codes as (select coalesce(array_agg(code), '{}') as codes from chosen),
    affected as materialized (
      select p.booking_status, p.created_at, p.currency, p.grand_total from purchases p
      where (p.booking_status = 'pending_payment' or p.created_at > now() - interval '30 days')
        and (p.city_id in (select id from there) or p.customer_country = any((select codes from codes)::text[]))
    )
    select json_build_object(
      'countries', (select coalesce(json_agg(json_build_object('id', id, 'code', code, 'name', name, 'isBlocked', is_blocked) order by name collate alphabetical), '[]') from chosen),
      'liveCities', (select count(*) from there where is_live),
      'liveProducts', (select count(*) from products where status = 'live' and city_id in (select id from there)),
      'publishedEvents', (select count(*) from events where publication = 'published' and city_id in (select id from there)),
      'performancesOnSale', (select count(*) from performances where status in ('onsale', 'rescheduled') and starts_at > now() and city_id in (select id from there)),
      'customers', case when ${seesCustomers} then (select count(*) from customers where country_id in (select id from chosen)) end,
      'unpaidPurchases', (select count(*) from affected where booking_status = 'pending_payment'),
      'confirmedPurchases', case when ${seesSales} then (select count(*) from affected where booking_status = 'confirmed') end,
      'sales', case when ${seesSales} then (select coalesce(json_agg(json_build_object('currency', currency, 'purchases', purchases, 'gross', gross) order by purchases desc, currency), '[]')
        from (select currency, count(*) as purchases, sum(grand_total)::bigint as gross from affected
          where created_at > now() - interval '30 days' and booking_status in ('confirmed', 'completed') group by currency) as sums) end
    )::text as body`.execute(db)
  return new JsonText(page?.body ?? '{}')
})

interface Switched {
  id: number
  name: string
  version: number
  before: object
  after: object
}

/** Customers in checkout at this moment are stopped by the database, which checks the block when a purchase begins. */
export const switchMarketsServer = implement(switchMarkets, async ({ db, input, audit }) => {
  const { ids, isBlocked } = input
  const [because, about] = input.isBlocked ? [input.because, input.note || null] : [null, null]
  const { rows } = await sql<Switched>`
    with old as (select * from countries where id = any(${ids}::bigint[]) order by id for update)
    update countries t set is_blocked = ${isBlocked}, blocked_because = ${because}, block_note = ${about},
      blocked_at = case when ${isBlocked}::boolean then coalesce(old.blocked_at, now()) end, version = t.version + 1, updated_at = now()
    from old where t.id = old.id and (old.is_blocked, old.blocked_because, old.block_note) is distinct from (${isBlocked}::boolean, ${because}::text, ${about}::text)
    returning t.id, t.name, t.version,
      json_build_object('isBlocked', old.is_blocked, 'blockedBecause', old.blocked_because, 'blockNote', old.block_note) as before,
      json_build_object('isBlocked', t.is_blocked, 'blockedBecause', t.blocked_because, 'blockNote', t.block_note) as after`.execute(
    db,
  )
  for (const { id, name, version, before, after } of rows) {
    audit.record({
      action: isBlocked ? 'block' : 'open',
      object: 'countries',
      recordId: id,
      title: name,
      version,
      before: { ...before },
      after: { ...after },
    })
  }
  return { changed: rows.map(({ id }) => id).sort((a, b) => a - b) }
})
