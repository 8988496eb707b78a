import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { differenceKinds } from '../statement-kinds.ts'
import { statementLines } from '../statement-lines.ts'
import { statements } from '../statements.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(statements, (n) => ({
    values: {
      source: 'gateway',
      provider: 'stripe',
      basis: null,
      fromDay: `2026-03-${String(1 + (n % 20)).padStart(2, '0')}`,
      toDay: `2026-04-${String(1 + (n % 20)).padStart(2, '0')}`,
    },
    columns: { content_hash: `sample ${n}` },
  })),
  exampleOf(statementLines, (n) => ({
    values: {
      reference: `txn_sample_${n}`,
      difference: pick(
        differenceKinds.filter((kind) => kind !== 'missing_there'),
        n,
      ),
      resolvedAt: null,
    },
  })),
]
