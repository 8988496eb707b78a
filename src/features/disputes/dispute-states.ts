import { msg } from '../../core/i18n/language.ts'

// `is_dispute_move` (0190_disputes.sql) has the same table, so that no program can make another move.

/** In Stripe’s words. `warning_…` is an inquiry of the bank: no money has been withdrawn, and a refund can end it. */
export const disputeStatuses = [
  'warning_needs_response',
  'needs_response',
  'warning_under_review',
  'under_review',
  'won',
  'lost',
  'warning_closed',
  'prevented',
] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

export const disputeReasons = [
  'bank_cannot_process',
  'check_returned',
  'credit_not_processed',
  'customer_initiated',
  'debit_not_authorized',
  'duplicate',
  'fraudulent',
  'general',
  'incorrect_account_details',
  'insufficient_funds',
  'noncompliant',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const
export type DisputeReason = (typeof disputeReasons)[number]

const ofStrangers: ReadonlySet<DisputeReason> = new Set(['fraudulent', 'unrecognized', 'debit_not_authorized'])
/** The customer of the order asked their bank. Otherwise the owner of the card did, who says that they did not order. */
export const isOfCustomer = (reason: DisputeReason) => !ofStrangers.has(reason)

const decided = ['won', 'lost'] as const

/** What a dispute can become next. */
export const disputeMoves: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  warning_needs_response: [
    'warning_under_review',
    'warning_closed',
    'prevented',
    'needs_response',
    'under_review',
    ...decided,
  ],
  warning_under_review: ['warning_closed', 'prevented', 'needs_response', 'under_review', ...decided],
  // An inquiry that was closed can still become a dispute.
  warning_closed: ['needs_response', 'under_review', ...decided],
  needs_response: ['under_review', ...decided],
  under_review: decided,
  won: [],
  lost: [],
  prevented: [],
}

/** The bank decides on the payment: nothing of it can be refunded. */
export const isOpen = (status: DisputeStatus) => status === 'needs_response' || status === 'under_review'
/** The bank only asks: no money has moved. */
export const isInquiry = (status: DisputeStatus) => status.startsWith('warning')
/** It waits for our answer. */
export const needsAnswer = (status: DisputeStatus) => status === 'needs_response' || status === 'warning_needs_response'
export const isClosed = (status: DisputeStatus) => !needsAnswer(status) && !status.endsWith('under_review')

/** What staff do next. */
export const nextSteps = {
  warning_needs_response: 'Refund the order or send evidence',
  needs_response: 'Send evidence or accept',
  warning_under_review: 'Await the bank’s decision',
  under_review: 'Await the bank’s decision',
  won: 'No action needed: the money is back',
  lost: 'No action needed: the bank’s decision is final',
  warning_closed: 'No action needed: the inquiry is closed',
  prevented: 'No action needed: a refund prevented it',
} as const satisfies Record<DisputeStatus, string>

/**
 * The fields of Stripe’s evidence that staff see, with their labels; the most convincing last. The customer’s email and IP
 * address are sent besides, as the order has them: no screen shows them whole.
 */
export const evidenceFields = {
  product_description: msg('Product description'),
  customer_name: msg('Customer'),
  service_date: msg('Date of the visit'),
  cancellation_policy_disclosure: msg('Terms the customer agreed to'),
  refund_policy_disclosure: msg('Refund terms'),
  refund_refusal_explanation: msg('Refunds made'),
  duplicate_charge_explanation: msg('Other payments of the customer'),
  access_activity_log: msg('Delivery and sign-ins'),
  uncategorized_text: msg('Messages and timeline'),
} as const
type EvidenceField = keyof typeof evidenceFields
export const writtenFields = Object.keys(evidenceFields) as readonly EvidenceField[]
export type Evidence = Partial<Record<EvidenceField, string>>

/** Stripe’s own limit for a field. */
export const longestEvidence = 20_000
