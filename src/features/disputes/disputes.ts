import { instant, integer, money, ref, select, text } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { payments } from '../payments/payments.ts'
import type { purchases } from '../purchases/purchases.ts'
import { disputeReasons, disputeStatuses, nextSteps } from './dispute-states.ts'

const taken = { currency: 'currency', required: true, readOnly: true, min: 0 } as const

/** Payments that customers dispute with their bank. Written by what the provider says; staff answer them. */
export const disputes = defineResource('disputes', {
  label: ['Dispute', 'Disputes'],
  summary: 'Disputes of payments, from the bank’s question to its decision.',
  access: 'purchases',
  operations: ['list', 'read'],
  title: 'reference',
  fields: {
    reference: text({ required: true, derived: true, max: 10, label: 'Order reference' }),
    purchaseId: ref(nameOf<typeof purchases>('purchases'), { required: true, readOnly: true, label: 'Order' }),
    paymentId: ref(nameOf<typeof payments>('payments'), { required: true, readOnly: true, label: 'Payment' }),
    orderKind: select(['product', 'event'], { derived: true, required: true }),
    status: select(disputeStatuses, {
      required: true,
      readOnly: true,
      labels: {
        warning_needs_response: 'Inquiry: needs response',
        needs_response: 'Needs response',
        warning_under_review: 'Inquiry: under review',
        under_review: 'Under review',
        warning_closed: 'Inquiry closed',
        prevented: 'Prevented',
      },
      tones: {
        warning_needs_response: 'warn',
        needs_response: 'bad',
        warning_under_review: 'busy',
        under_review: 'busy',
        won: 'good',
        lost: 'bad',
        warning_closed: 'neutral',
        prevented: 'neutral',
      },
    }),
    nextStep: select(disputeStatuses, { required: true, derived: true, label: 'Next step', labels: nextSteps }),
    urgency: integer({ required: true, readOnly: 'moving', min: 0, help: 'Nearest deadline first' }),
    dueBy: instant({ readOnly: true, label: 'Answer by' }),
    reason: select(disputeReasons, {
      required: true,
      readOnly: true,
      labels: {
        duplicate: 'Duplicate charge',
        debit_not_authorized: 'Debit not authorised',
        subscription_canceled: 'Subscription cancelled',
        unrecognized: 'Payment not recognised',
      },
    }),
    networkReasonCode: text({ readOnly: true, max: 40, label: 'Network reason code' }),
    currency: text({ required: true, readOnly: true, max: 3, format: 'currency', case: 'upper' }),
    amount: money({ currency: 'currency', required: true, readOnly: true, min: 1, label: 'Disputed' }),
    withdrawn: money({ ...taken, label: 'Withdrawn' }),
    reinstated: money({ ...taken, label: 'Reinstated' }),
    fee: money({ ...taken, label: 'Dispute fee' }),
    providerReference: text({ required: true, readOnly: true, max: 80, label: 'Provider reference' }),
    openedAt: instant({ required: true, readOnly: true, label: 'Opened' }),
    submittedAt: instant({ readOnly: true, label: 'Evidence sent' }),
    closedAt: instant({ readOnly: true, label: 'Closed' }),
  },
  list: {
    columns: [
      'reference',
      'purchaseId',
      'status',
      'nextStep',
      'dueBy',
      'amount',
      'reason',
      'networkReasonCode',
      'withdrawn',
      'reinstated',
      'fee',
      'openedAt',
      'submittedAt',
      'closedAt',
      'providerReference',
      'urgency',
    ],
    shown: [
      { key: 'reference', label: 'Order' },
      { key: 'status', below: ['nextStep'] },
      'dueBy',
      'amount',
      'reason',
      'submittedAt',
      'openedAt',
    ],
    filters: ['status', 'reason', 'currency', 'amount', 'purchaseId', 'paymentId', 'dueBy', 'openedAt', 'closedAt'],
    search: ['providerReference'],
    sort: '-urgency',
    needs: ['status', 'dueBy'],
  },
})
