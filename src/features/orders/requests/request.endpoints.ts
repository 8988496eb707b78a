import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams } from '../../../core/http/path-params.ts'
import { t } from '../../../core/i18n/language.ts'
import { refundReasons } from '../order.endpoints.ts'
import { typedText } from '../typed-text.ts'

/** Under it are the calls of customers, who have no key but the link in their message. */
export const requestPath = '/v1/order-requests/'

export const requestTags = {
  'Order requests':
    'What a customer can ask for by the link in a message: its fragment is the token, sent as “Authorization: Bearer …”. A request changes nothing by itself; staff answer it.',
} as const

const quote = z
  .object({
    refund: z.int(),
    kept: z.int(),
    basisPoints: z.int(),
    validUntil: z.nullable(z.string()),
    /** All money goes back, because the event was postponed. */
    isOffer: z.boolean(),
    reason: z.enum(refundReasons),
    token: z.string(),
  })
  .register(z.globalRegistry, { id: 'RequestQuote', description: 'What cancelling gives back if it is asked for now.' })
export type RequestQuote = z.output<typeof quote>

const request = z
  .object({
    kind: z.enum(['cancellation', 'change']),
    state: z.enum(['open', 'approved', 'declined']),
    wantedDate: z.nullable(z.string()),
    wantedTime: z.nullable(z.string()),
    refund: z.int(),
    answer: z.nullable(z.string()),
    createdAt: z.string(),
  })
  .register(z.globalRegistry, {
    id: 'CustomerRequest',
    description: 'What a customer asked for, and what became of it.',
  })

const answer = z
  .object({
    reference: z.string(),
    title: z.string(),
    contents: z.string(),
    localDate: z.string(),
    localTime: z.nullable(z.string()),
    timeZone: z.string(),
    currency: z.string(),
    exponent: z.int(),
    /** Null where cancelling cannot be asked for any more. */
    cancellation: z.nullable(quote),
    /** Whether another day can be asked for. */
    isChangeable: z.boolean(),
    /** The days that can be asked for, the next first, with their start times; only these have places for the party. */
    days: z.array(z.object({ date: z.string(), times: z.array(z.string()) })),
    /** The last one. */
    request: z.nullable(request),
  })
  .register(z.globalRegistry, { id: 'OrderRequests', description: 'An order as its customer can ask about it.' })
export type OrderRequests = z.output<typeof answer>

const shared = {
  access: 'public',
  tag: 'Order requests',
  asksProof: true,
  headers: { Authorization: 'The token of the customer’s link, as “Bearer …”' },
  output: answer,
} as const

export const readOrderRequests = defineEndpoint('GET /v1/order-requests/current', {
  ...shared,
  summary: 'Read what the customer of an order can ask for now, with what cancelling would give back',
  operationId: 'readOrderRequests',
})

const note = z.optional(z.nullable(typedText(1_000)))

export const askToCancel = defineEndpoint('POST /v1/order-requests/cancellations', {
  ...shared,
  summary: 'Ask to cancel an order, by the token of its quote. Staff answer; nothing changes before that',
  operationId: 'askToCancel',
  status: 201,
  input: z
    .strictObject({
      quote: z.string({ error: () => t('Send the token of the quote.') }),
      note,
    })
    .register(z.globalRegistry, {
      id: 'CancellationAsked',
      examples: [{ quote: '4f0e7c1b9a6d2f58c3e1704b9d6a8f25e0c7b134', note: 'We are ill.' }],
    }),
})

export const askToChange = defineEndpoint('POST /v1/order-requests/changes', {
  ...shared,
  summary: 'Ask to come on another day. Staff answer; nothing changes before that',
  operationId: 'askToChange',
  status: 201,
  input: z
    .strictObject({
      date: z.iso.date({ error: () => t('Enter a date, such as 2027-05-01.') }),
      time: z.optional(
        z.nullable(
          z
            .string({ error: () => t('Write times like 19:30.') })
            .check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, { error: () => t('Write times like 19:30.') })),
        ),
      ),
      note,
    })
    .register(z.globalRegistry, { id: 'ChangeAsked', examples: [{ date: '2027-05-01', time: '09:30', note: null }] }),
})

/** For staff, on the order's page. */
export const readRequestsOfOrder = defineEndpoint('GET /rest/data/purchases/:id/requests', {
  summary: 'Read what the customer of an order has asked for, with the quote that they saw',
  access: ['purchases', 'ui'],
  params: idParams,
  query: z.strictObject({
    /** Changes with the record, so that news shows at once. */
    version: z.optional(z.string()),
  }),
  tag: 'Purchases',
  output: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(['cancellation', 'change']),
      state: z.enum(['open', 'approved', 'declined']),
      wantedDate: z.nullable(z.string()),
      wantedTime: z.nullable(z.string()),
      note: z.nullable(z.string()),
      refund: z.int(),
      kept: z.int(),
      basisPoints: z.int(),
      answer: z.nullable(z.string()),
      decidedBy: z.nullable(z.string()),
      decidedAt: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
})
export type RequestOfOrder = z.output<typeof readRequestsOfOrder.output & z.core.$ZodType>[number]
