import type { Stripe } from 'stripe'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { PaymentGateway, RefundAnswer, RefundRequest, VoidAnswer } from '../orders/payment-gateway.server.ts'
import type { RefundReason } from '../purchases/states/purchase-ledger.ts'
import { paidAmount, toStripeAmount } from './stripe-amounts.ts'

/** Under this key of a Stripe object's metadata is what we call it. */
const ownName = 'marquee'

/** The three reasons that Stripe knows; the others are ours alone. */
const reasons: Partial<Record<RefundReason, 'duplicate' | 'fraudulent' | 'requested_by_customer'>> = {
  duplicate: 'duplicate',
  fraud: 'fraudulent',
  customer_request: 'requested_by_customer',
}

export const nameIn = ({ metadata }: { readonly metadata?: Stripe.Metadata | null }) => metadata?.[ownName] ?? null

/** Takes and gives back money through Stripe. */
export function stripeGateway(client: () => Promise<Stripe>): PaymentGateway {
  return {
    provider: 'stripe',
    handles: (provider) => provider === 'stripe',
    async begin({ reference, amount, currency }) {
      const written = toStripeAmount(amount, currency)
      if (written === null)
        throw invalid({ amount: t('Stripe cannot charge this amount of {currency} exactly.', { currency }) })
      const stripe = await client()
      const intent = await stripe.paymentIntents.create(
        {
          amount: written,
          currency: currency.toLowerCase(),
          automatic_payment_methods: { enabled: true },
          metadata: { [ownName]: reference },
        },
        { idempotencyKey: `payment-${reference}` },
      )
      return { url: null, reference: intent.id, clientSecret: intent.client_secret }
    },
    async refund({ key, payment, amount, currency, reason }: RefundRequest): Promise<RefundAnswer> {
      const written = toStripeAmount(amount, currency)
      if (written === null) return { state: 'failed', reason: 'amount_not_exact' }
      const stripe = await client()
      const known = reasons[reason]
      try {
        const refund = await stripe.refunds.create(
          { payment_intent: payment, amount: written, metadata: { [ownName]: key }, ...(known && { reason: known }) },
          { idempotencyKey: key },
        )
        return answerOf(refund)
      } catch (error) {
        const refusal = refusalIn(error)
        if (refusal === null) throw error
        return { state: 'failed', reason: refusal }
      }
    },
    async findRefund({ key, payment }) {
      const stripe = await client()
      for await (const refund of stripe.refunds.list({ payment_intent: payment, limit: 100 }))
        if (nameIn(refund) === key) return answerOf(refund)
      return null
    },
    async void({ key, payment }) {
      const stripe = await client()
      try {
        return voidedAs(await stripe.paymentIntents.cancel(payment, {}, { idempotencyKey: key })) ?? notVoided
      } catch (error) {
        const refusal = refusalIn(error)
        if (refusal === null) throw error
        // What can't be cancelled was cancelled or taken before: the payment itself says which.
        if (refusal === 'payment_intent_unexpected_state') {
          const found = await findVoid(stripe, payment)
          if (found) return found
        }
        return { state: 'failed', reason: refusal.slice(0, 80) }
      }
    },
    findVoid: async ({ payment }) => await findVoid(await client(), payment),
  }
}

const notVoided = { state: 'failed', reason: 'not_canceled' } as const

async function findVoid(stripe: Stripe, payment: string): Promise<VoidAnswer | null> {
  try {
    return voidedAs(await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge.balance_transaction'] }))
  } catch (error) {
    const refusal = refusalIn(error)
    if (refusal === null) throw error
    return { state: 'failed', reason: refusal.slice(0, 80) }
  }
}

/** Null for a payment that is neither given up nor taken. */
function voidedAs(intent: Stripe.PaymentIntent): VoidAnswer | null {
  if (intent.status === 'canceled') return { state: 'voided' }
  return intent.status === 'succeeded' ? { state: 'captured', fee: feeOf(intent) } : null
}

/** What Stripe keeps of a payment that was fetched with its charge, in minor units of the payment's currency. */
export function feeOf({
  latest_charge: charge,
  currency,
}: Pick<Stripe.PaymentIntent, 'latest_charge' | 'currency'>): number {
  const balance = typeof charge === 'object' ? charge?.balance_transaction : null
  return typeof balance === 'object' && balance !== null ? paidAmount(balance.fee, balance, currency) : 0
}

export function answerOf({
  id,
  status,
  failure_reason: failure,
  destination_details: details,
}: Stripe.Refund): RefundAnswer {
  if (status === 'succeeded')
    return { state: 'succeeded', reference: id, bankReference: details?.card?.reference ?? null }
  if (status === 'failed' || status === 'canceled') return { state: 'failed', reason: failure ?? status, reference: id }
  return { state: 'processing', reference: id }
}

/** What Stripe definitely did not do, in its own word; null where no one knows whether it did. */
export function refusalIn(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return null
  const { statusCode, code } = error as { readonly statusCode?: number; readonly code?: string }
  return statusCode === 400 || statusCode === 402 || statusCode === 404 ? (code ?? 'refused') : null
}
