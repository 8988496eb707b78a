import { sql } from 'kysely'
import type { SeedWork } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { placePage } from '../section-mapping/place-listings.server.ts'
import { scanConfigurations } from './find-outliers.server.ts'

/** Performances that get listings as sellers write them: enough for a day's work. */
const maxPerformances = 60
/** Configurations of one search. */
const pageSize = 10

/** Listings of one seller's office: most fit, and some do not, each kind for a reason that happens. */
async function insertListings(trx: Db, asOf: string): Promise<void> {
  await sql`
    with ranked as (
      select p.*, row_number() over (partition by p.venue_configuration_id order by p.starts_at, p.id) as place from performances p
      where p.starts_at > ${asOf}::timestamptz and p.status in ('onsale', 'rescheduled') and p.venue_configuration_id in (select venue_configuration_id from venue_sections)
    ), next as (
      select p.id, p.currency, coalesce(p.min_price, 4500) as price, p.venue_configuration_id from ranked p where p.place <= 4 order by p.starts_at, p.id limit ${maxPerformances}
    ), sellers as (select array_agg(id order by id) as ids from providers where kind <> 'tours'),
    offered as (
      select n.*, s.name, s.rows, s.rank, (s.id * 7919 + n.id * 31) % 97 as dice, row_number() over (partition by n.id order by (s.id * 104729 + n.id * 17) % 1009, s.id) as place,
        -- 'Lower 104' and 'Upper 104': '104' alone is either. One a performance, whatever the dice say.
        s.name ~ '^Lower \\d+$' and exists (select from venue_sections u where u.venue_configuration_id = n.venue_configuration_id
          and u.name = replace(s.name, 'Lower', 'Upper')) and s.id = (select min(o.id) from venue_sections o
          where o.venue_configuration_id = n.venue_configuration_id and o.name ~ '^Lower \\d+$') as is_twin
      from next n join venue_sections s on s.venue_configuration_id = n.venue_configuration_id
    ), written as (
      select o.*, k.ids[1 + (o.id + o.place) % cardinality(k.ids)] as provider_id,
        case
          when o.is_twin then substring(o.name from '\\d+')
          when o.place in (3, 7) and o.name ~ '\\d{2}' then (array['Suite ', 'Skybox ', 'Table '])[1 + o.venue_configuration_id % 3] || substring(o.name from '\\d+')
          when o.place = 3 then (array['Longside Upr', 'Family enclosure', 'Members Pavilion', 'Premium seats Cat 1', 'Gold Circle Left', 'Lounge A'])[1 + o.venue_configuration_id % 6]
          when o.place in (11, 12) and o.name ~ '^(Lower|Upper) \\d+$' then substring(o.name from '\\d+')
          when o.place = 13 and o.name ~ '^(Lower|Upper) 10[1-8]$' then 'Sec 4' || right(o.name, 2)
          when o.place = 4 and o.name like '% %' then split_part(o.name, ' ', 1)
          when o.place = 5 then (array['Car park P2', 'Hotel package', 'VIP HOSPITALITY', 'Fan zone'])[1 + o.id % 4]
          when o.place % 4 = 0 then 'Sec ' || o.name when o.place % 4 = 1 then upper(o.name) else o.name end as words,
        case
          when cardinality(o.rows) = 0 or o.place = 13 then null
          when o.place = 6 then case when o.id % 2 = 0 then 'ZZ' else '1-5' end
          else o.rows[1 + (o.id + o.place) % cardinality(o.rows)] end as row_name,
        o.price + (o.price * ((100 - o.rank) % 25) / 100) / 100 * 100 as asked
      from offered o cross join sellers k where o.place <= 22 or o.is_twin
    )
    insert into ticket_listings (performance_id, provider_id, code, section, row_name, quantity, currency, price)
    select w.id, case when g.copy = 1 then k.ids[1 + (w.id + w.place + 1) % cardinality(k.ids)] else w.provider_id end,
      'S' || w.id || '-' || w.place || case when g.copy = 1 then 'b' else '' end, left(w.words, 120), w.row_name, 1 + (w.id + w.place) % 4, w.currency,
      greatest(900, w.asked * case when w.place = 9 and w.id % 3 = 0 then 10 when w.place = 10 and w.id % 7 = 0 then 25 else 1 end)
    from written w cross join sellers k cross join generate_series(0, 1) as g (copy)
    where g.copy = 0 or (w.place = 8 and w.id % 3 = 1 and w.row_name is not null and cardinality(k.ids) > 1) on conflict do nothing`.execute(
    trx,
  )
}

/** What was decided before, so that a case has a history. */
async function decideSome(trx: Db): Promise<void> {
  await sql`
    with decided as (
      update ticket_map_outliers set status = 'resolved', resolution = 'once', urgency = 0, version = version + 1
      where id in (select id from ticket_map_outliers where status = 'open' and kind in ('unknown_section', 'ambiguous') and suggestion is not null order by id limit 4)
      returning id, venue_configuration_id, raw_section, suggestion
    )
    insert into section_decisions (venue_configuration_id, raw_section, section_name, is_once, outlier_id, decided_by)
    select venue_configuration_id, raw_section, suggestion, true, id, (select min(id) from staff where status = 'active') from decided on conflict do nothing`.execute(
    trx,
  )
  await sql`
    update ticket_map_outliers set status = 'ignored', ignored_until = now()::date + 14, urgency = 0, version = version + 1
    where id in (select id from ticket_map_outliers where status = 'open' and kind = 'price_outlier' order by id limit 2)`.execute(
    trx,
  )
  await sql`
    update ticket_listings l set venue_section_id = null, placed_at = null, unplaced_reason = null from performances p, section_decisions d
    where p.id = l.performance_id and p.venue_configuration_id = d.venue_configuration_id and lower(l.section) = lower(d.raw_section) and l.is_open`.execute(
    trx,
  )
}

/** Places the listings and finds their outliers, as the jobs do. */
async function settle(trx: Db): Promise<void> {
  while (await placePage(trx)) {
    /* the next page */
  }
  const { rows } = await sql<{ id: number }>`
    select distinct p.venue_configuration_id as id from performances p join ticket_listings l on l.performance_id = p.id
    where p.venue_configuration_id is not null order by id`.execute(trx)
  for (let from = 0; from < rows.length; from += pageSize)
    await scanConfigurations(
      trx,
      rows.slice(from, from + pageSize).map(({ id }) => id),
    )
}

/** The outliers of the demo's listings, then what was decided about some. Safe to run again. */
export const seedOutliers: readonly SeedWork[] = [
  async function find(trx, { asOf }) {
    const { rows } = await sql`select from ticket_map_outliers limit 1`.execute(trx)
    if (rows.length > 0) return
    await insertListings(trx, asOf)
    await settle(trx)
  },
  async function decide(trx) {
    const { rows } = await sql`select from ticket_map_outliers where status <> 'open' limit 1`.execute(trx)
    if (rows.length > 0) return
    await decideSome(trx)
    await settle(trx)
  },
]
