import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { customers } from '../customers.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(customers, (n) => ({
    values: {
      firstName: 'Sample',
      lastName: `Person ${n}`,
      email: `person-${n}@example.com`,
      status: pick(['active', 'blocked'], n),
      riskNotes: `Asked for a refund ${n} times`,
      mergedIntoId: null,
    },
  })),
]
