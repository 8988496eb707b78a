import { sql } from 'kysely'
import { announceChange, difference } from '../../../core/audit/audit.server.ts'
import type { Call } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { storedSql } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { Move, Scheduled } from './reschedule.server.ts'
import { applyMoves, lockScheduled, planMove } from './reschedule.server.ts'
import { endPostponement } from './end-postponement.server.ts'
import { isPast } from './performances.server.ts'
import { keepChanges } from '../notices/notices.server.ts'
import { heldPurchases } from '../notices/held-purchases.server.ts'
import { cancelOrPostponePerformances, countAffected } from '../notices/schedule.endpoints.ts'
import { assertMayMove } from '../notices/schedule-access.server.ts'

export const countAffectedServer = implement(countAffected, async ({ db, query }) => ({
  purchases: sum(await heldIn(db, query.ids.split(',').map(Number))),
}))

/** Number of open purchases for each performance; performances without any are left out. */
export async function heldIn(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select u.performance_id as id, count(*)::integer as count from purchases u
    where u.performance_id = any(${ids}::bigint[]) and u.booking_status in ${heldPurchases} group by 1`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const sum = (counts: ReadonlyMap<number, number>) => [...counts.values()].reduce((whole, count) => whole + count, 0)

export type Becomes = 'cancelled' | 'postponed'
export interface CallingOff {
  readonly becomes: Becomes
  readonly reason?: string | undefined
}

/** Why a performance cannot be cancelled or postponed; null if it can. */
function refusalOf(found: Scheduled | undefined, becomes: Becomes): Move | string | null {
  if (!found) return t('Performance not found.')
  if (found.status === 'cancelled') return t('Already cancelled.')
  if (becomes === 'cancelled') return null
  if (found.isDateTbd)
    return t('This performance is postponed already and has no new date yet. Reschedule it when the date is known.')
  const move = planMove(found, { localDate: found.localDate, localTime: found.localTime, offset: null }, true)
  return 'field' in move ? move.message : move
}

export const cancelOrPostponePerformancesServer = implement(
  cancelOrPostponePerformances,
  async ({ db, input, actor, audit }) => {
    const wanted = [...new Set(input.ids)]
    const found = await lockScheduled(db, wanted)
    await assertMayMove({ db, actor }, [...found.values()])
    return await cancelOrPostpone({ db, actor, audit }, wanted, found, input)
  },
  { enforcesLimits: true },
)

/**
 * Cancels or postpones performances that are locked. One that cannot change is skipped, and its result says why.
 *
 * @throws Refusal (409 `ReasonNeeded`) if a customer has a purchase and no reason is given
 */
export async function cancelOrPostpone(
  actorContext: Pick<Call, 'db' | 'actor' | 'audit'>,
  wanted: readonly number[],
  found: ReadonlyMap<number, Scheduled>,
  { becomes, reason }: CallingOff,
) {
  const planned = new Map(wanted.map((id) => [id, refusalOf(found.get(id), becomes)]))
  const going = wanted.filter((id) => typeof planned.get(id) !== 'string').flatMap((id) => found.get(id) ?? [])
  const held = await heldIn(
    actorContext.db,
    going.map(({ id }) => id),
  )
  const purchases = sum(held)
  if (purchases > 0 && reason === undefined) {
    const message = t(
      '{n, plural, one {# purchase is} other {# purchases are}} affected. Enter a reason for customer support.',
      { n: purchases },
    )
    throw new Refusal(409, message, { error: 'ReasonNeeded', fields: { reason: message } })
  }
  const changes =
    becomes === 'cancelled'
      ? await cancel(actorContext, going, held, reason)
      : await applyMoves(
          actorContext,
          [...planned.values()].filter((move) => move !== null && typeof move !== 'string'),
          'postponed',
          reason,
        )
  return {
    purchases,
    changes: [...changes],
    results: wanted.map((id) => {
      const message = planned.get(id)
      return typeof message === 'string' ? { id, ok: false, message } : { id, ok: true }
    }),
  }
}

/** Cancels performances. Their purchases stay unchanged but record the reason: refunds are decided on each purchase. */
async function cancel(
  { db, actor, audit }: Pick<Call, 'db' | 'actor' | 'audit'>,
  going: readonly Scheduled[],
  held: ReadonlyMap<number, number>,
  reason: string | undefined,
): Promise<readonly number[]> {
  if (going.length === 0) return []
  const ids = going.map(({ id }) => id)
  await sql`update performances set status = 'cancelled', version = version + 1, updated_at = now() where id = any(${ids}::bigint[])`.execute(
    db,
  )
  if (held.size > 0) {
    await sql`
      insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, detail, said)
      select u.id, now(), 'noted', ${actor.kind === 'staff' ? 'staff' : 'system'}, ${actor.name},
        ${storedSql(storedText('The performance was cancelled: {reason}', { reason: reason ?? '' }))}
      from purchases u where u.performance_id = any(${ids}::bigint[]) and u.booking_status in ${heldPurchases}`.execute(
      db,
    )
    await announceChange(db, 'purchases', null)
  }
  const changes = await keepChanges(
    { db, actor },
    going
      .filter(({ id }) => held.has(id))
      .map((of) => ({ performanceId: of.id, kind: 'cancelled', was: of, is: of, timeZone: of.timeZone })),
    reason,
  )
  for (const { id, name, status, version } of going) {
    audit.record({
      action: 'cancelled',
      object: 'performances',
      recordId: id,
      title: name,
      version: version + 1,
      ...(reason !== undefined && { reason }),
      ...difference({ status, purchasesAffected: 0 }, { status: 'cancelled', purchasesAffected: held.get(id) ?? 0 }),
    })
  }
  await endPostponement(
    { db, audit },
    going.filter((of) => !isPast({ ...of })).map(({ eventId }) => eventId),
    reason,
  )
  return changes
}
