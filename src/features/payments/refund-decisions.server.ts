import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import type { AuditTrail } from '../../core/audit/audit.server.ts'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { lockOrder } from '../orders/order-moves.server.ts'
import { gatewayOf } from '../orders/payment-gateway.server.ts'
import { decideRefund } from './refund-context.server.ts'
import { approveRefundsCall, retryRefundsCall } from './refund-decisions.ts'
import { admitRefund, assertMayApprove, assertMayRetry } from './refund-limits.server.ts'
import { leftToRefund } from './refund-quote.server.ts'
import { sendRefundsName } from './send-refunds.server.ts'

/** Decisions on many refunds from their list, by the rules of deciding on one. */
export function implementRefundDecisions({ settings }: Pick<ServerContext, 'settings'>): readonly Implementation[] {
  const decisions = [
    { call: approveRefundsCall, decision: 'approved' },
    { call: retryRefundsCall, decision: 'retried' },
  ] as const
  return decisions.map(({ call, decision }) =>
    implement(
      call,
      async ({ db, input: { ids }, actor, audit, reply }) => {
        if (!gatewayOf(settings)) throw new Refusal(409, t('Payments are not set up yet.'), { error: 'NotPossible' })
        const results = []
        for (const id of await inLockOrder(db, ids)) {
          admitRefund(actor)
          const message = await decideOne({ db, actor, audit, decision }, id)
          results.push(message === null ? { id, ok: true } : { id, ok: false, message })
        }
        reply.raw.once('close', () => wakeJob(sendRefundsName))
        return { results }
      },
      { enforcesLimits: true },
    ),
  )
}

/** By their orders, so that two people who decide on the same ones never wait for each other in a circle. */
async function inLockOrder(db: Db, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select g.id from (select distinct unnest(${[...ids]}::bigint[]) as id) g left join refunds r on r.id = g.id
    order by r.purchase_id, g.id`.execute(db)
  return rows.map(({ id }) => id)
}

interface DecisionContext {
  readonly db: Db
  readonly actor: Actor
  readonly audit: AuditTrail
  readonly decision: 'approved' | 'retried'
}

interface Found {
  readonly state: string
  readonly amount: number
  readonly needsApproval: boolean
  readonly requestedBy: number | null
  readonly cityId: number
  readonly paymentLeft: number
}

const wanted = { approved: 'requested', retried: 'failed' } as const

/** Why it was not decided, as a sentence; null where it was. */
async function decideOne({ db, actor, audit, decision }: DecisionContext, id: number): Promise<string | null> {
  const order = await lockOrder(db, sql`p.id = (select purchase_id from refunds where id = ${id})`)
  const { rows } = await sql<Found>`
    select r.state, r.amount, r.needs_approval as "needsApproval", r.requested_by as "requestedBy", p.city_id as "cityId", x.captured - (
      select coalesce(sum(o.amount), 0) from refunds o where o.payment_id = x.id
        and o.state in ('requested', 'approved', 'processing', 'succeeded')) as "paymentLeft"
    from refunds r join purchases p on p.id = r.purchase_id join payments x on x.id = r.payment_id where r.id = ${id}`.execute(
    db,
  )
  const [found] = rows
  if (!order || !found) return t('Refund not found.')
  if (found.state !== wanted[decision]) return t('This refund has already been decided.')
  if (order.payment !== 'captured' && order.payment !== 'partially_refunded')
    return t('The bank is deciding on this payment.')
  if (decision === 'retried' && found.amount > Math.min(leftToRefund(order), found.paymentLeft))
    return t('Other refunds have used what was left of this payment.')
  try {
    const where = { ...order, cityId: found.cityId }
    if (decision === 'approved') await assertMayApprove(actor, db, where, found)
    else await assertMayRetry(actor, db, where, found)
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal.message
    throw refusal
  }
  await decideRefund(db, order, id, { decision, actor })
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount)
    values (${order.id}, now(), ${`refund_${decision}`}, 'staff', ${actor.name}, ${found.amount})`.execute(db)
  await sql`update purchases set version = version + 1, updated_at = now() where id = ${order.id}`.execute(db)
  audit.record({
    action: decision === 'approved' ? 'approve-refund' : 'retry-refund',
    object: 'purchases',
    recordId: order.id,
    title: order.reference,
    before: { refund: id, state: found.state },
    after: { refund: id, state: 'approved' },
    version: order.version + 1,
  })
  return null
}
