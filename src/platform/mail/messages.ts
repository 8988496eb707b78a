import { defineResource } from '../../core/resource/resource.ts'
import { instant, integer, select, text } from '../../core/resource/fields.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    messages: true
  }
}

export const messageStates = ['waiting', 'sending', 'sent', 'kept', 'failed'] as const

/**
 * Emails that the console has sent or is about to send. They are written by the code that they report on, in the same
 * transaction, and never by hand; a user can only read one and send it again. They say who bought what, so they have a
 * permission of their own: people who run the workers do not read them.
 */
export const messages = defineResource('messages', {
  label: ['Message', 'Messages'],
  summary: 'Emails of the console: on their way, sent, or given up',
  access: 'messages',
  operations: ['list', 'read'],
  title: 'subject',
  fields: {
    recipient: text({ required: true, readOnly: true, max: 254, format: 'email', label: 'Recipient', personal: true }),
    subject: text({ required: true, readOnly: true, max: 200 }),
    template: text({ required: true, readOnly: true, max: 64, label: 'Kind' }),
    locale: text({ required: true, readOnly: true, max: 35, label: 'Language' }),
    status: select(messageStates, {
      required: true,
      readOnly: true,
      labels: { failed: 'Given up' },
      tones: { waiting: 'busy', sending: 'busy', sent: 'good', kept: 'neutral', failed: 'bad' },
    }),
    attempts: integer({ required: true, readOnly: true, min: 0 }),
    nextAttemptAt: instant({ readOnly: true, label: 'Next try' }),
    sentAt: instant({ readOnly: true, label: 'Sent' }),
    lastError: text({ readOnly: true, max: 1000, label: 'Last problem' }),
  },
  list: {
    columns: [
      'createdAt',
      'recipient',
      'subject',
      'template',
      'status',
      'attempts',
      'sentAt',
      'lastError',
      'nextAttemptAt',
    ],
    shown: [
      { key: 'subject', below: ['template'] },
      'status',
      'recipient',
      'attempts',
      'createdAt',
      'sentAt',
      'lastError',
    ],
    filters: ['status', 'template', 'createdAt', 'sentAt'],
    search: ['recipient', 'subject'],
    sort: '-createdAt',
    needs: ['subject', 'recipient'],
  },
})
