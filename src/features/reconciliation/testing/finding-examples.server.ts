import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { findingRuleNames } from '../finding-rules.ts'
import { reconciliationFindings } from '../reconciliation-findings.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(reconciliationFindings, (n) => ({
    values: {
      rule: pick(findingRuleNames, n),
      state: pick(['open', 'explained'], n),
      explanation: `The bank was late, ${n}`,
      closedAt: null,
      reopened: n % 5,
    },
  })),
]
