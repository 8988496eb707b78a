import { sql } from 'kysely'
import { system } from '../../../core/access/access.ts'
import { announceChange, appendAudit } from '../../../core/audit/audit.server.ts'
import { msg } from '../../../core/i18n/language.ts'
import type { Job } from '../../../core/jobs/jobs.server.ts'
import { instantOf } from '../../../core/zoned-time.ts'
import type { Database } from '../../../db/database.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { maxNamed } from '../../places/geo/zone-changes.ts'
import { moveZonesJob } from '../../places/geo/zone-changes.server.ts'
import { isUpcoming } from '../event/upcoming.server.ts'
import { performances } from '../performance/performances.ts'
import { movePurchases, moveVisits } from './zone-moved-purchases.server.ts'

// What a change of a city's or venue's time zone, recorded in zone_changes, does to the performances there and to what was sold of them.

/** Performances processed per transaction. The embedded database makes other callers wait for the whole transaction. */
const pageSize = 200

interface Change {
  id: number
  city_id: number | null
  venue_id: number | null
  from_zone: string
  to_zone: string
  after_id: number
}
interface Row {
  id: number
  event: string
  local: string
}

/** The scope of a change, as a condition on performances `p`. */
function within({ city_id: cityId, venue_id: venueId }: Change) {
  return cityId === null ? sql`p.venue_id = ${venueId}` : sql`p.city_id = ${cityId}`
}

async function venuesAndProducts(db: Db, change: Change): Promise<void> {
  if (change.city_id === null) return
  // Only venues that have followed the city's time zone until now: a zone of a venue's own was set on purpose.
  await sql`
    with moved as (
      update venues set time_zone = ${change.to_zone}, version = version + 1, updated_at = now()
      where city_id = ${change.city_id} and time_zone = ${change.from_zone} returning id
    ), sold as (
      update products set time_zone = ${change.to_zone}, version = version + 1, updated_at = now()
      where city_id = ${change.city_id} and time_zone = ${change.from_zone} returning id
    )
    update zone_changes set venues = venues + (select count(*) from moved), products = products + (select count(*) from sold) where id = ${change.id}`.execute(
    db,
  )
}

/** Moves one page; answers false when none was left. */
async function movePage(db: Db, change: Change): Promise<boolean> {
  const { rows } = await sql<Row>`
    select p.id, e.name as event, to_char(p.local_date + coalesce(p.local_time, time '12:00'), 'YYYY-MM-DD"T"HH24:MI') as local
    from performances p join events e on e.id = p.event_id
    where p.id in (
      select p.id from performances p where ${within(change)} and time_zone = ${change.from_zone} and ${isUpcoming} and p.id > ${change.after_id}
      order by p.id limit ${pageSize}
    ) order by p.id for update of p`.execute(db)
  const last = rows.at(-1)
  if (!last) return false
  // The server calculates the instant: the database can have different rules for a zone.
  const moments = rows.map((row) => ({ ...row, ...instantOf(row.local, change.to_zone) }))
  const moved = moments.filter(({ occurrence }) => occurrence !== 'never')
  const named = (which: string) =>
    JSON.stringify(
      moments
        .filter(({ occurrence }) => occurrence === which)
        .map(({ id, event, local }) => ({ performanceId: id, event, local })),
    )
  await sql`
    update performances p set time_zone = ${change.to_zone}, starts_at = given.starts_at, version = p.version + 1, updated_at = now()
    from unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ instant }) => instant)}::timestamptz[]) as given (id, starts_at)
    where p.id = given.id`.execute(db)
  await sql`
    update zone_changes set after_id = ${last.id}, changed = changed + ${moved.length},
      skipped = case when jsonb_array_length(skipped) < ${maxNamed} then skipped || ${named('never')}::jsonb else skipped end,
      doubled = case when jsonb_array_length(doubled) < ${maxNamed} then doubled || ${named('twice')}::jsonb else doubled end
    where id = ${change.id}`.execute(db)
  await announceChange(db, performances.name, null)
  return true
}

/** Moves one page of what was sold there; answers false when none was left. */
async function moveSoldPage(db: Db, change: Change): Promise<boolean> {
  const count = (await movePurchases(db, change, within(change))) || (await moveVisits(db, change))
  if (count === 0) return false
  await sql`update zone_changes set purchases = purchases + ${count} where id = ${change.id}`.execute(db)
  return true
}

async function finish(db: Db, change: Change): Promise<void> {
  const {
    rows: [report],
  } = await sql<{ changed: number; venues: number; products: number; skipped: number; title: string }>`
    update zone_changes z set finished_at = now() where id = ${change.id}
    returning changed, venues, products, jsonb_array_length(skipped) as skipped,
      (select name from cities where id = z.city_id union all select name from venues where id = z.venue_id) as title`.execute(
    db,
  )
  if (!report) return
  const { title, ...counts } = report
  await appendAudit(
    db,
    [
      {
        action: 'move-zone',
        object: change.city_id === null ? 'venues' : 'cities',
        recordId: change.city_id ?? change.venue_id,
        title,
        before: { performancesIn: change.from_zone },
        after: { performancesIn: change.to_zone, ...counts },
      },
    ],
    { actor: system('jobs') },
  )
}

/** One page of the oldest change under way; answers false when there is none, or another instance has it. */
async function step(db: Db): Promise<boolean> {
  const {
    rows: [change],
  } = await sql<Change>`
    select id, city_id, venue_id, from_zone, to_zone, after_id from zone_changes
    where id = (select min(id) from zone_changes where finished_at is null) for update skip locked`.execute(db)
  if (!change) return false
  if (change.after_id === 0) await venuesAndProducts(db, change)
  if (!(await movePage(db, change)) && !(await moveSoldPage(db, change))) await finish(db, change)
  return true
}

async function moveZones({ kysely }: Pick<Database, 'kysely'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await kysely.transaction().execute(step))) {
    /* the next page */
  }
}

/** The schedule is for what was asked for just before a server stopped. */
export const zoneJobs: readonly Job[] = [
  {
    name: moveZonesJob,
    label: msg('Time zone changes'),
    does: msg('Moves performances and open orders to the new time zone of their venue or city.'),
    staleWithout: msg('Performances show the time of the old zone.'),
    overlap: 'share',
    cron: '* * * * *',
    run: ({ database, signal }) => moveZones(database, signal),
  },
]
