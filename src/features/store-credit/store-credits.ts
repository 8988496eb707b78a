import { instant, money, ref, select, text } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { customers } from '../customers/customers.ts'
import type { purchases } from '../purchases/purchases.ts'

const amount = { currency: 'currency', required: true, readOnly: true, min: 0 } as const
const moving = { currency: 'currency', required: true, readOnly: 'moving', min: 0 } as const

/** What customers can spend with us instead of money. Given once, then held, spent or expired; the ledger has the balance. */
export const storeCredits = defineResource('store-credits', {
  label: ['Store credit', 'Store credits'],
  summary: 'Store credit of customers, each with its reason and last day.',
  access: 'purchases',
  operations: ['list', 'read'],
  title: 'customerName',
  fields: {
    customerName: text({ required: true, readOnly: 'moving', max: 201, personal: true, label: 'Customer name' }),
    customerId: ref(nameOf<typeof customers>('customers'), { required: true, readOnly: true, label: 'Customer' }),
    state: select(['open', 'spent', 'expired'], {
      required: true,
      readOnly: 'moving',
      tones: { open: 'good', spent: 'neutral', expired: 'warn' },
    }),
    reason: select(['refund', 'goodwill'], { required: true, readOnly: true }),
    currency: text({ required: true, readOnly: true, max: 3, format: 'currency', case: 'upper' }),
    amount: money({ ...amount, min: 1, label: 'Given' }),
    available: money({ ...moving, label: 'Available' }),
    held: money(moving),
    spent: money(moving),
    expired: money(moving),
    expiresAt: instant({ required: true, readOnly: true, label: 'Expires' }),
    purchaseId: ref(nameOf<typeof purchases>('purchases'), { readOnly: true, label: 'Order' }),
    note: text({ readOnly: true, max: 500 }),
    emailedAt: instant({ derived: true, label: 'Last email' }),
    grantedByName: text({ derived: true, max: 201, label: 'Given by' }),
  },
  list: {
    columns: [
      'customerName',
      'customerId',
      'state',
      'reason',
      'amount',
      'available',
      'held',
      'spent',
      'expired',
      'expiresAt',
      'purchaseId',
      'note',
      'grantedByName',
      'emailedAt',
      'createdAt',
    ],
    shown: [
      { key: 'customerName', label: 'Customer' },
      { key: 'state', below: ['reason'] },
      'amount',
      'available',
      'expiresAt',
      'purchaseId',
      'createdAt',
    ],
    filters: ['state', 'reason', 'currency', 'amount', 'customerId', 'purchaseId', 'expiresAt', 'createdAt'],
    search: ['customerName'],
    sort: '-createdAt',
    needs: ['customerId'],
  },
})
