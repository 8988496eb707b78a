// The words of a purchase's lines, payments, refunds and timeline, as the tables of 0010_purchases.sql have
// them.

export const lineKinds = ['item', 'fee', 'tax', 'discount', 'adjustment'] as const

/** @public The catalogue of texts takes the words of every list here. */
export const paymentProviders = ['stripe', 'adyen', 'paypal', 'bank', 'test', 'store_credit'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

/** Those that a customer can begin to pay with. Store credit is applied by staff. */
export const payableMethods = [
  'card',
  'apple_pay',
  'google_pay',
  'paypal',
  'bizum',
  'ideal',
  'klarna',
  'pix',
  'bank_transfer',
] as const

/** @public The catalogue of texts takes the words of every list here. */
export const paymentMethods = [...payableMethods, 'store_credit'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const paymentStates = ['pending', 'authorised', 'captured', 'failed', 'voided'] as const
export type PaymentState = (typeof paymentStates)[number]

export const refundProgress = [
  'requested',
  'approved',
  'processing',
  'succeeded',
  'failed',
  'reversed',
  'rejected',
] as const
export type RefundProgress = (typeof refundProgress)[number]

/** @public The catalogue of texts takes the words of every list here. */
export const refundReasons = [
  'customer_request',
  'supplier_rejected',
  'event_cancelled',
  'not_delivered',
  'duplicate',
  'fraud',
  'quality',
  'other',
] as const
export type RefundReason = (typeof refundReasons)[number]

/** Where the money of a refund goes. */
export const refundDestinations = ['original_method', 'credit', 'bank_transfer'] as const
export type RefundDestination = (typeof refundDestinations)[number]

export const timelineKinds = [
  'placed',
  'payment_authorised',
  'payment_captured',
  'payment_failed',
  'payment_voided',
  'held',
  'sent_to_supplier',
  'supplier_confirmed',
  'supplier_rejected',
  'supplier_chased',
  'rejected',
  'expired',
  'cancelled',
  'changed',
  'split_into',
  'split_from',
  'message_sent',
  'tickets_delivered',
  'delivery_failed',
  'no_show',
  'no_show_withdrawn',
  'refund_requested',
  'refund_approved',
  'payment_kept',
  'refund_rejected',
  'refund_retried',
  'refund_succeeded',
  'refund_failed',
  'refund_reversed',
  'invoice_issued',
  'refund_invoice_issued',
  'invoice_reissued',
  'dispute_opened',
  'dispute_answered',
  'dispute_accepted',
  'dispute_won',
  'charged_back',
  'redeemed',
  'completed',
  'assigned',
  'assignment_removed',
  'noted',
] as const
export type TimelineKind = (typeof timelineKinds)[number]
