import { sql } from 'kysely'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { isOpen } from '../places/venues/map-coverage.server.ts'
import { performanceBatches } from '../section-mapping/read-wordings.server.ts'
import { leastFactor, leastPrices, madScale, meanScale, priceLimit } from './price-test.ts'
import { storeSuggestions } from './store-suggestions.server.ts'
import { orderRates } from '../exchange-rates/order-rates.server.ts'
import { urgencyOf } from './urgency.server.ts'

const findOutliersJob = 'find-outliers'

/** Configurations that are searched although nothing was placed there, because listings also sell and events pass. */
const rotation = 20
/** Seats of a row are an average, so a few more tickets say nothing. */
const surplus = 1.25

/**
 * The open listings of configurations that have been looked at, and what is wrong with each. Windows in place of joins
 * with itself: their time grows with the listings alone, whatever the planner knows of them.
 */
const found = (performanceIds: readonly number[]) => sql`
  base as materialized (
    select l.id, l.performance_id, l.section, l.row_name, l.quantity, l.price, l.currency, l.provider_id, l.venue_section_id, l.placed_row, l.unplaced_reason,
      p.venue_id, p.venue_configuration_id, p.local_date, coalesce(s.zone, '') as zone,
      s.capacity::numeric / case when l.placed_row is null then 1 else greatest(1, cardinality(s.rows)) end as seats,
      case when l.venue_section_id is not null and l.price > 0 then ln(l.price) end as worth
    from performances p join ticket_listings l on l.performance_id = p.id left join venue_sections s on s.id = l.venue_section_id
    where p.id = any(${[...performanceIds]}::bigint[]) and ${isOpen} and l.placed_at is not null
  ), ranked as (
    select b.*, count(worth) over zone as prices, row_number() over (zone order by worth) as place,
      min(provider_id) over seats <> max(provider_id) over seats as is_twice,
      sum(quantity) over (partition by performance_id, venue_section_id, placed_row) as together
    from base b window zone as (partition by performance_id, currency, zone),
      seats as (partition by performance_id, venue_section_id, placed_row, quantity)
  ), centred as (
    select r.*, abs(worth - avg(worth) filter (where place in ((prices + 1) / 2, (prices + 2) / 2)) over (partition by performance_id, currency, zone)) as distance
    from ranked r
  ), spread as (
    select c.*, row_number() over (zone order by distance) as away, avg(distance) over zone as mean
    from centred c window zone as (partition by performance_id, currency, zone)
  ), judged as (
    select s.*, avg(distance) filter (where away in ((prices + 1) / 2, (prices + 2) / 2)) over (partition by performance_id, currency, zone) as mad
    from spread s
  ), wrong as (
    select j.*, array_remove(array[
      case when unplaced_reason in ('unknown_section', 'ambiguous', 'wrong_configuration', 'row_out_of_range', 'row_is_range', 'parking_or_extra')
        and not exists (select from section_decisions d where d.venue_configuration_id = j.venue_configuration_id and d.section_name is null
          and lower(d.raw_section) = lower(j.section) and coalesce(d.raw_row, '') in ('', coalesce(j.row_name, '')))
        then replace(unplaced_reason, 'row_is_range', 'row_out_of_range') end,
      case when (venue_section_id is not null and price = 0) or (prices >= ${leastPrices} and distance >= ln(${leastFactor}::double precision)
        and distance >= ${priceLimit}::double precision * case when mad > 0 then mad * ${madScale}::double precision else mean * ${meanScale}::double precision end)
        then 'price_outlier' end,
      case when placed_row is not null and venue_section_id is not null and is_twice then 'listed_twice' end,
      case when venue_section_id is not null and together > ceil(${surplus}::numeric * seats) then 'too_many_tickets' end], null) as kinds
    from judged j
  ), grouped as (
    select k.kind, min(section) as raw_section, case when k.kind in ('row_out_of_range', 'listed_twice', 'too_many_tickets') then row_name end as raw_row,
      venue_id, venue_configuration_id, array_agg(distinct provider_id) as provider_ids, count(*)::integer as listing_count,
      sum(quantity)::integer as ticket_count, sum(quantity * price)::bigint as stake, currency, min(local_date) as next_date
    from wrong cross join lateral unnest(kinds) as k (kind)
    group by k.kind, lower(section), 3, venue_id, venue_configuration_id, currency
  )`

/** An outlier as the listings of some performances say it. */
interface Group {
  /** The section as the database folds it. */
  readonly folded: string
  readonly kind: string
  readonly section: string
  readonly row: string | null
  readonly venueId: number
  readonly configurationId: number
  readonly providerIds: readonly number[]
  readonly listings: number
  readonly tickets: number
  readonly stake: number
  readonly currency: string
  readonly nextDate: string
}

const merged = (one: Group, other: Group): Group => ({
  ...one,
  section: one.section < other.section ? one.section : other.section,
  providerIds: [...new Set([...one.providerIds, ...other.providerIds])],
  listings: one.listings + other.listings,
  tickets: one.tickets + other.tickets,
  stake: one.stake + other.stake,
  nextDate: one.nextDate < other.nextDate ? one.nextDate : other.nextDate,
})

interface Found {
  readonly groups: readonly Group[]
  /** Before the first listing was read. */
  readonly readAt: string
}

/**
 * What is wrong with the listings of configurations. Read in batches of performances, which are judged each by itself, so
 * that no statement keeps the embedded database’s only connection for long.
 */
async function outliersAt(db: Db, ids: readonly number[]): Promise<Found> {
  const {
    rows: [start],
  } = await sql<{ at: string }>`select now()::timestamptz(3)::text as at`.execute(db)
  const all = new Map<string, Group>()
  for (const id of ids)
    for (const batch of await performanceBatches(db, id)) {
      const { rows } = await sql<Group>`
        with ${found(batch)}
        select lower(raw_section) as folded, kind, raw_section as section, raw_row as row, venue_id as "venueId", venue_configuration_id as "configurationId", provider_ids as "providerIds",
          listing_count as listings, ticket_count as tickets, stake, currency, next_date::text as "nextDate" from grouped`.execute(
        db,
      )
      for (const one of rows) {
        const key = JSON.stringify([one.configurationId, one.kind, one.folded, one.row, one.currency])
        const known = all.get(key)
        all.set(key, known ? merged(known, one) : one)
      }
    }
  return { groups: [...all.values()], readAt: start?.at ?? '' }
}

/** Searches the listings of configurations, and brings their outliers up to date. Answers with how many are found. */
export async function scanConfigurations(db: Db, ids: readonly number[]): Promise<number> {
  return await storeOutliers(db, ids, await outliersAt(db, ids))
}

/** Brings the outliers of configurations up to date. */
async function storeOutliers(db: Db, ids: readonly number[], { groups, readAt }: Found): Promise<number> {
  const rates = await orderRates(db)
  const column = <T>(read: (one: Group) => T) => groups.map(read)
  const { numAffectedRows = 0n } = await sql`
    insert into ticket_map_outliers as o (kind, raw_section, raw_row, venue_id, venue_configuration_id, provider_ids, listing_count, ticket_count, stake, currency, next_date, urgency)
    select g.kind, g.raw_section, g.raw_row, g.venue_id, g.venue_configuration_id, array(select jsonb_array_elements_text(g.provider_ids)::bigint order by 1), g.listing_count, g.ticket_count,
      g.stake, g.currency, g.next_date, ${urgencyOf('g', rates)}
    from unnest(${column(({ kind }) => kind)}::text[], ${column(({ section }) => section)}::text[], ${column(({ row }) => row)}::text[], ${column(({ venueId }) => venueId)}::bigint[],
      ${column(({ configurationId }) => configurationId)}::bigint[], ${column(({ providerIds }) => JSON.stringify(providerIds))}::jsonb[], ${column(({ listings }) => listings)}::integer[],
      ${column(({ tickets }) => tickets)}::integer[], ${column(({ stake }) => stake)}::bigint[], ${column(({ currency }) => currency)}::text[], ${column(({ nextDate }) => nextDate)}::date[])
      as g (kind, raw_section, raw_row, venue_id, venue_configuration_id, provider_ids, listing_count, ticket_count, stake, currency, next_date)
    join currencies c on c.code = g.currency
    on conflict (venue_configuration_id, kind, lower(raw_section), coalesce(raw_row, ''), currency) do update set
      provider_ids = excluded.provider_ids, listing_count = excluded.listing_count, ticket_count = excluded.ticket_count, stake = excluded.stake,
      next_date = excluded.next_date, last_seen_at = now(),
      urgency = case when o.status = 'ignored' and o.ignored_until > now()::date then 0 else excluded.urgency end,
      status = case when o.resolution = 'gone' then 'open' when o.status = 'resolved' or o.ignored_until <= now()::date then 'reopened' else o.status end,
      resolution = null, ignored_until = case when o.ignored_until > now()::date then o.ignored_until end,
      version = o.version + case when o.status = 'resolved' or o.ignored_until <= now()::date then 1 else 0 end`.execute(
    db,
  )
  // While listings wait to be placed again, their outliers are neither there nor gone.
  await sql`
    update ticket_map_outliers o set listing_count = 0, ticket_count = 0, stake = 0, urgency = 0,
      status = case when o.status in ('open', 'reopened') then 'resolved' else o.status end,
      resolution = case when o.status in ('open', 'reopened') then 'gone' else o.resolution end,
      version = o.version + case when o.status in ('open', 'reopened') then 1 else 0 end
    where o.venue_configuration_id = any(${[...ids]}::bigint[]) and o.last_seen_at < now()::timestamptz(3) and (o.listing_count > 0 or o.status in ('open', 'reopened'))
      and not exists (select from performances p join ticket_listings l on l.performance_id = p.id
        where p.venue_configuration_id = o.venue_configuration_id and l.is_open and l.placed_at is null)`.execute(db)
  await storeSuggestions(db, ids)
  await sql`
    insert into outlier_scans (venue_configuration_id, scanned_at) select id, ${readAt}::timestamptz from unnest(${[...ids]}::bigint[]) as g (id)
    on conflict (venue_configuration_id) do update set scanned_at = excluded.scanned_at`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Where listings were placed since the last search, and those whose last search is the longest ago. Placing commits a
 * moment after its own time, hence the seconds of overlap.
 */
async function dueConfigurations(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recent as (
      select distinct p.venue_configuration_id as id from ticket_listings l join performances p on p.id = l.performance_id
        left join outlier_scans s on s.venue_configuration_id = p.venue_configuration_id
      where l.is_open and l.placed_at > coalesce((select max(scanned_at) from outlier_scans), '-infinity') - interval '1 hour'
        and p.venue_configuration_id is not null and (s.scanned_at is null or l.placed_at > s.scanned_at - interval '5 seconds')
    )
    select id from recent union (select venue_configuration_id from outlier_scans where scanned_at < now() - interval '10 minutes' order by scanned_at limit ${rotation})
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

async function findOutliers(
  { kysely }: Pick<Database, 'kysely'>,
  signal: AbortSignal,
  count: (name: string, by?: number) => void,
): Promise<void> {
  const ids = await dueConfigurations(kysely)
  // One by one: the embedded database makes other callers wait for the whole transaction.
  for (const id of ids) {
    if (signal.aborted) return
    const outliers = await outliersAt(kysely, [id])
    count('outliers', await kysely.transaction().execute((trx) => storeOutliers(trx, [id], outliers)))
    count('configurations')
  }
}

export const outlierJobs: readonly Job[] = [
  {
    name: findOutliersJob,
    label: msg('Outlier search'),
    does: msg('Finds listings that don’t fit the seat map, or whose price or quantity looks wrong.'),
    staleWithout: msg('New outliers are not in the list, and solved ones stay there.'),
    overlap: 'skip',
    counts: { configurations: msg('Configurations'), outliers: msg('Outliers') },
    cron: '* * * * *',
    run: ({ database, signal, count }) => findOutliers(database, signal, count),
  },
]
