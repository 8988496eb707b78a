import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { outcomes } from '../../core/outcome.ts'
import { idParams } from '../../core/http/path-params.ts'

const content = {
  subject: z.string(),
  paragraphs: z.array(z.string()),
  code: z.nullable(z.string()),
  action: z.nullable(z.object({ label: z.string(), path: z.string() })),
  closing: z.array(z.string()),
  /** The names of its files. */
  attachments: z.array(z.string()),
}

export const previewMessage = defineEndpoint('GET /rest/data/messages/:id/preview', {
  summary: 'What a message says, with the secrets in it hidden',
  access: ['messages', 'ui'],
  tag: 'Messages',
  params: idParams,
  output: z.object({
    ...content,
    /** Whether it can be sent again: a code that has gone out is not kept. */
    mayResend: z.boolean(),
    /** Where it leaves: a mail server, the inbox of the demo, or nowhere. */
    mail: z.enum(['smtp', 'demo-inbox', 'none']),
  }),
})

export const resendMessages = defineEndpoint('POST /rest/data/messages/resend', {
  summary: 'Send messages again; those whose secrets have been used say why not',
  access: ['messages', 'write'],
  tag: 'Messages',
  input: z.strictObject({
    ids: z
      .array(z.int({ error: () => t('Every id must be a whole number.') }), {
        error: () => t('Send the messages as a list of ids.'),
      })
      .check(
        z.minLength(1, { error: () => t('Choose at least one message.') }),
        z.maxLength(500, { error: () => t('Choose at most 500 messages at a time.') }),
      ),
  }),
  output: outcomes,
})

export const listMessageKinds = defineEndpoint('GET /rest/data/message-kinds', {
  summary: 'The kinds of messages, with what staff call them',
  access: ['messages', 'ui'],
  tag: 'Messages',
  output: z.array(z.object({ name: z.string(), label: z.string() })),
})

export const readDemoInbox = defineEndpoint('GET /demo/inbox', {
  summary: 'The newest messages with all that they say, as their receivers would see them; in demo mode only',
  access: 'public',
  tag: 'Demo',
  output: z.array(
    z.object({
      id: z.int(),
      to: z.string(),
      at: z.string(),
      status: z.string(),
      ...content,
    }),
  ),
})
