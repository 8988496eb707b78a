import * as z from 'zod/mini'
import { msg, t } from '../../../core/i18n/language.ts'
import { refundDestinations, refundReasons } from '../../purchases/states/purchase-ledger.ts'
import { line, position, reason, refundedBy } from './command-schemas.ts'
import { typedLine } from '../typed-text.ts'
import { defineOrderCommand } from './order-command.ts'

export const money = z
  .int({ error: () => t('Enter an amount.') })
  .check(
    z.minimum(0, { error: () => t('Enter 0 or more.') }),
    z.maximum(1e12, { error: () => t('This is more than an order can cost.') }),
  )
const refundId = z.int({ error: () => t('Choose a refund.') })
const destination = z._default(
  z.enum(refundDestinations, { error: () => t('Choose where it goes.') }),
  'original_method',
)
const iban = z._default(z.nullable(typedLine(42)), null)

export const refund = defineOrderCommand('refund', {
  label: msg('Refund…'),
  summary: msg('Refund by line or as goodwill. The booking doesn’t change.'),
  movesMoney: true,
  fields: {
    kind: z.enum(['lines', 'goodwill'], { error: () => t('Choose what the refund is for.') }),
    lines: z.array(z.strictObject({ position, amount: money })).check(z.maxLength(200)),
    amount: z.nullable(money),
    reason: z.enum(refundReasons, { error: () => t('Choose a reason.') }),
    paidBy: refundedBy,
    destination,
    iban,
    note: z.nullable(typedLine(500)),
  },
})

export const keepPayment = defineOrderCommand('keep-payment', {
  label: msg('Keep payment…'),
  summary: msg('Decide that no refund is due, and why.'),
  fields: { reason },
})

export const approveRefund = defineOrderCommand('approve-refund', {
  label: msg('Approve refund…'),
  summary: msg('Approve a refund that someone else requested.'),
  movesMoney: true,
  fields: { refundId },
})

export const retryRefund = defineOrderCommand('retry-refund', {
  label: msg('Retry refund…'),
  summary: msg('Resend a refund that didn’t go through, to another account if a card is closed.'),
  movesMoney: true,
  fields: { refundId, destination, iban },
})

export const recordTransfer = defineOrderCommand('record-transfer', {
  label: msg('Record bank transfer…'),
  summary: msg('Record that the bank transfer of a refund was made, or came back.'),
  movesMoney: true,
  fields: {
    refundId,
    bankReference: line(msg('Enter the reference of your bank.'), 140),
    isReturned: z._default(z.boolean(), false),
  },
})

export const payByCredit = defineOrderCommand('pay-by-credit', {
  label: msg('Pay with store credit…'),
  summary: msg('Pay a held order with store credit of its customer, in whole or in part.'),
  movesStock: true,
  fields: { amount: z.nullable(money) },
})

export const rejectRefund = defineOrderCommand('reject-refund', {
  label: msg('Reject refund…'),
  summary: msg('Decline a refund that needs approval.'),
  isEnding: true,
  movesMoney: true,
  fields: { refundId, reason },
})
