import { shareOf } from '../../core/money.ts'
import type { BookingStatus } from './states/purchase-states.ts'
import { unconfirmed } from './states/purchase-states.ts'

/** Whether a booking waits for its supplier. So long cancelling gives back everything, whatever the policy says. */
export const isUnconfirmed = (booking: BookingStatus): boolean => unconfirmed.includes(booking)

/** What was paid of an order and what has left it again, in minor units of its currency. */
interface PaidOrder {
  readonly grandTotal: number
  readonly captured: number
  readonly refunded: number
  readonly refundPending: number
  readonly chargedBack: number
}

/**
 * What cancelling an order gives back: a share of what was paid of its price, and all that was paid beyond it, as after a change
 * that made it cheaper; less what has gone back or is about to, and what the bank took. Never more than is left.
 */
export function policyRefund(
  { grandTotal, captured, refunded, refundPending, chargedBack }: PaidOrder,
  basisPoints: number,
): number {
  const paid = Math.min(captured, grandTotal)
  return Math.max(0, shareOf(paid, basisPoints) + captured - paid - refunded - refundPending - chargedBack)
}
