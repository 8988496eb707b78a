import { sql } from 'kysely'
import { shareSql } from '../../core/money.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Said } from '../../platform/stored-texts/stored-text.ts'
import { releaseRedemptions } from '../coupons/coupon-redemptions.server.ts'
import { isUnconfirmed } from '../purchases/policy-refund.ts'
import { releaseCredit } from './order-credit.server.ts'
import type { LockedOrder, MovedBy } from './order-moves.server.ts'
import { moveOrder } from './order-moves.server.ts'
import { intendCall } from './supplier-calls.server.ts'

const ends = {
  cancelled: { move: 'cancel', status: 'CANCELLED', kind: 'cancelled', action: 'cancel' },
  expired: { move: 'expire', status: 'EXPIRED', kind: 'expired', action: 'expire' },
  rejected: { move: 'reject', status: 'REJECTED', kind: 'supplier_rejected', action: 'reject' },
} as const

interface Ending {
  readonly by: MovedBy
  readonly detail?: Said
  readonly reason?: string
  /** What of its price goes back to the customer, in basis points; all of it where it was never confirmed, whatever is given. */
  readonly refund?: number
}

/**
 * Ends an order that is locked: releases its coupon and store credit, intends the call that releases its places, and no longer owes the
 * supplier what goes back by the terms. Money that was paid is given back by a refund of its own. Ask the supplier after the
 * commit; the job asks what no one has asked.
 */
export async function endOrder(
  db: Db,
  order: LockedOrder,
  how: keyof typeof ends,
  { by, detail, reason, refund = 10_000 }: Ending,
): Promise<LockedOrder> {
  const { move, status, kind, action } = ends[how]
  const returned = sql`${isUnconfirmed(order.booking) ? 10_000 : refund}::integer`
  const isUndelivered = order.fulfilment === 'awaiting_tickets' || order.fulfilment === 'failed'
  const ended = await moveOrder(db, order, {
    moves: isUndelivered ? [move, 'close'] : [move],
    set: {
      supplier_status: status,
      held_until: null,
      // What was kept of an order that became cheaper says nothing about the rest of its price.
      is_payment_kept: false,
      refunded_at_end: sql`refunded + refund_pending`,
      net_cost: sql`net_cost - ${shareSql(sql`net_cost`, returned)}`,
      supplier_cost: sql`supplier_cost - ${shareSql(sql`supplier_cost`, returned)}`,
    },
    steps: [{ kind, ...(detail !== undefined && { detail }) }],
    action,
    ...(reason !== undefined && { reason }),
    by,
  })
  if (order.supplierKey !== null)
    await intendCall(db, { supplier: order.supplier, action: 'cancel', key: order.supplierKey, request: {} })
  await releaseCredit(db, order.id)
  await releaseRedemptions(db, order.id, how === 'cancelled' ? 'cancelled' : 'expired')
  return ended
}
