import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { wakeJob } from '../../../core/jobs/jobs.server.ts'
import { t } from '../../../core/i18n/language.ts'
import type { SaveCall } from '../../../core/resource/resource.server.ts'
import { listCityZoneChanges, listVenueZoneChanges } from './zone-changes.ts'

export const moveZonesJob = 'move-zones'

type Place = 'city' | 'venue'

/**
 * Leaves a change of zone to the job: local times stay the same, so the instants change. Past performances stay
 * unchanged.
 */
export function requestZoneChange(place: Place) {
  return async function requestOnSave({
    draft,
    current,
    db,
    actor,
    id,
  }: SaveCall & { readonly id: number }): Promise<void> {
    if (!current || draft['timeZone'] === current['timeZone']) return
    await sql`
      insert into zone_changes (${sql.ref(`${place}_id`)}, from_zone, to_zone, requested_by)
      values (${id}, ${current['timeZone']}, ${draft['timeZone']}, ${actor.name})`.execute(db)
    // The job can run before this commits; its schedule then picks the change up later.
    setTimeout(() => wakeJob(moveZonesJob), 250).unref()
  }
}

async function changesOf(db: Db, place: Place, id: string) {
  const number = /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0
  const {
    rows: [found],
  } = await sql`select from ${sql.table(place === 'city' ? 'cities' : 'venues')} where id = ${number}`.execute(db)
  if (!found) throw new Refusal(404, place === 'city' ? t('City not found.') : t('Venue not found.'))
  const { rows } = await sql<never>`
    select id, from_zone as "from", to_zone as "to", requested_by as "by", requested_at as at, finished_at as "finishedAt", changed, venues, products,
      purchases, skipped, doubled
    from zone_changes where ${sql.ref(`${place}_id`)} = ${number} order by id desc limit 20`.execute(db)
  return { changes: rows }
}

export const listCityZoneChangesServer = implement(listCityZoneChanges, ({ db, params }) =>
  changesOf(db, 'city', params.id),
)
export const listVenueZoneChangesServer = implement(listVenueZoneChanges, ({ db, params }) =>
  changesOf(db, 'venue', params.id),
)
