import { sql } from 'kysely'
import type { Database } from '../../db/database.server.ts'
import { system } from '../../kit/access.ts'
import { announceChange, appendAudit } from '../../kit/audit.server.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import type { Job } from '../../kit/jobs.server.ts'
import { ringForJob } from '../../kit/jobs.server.ts'
import { t } from '../../kit/language.ts'
import type { SaveCall } from '../../kit/resource.server.ts'
import { instantOf } from '../../kit/zoned-time.ts'
import { performances } from '../events/performances.ts'
import { listCityZoneChanges, listVenueZoneChanges, mostNamed } from './zone-changes.ts'

export const moveZonesJob = 'move-zones'

/** Performances looked at in one transaction: on the embedded database others wait meanwhile. */
const pageSize = 200

type Place = 'city' | 'venue'

/**
 * Leaves a change of zone for the job: the wall-clock times of what takes place there stay, so the moments do not. Past
 * performances stay as they were.
 */
export function requestZoneChange(place: Place) {
  return async function requestOnSave({ draft, current, db, actor, id }: SaveCall & { readonly id: number }): Promise<void> {
    if (!current || draft['timeZone'] === current['timeZone']) return
    await sql`
      insert into zone_changes (${sql.ref(`${place}_id`)}, from_zone, to_zone, requested_by)
      values (${id}, ${current['timeZone']}, ${draft['timeZone']}, ${actor.name})`.execute(db)
    // The job may look before this is committed; its schedule finds it then.
    setTimeout(() => ringForJob(moveZonesJob), 250).unref()
  }
}

interface Change { id: number; city_id: number | null; venue_id: number | null; from_zone: string; to_zone: string; after_id: number }
interface Row { id: number; event: string; local: string }

/** What a change is about, as a condition on a table that has both columns. */
function within({ city_id: cityId, venue_id: venueId }: Change) {
  return cityId === null ? sql`venue_id = ${venueId}` : sql`city_id = ${cityId}`
}

async function venuesAndProducts(db: Db, change: Change): Promise<void> {
  if (change.city_id === null) return
  // Only what kept the city's clocks until now: a venue with a zone of its own has been told so by somebody.
  await sql`
    with moved as (
      update venues set time_zone = ${change.to_zone}, version = version + 1, updated_at = now()
      where city_id = ${change.city_id} and time_zone = ${change.from_zone} returning id
    ), sold as (
      update products set time_zone = ${change.to_zone}, version = version + 1, updated_at = now()
      where city_id = ${change.city_id} and time_zone = ${change.from_zone} returning id
    )
    update zone_changes set venues = (select count(*) from moved), products = (select count(*) from sold) where id = ${change.id}`.execute(db)
}

/** Moves one page; answers false when none was left. */
async function movePage(db: Db, change: Change): Promise<boolean> {
  const { rows } = await sql<Row>`
    select p.id, e.name as event, to_char(p.local_date + coalesce(p.local_time, time '12:00'), 'YYYY-MM-DD"T"HH24:MI') as local
    from performances p join events e on e.id = p.event_id
    where p.id in (
      select id from performances where ${within(change)} and time_zone = ${change.from_zone} and starts_at > now() and id > ${change.after_id}
      order by id limit ${pageSize}
    ) order by p.id for update of p`.execute(db)
  const last = rows.at(-1)
  if (!last) return false
  // The instant is the server's to work out: the database may know other rules of a zone.
  const moments = rows.map((row) => ({ ...row, ...instantOf(row.local, change.to_zone) }))
  const moved = moments.filter(({ occurrence }) => occurrence !== 'never')
  const named = (which: string) => JSON.stringify(moments.filter(({ occurrence }) => occurrence === which)
    .map(({ id, event, local }) => ({ performanceId: id, event, local })))
  await sql`
    update performances p set time_zone = ${change.to_zone}, starts_at = given.starts_at, version = p.version + 1, updated_at = now()
    from unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ instant }) => instant)}::timestamptz[]) as given (id, starts_at)
    where p.id = given.id`.execute(db)
  await sql`
    update zone_changes set after_id = ${last.id}, changed = changed + ${moved.length},
      purchases = purchases + (select count(*) from purchases where performance_id = any(${moved.map(({ id }) => id)}::bigint[])
        and booking_status in ('pending_payment', 'on_hold', 'confirmed')),
      skipped = case when jsonb_array_length(skipped) < ${mostNamed} then skipped || ${named('never')}::jsonb else skipped end,
      doubled = case when jsonb_array_length(doubled) < ${mostNamed} then doubled || ${named('twice')}::jsonb else doubled end
    where id = ${change.id}`.execute(db)
  await announceChange(db, performances.name, null)
  return true
}

async function finish(db: Db, change: Change): Promise<void> {
  const { rows: [report] } = await sql<{ changed: number; venues: number; products: number; skipped: number; title: string }>`
    update zone_changes z set finished_at = now() where id = ${change.id}
    returning changed, venues, products, jsonb_array_length(skipped) as skipped,
      (select name from cities where id = z.city_id union all select name from venues where id = z.venue_id) as title`.execute(db)
  if (!report) return
  const { title, ...counts } = report
  await appendAudit(db, [{
    action: 'move-zone', object: change.city_id === null ? 'venues' : 'cities', recordId: change.city_id ?? change.venue_id, title,
    before: { performancesIn: change.from_zone }, after: { performancesIn: change.to_zone, ...counts },
  }], { actor: system('jobs') })
}

/** One page of the oldest change under way; answers false when there is none, or another instance has it. */
async function step(db: Db): Promise<boolean> {
  const { rows: [change] } = await sql<Change>`
    select id, city_id, venue_id, from_zone, to_zone, after_id from zone_changes
    where id = (select min(id) from zone_changes where finished_at is null) for update skip locked`.execute(db)
  if (!change) return false
  if (change.after_id === 0) await venuesAndProducts(db, change)
  if (!await movePage(db, change)) await finish(db, change)
  return true
}

export async function moveZones({ kysely }: Pick<Database, 'kysely'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && await kysely.transaction().execute(step)) { /* the next page */ }
}

/** The schedule is for what was asked for just before a server stopped. */
export const zoneJobs: readonly Job[] = [
  { name: moveZonesJob, cron: '* * * * *', run: ({ database, signal }) => moveZones(database, signal) },
]

async function changesOf(db: Db, place: Place, id: string) {
  const number = /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0
  const { rows: [found] } = await sql`select from ${sql.table(place === 'city' ? 'cities' : 'venues')} where id = ${number}`.execute(db)
  if (!found) throw new Refusal(404, place === 'city' ? t('There is no such city.') : t('There is no such venue.'))
  const { rows } = await sql<never>`
    select id, from_zone as "from", to_zone as "to", requested_by as "by", requested_at as at, finished_at as "finishedAt", changed, venues, products,
      purchases, skipped, doubled
    from zone_changes where ${sql.ref(`${place}_id`)} = ${number} order by id desc limit 20`.execute(db)
  return { changes: rows }
}

export const listCityZoneChangesServer = implement(listCityZoneChanges, ({ db, params }) => changesOf(db, 'city', params.id))
export const listVenueZoneChangesServer = implement(listVenueZoneChanges, ({ db, params }) => changesOf(db, 'venue', params.id))
