import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { storeCredits } from '../store-credits.ts'

export const examples: readonly ResourceExample[] = [
  // Amounts agree with the state, and only a refund makes the credit of one.
  exampleOf(storeCredits, (n) => ({
    values: {
      state: undefined,
      available: undefined,
      reason: 'goodwill',
      amount: 1_000 + n,
      held: 0,
      spent: 0,
      expired: 0,
      expiresAt: `2099-03-${String(1 + (n % 28)).padStart(2, '0')}T00:00:00.000Z`,
    },
  })),
]
