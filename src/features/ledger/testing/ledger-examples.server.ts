import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { ledgerEntries } from '../ledger-entries.ts'

export const examples: readonly ResourceExample[] = [
  // A posting of one entry balances only when it moves nothing.
  exampleOf(ledgerEntries, (n) => ({ values: { posting: 1_000_000 + n, amount: 0 } })),
]
