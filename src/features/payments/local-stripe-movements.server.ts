import { createHash } from 'node:crypto'
import type { Settlement, Shape } from './local-stripe-shapes.server.ts'

// The movements of money of the local Stripe: what a charge, a refund or a dispute adds to its statement.

/** The same movement has the same name however often it is asked for. */
export const movementName = (category: string, source: string) =>
  `txn_${createHash('sha256').update(`${category} ${source}`).digest('hex').slice(0, 24)}`

export interface Movement {
  readonly category: 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal'
  /** In Stripe’s amounts, below zero where it was taken from us. */
  readonly amount: number
  readonly fee: number
  readonly currency: string
  readonly created: number
  /** What moved: a charge, a refund or a dispute. */
  readonly source: Shape
}

export function balanceTransaction({ category, amount, fee, currency, created, source }: Movement): Shape {
  return {
    id: movementName(category, source.id),
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [{ amount: fee, application: null, currency, description: null, type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type: category.startsWith('dispute') ? 'adjustment' : category,
  }
}

/** A movement as an account has it that is settled in another currency: converted, with the rate. */
export function settledIn(settlement: Settlement | null, movement: Shape): Shape {
  if (settlement === null || movement['currency'] === settlement.currency) return movement
  const { currency, rate } = settlement
  const [amount, fee] = [Math.round(Number(movement['amount']) * rate), Math.round(Number(movement['fee']) * rate)]
  const details = movement['fee_details'] as readonly object[]
  return {
    ...movement,
    amount,
    currency,
    exchange_rate: rate,
    fee,
    fee_details: details.map((one) => ({ ...one, amount: fee, currency })),
    net: amount - fee,
  }
}

/** What Stripe takes of a European card: 1.5 % and 25 minor units. */
const feeOf = (amount: number) => Math.round(amount * 0.015) + 25

/** The charge of an intent with its movement of money. Null for one that was never confirmed. */
export function chargeOf(intent: Shape, settlement: Settlement | null): Shape | null {
  const { latest_charge: name, metadata } = intent
  if (typeof name !== 'string') return null
  const movement = movementOf(intent)
  const received = Number(intent['amount_received'])
  return {
    id: name,
    object: 'charge',
    amount: Number(intent['amount']),
    amount_captured: received,
    amount_refunded: 0,
    balance_transaction: movement && { ...settledIn(settlement, movement), source: name },
    captured: movement !== null,
    created: intent['created'],
    currency: intent['currency'],
    livemode: false,
    metadata,
    paid: true,
    payment_intent: intent.id,
    refunded: false,
    status: 'succeeded',
  }
}

/** What was taken, as the statement lists it: the same as the charge has. Null where nothing was. */
export function movementOf(intent: Shape): Shape | null {
  if (intent['status'] !== 'succeeded') return null
  const { metadata } = intent
  const [amount, currency, created] = [
    Number(intent['amount_received']),
    String(intent['currency']),
    Number(intent['created']),
  ]
  const source = {
    id: String(intent['latest_charge']),
    object: 'charge',
    amount,
    currency,
    payment_intent: intent.id,
    metadata,
  }
  return balanceTransaction({ category: 'charge', amount, fee: feeOf(amount), currency, created, source })
}
