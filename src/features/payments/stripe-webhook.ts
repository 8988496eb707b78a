import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'

/** What of an event is looked at; everything else is fetched as it is now. */
export const stripeWebhookCall = defineEndpoint('POST /webhooks/stripe', {
  summary: 'Take in what Stripe says of payments, refunds and disputes; signed',
  operationId: 'receiveStripeEvent',
  access: 'public',
  tag: 'Payments',
  asksProof: true,
  headers: { 'stripe-signature': 'As Stripe signs the body, byte for byte' },
  input: z.looseObject({}),
  output: z.object({ received: z.literal(true) }),
})

/** What the local Stripe does with the next call that changes something. */
export const misbehaveCall = defineEndpoint('POST /demo/services/stripe', {
  summary: 'Say what the local Stripe does with its next call',
  operationId: 'setDemoStripe',
  access: 'public',
  tag: 'Demo',
  input: z.strictObject({ next: z.enum(['none', 'time_out', 'answer_twice', 'fail_late', 'card_closed']) }),
  output: z.object({ next: z.string() }),
})

/** What the customer and their bank do with a payment, at the local Stripe. */
export const disputePaymentCall = defineEndpoint('POST /demo/services/stripe/disputes', {
  summary: 'Dispute a payment at the local Stripe, or decide on a dispute there as the bank would',
  operationId: 'setDemoDispute',
  access: 'public',
  tag: 'Demo',
  input: z.union([
    z.strictObject({
      /** The payment as its provider or we name it. */
      payment: z.string(),
      reason: z.optional(z.string()),
      /** In minor units; the whole payment by default. */
      amount: z.optional(z.int().check(z.positive())),
      isInquiry: z.optional(z.boolean()),
    }),
    z.strictObject({ dispute: z.string(), outcome: z.enum(['won', 'lost', 'warning_closed']) }),
  ]),
  output: z.object({ dispute: z.string(), status: z.string() }),
})
