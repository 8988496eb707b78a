import { sql } from 'kysely'
import { folded, isIndexable, literal } from '../../core/list/search-text.server.ts'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { isUpcoming } from '../events/event/upcoming.server.ts'

/** What decides which events are in a lineup. */
export interface LineupQuery {
  readonly membership: string
  readonly isOfBill: boolean
  readonly eventTypes: readonly string[]
  readonly cityIds: readonly number[]
  readonly venueIds: readonly number[]
  readonly nameContains: string | null
  readonly fromDate: string | null
  readonly untilDate: string | null
  readonly maxEvents: number
  readonly pinnedEventIds: readonly number[]
  readonly excludedEventIds: readonly number[]
}

/** The performances of a lineup that visitors can still attend. */
export const isToCome = sql`${isUpcoming} and p.status in ('onsale', 'sold_out', 'rescheduled', 'postponed')`

function conditionsOf(query: LineupQuery, bill: RawBuilder<unknown>): RawBuilder<unknown> {
  const asked: RawBuilder<unknown>[] = [
    sql`e.publication = 'published'`,
    sql`not e.is_hidden`,
    sql`e.schedule <> 'cancelled'`,
    isToCome,
    sql`e.id <> all(${query.excludedEventIds}::bigint[])`,
    sql`e.id <> all(${query.pinnedEventIds}::bigint[])`,
  ]
  if (query.isOfBill) asked.push(sql`e.performer_ids && ${bill}`)
  if (query.eventTypes.length > 0) asked.push(sql`e.type = any(${query.eventTypes}::text[])`)
  if (query.cityIds.length > 0) asked.push(sql`e.city_id = any(${query.cityIds}::bigint[])`)
  if (query.venueIds.length > 0) asked.push(sql`e.venue_id = any(${query.venueIds}::bigint[])`)
  if (query.nameContains !== null) {
    const pattern = folded(`%${literal(query.nameContains)}%`)
    asked.push(sql`folded(e.name) like ${pattern}`)
    // Implied by the name, so that the index of events can be used.
    if (isIndexable(query.nameContains))
      asked.push(sql`searchable(e.name, e.slug, e.internal_name, e.provider_code) like ${pattern}`)
  }
  if (query.fromDate !== null) asked.push(sql`p.local_date >= ${query.fromDate}::date`)
  if (query.untilDate !== null) asked.push(sql`p.local_date <= ${query.untilDate}::date`)
  return sql.join(asked, sql` and `)
}

/** True where the query asks for something: without that it would find everything. */
function asksForSomething(query: LineupQuery): boolean {
  return (
    query.membership === 'living' &&
    (query.isOfBill ||
      query.eventTypes.length > 0 ||
      query.cityIds.length > 0 ||
      query.venueIds.length > 0 ||
      query.nameContains !== null)
  )
}

/**
 * The events of a lineup: `(id, is_pinned, position, total)`. Pinned ones come first, in their order, then what the query
 * finds, the next to come first and undecided days last, up to the cap. `total` is how many there would be without the cap.
 *
 * @param bill - SQL of a bigint[] with the ids of the performers on the bill
 */
export function membersSql(query: LineupQuery, bill: RawBuilder<unknown>): RawBuilder<unknown> {
  const found = asksForSomething(query)
    ? sql`select e.id, min(p.starts_at) filter (where not p.is_date_tbd) as next from events e join performances p on p.event_id = e.id where ${conditionsOf(query, bill)} group by e.id`
    : sql`select null::bigint as id, null::timestamptz as next where false`
  return sql`(
    with pinned as (select g.id, g.place from unnest(${query.pinnedEventIds}::bigint[]) with ordinality as g (id, place) join events e on e.id = g.id),
    found as (${found}),
    every as (
      select id, true as is_pinned, place, null::timestamptz as next from pinned
      union all
      select id, false, null, next from found)
    select id, is_pinned, row_number() over (order by is_pinned desc, place, next, id)::integer as position, count(*) over ()::integer as total
    from every order by is_pinned desc, place, next, id limit ${query.maxEvents})`
}

export const storedBill = (id: number) => sql`array(select performer_id from lineup_performers where lineup_id = ${id})`

/** The query of a stored lineup, locked until the transaction ends; undefined if the lineup does not exist. */
export async function storedQuery(db: Db, id: number): Promise<LineupQuery | undefined> {
  const {
    rows: [row],
  } = await sql<LineupQuery>`
    select membership, is_of_bill as "isOfBill", event_types as "eventTypes", city_ids as "cityIds", venue_ids as "venueIds",
      name_contains as "nameContains", from_date as "fromDate", until_date as "untilDate", max_events as "maxEvents",
      pinned_event_ids as "pinnedEventIds", excluded_event_ids as "excludedEventIds"
    from lineups where id = ${id} for update`.execute(db)
  return row
}

/**
 * Recalculates the contents of a lineup. This is not an edit by staff, so the version stays and no history is written.
 */
export async function refreshLineup(db: Db, id: number): Promise<void> {
  const query = await storedQuery(db, id)
  if (!query) return
  await sql`delete from lineup_events where lineup_id = ${id}`.execute(db)
  await sql`
    insert into lineup_events (lineup_id, event_id, position, is_pinned)
    select ${id}, m.id, m.position, m.is_pinned from ${membersSql(query, storedBill(id))} m`.execute(db)
  await sql`
    update lineups set refreshed_at = now(), empty_since = case when exists (
      select from lineup_events le join performances p on p.event_id = le.event_id where le.lineup_id = ${id} and ${isToCome}
    ) then null else coalesce(empty_since, now()) end where id = ${id}`.execute(db)
}
