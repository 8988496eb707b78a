import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { apiUsers } from '../api-users.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(apiUsers, (n) => ({
    values: { allowedRanges: n % 2 ? ['192.0.2.0/24', '2001:db8::1'] : [], quotaPerMinute: n, quotaPerDay: 1_000 + n },
  })),
]
