import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { assertInCities } from '../../../core/calls/city-limits.server.ts'
import { difference } from '../../../core/audit/audit.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import { cities } from '../../places/geo/cities.ts'
import { cancelOrPostpone, heldIn } from './cancel-or-postpone.server.ts'
import type { Becomes } from './cancel-or-postpone.server.ts'
import { cancelOrPostponeEvent, countAffectedOfEvent } from './event.endpoints.ts'
import { findEvent } from './schedule.server.ts'
import { heldPurchases } from '../notices/held-purchases.server.ts'
import { events } from '../event/events.ts'
import { isUpcoming } from '../event/upcoming.server.ts'
import { lockScheduled } from './reschedule.server.ts'
import { assertMayMove } from '../notices/schedule-access.server.ts'
import { maxAtOnce } from '../performance/starts.ts'

/** Performances `p` that are cancelled or postponed with their event. Past ones stay unchanged. */
const concerned: Readonly<Record<Becomes, RawBuilder<unknown>>> = {
  cancelled: sql`p.status <> 'cancelled' and ${isUpcoming}`,
  postponed: sql`p.status <> 'cancelled' and p.starts_at > now() and not p.is_date_tbd`,
}

async function concernedBy(db: Db, eventId: number, becomes: Becomes): Promise<readonly number[]> {
  const { rows } = await sql<{
    id: number
  }>`select p.id from performances p where p.event_id = ${eventId} and ${concerned[becomes]} order by p.id limit ${maxAtOnce + 1}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export const countAffectedOfEventServer = implement(
  countAffectedOfEvent,
  async ({ db, params }) => {
    const { id } = await findEvent(db, params.id)
    const {
      rows: [count],
    } = await sql<{ performances: number; sold: number; purchases: number }>`
    select count(*)::integer as performances, count(*) filter (where h.purchases > 0)::integer as sold, coalesce(sum(h.purchases), 0)::integer as purchases
    from performances p cross join lateral (select count(*) as purchases from purchases u where u.performance_id = p.id and u.booking_status in ${heldPurchases}) h
    where p.event_id = ${id} and ${concerned.cancelled}`.execute(db)
    return count ?? { performances: 0, sold: 0, purchases: 0 }
  },
  { transaction: false },
)

interface Standing {
  readonly id: number
  readonly name: string
  readonly cityId: number
  readonly schedule: string
  readonly version: number
}

export const cancelOrPostponeEventServer = implement(
  cancelOrPostponeEvent,
  async ({ db, params, input, actor, audit }) => {
    const {
      rows: [event],
    } = await sql<Standing>`
    select id, name, city_id as "cityId", schedule, version from events where id = ${recordIdIn(params.id)} for update`.execute(
      db,
    )
    if (!event) throw new Refusal(404, t('Event not found.'))
    await assertInCities({ resource: events, lookup: () => cities }, { actor, db }, 'events', [{ ...event }])
    const wanted = await concernedBy(db, event.id, input.becomes)
    if (wanted.length > maxAtOnce)
      throw new Refusal(
        409,
        t(
          'This event has more than {most} upcoming performances. Cancel or postpone some of them in the list of performances, then try again.',
          { most: maxAtOnce },
        ),
      )
    if (wanted.length === 0 && event.schedule === input.becomes) {
      throw new Refusal(409, input.becomes === 'cancelled' ? t('Already cancelled.') : t('Already postponed.'))
    }
    const found = await lockScheduled(db, wanted)
    await assertMayMove({ db, actor }, [...found.values()])
    const outcome = await cancelOrPostpone({ db, actor, audit }, wanted, found, input)
    // An event is cancelled even if one of its performances stays: that is what the person who gives the reason has
    // decided.
    await sql`update events set schedule = ${input.becomes}, version = version + 1, updated_at = now() where id = ${event.id}`.execute(
      db,
    )
    audit.record({
      action: input.becomes,
      object: 'events',
      recordId: event.id,
      title: event.name,
      version: event.version + 1,
      ...(input.reason !== undefined && { reason: input.reason }),
      ...difference(
        { schedule: event.schedule, performancesCalledOff: 0, purchasesAffected: 0 },
        {
          schedule: input.becomes,
          performancesCalledOff: outcome.results.filter(({ ok }) => ok).length,
          purchasesAffected: outcome.purchases,
        },
      ),
    })
    return outcome
  },
  { enforcesLimits: true },
)

/**
 * Purchases can only be affected by the command, which shows their number and asks for a reason; neither a form nor a
 * bulk edit does.
 */
export async function assertEventUnsold(db: Db, eventId: number, becomes: Becomes): Promise<void> {
  const held = await heldIn(db, await concernedBy(db, eventId, becomes))
  if (held.size === 0) return
  const message = t(
    '{n, plural, one {# performance has} other {# performances have}} sales, so a reason is needed. Use “Cancel or postpone…” on the event.',
    { n: held.size },
  )
  throw new Refusal(409, message, { error: 'ReasonNeeded', fields: { schedule: message } })
}
