import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { OrderMove } from '../purchases/states/order-transitions.ts'
import type { RefundProgress, TimelineKind } from '../purchases/states/purchase-ledger.ts'
import type { RefundSums } from '../purchases/states/refund-transitions.ts'
import { refundMoves, refundSums } from '../purchases/states/refund-transitions.ts'
import type { LockedOrder, MovedBy } from './order-moves.server.ts'
import { reportReversal } from './reversal-notices.server.ts'
import { notifyOfRefund } from './messages/send-order-messages.server.ts'
import { lockOrder, moveOrder } from './order-moves.server.ts'

// An order carries the sums of its refunds, and the database refuses both a refund without them and them without a refund.
// So the order is changed first, then the refund, in one transaction behind the order's lock.

/** A refund as its order's sums see it. */
export interface RefundOfOrder {
  readonly id: number
  readonly state: RefundProgress
  readonly amount: number
  readonly key: string
  /** What the supplier gives back with it, in minor units of the order's cost currency. */
  readonly netReturn: number
}

/** The columns of an order that its refunds decide. */
function sumColumns({ refunded, pending, state }: RefundSums): Readonly<Record<string, unknown>> {
  return { refunded, refund_pending: pending, refund_state: state }
}

type Summed = readonly Pick<RefundOfOrder, 'state' | 'amount'>[]

/** Writes the sums that an order has with these refunds, in the transaction that writes the refunds. */
export async function writeRefundSums(
  db: Db,
  order: Pick<LockedOrder, 'id' | 'captured'>,
  refunds: Summed,
): Promise<void> {
  await sumsSql(order, refunds).execute(db)
}

/**
 * The statement that writes them. With `isVersion` the order's version and moment of change go along, where nothing else of
 * it changes. With `isMade` one of them is new, so that the payment is no longer kept.
 */
export function sumsSql(
  order: Pick<LockedOrder, 'id' | 'captured'>,
  refunds: Summed,
  { isVersion = false, isMade = false }: { readonly isVersion?: boolean; readonly isMade?: boolean } = {},
): RawBuilder<unknown> {
  const { refunded, pending, state } = refundSums(refunds, order.captured)
  return sql`
    update purchases set refunded = ${refunded}, refund_pending = ${pending}, refund_state = ${state}
      ${isMade ? sql`, is_payment_kept = false` : sql``}
      ${isVersion ? sql`, version = version + 1, updated_at = now()` : sql``} where id = ${order.id}`
}

/** What of `refunds` is a `RefundOfOrder`. */
export const refundColumns = sql`id, state, amount, idempotency_key as key, net_return as "netReturn"`

export async function refundsOf(db: Db, orderId: number): Promise<readonly RefundOfOrder[]> {
  const { rows } = await sql<RefundOfOrder>`
    select ${refundColumns} from refunds where purchase_id = ${orderId} order by id`.execute(db)
  return rows
}

/** What the gateway says became of a refund. */
export type RefundOutcome =
  | { readonly state: 'succeeded'; readonly reference: string | null; readonly bankReference?: string | null }
  | { readonly state: 'failed'; readonly reason: string; readonly reference?: string | null }

/**
 * Writes down what became of a refund, once however often and in whatever order it is said. A failure of what had arrived
 * is the bank sending it back: the refund is reversed, and the money is ours again. What the table of moves does not have
 * is news of the past and changes nothing.
 *
 * @returns whether it changed anything
 */
export async function settleRefund(
  database: Pick<Database, 'kysely'>,
  refundId: number,
  outcome: RefundOutcome,
): Promise<boolean> {
  return await database.kysely.transaction().execute(async (db) => await settleRefundIn(db, refundId, outcome))
}

/** The same in a transaction of the caller, who has locked nothing that comes after orders. */
export async function settleRefundIn(
  db: Db,
  refundId: number,
  outcome: RefundOutcome,
  by: MovedBy = { actor: system('payment gateway'), kind: 'system' },
): Promise<boolean> {
  const order = await lockOrder(db, sql`p.id = (select purchase_id from refunds where id = ${refundId})`)
  if (!order) throw new Refusal(404, t('Refund not found.'))
  const all = await refundsOf(db, order.id)
  const refund = all.find(({ id }) => id === refundId)
  if (!refund) throw new Refusal(404, t('Refund not found.'))
  const to = refund.state === 'succeeded' && outcome.state === 'failed' ? 'reversed' : outcome.state
  if (!refundMoves[refund.state].includes(to)) return false
  const sums = refundSums(
    all.map((one) => (one.id === refundId ? { ...one, state: to } : one)),
    order.captured,
  )
  const move = paymentMove(order, sums.refunded)
  await moveOrder(db, order, {
    moves: move === null ? [] : [move],
    facts: { refunded: sums.refunded },
    set: { ...sumColumns(sums), ...(await costColumns(db, order.id, refund, to)) },
    steps: [
      {
        kind: `refund_${to}` satisfies TimelineKind,
        amount: refund.amount,
        ...(outcome.state === 'failed' && { detail: outcome.reason }),
      },
    ],
    action: `refund-${to}`,
    also: settledSql(refundId, to, outcome),
    by,
  })
  if (to === 'reversed') await reportReversal(db, order, refund.amount, by.actor.id)
  // It says where the money went, and until when what became credit can be spent.
  if (to === 'succeeded') await notifyOfRefund(db, refundId)
  return true
}

const settledSql = (refundId: number, to: RefundProgress, outcome: RefundOutcome) => sql`
  update refunds set state = ${to}, next_try_at = null, psp_reference = coalesce(${outcome.reference ?? null}, psp_reference),
    bank_reference = coalesce(${(outcome.state === 'succeeded' ? outcome.bankReference : null) ?? null}, bank_reference),
    failure = ${to === 'failed' && outcome.state === 'failed' ? outcome.reason.slice(0, 80) : null},
    succeeded_at = case when ${to} = 'succeeded' then now() when ${to} = 'failed' then null else succeeded_at end,
    updated_at = now(), version = version + 1
  where id = ${refundId}`

const paymentMoves: Readonly<Record<string, Readonly<Record<string, OrderMove>>>> = {
  captured: { partially_refunded: 'refund_in_part', refunded: 'refund_in_full' },
  partially_refunded: { refunded: 'refund_in_full', captured: 'reverse_refund' },
  refunded: { partially_refunded: 'reverse_refund_in_part', captured: 'reverse_refund' },
}

/** What the sums make of the payment; null where it stays, as that of an order which the bank is deciding on. */
function paymentMove({ payment, captured }: LockedOrder, refunded: number): OrderMove | null {
  const becomes = refunded === 0 ? 'captured' : refunded === captured ? 'refunded' : 'partially_refunded'
  return paymentMoves[payment]?.[becomes] ?? null
}

/** We owe the supplier less by what it gives back with a refund that went through, and as much again once it is reversed. */
async function costColumns(
  db: Db,
  orderId: number,
  { id, netReturn }: RefundOfOrder,
  to: RefundProgress,
): Promise<Readonly<Record<string, unknown>>> {
  if (to === 'failed' || netReturn === 0) return {}
  const { rows } = await sql<{ returned: number }>`
    update refunds r set net_return = case when ${to} = 'succeeded' then least(r.net_return, p.net_cost) else r.net_return end
    from purchases p where p.id = ${orderId} and r.id = ${id} returning r.net_return as returned`.execute(db)
  const returned = rows[0]?.returned ?? 0
  if (returned === 0) return {}
  const cost = to === 'reversed' ? sql`net_cost + ${returned}::bigint` : sql`net_cost - ${returned}::bigint`
  return { net_cost: cost, supplier_cost: convertedCost(cost) }
}

/** A cost in the currency of the order, at the rate it was sold at: as `purchase-details.server.ts` checks it. */
const convertedCost = (cost: ReturnType<typeof sql>) => sql`round((${cost}) * fx_rate * 10::numeric ^ (
  (select exponent from currencies where code = purchases.currency)
  - (select exponent from currencies where code = purchases.cost_currency)))`
