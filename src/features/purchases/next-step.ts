import { msg, t } from '../../core/i18n/language.ts'
import type { Purchase } from './purchases.ts'
import { nextStepLabels } from './states/purchase-states.ts'
import type { BookingStatus, NextStep } from './states/purchase-states.ts'

/** Why a purchase waits for its next step. */
const nextStepReasons: Record<Exclude<NextStep, 'none'>, string> = {
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

const underWay: readonly BookingStatus[] = ['on_hold', 'pending_supplier', 'confirmed']
/** Steps of an order that takes place. The others are taken whether or not it does. */
const ofWhatTakesPlace: readonly NextStep[] = [
  'none',
  'review_risk',
  'chase_supplier',
  'confirm_or_release',
  'capture_payment',
  'fix_delivery',
  'deliver_tickets',
]

type Waiting = Pick<Purchase, 'bookingStatus' | 'paymentStatus' | 'refundState' | 'nextStep' | 'isCalledOff'>

/**
 * The step that staff take next: of an order whose event was cancelled, to cancel it too. One that was completed before can only be
 * refunded.
 */
export function stepNow({
  bookingStatus,
  paymentStatus,
  refundState,
  nextStep,
  isCalledOff,
}: Waiting): NextStep | 'cancel_order' | 'refund_order' {
  if (!isCalledOff || !ofWhatTakesPlace.includes(nextStep)) return nextStep
  if (underWay.includes(bookingStatus)) return 'cancel_order'
  const isOurs = paymentStatus === 'captured' || paymentStatus === 'partially_refunded'
  const isOpen = refundState === 'none' || refundState === 'partial'
  return bookingStatus === 'completed' && isOurs && isOpen ? 'refund_order' : nextStep
}

/** The step and why, in words; null where none waits. */
export function stepWords(step: ReturnType<typeof stepNow>): { readonly step: string; readonly reason: string } | null {
  if (step === 'none') return null
  if (step === 'cancel_order' || step === 'refund_order')
    return {
      step: step === 'cancel_order' ? t('Cancel and refund') : t('Refund in full'),
      reason: t('The event was cancelled, so everything goes back to the customer.'),
    }
  return { step: t(nextStepLabels[step]), reason: t(nextStepReasons[step]) }
}

/** The state of a purchase that most needs attention is among these. */
export const statusKeys = ['bookingStatus', 'fulfilmentStatus', 'refundState', 'paymentStatus'] as const
