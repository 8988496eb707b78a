import { instant, integer, money, ref, select, text } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { purchases } from '../purchases/purchases.ts'
import { paymentMethods, paymentProviders, paymentStates } from '../purchases/states/purchase-ledger.ts'

export const providerLabels = {
  stripe: 'Stripe',
  adyen: 'Adyen',
  paypal: 'PayPal',
  bank: 'Bank',
  test: 'Test gateway',
  store_credit: 'Store credit',
} as const
export const methodLabels = {
  paypal: 'PayPal',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  ideal: 'iDEAL',
} as const
const amount = { currency: 'currency', required: true, readOnly: true, min: 0 } as const

/** What customers paid, or tried to. Written by what the payment provider says, never by hand. */
export const payments = defineResource('payments', {
  label: ['Payment', 'Payments'],
  summary: 'Payments of orders as their provider reported them.',
  access: 'purchases',
  operations: ['list', 'read'],
  title: 'pspReference',
  fields: {
    purchaseId: ref(nameOf<typeof purchases>('purchases'), { required: true, readOnly: true, label: 'Order' }),
    orderKind: select(['product', 'event'], { derived: true, required: true }),
    state: select(paymentStates, {
      required: true,
      readOnly: true,
      tones: { pending: 'busy', authorised: 'busy', captured: 'good', failed: 'bad', voided: 'neutral' },
    }),
    urgency: integer({ required: true, readOnly: 'moving', min: 0, help: 'Failures first' }),
    provider: select(paymentProviders, { required: true, readOnly: true, labels: providerLabels }),
    method: select(paymentMethods, { required: true, readOnly: true, labels: methodLabels }),
    cardBrand: text({ readOnly: true, max: 20 }),
    cardLast4: text({ readOnly: true, max: 4, label: 'Card ends in' }),
    currency: text({ required: true, readOnly: true, max: 3, format: 'currency', case: 'upper' }),
    authorised: money(amount),
    captured: money(amount),
    refunded: money({ currency: 'currency', required: true, derived: true, label: 'Refunded' }),
    fee: money(amount),
    pspReference: text({ required: true, readOnly: true, max: 80, label: 'Provider reference' }),
    failure: text({ readOnly: true, max: 80, label: 'Error' }),
    authorisedAt: instant({ readOnly: true, label: 'Authorised' }),
    capturedAt: instant({ readOnly: true, label: 'Captured' }),
  },
  list: {
    columns: [
      'purchaseId',
      'state',
      'authorised',
      'captured',
      'refunded',
      'fee',
      'method',
      'cardLast4',
      'provider',
      'pspReference',
      'failure',
      'createdAt',
      'capturedAt',
      'urgency',
    ],
    shown: [
      { key: 'pspReference', below: ['provider'], copies: true },
      'purchaseId',
      { key: 'state', below: ['failure'] },
      { key: 'authorised', label: 'Amount' },
      'refunded',
      { key: 'method', below: ['cardLast4'] },
      'createdAt',
    ],
    filters: ['state', 'provider', 'method', 'currency', 'purchaseId', 'captured', 'createdAt', 'capturedAt'],
    search: ['pspReference'],
    sort: '-urgency',
    needs: ['orderKind', 'purchaseId', 'captured'],
  },
})
