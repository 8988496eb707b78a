import { instant, integer, money, ref, select, text } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { payments } from '../payments/payments.ts'
import type { purchases } from '../purchases/purchases.ts'
import { differenceKinds, lineKinds, lineStates, providerLabels, statementProviders } from './statement-kinds.ts'
import type { statements } from './statements.ts'

/** The lines of statements with what our books have for each, and what our books have that a statement lacks. */
export const statementLines = defineResource('statement-lines', {
  label: ['Statement line', 'Statement lines'],
  summary: 'Movements and charges as their provider reports them, each with how it differs from our books.',
  access: 'purchases',
  operations: ['list', 'read'],
  title: 'reference',
  fields: {
    statementId: ref(nameOf<typeof statements>('statements'), { required: true, readOnly: true, label: 'Statement' }),
    reference: text({ readOnly: true, max: 80, label: 'Provider reference' }),
    provider: select(statementProviders, {
      required: true,
      readOnly: true,
      labels: providerLabels,
    }),
    kind: select(lineKinds, { required: true, readOnly: true }),
    sourceReference: text({ readOnly: true, max: 80, label: 'Refund, dispute or booking at the provider' }),
    currency: text({ required: true, readOnly: true, max: 3, format: 'currency', case: 'upper' }),
    amount: money({ currency: 'currency', required: true, readOnly: true, label: 'On the statement' }),
    fee: money({ currency: 'currency', required: true, readOnly: true }),
    expectedCurrency: text({
      readOnly: 'moving',
      max: 3,
      format: 'currency',
      case: 'upper',
      label: 'Currency in our books',
    }),
    expectedAmount: money({ currency: 'expectedCurrency', readOnly: 'moving', label: 'In our books' }),
    expectedFee: money({ currency: 'expectedCurrency', readOnly: 'moving', label: 'Fee in our books' }),
    difference: select(differenceKinds, {
      readOnly: 'moving',
      labels: { missing_here: 'Not in our books', missing_there: 'Not on the statement', twice: 'Listed twice' },
    }),
    state: select(lineStates, {
      required: true,
      readOnly: 'moving',
      labels: { matched: 'Reconciled', resolved: 'Cleared up' },
      tones: { matched: 'good', different: 'bad', resolved: 'neutral' },
    }),
    urgency: integer({ required: true, readOnly: 'moving', min: 0, help: 'Differences first' }),
    purchaseId: ref(nameOf<typeof purchases>('purchases'), { readOnly: 'moving', label: 'Order' }),
    orderKind: select(['product', 'event'], { derived: true }),
    paymentId: ref(nameOf<typeof payments>('payments'), { readOnly: 'moving', label: 'Payment' }),
    bookedAt: instant({ required: true, readOnly: true, label: 'Posted' }),
    resolvedAt: instant({ readOnly: 'moving', label: 'Resolved' }),
  },
  list: {
    columns: [
      'reference',
      'statementId',
      'kind',
      'state',
      'difference',
      'amount',
      'expectedAmount',
      'fee',
      'expectedFee',
      'purchaseId',
      'paymentId',
      'bookedAt',
      'resolvedAt',
      'sourceReference',
      'provider',
      'urgency',
    ],
    shown: [
      { key: 'reference', below: ['kind'] },
      { key: 'state', below: ['difference'] },
      'amount',
      'expectedAmount',
      'purchaseId',
      'bookedAt',
    ],
    filters: [
      'state',
      'difference',
      'statementId',
      'kind',
      'provider',
      'currency',
      'purchaseId',
      'paymentId',
      'bookedAt',
    ],
    search: ['reference', 'sourceReference'],
    sort: '-urgency',
    needs: [
      'orderKind',
      'purchaseId',
      'statementId',
      'currency',
      'expectedCurrency',
      'fee',
      'expectedFee',
      'kind',
      'amount',
      'expectedAmount',
      'difference',
    ],
  },
})
