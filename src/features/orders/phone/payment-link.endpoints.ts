import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { paymentRequest, paymentSchema } from '../order.endpoints.ts'

/** Under it are the calls of customers who pay by the link in their message. */
export const paymentLinkPath = '/v1/payment-links/'

export const paymentLinkTags = {
  'Payment links':
    'How a customer pays an order that staff took, by the link in a message: its fragment is the token, sent as “Authorization: Bearer …”. It ends with the hold.',
} as const

const shared = {
  access: 'public',
  tag: 'Payment links',
  asksProof: true,
  headers: { Authorization: 'The token of the customer’s link, as “Bearer …”' },
} as const

export const readPaymentLink = defineEndpoint('GET /v1/payment-links/current', {
  ...shared,
  summary: 'Read what the customer of a payment link pays, and until when',
  operationId: 'readPaymentLink',
  output: z
    .object({
      reference: z.string(),
      title: z.string(),
      contents: z.string(),
      localDate: z.string(),
      localTime: z.nullable(z.string()),
      timeZone: z.string(),
      total: z.int(),
      currency: z.string(),
      exponent: z.int(),
      heldUntil: z.nullable(z.string()),
      /** In words, in the language of the call; null where it can be paid. */
      problem: z.nullable(z.string()),
    })
    .register(z.globalRegistry, {
      id: 'PaymentLink',
      description: 'An order as its customer pays it. problem says why it cannot be paid any more.',
    }),
})

export const payByLink = defineEndpoint('POST /v1/payment-links/payments', {
  ...shared,
  summary: 'Begin the payment of the order of a link; one that is under way is answered again',
  operationId: 'payByLink',
  status: 201,
  input: paymentRequest,
  output: paymentSchema,
})
