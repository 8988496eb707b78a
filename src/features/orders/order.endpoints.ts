import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { payableMethods, paymentStates } from '../purchases/states/purchase-ledger.ts'
import { listOrderChangesCall, orderParams, orderSchema, placeOrderCall, readOrderCall } from './orders.ts'

export const paymentSchema = z
  .object({
    order: z.string(),
    payment: z.string(),
    state: z.enum(paymentStates),
    amount: z.int(),
    currency: z.string(),
    exponent: z.int(),
    url: z.nullable(z.string()),
    /** For the gateway's own form on your page; null where url is enough. */
    clientSecret: z.nullable(z.string()),
  })
  .register(z.globalRegistry, {
    id: 'Payment',
    description:
      'A payment that has begun. Send the customer to url; where it is null, nothing has to be shown. What became of it is in paymentStatus of the order.',
    examples: [
      {
        order: 'QK7M2XWD',
        payment: 'QK7M2XWD-1',
        state: 'pending',
        amount: 11_000,
        currency: 'EUR',
        exponent: 2,
        url: null,
        clientSecret: null,
      },
    ],
  })
export type Payment = z.output<typeof paymentSchema>

export const paymentRequest = z
  .strictObject({
    method: z._default(z.enum(payableMethods, { error: () => t('Send a payment method, such as card.') }), 'card'),
  })
  .register(z.globalRegistry, { id: 'PaymentRequest', examples: [{ method: 'card' }] })

export const payOrderCall = defineEndpoint('POST /v1/orders/:reference/pay', {
  summary: 'Begin the payment of an order; one that is under way is answered again',
  operationId: 'payOrder',
  access: 'public',
  tag: 'Orders',
  idempotencyKey: 'required',
  status: 201,
  params: orderParams,
  input: paymentRequest,
  output: paymentSchema,
})

export const confirmOrderCall = defineEndpoint('POST /v1/orders/:reference/confirm', {
  summary: 'Confirm an order that is paid or free. Paid orders confirm themselves; asking again changes nothing',
  operationId: 'confirmOrder',
  access: 'public',
  tag: 'Orders',
  idempotencyKey: 'required',
  params: orderParams,
  output: orderSchema,
})

/** Why that much goes back. */
export const refundReasons = ['policy', 'not_confirmed', 'event_postponed', 'event_cancelled'] as const
export type RefundReason = (typeof refundReasons)[number]

const cancellationQuote = z
  .object({
    token: z.string(),
    refund: z.int(),
    kept: z.int(),
    basisPoints: z.int(),
    reason: z.enum(refundReasons),
    currency: z.string(),
    validUntil: z.nullable(z.string()),
  })
  .register(z.globalRegistry, {
    id: 'CancellationQuote',
    description:
      'What cancelling gives back now, in minor units of the currency. reason is policy where it follows the policy that the order was sold under; else everything goes back: the supplier has not confirmed, or the event was cancelled or postponed. It is true until validUntil, unless the order changes. Cancel with its token.',
    examples: [
      {
        token: '4f0e7c1b9a6d2f58c3e1704b9d6a8f25e0c7b134',
        refund: 5500,
        kept: 5500,
        basisPoints: 5000,
        reason: 'policy',
        currency: 'EUR',
        validUntil: '2027-04-30T18:00:00.000Z',
      },
    ],
  })
export type CancellationQuote = z.output<typeof cancellationQuote>

export const quoteCancellationCall = defineEndpoint('POST /v1/orders/:reference/cancellation-quotes', {
  summary: 'Say what cancelling an order would give back. It changes nothing',
  operationId: 'createCancellationQuote',
  access: 'public',
  tag: 'Orders',
  params: orderParams,
  output: cancellationQuote,
})

export const cancelOrderCall = defineEndpoint('POST /v1/orders/:reference/cancel', {
  summary: 'Cancel an order: its places are free again. One that is paid needs the token of a cancellation quote',
  operationId: 'cancelOrder',
  access: 'public',
  tag: 'Orders',
  idempotencyKey: 'required',
  params: orderParams,
  input: z
    .strictObject({
      token: z.optional(
        z
          .string({ error: () => t('Send the token of a cancellation quote.') })
          .check(z.maxLength(64, { error: () => t('Send the token of a cancellation quote.') })),
      ),
    })
    .register(z.globalRegistry, {
      id: 'CancellationRequest',
      examples: [{ token: '4f0e7c1b9a6d2f58c3e1704b9d6a8f25e0c7b134' }],
    }),
  output: orderSchema,
})

/** The calls that are about one order. */
export const orderCalls = [
  placeOrderCall,
  listOrderChangesCall,
  readOrderCall,
  payOrderCall,
  confirmOrderCall,
  quoteCancellationCall,
  cancelOrderCall,
] as const
