import { sql } from 'kysely'
import type { ResourceExample } from '../../../../core/testing/make.server.ts'
import { exampleOf } from '../../../../core/testing/make.server.ts'
import { pick } from '../../../../core/testing/samples.ts'
import { orderRuns } from '../order-runs.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(orderRuns, (n) => {
    const state = pick(['stopped', 'rejected', 'done'], n)
    return {
      values: {
        kind: pick(['cancellation', 'refund'], n),
        state,
        refunds: true,
        refundUntil: null,
        needsApproval: false,
        finishedAt: state === 'done' ? '2026-07-01T08:00:00.000Z' : null,
      },
      columns: {
        performance_ids: sql`array[${n}::bigint]`,
        call_key: `sample-${n}`,
        requested_by: sql`(select min(id) from staff)`,
      },
    }
  }),
]
