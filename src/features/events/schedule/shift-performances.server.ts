import { implement } from '../../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Move } from './reschedule.server.ts'
import { applyMoves, assertReason, lockScheduled, planMove, reasonWords, taken } from './reschedule.server.ts'
import { assertMayMove } from '../notices/schedule-access.server.ts'
import { reschedulePerformance, shiftPerformances } from '../notices/schedule.endpoints.ts'
import type { Start } from '../performance/starts.ts'

export const reschedulePerformanceServer = implement(
  reschedulePerformance,
  async ({ db, params, input, actor, audit }) => {
    const id = recordIdIn(params.id) ?? 0
    const found = (await lockScheduled(db, [id])).get(id)
    if (!found) throw new Refusal(404, t('Performance not found.'))
    await assertMayMove({ db, actor }, [found])
    const { reason, isDateTbd = false, ...to } = input
    const move = planMove(found, to, isDateTbd)
    if ('field' in move)
      throw move.field === 'localDate'
        ? new Refusal(409, move.message, { fields: { localDate: move.message } })
        : invalid({ [move.field]: move.message })
    const isSame =
      move.startsAt === found.startsAt &&
      to.localDate === found.localDate &&
      to.localTime === found.localTime &&
      isDateTbd === found.isDateTbd
    if (isSame) return { id, startsAt: found.startsAt, purchases: 0, changes: [] }
    if ((await taken(db, [move])).size > 0) {
      const message = t('The event has another performance at this venue then.')
      // Anything else that is missing is reported together with it, not after it.
      throw new Refusal(409, message, {
        fields: {
          localDate: message,
          ...(reason === undefined && found.purchases > 0 && { reason: reasonWords(found.purchases) }),
        },
      })
    }
    assertReason(found.purchases, reason)
    const changes = await applyMoves({ db, audit, actor }, [move], 'rescheduled', reason)
    return { id, startsAt: move.startsAt, purchases: found.purchases, changes: [...changes] }
  },
  { enforcesLimits: true },
)

/** The same start a number of minutes later, in local time. */
function shifted(localDate: string, localTime: string, minutes: number): Start {
  const moved = new Date(Date.parse(`${localDate}T${localTime}:00Z`) + minutes * 60_000).toISOString()
  return { localDate: moved.slice(0, 10), localTime: moved.slice(11, 16) }
}

export const shiftPerformancesServer = implement(
  shiftPerformances,
  async ({ db, input, actor, audit }) => {
    const wanted = [...new Set(input.ids)]
    const found = await lockScheduled(db, wanted)
    await assertMayMove({ db, actor }, [...found.values()])
    const planned = new Map(
      wanted.map((id): [number, Move | string] => {
        const performance = found.get(id)
        if (!performance) return [id, t('Performance not found.')]
        if (performance.localTime === null) return [id, t('Time to be announced.')]
        const move = planMove(
          performance,
          shifted(performance.localDate, performance.localTime, input.minutes),
          performance.isDateTbd,
        )
        return [id, 'field' in move ? move.message : move]
      }),
    )
    const movable = [...planned.values()].filter((move) => typeof move !== 'string')
    const met = await taken(db, movable)
    for (const id of met) planned.set(id, t('The event has another performance at this venue then.'))
    const moves = [...planned.values()].filter((move) => typeof move !== 'string')
    const purchases = moves.reduce((sum, { of }) => sum + of.purchases, 0)
    assertReason(purchases, input.reason)
    const changes = moves.length === 0 ? [] : await applyMoves({ db, audit, actor }, moves, 'shifted', input.reason)
    return {
      purchases,
      changes: [...changes],
      results: wanted.map((id) => {
        const move = planned.get(id)
        return typeof move === 'string' ? { id, ok: false, message: move } : { id, ok: true }
      }),
    }
  },
  { enforcesLimits: true },
)
