import { sql } from 'kysely'
import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { recoverables } from '../recoverables.ts'

export const examples: readonly ResourceExample[] = [
  exampleOf(recoverables, () => ({
    values: { state: 'open', decidedAt: null },
    // One refund has one claim. A refund that was rejected can be that of a sample, as it moved no money.
    columns: {
      refund_id: sql`(
      with o as (select x.id as payment_id, x.purchase_id, x.currency from payments x order by x.id limit 1)
      insert into refunds (purchase_id, payment_id, state, currency, amount, kind, reason, initiator, paid_by, destination, idempotency_key)
      select purchase_id, payment_id, 'rejected', currency, 1, 'goodwill', 'other', 'staff', 'provider', 'original_method',
        gen_random_uuid()::text from o returning id)`,
    },
  })),
]
