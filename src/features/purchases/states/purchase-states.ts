import type { Tone } from '../../../core/resource/fields.ts'

// A purchase moves on three axes that know nothing of each other. The words are OCTO's where it has one.

export const bookingStatuses = [
  'pending_payment',
  'on_hold',
  'pending_supplier',
  'confirmed',
  'completed',
  'expired',
  'rejected',
  'cancelled',
] as const
export type BookingStatus = (typeof bookingStatuses)[number]
/** Those that wait for the supplier. */
export const unconfirmed: readonly BookingStatus[] = ['pending_payment', 'on_hold', 'pending_supplier']

export const bookingStatusLabels: Record<BookingStatus, string> = {
  pending_payment: 'Pending payment',
  on_hold: 'On hold',
  pending_supplier: 'Pending supplier',
  confirmed: 'Confirmed',
  completed: 'Completed',
  expired: 'Expired',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
}
export const bookingStatusTones: Record<BookingStatus, Tone> = {
  pending_payment: 'neutral',
  on_hold: 'warn',
  pending_supplier: 'busy',
  confirmed: 'good',
  completed: 'good',
  expired: 'neutral',
  rejected: 'bad',
  cancelled: 'bad',
}

export const paymentStatuses = [
  'unpaid',
  'authorised',
  'captured',
  'partially_refunded',
  'refunded',
  'disputed',
  'charged_back',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const paymentStatusLabels: Record<PaymentStatus, string> = {
  unpaid: 'Unpaid',
  authorised: 'Authorised',
  captured: 'Captured',
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  charged_back: 'Charged back',
}
export const paymentStatusTones: Record<PaymentStatus, Tone> = {
  unpaid: 'neutral',
  authorised: 'busy',
  captured: 'good',
  partially_refunded: 'warn',
  refunded: 'neutral',
  disputed: 'bad',
  charged_back: 'bad',
}

export const fulfilmentStatuses = ['not_due', 'awaiting_tickets', 'partially_delivered', 'delivered', 'failed'] as const
export type FulfilmentStatus = (typeof fulfilmentStatuses)[number]

export const fulfilmentStatusLabels: Record<FulfilmentStatus, string> = {
  not_due: 'Not due',
  awaiting_tickets: 'Awaiting tickets',
  partially_delivered: 'Partially delivered',
  delivered: 'Delivered',
  failed: 'Failed',
}
export const fulfilmentStatusTones: Record<FulfilmentStatus, Tone> = {
  not_due: 'neutral',
  awaiting_tickets: 'busy',
  partially_delivered: 'warn',
  delivered: 'good',
  failed: 'bad',
}

/** The state of all refunds of a purchase together. The worst one wins. */
export const refundStates = ['none', 'requested', 'processing', 'failed', 'partial', 'full'] as const
export type RefundState = (typeof refundStates)[number]

/** Each says what it is about: it is shown alone where it is the worst state of an order. */
export const refundStateLabels: Record<RefundState, string> = {
  none: 'None',
  requested: 'Refund requested',
  processing: 'Refund processing',
  failed: 'Refund failed',
  partial: 'Partial',
  full: 'Full',
}
export const refundStateTones: Record<RefundState, Tone> = {
  none: 'neutral',
  requested: 'warn',
  processing: 'busy',
  failed: 'bad',
  partial: 'neutral',
  full: 'neutral',
}

/**
 * The one thing that staff should do next. The database derives it from the states, so that it is never
 * stale.
 */
export const nextSteps = [
  'none',
  'answer_dispute',
  'retry_refund',
  'answer_request',
  'resolve_oversell',
  'review_risk',
  'chase_supplier',
  'confirm_or_release',
  'capture_payment',
  'fix_delivery',
  'deliver_tickets',
  'decide_refund',
  'approve_refund',
] as const
export type NextStep = (typeof nextSteps)[number]

export const nextStepLabels: Record<NextStep, string> = {
  none: 'Nothing to do',
  answer_dispute: 'Answer dispute',
  retry_refund: 'Retry refund',
  answer_request: 'Answer request',
  resolve_oversell: 'Resolve oversell',
  review_risk: 'Review risk',
  chase_supplier: 'Chase supplier',
  confirm_or_release: 'Confirm or release',
  capture_payment: 'Capture payment',
  fix_delivery: 'Fix delivery',
  deliver_tickets: 'Deliver tickets',
  decide_refund: 'Decide on refund',
  approve_refund: 'Approve refund',
}
export const nextStepTones: Record<NextStep, Tone> = {
  none: 'neutral',
  answer_dispute: 'bad',
  retry_refund: 'bad',
  answer_request: 'warn',
  resolve_oversell: 'bad',
  review_risk: 'bad',
  chase_supplier: 'busy',
  confirm_or_release: 'warn',
  capture_payment: 'warn',
  fix_delivery: 'bad',
  deliver_tickets: 'busy',
  decide_refund: 'warn',
  approve_refund: 'warn',
}

export const supplierStatuses = [
  'PENDING',
  'ON_HOLD',
  'CONFIRMED',
  'REDEEMED',
  'EXPIRED',
  'CANCELLED',
  'REJECTED',
] as const
export const supplierStatusLabels: Record<(typeof supplierStatuses)[number], string> = {
  PENDING: 'Pending',
  ON_HOLD: 'On hold',
  CONFIRMED: 'Confirmed',
  REDEEMED: 'Redeemed',
  EXPIRED: 'Expired',
  CANCELLED: 'Cancelled',
  REJECTED: 'Rejected',
}
export const channels = ['web', 'app', 'partner', 'phone'] as const
export const deliveries = ['eticket_pdf', 'mobile_transfer', 'venue_pickup', 'courier', 'local_pickup'] as const
