import type { Stripe } from 'stripe'
import type { Settings } from '../../core/settings.server.ts'
import { stripeAccess } from '../payments/gateway.server.ts'
import { fromStripeAmount, movedAmount, paidAmount } from '../payments/stripe-amounts.ts'
import { stripeClient } from '../payments/stripe-client.server.ts'
import { nameIn } from '../payments/stripe-gateway.server.ts'
import type { StatementLine } from './statement-kinds.ts'
import { lineKindOf } from './statement-kinds.ts'

/** All movements from one moment up to another, which is not included. */
export type ReadStatement = (from: Date, before: Date) => Promise<readonly StatementLine[]>

/** Reads Stripe's balance transactions; null where this installation has no Stripe. */
export function statementOf(settings: Pick<Settings, 'mode' | 'stripe' | 'port'>): ReadStatement | null {
  const access = stripeAccess(settings)
  if (!access) return null
  const client = stripeClient(access)
  return async (from, before) => {
    const stripe = await client()
    const created = { gte: from.getTime() / 1_000, lt: before.getTime() / 1_000 }
    const lines: StatementLine[] = []
    for await (const movement of stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] }))
      lines.push(lineOf(movement))
    // Stripe lists the newest first.
    return lines.toReversed()
  }
}

/** Of what a movement is of: only charges, refunds and disputes say more than their name. */
interface Source {
  readonly id: string
  readonly object?: string
  readonly amount?: number
  readonly currency?: string
  readonly payment_intent?: string | { readonly id: string } | null
  readonly metadata?: Stripe.Metadata | null
}

const idOf = (one: Source['payment_intent']) => (typeof one === 'string' ? one : (one?.id ?? null))

function lineOf(movement: Stripe.BalanceTransaction): StatementLine {
  // Edge: of the two dozen kinds of object that Stripe has here, these parts are alike.
  const source = (typeof movement.source === 'string' ? { id: movement.source } : movement.source) as Source | null
  const { currency: settled, exchange_rate: rate } = movement
  // An account that is settled in another currency has its movements in that one; ours are in that of the payment.
  const isOther = source?.currency !== undefined && source.currency !== settled && typeof rate === 'number' && rate > 0
  const currency = (isOther ? source.currency : settled).toUpperCase()
  return {
    reference: movement.id,
    kind: lineKindOf(movement.reporting_category),
    source: source?.id ?? null,
    payment: idOf(source?.payment_intent),
    ownName: source ? nameIn(source) : null,
    currency,
    amount: isOther
      ? movedAmount({ amount: source.amount ?? 0, currency: source.currency }, movement)
      : fromStripeAmount(movement.amount, currency),
    fee: paidAmount(movement.fee, movement, currency.toLowerCase()),
    bookedAt: new Date(movement.created * 1_000).toISOString(),
  }
}
