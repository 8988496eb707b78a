import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { customers } from '../../customers/customers.ts'
import { ledgerEntries } from '../ledger-entries.ts'

export const examples: readonly ResourceExample[] = [
  // A posting of one entry balances only when it moves nothing.
  exampleOf(ledgerEntries, (n, ids) => ({
    // An entry is of an order or a customer; one of both can be of any account.
    values: { posting: 1_000_000 + n, amount: 0, customerId: pick(ids(customers), n) },
  })),
]
