import { instant, integer, money, ref, select, text } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { providers } from '../providers/providers.ts'
import type { purchases } from '../purchases/purchases.ts'
import { ageBands, recoverableStates } from './recoverable-states.ts'

/** What a supplier or seller has to give back for a refund that it pays. Arises with the refund, and is decided once. */
export const recoverables = defineResource('recoverables', {
  label: ['Recoverable', 'Recoverables'],
  summary: 'Claims on suppliers and sellers for refunds that they pay, with their age.',
  access: 'purchases',
  operations: ['list', 'read'],
  title: 'reference',
  fields: {
    reference: text({ required: true, derived: true, max: 10, label: 'Order reference' }),
    purchaseId: ref(nameOf<typeof purchases>('purchases'), { required: true, readOnly: true, label: 'Order' }),
    orderKind: select(['product', 'event'], { derived: true, required: true }),
    providerId: ref(nameOf<typeof providers>('providers'), { required: true, readOnly: true, label: 'Provider' }),
    owedBy: select(['seller', 'provider'], {
      required: true,
      readOnly: true,
      label: 'Owed by',
      labels: { provider: 'Supplier' },
    }),
    state: select(recoverableStates, {
      required: true,
      readOnly: true,
      tones: { open: 'warn', settled: 'good', written_off: 'bad', cancelled: 'neutral' },
    }),
    currency: text({ required: true, readOnly: true, max: 3, format: 'currency', case: 'upper' }),
    amount: money({ currency: 'currency', required: true, readOnly: true, min: 1 }),
    aroseAt: instant({ required: true, readOnly: true, label: 'Since' }),
    age: integer({ derived: true, required: true, min: 0, label: 'Age in days' }),
    ageBand: select(ageBands, {
      derived: true,
      required: true,
      label: 'Age',
      labels: { '0-30': 'Up to 30 days', '31-60': '31–60 days', '61-90': '61–90 days', '90+': 'Over 90 days' },
    }),
    reason: text({ readOnly: true, max: 500 }),
    decidedByName: text({ derived: true, max: 201, label: 'Decided by' }),
    decidedAt: instant({ readOnly: true, label: 'Decided' }),
    urgency: integer({
      required: true,
      readOnly: 'moving',
      min: 0,
      help: 'Open ones first, the oldest before the others',
    }),
  },
  list: {
    columns: [
      'reference',
      'purchaseId',
      'providerId',
      'owedBy',
      'state',
      'amount',
      'aroseAt',
      'age',
      'ageBand',
      'reason',
      'decidedByName',
      'decidedAt',
      'urgency',
    ],
    shown: [
      { key: 'reference', label: 'Order' },
      { key: 'providerId', label: 'Owed by', below: ['owedBy'] },
      { key: 'state', below: ['reason', 'ageBand'] },
      'amount',
      'aroseAt',
      'decidedAt',
    ],
    filters: ['state', 'providerId', 'owedBy', 'currency', 'amount', 'purchaseId', 'aroseAt', 'decidedAt'],
    search: [],
    sort: '-urgency',
    needs: ['state', 'purchaseId'],
  },
})
