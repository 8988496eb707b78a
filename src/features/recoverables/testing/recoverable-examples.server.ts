import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { recoverables } from '../recoverables.ts'

export const examples: readonly ResourceExample[] = [
  // A refund has one claim at a time, so samples are of claims that are over.
  exampleOf(recoverables, (n) => ({
    values: { state: 'cancelled', decidedAt: `2026-03-${String(1 + (n % 28)).padStart(2, '0')}T10:00:00.000Z` },
  })),
]
