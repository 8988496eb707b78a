import { sql } from 'kysely'
import { difference } from '../../../core/audit/audit.server.ts'
import type { Call } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { isUpcoming } from '../event/upcoming.server.ts'

/**
 * Makes postponed events rescheduled of which every upcoming performance has a day again, and there is one. Their performances were just
 * moved or cancelled.
 */
export async function endPostponement(
  { db, audit }: { readonly db: Db; readonly audit: Pick<Call['audit'], 'record'> },
  eventIds: readonly number[],
  reason: string | undefined,
): Promise<void> {
  if (eventIds.length === 0) return
  const { rows } = await sql<{ id: number; name: string; version: number }>`
    update events e set schedule = 'rescheduled', version = e.version + 1, updated_at = now()
    where e.id = any(${[...new Set(eventIds)]}::bigint[]) and e.schedule = 'postponed'
      and exists (select from performances p where p.event_id = e.id and p.status <> 'cancelled' and p.starts_at > now() and not p.is_date_tbd)
      and not exists (select from performances p where p.event_id = e.id and p.status <> 'cancelled' and ${isUpcoming}
        and waits_for_day(p.status, p.is_date_tbd, p.rescheduled_from, e.schedule))
    returning e.id, e.name, e.version`.execute(db)
  for (const { id, name, version } of rows)
    audit.record({
      action: 'rescheduled',
      object: 'events',
      recordId: id,
      title: name,
      version,
      ...(reason !== undefined && { reason }),
      ...difference({ schedule: 'postponed' }, { schedule: 'rescheduled' }),
    })
}
