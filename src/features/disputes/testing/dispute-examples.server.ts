import { sql } from 'kysely'
import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { payments } from '../../payments/payments.ts'
import { purchases } from '../../purchases/purchases.ts'
import { disputes } from '../disputes.ts'

/** Of a purchase of which nothing was captured, whose sums a dispute would change otherwise: inquiries, which move no money. */
const unpaid = (ids: readonly number[], column: 'id' | 'currency') =>
  sql`(select ${sql.ref(column)} from purchases where captured = 0 and id = any(${[...ids]}) order by id limit 1)`
const asked = ({ purchaseId }: Readonly<Record<string, unknown>>, ids: readonly number[]) =>
  typeof purchaseId === 'number' ? [purchaseId] : ids

export const examples: readonly ResourceExample[] = [
  exampleOf(disputes, (n, ids, given) => ({
    values: {
      purchaseId: unpaid(ids(purchases), 'id'),
      paymentId: pick(ids(payments), n),
      status: pick(['warning_needs_response', 'warning_under_review'], n),
      currency: unpaid(asked(given, ids(purchases)), 'currency'),
      amount: 500 + n,
      withdrawn: 0,
      reinstated: 0,
      fee: 0,
      providerReference: `du_sample_${n}`,
      closedAt: null,
      submittedAt: null,
    },
  })),
]
