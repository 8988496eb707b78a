import { instant, integer, money, ref, select, text } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { customers } from '../customers/customers.ts'
import type { payments } from '../payments/payments.ts'
import type { purchases } from '../purchases/purchases.ts'

/** The accounts of the books, each with its kind. A test compares them with those in the database. */
export const accountKinds = {
  gateway: 'asset',
  bank: 'asset',
  disputed_funds: 'asset',
  recoverables: 'asset',
  customer_credit: 'liability',
  suppliers: 'liability',
  taxes: 'liability',
  sales: 'income',
  refunds: 'income',
  sales_tax: 'income',
  breakage: 'income',
  chargebacks: 'expense',
  supplier_cost: 'expense',
  payment_fees: 'expense',
  write_offs: 'expense',
  goodwill: 'expense',
  exchange: 'equity',
} as const

const accounts = [
  'gateway',
  'bank',
  'disputed_funds',
  'recoverables',
  'customer_credit',
  'suppliers',
  'taxes',
  'sales',
  'refunds',
  'sales_tax',
  'breakage',
  'chargebacks',
  'supplier_cost',
  'payment_fees',
  'write_offs',
  'goodwill',
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
  'credit_granted',
  'credit_expired',
  'credit_moved',
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
        bank: 'Bank account',
        breakage: 'Expired credit',
        taxes: 'Tax owed',
        sales_tax: 'Tax in sales',
        suppliers: 'Owed to suppliers',
        write_offs: 'Write-offs',
      },
    }),
    currency: text({ required: true, readOnly: true, max: 3, format: 'currency', case: 'upper' }),
    amount: money({ currency: 'currency', required: true, readOnly: true, help: 'Debits positive, credits negative' }),
    purchaseId: ref(nameOf<typeof purchases>('purchases'), { readOnly: true, label: 'Order' }),
    orderKind: select(['product', 'event'], { derived: true }),
    customerId: ref(nameOf<typeof customers>('customers'), { readOnly: true, label: 'Customer' }),
    paymentId: ref(nameOf<typeof payments>('payments'), { readOnly: true, label: 'Payment' }),
  },
  list: {
    columns: ['posting', 'postedAt', 'account', 'cause', 'amount', 'purchaseId', 'customerId', 'paymentId'],
    shown: ['postedAt', 'posting', { key: 'account', below: ['cause'] }, 'amount', 'purchaseId', 'paymentId'],
    filters: ['purchaseId', 'customerId', 'account', 'cause', 'currency', 'posting', 'postedAt', 'paymentId'],
    search: [],
    sort: '-postedAt',
    needs: ['orderKind', 'purchaseId', 'customerId'],
  },
})
