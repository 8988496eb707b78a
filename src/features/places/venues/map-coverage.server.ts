import { sql } from 'kysely'
import { assertInCities } from '../../../core/calls/city-limits.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement, JsonText } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { wakeJob } from '../../../core/jobs/jobs.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import { cities } from '../geo/cities.ts'
import { placeListings, readMapCoverage } from './map-coverage.ts'
import { venues } from './venues.ts'

/** The job of section mapping that finds the sections of listings. */
export const placeListingsJob = 'place-listings'

/** Sections listed for one venue. */
const maxSectionsTold = 100

/** Listings `l` of performances `p` that people can still buy from. */
export const isOpen = sql`l.is_open and p.starts_at > now() and p.status in ('onsale', 'rescheduled', 'sold_out')`

const placing = sql`hashtextextended('placing of listings', 0)`

/**
 * For those who have listings placed again, until they commit: one after the other, so that no two wait for each other, and no
 * listing is placed by what is about to change.
 */
export async function lockPlacing(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${placing})`.execute(db)
}

/** What the job that places them waits for longer than a moment fails, and it begins its page again. */
export async function giveWay(db: Db): Promise<void> {
  await sql`set local lock_timeout = '300ms'`.execute(db)
}

/** For the job that places them, which gives way. */
export async function sharePlacing(db: Db): Promise<void> {
  await giveWay(db)
  await sql`select pg_advisory_xact_lock_shared(${placing})`.execute(db)
}

/** Has the open listings of what a condition on performances `p` finds placed again. Answers with how many. */
export async function placeAgain(db: Db, condition: ReturnType<typeof sql>): Promise<number> {
  await lockPlacing(db)
  const { numAffectedRows = 0n } = await sql`
    update ticket_listings l set venue_section_id = null, placed_at = null, unplaced_reason = null from performances p
    where p.id = l.performance_id and (l.is_open or l.is_withheld) and p.starts_at > now() and ${condition}`.execute(db)
  // The job can run before this commits; its schedule then picks the listings up later.
  if (numAffectedRows > 0n) setTimeout(() => wakeJob(placeListingsJob), 250).unref()
  return Number(numAffectedRows)
}

export const placeListingsServer = implement(
  placeListings,
  async ({ db, input, actor, audit }) => {
    const ids = [...new Set(input.ids)]
    const { rows } = await sql<{ id: number; cityId: number; name: string; version: number }>`
    select id, city_id as "cityId", name, version from venues where id = any(${ids}::bigint[]) order by id`.execute(db)
    if (rows.length < ids.length) throw new Refusal(404, t('Venue not found.'))
    await assertInCities({ resource: venues, lookup: () => cities }, { actor, db }, 'places', rows)
    let listings = 0
    for (const { id, name, version } of rows) {
      const placed = await placeAgain(db, sql`p.venue_id = ${id}`)
      if (placed > 0)
        audit.record({
          action: 'place-listings',
          object: venues.name,
          recordId: id,
          title: name,
          version,
          before: null,
          after: { listings: placed },
        })
      listings += placed
    }
    return { venues: rows.length, listings }
  },
  { enforcesLimits: true },
)

/** A JSON array of the money at stake in rows that have `currency` and `stake`. */
const stakeOf = (
  rows: ReturnType<typeof sql>,
) => sql`coalesce((select json_agg(json_build_object('currency', s.currency, 'amount', s.amount) order by s.amount desc)
  from (select currency, sum(stake)::bigint as amount from ${rows} group by currency having sum(stake) > 0) s), '[]')`

export const readMapCoverageServer = implement(
  readMapCoverage,
  async ({ db, params }) => {
    const id = recordIdIn(params.id) ?? 0
    const {
      rows: [page],
    } = await sql<{ body: string }>`
    with cells as materialized (
      select lower(l.section) as key, min(l.section) as section, l.provider_id, l.currency, min(s.name) as placed_as, count(*) as listings,
        count(l.venue_section_id) as placed, count(*) filter (where l.placed_at is null) as due, sum(l.quantity) as tickets,
        coalesce(sum(l.quantity * l.price) filter (where l.venue_section_id is null), 0) as stake,
        array_agg(distinct p.venue_configuration_id) filter (where l.venue_section_id is null) as lacking
      from performances p join ticket_listings l on l.performance_id = p.id left join venue_sections s on s.id = l.venue_section_id
      where p.venue_id = ${id} and ${isOpen} group by lower(l.section), l.provider_id, l.currency
    ), sums as materialized (
      select key, min(section) as section, case when sum(placed) = sum(listings) then min(placed_as) end as placed_as, sum(listings) as listings, sum(placed) as placed,
        sum(tickets) as tickets, sum(stake) as stake
      from cells group by key
    ), told as (select * from sums order by stake desc, listings desc, key limit ${maxSectionsTold})
    select json_build_object(
      'listings', (select coalesce(sum(listings), 0) from cells), 'placed', (select coalesce(sum(placed), 0) from cells), 'tickets', (select coalesce(sum(tickets), 0) from cells),
      'due', (select coalesce(sum(due), 0) from cells), 'stake', ${stakeOf(sql`cells c`)}, 'total', (select count(*) from sums),
      'providers', coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name, 'listings', g.listings, 'placed', g.placed, 'tickets', g.tickets,
          'stake', ${stakeOf(sql`cells c where c.provider_id = r.id`)}) order by r.name, r.id)
        from (select provider_id, sum(listings) as listings, sum(placed) as placed, sum(tickets) as tickets from cells group by provider_id) g
          join providers r on r.id = g.provider_id), '[]'),
      'sections', coalesce((select json_agg(json_build_object('section', d.section, 'placedAs', d.placed_as, 'listings', d.listings, 'placed', d.placed, 'tickets', d.tickets,
          'stake', ${stakeOf(sql`cells c where c.key = d.key`)},
          'configurations', (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name) order by v.name), '[]') from venue_configurations v
            where v.id in (select unnest(c.lacking) from cells c where c.key = d.key)),
          'providers', (select json_agg(json_build_object('id', b.provider_id, 'listings', b.listings, 'placed', b.placed)) from (
            select provider_id, sum(listings) as listings, sum(placed) as placed from cells c where c.key = d.key group by provider_id) b)
        ) order by d.stake desc, d.listings desc, d.key) from told d), '[]')
    )::text as body
    from venues where id = ${id}`.execute(db)
    if (!page) throw new Refusal(404, t('Venue not found.'))
    return new JsonText(page.body)
  },
  { transaction: false },
)
