import * as z from 'zod/mini'
import { reasonText } from '../../../core/access/reason.ts'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams, idText, numberText } from '../../../core/http/path-params.ts'
import { t } from '../../../core/i18n/language.ts'
import { outcomes } from '../../../core/outcome.ts'
import { messageStates } from '../../../platform/mail/messages.ts'
import { messageKinds } from './message-kinds.ts'

const kind = z
  .enum(messageKinds, { error: () => t('Choose a message.') })
  .register(z.globalRegistry, { id: 'OrderMessageKind', description: 'A kind of message about an order.' })

const letter = z
  .object({
    kind,
    /** The address, masked. */
    to: z.string(),
    locale: z.string(),
    subject: z.string(),
    paragraphs: z.array(z.string()),
  })
  .register(z.globalRegistry, { id: 'OrderLetter', description: 'A message to the customer of an order.' })
export type Letter = z.output<typeof letter>

const sent = z.object({
  id: z.int(),
  kind,
  locale: z.string(),
  subject: z.string(),
  at: z.string(),
  /** Null where a move of the order sent it. */
  sentBy: z.nullable(z.string()),
  /** Null once the message is deleted, after 90 days. */
  status: z.nullable(z.enum(messageStates)),
})
const messagesOfOrder = z
  .object({
    /** The newest first. */
    messages: z.array(sent),
    /** What can be sent by hand, with why it cannot be now. */
    kinds: z.array(z.object({ kind, name: z.string(), blockedReason: z.nullable(z.string()) })),
  })
  .register(z.globalRegistry, {
    id: 'OrderMessages',
    description: 'What the customer of an order was written, and what can be sent.',
  })
export type OrderMessages = z.output<typeof messagesOfOrder>
export type SentMessage = z.output<typeof sent>

const reading = { access: ['purchases', 'ui'], tag: 'Purchases' } as const
const sending = { access: ['purchases', 'write'], tag: 'Purchases', idempotencyKey: 'required' } as const

export const readOrderMessages = defineEndpoint('GET /rest/data/purchases/:id/messages', {
  ...reading,
  summary: 'Read what the customer of a purchase was written, and what can be sent',
  params: idParams,
  output: messagesOfOrder,
})

export const readOrderMessage = defineEndpoint('GET /rest/data/purchases/:id/messages/:message', {
  ...reading,
  summary: 'Read one message to the customer of a purchase, as it was sent',
  params: z.object({ id: idText, message: numberText('The id of the message') }),
  output: letter,
})

export const previewOrderMessage = defineEndpoint('GET /rest/data/purchases/:id/message-preview', {
  ...reading,
  summary: 'Read what a message to the customer of a purchase would say; sends nothing',
  params: idParams,
  query: z.object({ kind }),
  output: letter,
})

export const tryMessageTemplate = defineEndpoint('POST /rest/data/purchases/message-preview', {
  ...reading,
  summary: 'Read what a template that is being written would say about a purchase; sends nothing',
  input: z.strictObject({
    kind,
    /** Null means the newest purchase that such a message can be sent for. */
    reference: z.nullable(z.string().check(z.trim(), z.maxLength(10, { error: () => t('Purchase not found.') }))),
    /** Null means the customer’s own. */
    locale: z.nullable(z.string().check(z.maxLength(35, { error: () => t('Choose a language.') }))),
    /** Null means what is stored in the language. */
    text: z.nullable(
      z.strictObject({
        subject: z.string().check(z.maxLength(150, { error: () => t('At most 150 characters.') })),
        body: z.string().check(z.maxLength(4_000, { error: () => t('At most 4,000 characters.') })),
      }),
    ),
  }),
  output: z.extend(letter, { reference: z.string() }),
})

export const sendOrderMessage = defineEndpoint('POST /rest/data/purchases/:id/messages', {
  ...sending,
  summary: 'Send the customer of a purchase a message from its template',
  params: idParams,
  input: z.strictObject({ kind }),
  output: messagesOfOrder,
  status: 201,
})

const several = {
  ids: z
    .array(z.int({ error: () => t('Every id must be a whole number.') }))
    .check(
      z.minLength(1, { error: () => t('Choose at least one purchase.') }),
      z.maxLength(500, { error: () => t('At most 500 purchases at a time.') }),
    ),
  /** Null means the last one of any kind. */
  kind: z.optional(z.nullable(kind)),
}

const again = z
  .object({
    id: z.int(),
    kind: z.nullable(kind),
    subject: z.nullable(z.string()),
    /** The address of now, masked. */
    to: z.nullable(z.string()),
    sentAt: z.nullable(z.string()),
    /** Null where it can be sent. */
    blockedReason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'MessageAgain', description: 'What a purchase’s customer would be sent again.' })
export type MessageAgain = z.output<typeof again>

export const previewResend = defineEndpoint('POST /rest/data/purchases/messages/resend/preview', {
  ...reading,
  summary: 'Preview: Send messages again',
  input: z.strictObject(several),
  output: z.array(again),
})

export const resendOrderMessages = defineEndpoint('POST /rest/data/purchases/messages/resend', {
  ...sending,
  summary: 'Send the last message of each purchase again, to its customer’s address of now',
  input: z.strictObject({
    ...several,
    /** Required for several. */
    reason: z.optional(z.nullable(reasonText)),
  }),
  output: outcomes,
})
