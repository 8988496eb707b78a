import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'

const reference = z
  .string({ error: () => t('Enter the reference.') })
  .check(
    z.minLength(1, { error: () => t('Enter the reference.') }),
    z.maxLength(80, { error: () => t('Enter the reference.') }),
  )

const event = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({
        type: z.literal('payment.captured'),
        payment: reference,
        fee: z._default(z.int().check(z.minimum(0)), 0),
        avs: z.optional(z.enum(['match', 'partial', 'mismatch', 'unavailable'])),
        cvc: z.optional(z.enum(['match', 'mismatch', 'unavailable'])),
        threeDs: z.optional(z.enum(['authenticated', 'attempted', 'not_enrolled', 'failed'])),
      }),
      z.strictObject({
        type: z.literal('payment.failed'),
        payment: reference,
        reason: z.string().check(z.minLength(1), z.maxLength(80)),
      }),
      z.strictObject({ type: z.literal('refund.succeeded'), order: reference }),
      z.strictObject({ type: z.enum(['supplier.asks', 'supplier.accepts', 'supplier.rejects']), order: reference }),
    ],
    { error: () => t('Send an event that this demo supports, such as payment.captured.') },
  )
  .register(z.globalRegistry, {
    id: 'TestEvent',
    description:
      'What a payment gateway or a supplier would say. A supplier that asks decides later; accepts and rejects are its decision, or what it will say to a booking.',
    examples: [{ type: 'payment.captured', payment: 'QK7M2XWD-1', fee: 0 }],
  })
export type TestEvent = z.output<typeof event>

export const testEventCall = defineEndpoint('POST /demo/test-events', {
  summary: 'Say what became of a payment, a refund or a booking, in place of a gateway and a supplier; signed',
  operationId: 'sendTestEvent',
  access: 'public',
  tag: 'Demo',
  asksProof: true,
  headers: {
    'webhook-id': 'Of the event',
    'webhook-timestamp': 'When it was sent, in seconds since 1970',
    'webhook-signature': '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, as Standard Webhooks signs',
  },
  input: event,
  output: z.object({ received: z.literal(true) }),
})
