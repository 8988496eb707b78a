import { sql } from 'kysely'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Said } from '../../platform/stored-texts/stored-text.ts'
import type { LockedOrder, MovedBy } from './order-moves.server.ts'
import { moveOrder } from './order-moves.server.ts'
import { refundsOf, writeRefundSums } from './refund-moves.server.ts'

/** A change that waits for its customer to pay what it costs more. Times are milliseconds since 1970. */
export interface UnpaidChange {
  readonly id: number
  readonly charge: number
  readonly payUntil: number
  readonly detail: Said
}

export async function unpaidChange(db: Db, orderId: number): Promise<UnpaidChange | undefined> {
  const { rows } = await sql<UnpaidChange>`
    select id, charge, (extract(epoch from pay_until) * 1000)::float8 as "payUntil", plan -> 'detail' as detail
    from visit_changes where purchase_id = ${orderId} and state = 'unpaid'`.execute(db)
  return rows[0]
}

/** Why the customer can’t pay for a change now, as a sentence; null where they can. */
export function changePaymentProblem(
  { booking, payment }: Pick<LockedOrder, 'booking' | 'payment'>,
  { payUntil }: UnpaidChange,
): string | null {
  if (booking !== 'confirmed') return t('This order has ended already.')
  if (payment !== 'captured') return t('The payment of this order has changed. Ask us for a new link.')
  return payUntil <= Date.now() ? t('The time to pay for this change is over. Ask us for a new link.') : null
}

interface GivenBack {
  /** Null for a payment of the order itself, which was paid before. */
  readonly changeId: number | null
  /** The only payment that goes back, as the gateway calls it: the others paid for a change that is made. */
  readonly payment?: string
  readonly by: MovedBy
  readonly detail: Said
}

/**
 * Sends back what was paid for a change that is not made: all that its payments took and that has not gone back yet. Of a change
 * that is made, and of an order that was paid before, only what one payment took too much. The order is locked. The gateway is
 * asked after the commit, by the job that sends refunds.
 */
export async function giveBackCharge(
  db: Db,
  order: LockedOrder,
  { changeId, payment, by, detail }: GivenBack,
): Promise<void> {
  const { rows } = await sql<{ id: number; amount: number }>`
    select x.id, x.captured - (select coalesce(sum(r.amount), 0)::bigint from refunds r where r.payment_id = x.id
      and r.state in ('requested', 'approved', 'processing', 'succeeded')) as amount
    from payments x where x.visit_change_id is not distinct from ${changeId}::bigint and x.purchase_id = ${order.id} and x.captured > 0
      ${payment === undefined ? sql`` : sql`and x.psp_reference = ${payment}`}
    order by x.id for no key update`.execute(db)
  const back = rows.filter(({ amount }) => amount > 0)
  if (back.length === 0) return
  const amount = back.reduce((all, one) => all + one.amount, 0)
  await moveOrder(db, order, {
    moves: [],
    steps: [{ kind: 'refund_approved', amount, detail }],
    action: changeId === null ? 'refund-duplicate' : 'refund-change',
    after: { refundPending: order.refundPending + amount },
    by,
  })
  await writeRefundSums(db, order, [
    ...(await refundsOf(db, order.id)),
    ...back.map((one) => ({ state: 'approved' as const, amount: one.amount })),
  ])
  await sql`
    insert into refunds (purchase_id, payment_id, state, currency, amount, kind, reason, initiator, paid_by, destination,
      idempotency_key, next_try_at)
    select ${order.id}, x.id, 'approved', x.currency, b.amount, 'goodwill', ${changeId === null ? 'duplicate' : 'other'}, ${by.kind === 'supplier' ? 'supplier' : 'customer'}, 'platform', 'original_method',
      ${changeId === null ? 'twice-' : 'change-'}::text || x.id, now()
    from payments x join jsonb_to_recordset(${JSON.stringify(back)}::jsonb) b (id bigint, amount bigint) on b.id = x.id
    order by x.id`.execute(db)
}
