/** Providers that statements come from. The test gateway has none. */
export const statementProviders = ['stripe', 'adyen', 'paypal', 'bank'] as const
export type StatementProvider = (typeof statementProviders)[number]

export const statementSources = ['gateway', 'file'] as const

export const lineKinds = ['payment', 'refund', 'refund_failed', 'dispute', 'dispute_reversed', 'fee', 'other'] as const
export type LineKind = (typeof lineKinds)[number]

export const differenceKinds = [
  'missing_here',
  'missing_there',
  'amount_differs',
  'currency_differs',
  'fee_differs',
  'twice',
] as const

export const lineStates = ['matched', 'different', 'resolved'] as const

/** A movement as its provider reports it, in our minor units. */
export interface StatementLine {
  readonly reference: string
  readonly kind: LineKind
  /** What the provider calls the refund or dispute; for a payment the charge. */
  readonly source: string | null
  /** What the provider calls the payment. */
  readonly payment: string | null
  /** What we call it, where the provider says so. */
  readonly ownName: string | null
  readonly currency: string
  readonly amount: number
  readonly fee: number
  /** An ISO instant. */
  readonly bookedAt: string
}

/** Stripe's reporting categories. What is none of these moves no money of an order, such as payouts. */
const kindOfCategory: Readonly<Record<string, LineKind>> = {
  charge: 'payment',
  refund: 'refund',
  partial_capture_reversal: 'refund',
  refund_failure: 'refund_failed',
  dispute: 'dispute',
  dispute_reversal: 'dispute_reversed',
  fee: 'fee',
  network_cost: 'fee',
}

export const lineKindOf = (category: string): LineKind => kindOfCategory[category] ?? 'other'
