import * as z from 'zod/mini'
import { msg, t } from '../../../core/i18n/language.ts'
import { reason, refundedBy, sentence } from './command-schemas.ts'
import { defineOrderCommand } from './order-command.ts'
import { typedText } from '../typed-text.ts'
import { money } from './refund-commands.ts'

export const reportOversell = defineOrderCommand('report-oversell', {
  label: msg('Report oversell…'),
  summary: msg('Record that these places were sold to someone else as well.'),
  fields: {
    how: z.enum(['seller', 'provider'], { error: () => t('Choose who said so.') }),
    reason,
  },
})

export const resolveOversell = defineOrderCommand('resolve-oversell', {
  label: msg('Resolve oversell…'),
  summary: msg('Keep the places with this order, or replace or refund them with an apology.'),
  movesMoney: true,
  changesOrder: true,
  fields: {
    outcome: z.enum(['keep', 'replace', 'refund', 'dismiss'], { error: () => t('Choose what happens.') }),
    listingId: z.nullable(z.int({ error: () => t('Choose tickets.') })),
    consent: z.nullable(sentence(msg('Enter how the customer agreed.'), 300)),
    paidBy: refundedBy,
    credit: z.nullable(money),
    note: z.nullable(typedText(300)),
  },
})
