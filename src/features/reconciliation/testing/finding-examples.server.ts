import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { purchases } from '../../purchases/purchases.ts'
import { findingRuleNames } from '../finding-rules.ts'
import { reconciliationFindings } from '../reconciliation-findings.ts'

/** Those of orders; a finding of a statement is of its line. */
const rules = findingRuleNames.filter((rule) => rule !== 'statement')

export const examples: readonly ResourceExample[] = [
  exampleOf(reconciliationFindings, (n, ids, { statementLineId }) => ({
    values: {
      rule: typeof statementLineId === 'number' ? 'statement' : pick(rules, n),
      purchaseId: pick(ids(purchases), Math.floor(n / rules.length)),
      statementLineId: null,
      state: pick(['open', 'explained'], n),
      explanation: `The bank was late, ${n}`,
      closedAt: null,
      reopened: n % 5,
    },
  })),
]
