import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { releaseRedemptions } from '../coupons/coupon-redemptions.server.ts'
import type { OrderFacts } from '../purchases/states/order-preconditions.ts'
import { intendCall } from './supplier-calls.server.ts'

/** An order whose row is locked. */
export interface LockedOrder extends OrderFacts {
  readonly id: number
  readonly reference: string
  readonly version: number
  /** Null for orders that no supplier was asked for by this program. */
  readonly supplierKey: string | null
}

/** What of `purchases p` left join `order_placements o` decides how an order can move. */
export const lockedColumns = sql`p.id, p.reference, p.version, o.supplier_key as "supplierKey", p.booking_status as booking,
  p.payment_status as payment, p.fulfilment_status as fulfilment, (extract(epoch from p.held_until) * 1000)::float8 as "heldUntil",
  (extract(epoch from p.ends_at) * 1000)::float8 as "endsAt", p.grand_total as "grandTotal", p.captured, p.refunded,
  p.charged_back as "chargedBack", p.quantity, 0 as "ticketsDelivered"`

/**
 * Ends an unpaid order that is locked: releases its coupon and intends the call that releases its places. Ask the supplier
 * after the commit; the job asks what no one has asked.
 */
export async function endOrder(
  db: Db,
  order: LockedOrder,
  how: 'cancelled' | 'expired',
  by: { readonly actor: Actor; readonly kind: 'customer' | 'staff' | 'system' },
): Promise<void> {
  const supplierStatus = how === 'cancelled' ? 'CANCELLED' : 'EXPIRED'
  await sql`
    update purchases set booking_status = ${how}, supplier_status = ${supplierStatus}, held_until = null, version = version + 1, updated_at = now()
    where id = ${order.id}`.execute(db)
  if (order.supplierKey !== null)
    await intendCall(db, { supplier: 'house', action: 'cancel', key: order.supplierKey, request: {} })
  await releaseRedemptions(db, order.id, how)
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name)
    values (${order.id}, now(), ${how}, ${by.kind}, ${by.kind === 'system' ? null : by.actor.name})`.execute(db)
  await appendAudit(
    db,
    [
      {
        action: how === 'cancelled' ? 'cancel' : 'expire',
        object: 'purchases',
        recordId: order.id,
        title: order.reference,
        before: { bookingStatus: order.booking },
        after: { bookingStatus: how },
        version: order.version + 1,
      },
    ],
    { actor: by.actor },
  )
}
