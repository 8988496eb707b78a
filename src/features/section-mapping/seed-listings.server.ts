import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { placePage } from './place-listings.server.ts'

/** Performances that get listings; more would only be rows that no one looks at. */
const maxPerformances = 260

/**
 * Listings of the next performances at venues with a manifest, as providers spell sections: mostly by the map's name with
 * a word of their own before it, some by names that no map has. Placed as the job would. Safe to run again.
 */
export async function seedListings(trx: Db): Promise<void> {
  const {
    rows: [there],
  } = await sql`select from ticket_listings limit 1`.execute(trx)
  if (there) return
  await sql`
    with ranked as (
      select p.*, row_number() over (partition by p.venue_id order by p.starts_at, p.id) as place from performances p
      where p.starts_at > now() and p.status in ('onsale', 'rescheduled') and p.venue_configuration_id in (select venue_configuration_id from venue_sections)
    ), next as (
      select p.id, p.currency, coalesce(p.min_price, 4500) as price, e.provider_id, p.venue_configuration_id from ranked p join events e on e.id = p.event_id
      where p.place <= 8 order by p.starts_at, p.id limit ${maxPerformances}
    ), sellers as (select array_agg(id order by id) as ids from providers where kind <> 'tours'),
    offered as (
      select n.*, s.name, s.rows, s.rank, row_number() over (partition by n.id order by (s.id * 7919 + n.id * 31) % 97, s.id) as place
      from next n join venue_sections s on s.venue_configuration_id = n.venue_configuration_id
    )
    insert into ticket_listings (performance_id, provider_id, code, section, row_name, quantity, currency, price, note)
    select o.id, case when o.place % 3 = 0 then k.ids[1 + (o.id + o.place) % cardinality(k.ids)] else o.provider_id end, 'L' || o.id || '-' || o.place,
      left(case
        when (o.id + o.place) % 9 = 4 then (array['VIP HOSPITALITY', 'Best available', 'Longside Lower', 'Parking P4', 'Standing rear'])[1 + (o.venue_configuration_id + o.place) % 5]
        when (o.id + o.place) % 4 = 1 then 'Sec ' || o.name when (o.id + o.place) % 4 = 2 then upper(o.name) else o.name end, 120),
      case when cardinality(o.rows) > 0 and o.place % 2 = 0 then o.rows[1 + (o.id + o.place) % cardinality(o.rows)] end,
      1 + (o.id + o.place) % 6, o.currency, greatest(500, o.price + (o.price * ((100 - o.rank) % 40) / 100) / 100 * 100),
      (array['Restricted view', 'Wheelchair and companion', 'VIP package with lounge access', 'Over 16 only', 'Piggyback seats, one behind the other', 'Aisle seats'])[(o.id + o.place) % 24]
    from offered o cross join sellers k where o.place <= 6 on conflict do nothing`.execute(trx)
  await insertClusters(trx)
  while (await placePage(trx)) {
    /* the next page */
  }
}

/**
 * What several listings spell alike and no map has, so that a rule is worth proposing: stalls called by another name,
 * and rows with letters before their number.
 */
async function insertClusters(trx: Db): Promise<void> {
  await sql`
    with next as (
      select p.id, p.currency, coalesce(p.min_price, 4500) as price, e.provider_id, p.venue_configuration_id,
        row_number() over (partition by p.venue_configuration_id order by p.starts_at, p.id) as place
      from performances p join events e on e.id = p.event_id where p.starts_at > now() and p.status in ('onsale', 'rescheduled')
    ), offered as (
      select n.*, s.id as section_id, s.name, s.rows, s.zone, g.copy, row_number() over (partition by n.id, s.zone order by s.id, g.copy) as turn
      from next n join venue_sections s on s.venue_configuration_id = n.venue_configuration_id cross join generate_series(0, 1) as g (copy)
      where n.place <= 3 and cardinality(s.rows) > 12 and (s.name like 'Stalls %' or (s.zone = 'Upper tier' and s.rows[1] = '1'))
    )
    insert into ticket_listings (performance_id, provider_id, code, section, row_name, quantity, currency, price)
    select o.id, o.provider_id, 'C' || o.id || '-' || o.section_id || '-' || o.copy, case when o.name like 'Stalls %' then 'Parterre ' || split_part(o.name, ' ', 2) else o.name end,
      case when o.name like 'Stalls %' then o.rows[11 + (o.id + o.turn) % 2] else 'RW' || o.rows[1 + (o.turn * 5 + o.id) % cardinality(o.rows)] end,
      2, o.currency, greatest(900, o.price)
    from offered o where o.turn <= 6 on conflict do nothing`.execute(trx)
}
