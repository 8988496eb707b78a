import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import { isCalledOff } from '../../events/schedule/event-status.server.ts'
import type { MessageKind } from './message-kinds.ts'
import { isBankReturn } from './money-values.server.ts'
import { isForgotten } from './send-order-messages.server.ts'

/** What decides which messages are true of an order. */
export interface OrderHead {
  readonly id: number
  readonly reference: string
  readonly kind: 'product' | 'event'
  readonly cityId: number
  /** The customer’s address. */
  readonly to: string
  readonly booking: string
  readonly payment: string
  readonly fulfilment: string
  /** The status of its performance, which is cancelled with its event; null for a visit. */
  readonly performance: string | null
  readonly isHeld: boolean
  readonly hasRefund: boolean
  /** A refund that failed, or that the bank sent back. */
  readonly hasFailedRefund: boolean
  readonly hasBankReturn: boolean
  readonly isChangeUnpaid: boolean
  /** Store credit that was given for it and can still be spent. */
  readonly hasCredit: boolean
}

/** Columns of an `OrderHead`, of purchases `p`. */
export const headColumns = sql`p.id, p.reference, p.kind, p.city_id as "cityId", p.customer_email as "to", p.booking_status as booking,
  p.payment_status as payment, p.fulfilment_status as fulfilment, coalesce(p.held_until > now(), false) as "isHeld",
  (select case when ${isCalledOff} then 'cancelled' else f.status end from performances f where f.id = p.performance_id) as performance,
  exists (select from refunds r where r.purchase_id = p.id and r.state = 'succeeded') as "hasRefund",
  exists (select from refunds r where r.purchase_id = p.id and r.state in ('failed', 'reversed')) as "hasFailedRefund",
  exists (select from disputes d where d.purchase_id = p.id and ${isBankReturn}) as "hasBankReturn",
  exists (select from visit_changes c where c.purchase_id = p.id and c.state = 'unpaid' and c.pay_until > now()) as "isChangeUnpaid",
  exists (select from store_credits g where g.purchase_id = p.id and g.available > 0 and g.expires_at > now()) as "hasCredit"`

export async function readHead(db: Db, id: string, isLocked: boolean): Promise<OrderHead> {
  const {
    rows: [order],
  } = await sql<OrderHead>`
    select ${headColumns} from purchases p where p.id = ${recordIdIn(id)} ${isLocked ? sql`for no key update of p` : sql``}`.execute(
    db,
  )
  if (!order) throw new Refusal(404, t('Purchase not found.'))
  return order
}

const isPutOff = (performance: string | null) => performance === 'postponed' || performance === 'rescheduled'

/** Why staff cannot send a message of a kind: it would not be true of the order, or is sent from elsewhere; null where they can. */
export function whyNot(order: OrderHead, kind: MessageKind): string | null {
  const { kind: of, booking, payment, fulfilment, isHeld, performance } = order
  const { isChangeUnpaid, hasRefund, hasFailedRefund, hasBankReturn } = order
  if (isForgotten(order.to)) return t('The customer was anonymised.')
  const isConfirmed = booking === 'confirmed' || booking === 'completed'
  switch (kind) {
    case 'confirmation':
    case 'change':
      return isConfirmed ? null : t('The order is not confirmed.')
    case 'ticket':
    case 'voucher':
      if (of !== (kind === 'ticket' ? 'event' : 'product'))
        return t('This message doesn’t apply to this kind of order.')
      return isConfirmed && fulfilment === 'delivered' ? null : t('Not everything is delivered.')
    case 'postponement':
      if (of !== 'event') return t('This message doesn’t apply to this kind of order.')
      if (booking !== 'confirmed') return t('The order is not confirmed.')
      return isPutOff(performance) ? null : t('The performance is neither postponed nor rescheduled.')
    case 'cancellation':
      return booking === 'cancelled' || booking === 'rejected' ? null : t('The order is not cancelled.')
    case 'invoice':
    case 'refund_invoice':
      return t('It is sent from the page of the document.')
    case 'request_declined':
      return t('It is sent with the answer to a request.')
    case 'oversell_replaced':
    case 'oversell_refunded':
      return t('It is sent when an oversell is resolved.')
    case 'refund_made':
      return hasRefund ? null : t('Nothing is refunded yet.')
    case 'refund_delayed':
      return hasFailedRefund ? null : t('No failed or returned refunds.')
    case 'bank_returned':
      return hasBankReturn ? null : t('No bank has returned money for this order.')
    case 'credit_given':
    case 'credit_ending':
      return t('It is sent with the store credit.')
    case 'change_payment':
      return isChangeUnpaid ? null : t('No unpaid changes.')
    case 'payment_link':
      if (booking !== 'pending_payment' || payment !== 'unpaid') return t('The order isn’t awaiting payment.')
      if (performance === 'cancelled') return t('The event was cancelled, so this order can’t be paid.')
      return isHeld ? null : t('The hold has ended, and the link with it.')
  }
}

/** Why a message that an order’s customer was sent is not true any more; null where it is. */
export function whyUntrue(order: OrderHead, kind: MessageKind): string | null {
  const { booking, performance, hasCredit } = order
  const hasEnded = booking === 'cancelled' || booking === 'rejected' || booking === 'expired'
  switch (kind) {
    case 'invoice':
    case 'refund_invoice':
    case 'oversell_refunded':
      return null
    case 'request_declined':
    case 'oversell_replaced':
      return whyNot(order, 'confirmation')
    case 'credit_given':
    case 'credit_ending':
      return hasCredit ? null : t('No store credit left to spend.')
    // News of a performance goes to orders that are not confirmed yet, too, and of its cancellation before they are cancelled.
    case 'change':
      return hasEnded ? whyNot(order, kind) : null
    case 'postponement':
      return !hasEnded && isPutOff(performance) ? null : whyNot(order, kind)
    case 'cancellation':
      return performance === 'cancelled' ? null : whyNot(order, kind)
    default:
      return whyNot(order, kind)
  }
}
