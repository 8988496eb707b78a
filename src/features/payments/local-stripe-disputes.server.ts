import { randomBytes } from 'node:crypto'
import { assertFile } from './local-stripe-files.server.ts'
import { settledIn } from './local-stripe-movements.server.ts'
import type { Form, LocalBooks, Shape } from './local-stripe-shapes.server.ts'
import { emit, newId, noSuch, seconds, StripeError } from './local-stripe-shapes.server.ts'

// The disputes of the local Stripe, in Stripe's shapes.

export interface NewDispute {
  /** The payment intent, or the name that we gave a payment of the demo data. */
  readonly payment: string
  readonly amount: number
  readonly currency: string
  readonly reason: string
  /** An inquiry withdraws no money. */
  readonly isInquiry: boolean
}

/** What Stripe charges for a dispute. */
const fee = 2_000
const day = 86_400

const fields = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const

const codes: Readonly<Record<string, string>> = {
  fraudulent: '10.4',
  unrecognized: '10.4',
  product_not_received: '13.1',
  product_unacceptable: '13.3',
  credit_not_processed: '13.6',
  duplicate: '12.6',
}

function movement(dispute: string, amount: number, currency: string, charged: number): Shape {
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: seconds(),
    balance_type: 'payments',
    created: seconds(),
    currency,
    description: amount < 0 ? 'Chargeback withdrawal' : 'Chargeback reversal',
    exchange_rate: null,
    fee: charged,
    fee_details:
      charged === 0
        ? []
        : [{ amount: charged, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' }],
    net: amount - charged,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: dispute,
    status: 'available',
    type: 'adjustment',
  }
}

/** A dispute in Stripe’s shape; also for those of the demo data, which were never opened here. */
export function disputeShape(
  id: string,
  { payment, amount, currency, reason, isInquiry }: NewDispute,
  known: Readonly<Record<string, unknown>> = {},
): Shape {
  const code = codes[reason] ?? '10.5'
  return {
    id,
    object: 'dispute',
    amount,
    balance_transactions: isInquiry ? [] : [movement(id, -amount, currency, fee)],
    charge: `ch_of_${payment}`,
    created: seconds(),
    currency,
    enhanced_eligibility_types: [],
    evidence: { enhanced_evidence: {}, ...Object.fromEntries(fields.map((field) => [field, null])) },
    evidence_details: {
      due_by: seconds() + 9 * day,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: payment,
    payment_method_details: {
      card: {
        brand: 'visa',
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: code,
      },
      type: 'card',
    },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
    ...known,
  }
}

/** A customer disputes a payment at their bank. */
export function openDispute(books: LocalBooks, dispute: NewDispute): Shape {
  const id = `du_${randomBytes(12).toString('hex')}`
  const asked = disputeShape(id, dispute)
  const movements = asked['balance_transactions'] as readonly Shape[]
  const shape = { ...asked, balance_transactions: movements.map((one) => settledIn(books.settlement, one)) }
  books.disputes.set(id, shape)
  emit(books, 'charge.dispute.created', shape)
  if (!dispute.isInquiry) emit(books, 'charge.dispute.funds_withdrawn', shape)
  return shape
}

/** The bank decides. */
export function closeDispute(books: LocalBooks, id: string, outcome: 'won' | 'lost' | 'warning_closed'): Shape {
  const dispute = found(books, id)
  if (isClosed(dispute))
    throw new StripeError(400, 'invalid_request_error', 'dispute_closed', 'This dispute is already closed.')
  const [amount, currency] = [Number(dispute['amount']), String(dispute['currency'])]
  const movements = dispute['balance_transactions'] as readonly Shape[]
  const isWon = outcome === 'won' && movements.length > 0
  const closed: Shape = {
    ...dispute,
    status: outcome,
    balance_transactions: isWon
      ? [...movements, settledIn(books.settlement, movement(id, amount, currency, 0))]
      : movements,
  }
  books.disputes.set(id, closed)
  emit(books, 'charge.dispute.closed', closed)
  if (isWon) emit(books, 'charge.dispute.funds_reinstated', closed)
  return closed
}

const isClosed = ({ status }: Shape) => ['won', 'lost', 'warning_closed', 'prevented'].includes(String(status))

function found(books: LocalBooks, id: string): Shape {
  const dispute = books.disputes.get(id)
  if (!dispute) throw noSuch('dispute', id)
  return dispute
}

/** Whether the bank is deciding on a payment. */
export const isDisputed = (books: LocalBooks, payment: string) =>
  [...books.disputes.values()].some(
    (one) =>
      one['payment_intent'] === payment && (one['status'] === 'needs_response' || one['status'] === 'under_review'),
  )

/** One of the calls about disputes; undefined for any other. */
export function disputeCall(books: LocalBooks, call: string, form: Form): Shape | undefined {
  const [, method, id, step] = /^(GET|POST) \/v1\/disputes\/([^/]+)(\/close)?$/.exec(call) ?? []
  if (id === undefined) return undefined
  const dispute = found(books, id)
  if (method === 'GET') return dispute
  if (step !== undefined) return closeDispute(books, id, 'lost')
  if (isClosed(dispute))
    throw new StripeError(400, 'invalid_request_error', 'dispute_closed', 'This dispute is already closed.')
  const given = [...form].flatMap(([name, value]) => {
    const field = /^evidence\[(\w+)\]$/.exec(name)?.[1]
    return field === undefined ? [] : [[field, value] as const]
  })
  for (const [field, file] of given) assertFile(books, field, file)
  const isSubmitted = form.get('submit') !== 'false'
  const details = dispute['evidence_details'] as { readonly submission_count: number }
  const updated: Shape = {
    ...dispute,
    evidence: { ...(dispute['evidence'] as object), ...Object.fromEntries(given) },
    evidence_details: {
      ...details,
      has_evidence: given.length > 0,
      submission_count: details.submission_count + (isSubmitted ? 1 : 0),
      ...(isSubmitted && { submission_method: 'manual' }),
    },
    ...(isSubmitted && {
      status: String(dispute['status']).startsWith('warning') ? 'warning_under_review' : 'under_review',
    }),
  }
  books.disputes.set(id, updated)
  emit(books, 'charge.dispute.updated', updated)
  return updated
}
