import type { DisputeReason, Evidence } from './dispute-states.ts'
import { longestEvidence } from './dispute-states.ts'

/** What the record has about a disputed order. Moments are ISO 8601 in UTC, amounts as people write them. */
export interface OrderRecord {
  readonly reason: DisputeReason
  readonly reference: string
  readonly title: string
  readonly contents: string
  readonly placedAt: string
  readonly channel: string
  readonly customerName: string
  readonly total: string
  /** Of the visit, at its place: 2026-11-25. */
  readonly travelDate: string
  readonly redeemedAt: string | null
  readonly checks: readonly string[]
  readonly lines: readonly {
    readonly title: string
    readonly quantity: number
    readonly delivered: number
    readonly transferAcceptedAt: string | null
  }[]
  readonly terms: { readonly number: number; readonly from: string; readonly sha256: string } | null
  readonly policy: readonly { readonly until: string; readonly refund: number }[]
  readonly timeline: readonly { readonly at: string; readonly kind: string }[]
  readonly messages: readonly { readonly at: string; readonly kind: string; readonly subject: string }[]
  readonly signIns: readonly {
    readonly at: string
    readonly country: string | null
    /** From the address that the order was placed from, which no screen shows. */
    readonly isSameAddress: boolean
  }[]
  readonly refunds: readonly {
    readonly at: string
    readonly state: string
    readonly amount: string
    readonly bankReference: string | null
  }[]
  readonly otherPayments: readonly { readonly reference: string; readonly at: string; readonly amount: string }[]
}

/** As banks read it: 2026-11-25 18:30 UTC. */
const moment = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
const words = (name: string) => name.replaceAll('_', ' ')
const block = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [title, ...lines, ''])

/**
 * The evidence that the record has, a text for each field of the bank’s form. It is in English, which banks ask for, and says
 * only what was written down at the time.
 */
export function composeEvidence(record: OrderRecord): Evidence {
  const all: Evidence = {
    product_description: `${record.title}. ${record.contents}. Order ${record.reference}, placed ${moment(record.placedAt)} by ${words(record.channel)}, ${record.total}.`,
    customer_name: record.customerName,
    service_date: record.travelDate,
    cancellation_policy_disclosure: termsText(record),
    refund_policy_disclosure: policyText(record),
    refund_refusal_explanation: refundsText(record),
    ...(record.reason === 'duplicate' && { duplicate_charge_explanation: paymentsText(record) }),
    access_activity_log: deliveryText(record),
    uncategorized_text: storyText(record),
  }
  return Object.fromEntries(
    Object.entries(all)
      .map(([field, text]) => [field, text.trim().slice(0, longestEvidence)] as const)
      .filter(([, text]) => text !== ''),
  )
}

function termsText({ terms, placedAt }: OrderRecord): string {
  if (!terms) return ''
  return `The customer agreed to version ${terms.number} of our terms when placing the order on ${moment(placedAt)}. That version applies since ${moment(terms.from)} (SHA-256 ${terms.sha256}).`
}

function policyText({ policy, placedAt }: OrderRecord): string {
  if (policy.length === 0)
    return `The order was sold as non-refundable. The customer saw this before paying on ${moment(placedAt)}.`
  const steps = policy.map(({ until, refund }) => `- until ${moment(until)}: ${refund / 100}% refund`)
  return [`The customer saw these cancellation terms before paying on ${moment(placedAt)}:`, ...steps].join('\n')
}

function refundsText({ refunds }: OrderRecord): string {
  const made = refunds.filter(({ state }) => state === 'succeeded')
  if (made.length === 0) return ''
  return [
    'Part of this payment was returned to the customer already. It would be paid twice:',
    ...made.map(
      ({ at, amount, bankReference }) =>
        `- ${moment(at)}: ${amount}${bankReference === null ? '' : `, reference ${bankReference}`}`,
    ),
  ].join('\n')
}

function paymentsText({ reference, otherPayments }: OrderRecord): string {
  if (otherPayments.length === 0) return `The customer has no other order with us. Order ${reference} was paid once.`
  return [
    `Order ${reference} was paid once. The customer’s other payments are for other orders:`,
    ...otherPayments.map((one) => `- ${moment(one.at)}: ${one.amount}, order ${one.reference}`),
  ].join('\n')
}

const deliveries = [
  'tickets_delivered',
  'redeemed',
  'no_show',
  'no_show_withdrawn',
  'completed',
  'delivery_failed',
  'supplier_confirmed',
]

function deliveryText({ lines, timeline, redeemedAt, signIns, checks }: OrderRecord): string {
  return [
    ...block(
      'Delivery',
      lines.map(
        ({ title, quantity, delivered, transferAcceptedAt }) =>
          `- ${title}: ${delivered} of ${quantity} delivered${transferAcceptedAt === null ? '' : `, transfer accepted ${moment(transferAcceptedAt)}`}`,
      ),
    ),
    ...block(
      'What happened',
      [
        ...timeline.filter(({ kind }) => deliveries.includes(kind)).map(({ at, kind }) => ({ at, what: words(kind) })),
        ...(redeemedAt === null ? [] : [{ at: redeemedAt, what: 'used at the entrance' }]),
      ]
        .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
        .map(({ at, what }) => `- ${moment(at)}: ${what}`),
    ),
    ...block(
      'Sign-ins of the customer',
      signIns.map(
        ({ at, country, isSameAddress }) =>
          `- ${moment(at)} from ${isSameAddress ? 'the IP address of the order' : 'another IP address'}${country === null ? '' : `, ${country}`}`,
      ),
    ),
    ...block(
      'Checks of the card',
      checks.map((check) => `- ${check}`),
    ),
  ].join('\n')
}

function storyText({ messages, timeline }: OrderRecord): string {
  return [
    ...block(
      'Messages sent to the customer',
      messages.map(({ at, kind, subject }) => `- ${moment(at)}: ${words(kind)}: ${subject}`),
    ),
    ...block(
      'Timeline of the order',
      timeline.map(({ at, kind }) => `- ${moment(at)}: ${words(kind)}`),
    ),
  ].join('\n')
}
