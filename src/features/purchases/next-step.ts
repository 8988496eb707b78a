import { msg } from '../../core/i18n/language.ts'
import type { NextStep } from './states/purchase-states.ts'

/** Why a purchase waits for its next step. */
export const nextStepReasons: Record<Exclude<NextStep, 'none'>, string> = {
  answer_dispute: msg('The customer disputed the payment with their bank.'),
  retry_refund: msg('A refund didn’t go through.'),
  answer_request: msg('The customer asked to cancel or change the order.'),
  resolve_oversell: msg('Its tickets or places were sold twice.'),
  review_risk: msg('The risk score is high, so the order is held for review.'),
  chase_supplier: msg('The supplier hasn’t confirmed the order yet.'),
  confirm_or_release: msg('The places are on hold until you confirm or release them.'),
  capture_payment: msg('The order is confirmed, but the payment is only authorised.'),
  fix_delivery: msg('The tickets couldn’t be delivered.'),
  deliver_tickets: msg('The order is confirmed, but the customer doesn’t have all tickets yet.'),
  decide_refund: msg('The order ended or got cheaper, and what the customer paid is still on our side.'),
  approve_refund: msg('A refund was requested and needs approval.'),
}

/** The state of a purchase that most needs attention is among these. */
export const statusKeys = ['bookingStatus', 'fulfilmentStatus', 'refundState', 'paymentStatus'] as const
