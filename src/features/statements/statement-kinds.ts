/** Providers of payments that statements come from. The test gateway has none. */
const paymentProviders = ['stripe', 'adyen', 'paypal', 'bank'] as const
/** Suppliers that charge for bookings, by the codes of their providers. */
export const supplierProviders = ['viator', 'tiqets', 'globick', 'tourcms', 'ticket_evolution', 'xs2event'] as const
export const statementProviders = [...paymentProviders, ...supplierProviders] as const
export type StatementProvider = (typeof statementProviders)[number]
export const providerLabels = {
  stripe: 'Stripe',
  adyen: 'Adyen',
  paypal: 'PayPal',
  bank: 'Bank',
  viator: 'Viator',
  tiqets: 'Tiqets',
  globick: 'Globick',
  tourcms: 'TourCMS',
  ticket_evolution: 'Ticket Evolution',
  xs2event: 'XS2Event',
} as const satisfies Record<StatementProvider, string>

export const isSupplier = (provider: StatementProvider): boolean =>
  supplierProviders.some((supplier) => supplier === provider)

/** What the days of a supplier's statement are: those on which bookings were made, or those of the visits. */
export const statementBases = ['booked', 'travelled'] as const
export type StatementBasis = (typeof statementBases)[number]

export const statementSources = ['gateway', 'file'] as const

export const lineKinds = [
  'payment',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_reversed',
  'fee',
  'other',
  'booking',
  'booking_credit',
] as const
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
  /** What the provider calls the refund, dispute or booking; for a payment the charge. */
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
