import { sql } from 'kysely'
import { implement, JsonText } from '../../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import { applyMoves, assertReason, lockScheduled, planMove, taken } from './reschedule.server.ts'
import { isUpcoming } from '../event/upcoming.server.ts'
import { openPurchases } from '../notices/held-purchases.server.ts'
import { disputes } from './performances.server.ts'
import { readScheduleDiff, settleTime } from '../notices/schedule.endpoints.ts'
import { assertMayMove } from '../notices/schedule-access.server.ts'
import { findEvent } from './schedule.server.ts'

/** Performances listed at once. With more to settle, the user begins with the next ones. */
const maxShown = 50

export const readScheduleDiffServer = implement(readScheduleDiff, async ({ db, params }) => {
  const event = await findEvent(db, params.id)
  const {
    rows: [page],
  } = await sql<{ text: string }>`
    with disputed as (
      select p.* from performances p where p.event_id = ${event.id} and ${isUpcoming} and p.status <> 'cancelled'
        and p.id in (select p.id from performances p join ${disputes} where p.event_id = ${event.id})
      order by p.starts_at, p.id limit ${maxShown}
    ), trust as (
      select provider_id, count(*) as settled, count(*) filter (where settled_as = 'theirs') as right_ones from provider_times
      where settled_at is not null and provider_id in (select o.provider_id from provider_times o join disputed d on d.id = o.performance_id) group by provider_id
    )
    select json_build_object('disputes', coalesce(json_agg(json_build_object(
      'id', p.id, 'localDate', p.local_date, 'localTime', to_char(p.local_time, 'HH24:MI'), 'venue', v.name, 'status', p.status,
      'purchaseCount', (select count(*) from purchases u where u.performance_id = p.id and u.booking_status in ${openPurchases}),
      'claims', (select json_agg(json_build_object(
        'providerId', o.provider_id, 'provider', q.name, 'localDate', o.local_date, 'localTime', to_char(o.local_time, 'HH24:MI'),
        'seenAt', to_char(o.seen_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'agrees', (o.local_date, o.local_time) is not distinct from (p.local_date, p.local_time),
        'right', coalesce(r.right_ones, 0), 'settled', coalesce(r.settled, 0)
      ) order by q.priority, q.id) from provider_times o join providers q on q.id = o.provider_id left join trust r on r.provider_id = o.provider_id where o.performance_id = p.id)
    ) order by p.starts_at, p.id), '[]'))::text as text from disputed p join venues v on v.id = p.venue_id`.execute(db)
  return new JsonText(page?.text ?? '{"disputes":[]}')
})

interface Claimed {
  readonly local_date: string
  readonly local_time: string | null
  readonly name: string
}

export const settleTimeServer = implement(
  settleTime,
  async ({ db, params, input, actor, audit }) => {
    const id = recordIdIn(params.id) ?? 0
    const found = (await lockScheduled(db, [id])).get(id)
    if (!found) throw new Refusal(404, t('Performance not found.'))
    await assertMayMove({ db, actor }, [found])
    const {
      rows: [claim],
    } =
      input.providerId === null
        ? { rows: [] }
        : await sql<Claimed>`
    select o.local_date, o.local_time, q.name from provider_times o join providers q on q.id = o.provider_id
    where o.performance_id = ${id} and o.provider_id = ${input.providerId}`.execute(db)
    if (input.providerId !== null && !claim)
      throw invalid({ providerId: t('No data from that provider for this performance.') })
    const to = claim
      ? { localDate: claim.local_date, localTime: claim.local_time }
      : { localDate: found.localDate, localTime: found.localTime }
    let { startsAt } = found
    let changes: readonly number[] = []
    if (claim && (to.localDate !== found.localDate || to.localTime !== found.localTime)) {
      const move = planMove(found, { ...to, offset: input.offset }, false)
      if ('field' in move) throw new Refusal(409, move.message, { fields: { [move.field]: move.message } })
      if ((await taken(db, [move])).size > 0)
        throw new Refusal(409, t('The event has another performance at this venue then.'))
      assertReason(found.purchases, input.reason)
      changes = await applyMoves({ db, audit, actor }, [move], 'rescheduled', input.reason ?? `As ${claim.name} says`)
      startsAt = move.startsAt
    }
    // Every provider is scored by the outcome, including those who agreed: that is their track record.
    const { numAffectedRows = 0n } = await sql`
    update provider_times set settled_at = now(), settled_by = ${actor.name},
      settled_as = case when (local_date, local_time) is not distinct from (${to.localDate}::date, ${to.localTime}::time) then 'theirs' else 'ours' end
    where performance_id = ${id} and settled_at is null`.execute(db)
    if (numAffectedRows === 0n) throw new Refusal(409, t('Already settled.'))
    if (startsAt === found.startsAt) {
      audit.record({
        action: 'time-settled',
        object: 'performances',
        recordId: id,
        title: found.localDate,
        version: found.version,
        before: null,
        after: { kept: [found.localDate, found.localTime ?? ''].join(' ').trim() },
      })
    }
    return { id, startsAt, purchases: startsAt === found.startsAt ? 0 : found.purchases, changes: [...changes] }
  },
  { enforcesLimits: true },
)
