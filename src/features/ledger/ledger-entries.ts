import { instant, integer, money, ref, select, text } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { payments } from '../payments/payments.ts'
import type { purchases } from '../purchases/purchases.ts'

/** The accounts of the books, each with its kind. A test compares them with those in the database. */
export const accountKinds = {
  gateway: 'asset',
  disputed_funds: 'asset',
  recoverables: 'asset',
  customer_credit: 'liability',
  suppliers: 'liability',
  taxes: 'liability',
  sales: 'income',
  refunds: 'income',
  sales_tax: 'income',
  chargebacks: 'expense',
  supplier_cost: 'expense',
  payment_fees: 'expense',
  write_offs: 'expense',
  exchange: 'equity',
} as const

const accounts = [
  'gateway',
  'disputed_funds',
  'recoverables',
  'customer_credit',
  'suppliers',
  'taxes',
  'sales',
  'refunds',
  'sales_tax',
  'chargebacks',
  'supplier_cost',
  'payment_fees',
  'write_offs',
  'exchange',
] as const satisfies readonly (keyof typeof accountKinds)[]

const causes = [
  'capture',
  'payment_fee',
  'refund',
  'refund_reversed',
  'dispute_withdrawn',
  'dispute_reinstated',
  'dispute_fee',
  'chargeback',
  'supplier_cost',
  'recoverable',
  'recoverable_settled',
  'recoverable_written_off',
  'tax',
] as const

/** The lines of the books. The database writes them with what they are about, and never changes one. */
export const ledgerEntries = defineResource('ledger-entries', {
  label: ['Ledger entry', 'Ledger entries'],
  summary: 'Entries of the double-entry ledger. Debits are positive, credits negative; each posting adds up to zero.',
  access: 'purchases',
  operations: ['list', 'read'],
  title: 'posting',
  fields: {
    posting: integer({ required: true, readOnly: true, min: 1, help: 'Entries of one posting add up to zero' }),
    postedAt: instant({ required: true, readOnly: true, label: 'Posted' }),
    cause: select(causes, { required: true, readOnly: true }),
    account: select(accounts, {
      required: true,
      readOnly: true,
      labels: {
        gateway: 'Payment providers',
        taxes: 'Tax owed',
        sales_tax: 'Tax in sales',
        suppliers: 'Owed to suppliers',
        write_offs: 'Write-offs',
      },
    }),
    currency: text({ required: true, readOnly: true, max: 3, format: 'currency', case: 'upper' }),
    amount: money({ currency: 'currency', required: true, readOnly: true, help: 'Debits positive, credits negative' }),
    purchaseId: ref(nameOf<typeof purchases>('purchases'), { required: true, readOnly: true, label: 'Order' }),
    orderKind: select(['product', 'event'], { derived: true, required: true }),
    paymentId: ref(nameOf<typeof payments>('payments'), { readOnly: true, label: 'Payment' }),
  },
  list: {
    columns: ['posting', 'postedAt', 'account', 'cause', 'amount', 'purchaseId', 'paymentId'],
    shown: ['postedAt', 'posting', { key: 'account', below: ['cause'] }, 'amount', 'purchaseId', 'paymentId'],
    filters: ['purchaseId', 'account', 'cause', 'currency', 'posting', 'postedAt', 'paymentId'],
    search: [],
    sort: '-postedAt',
    needs: ['orderKind', 'purchaseId'],
  },
})
