import { sql } from 'kysely'
import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { payableMethods } from '../../purchases/states/purchase-ledger.ts'
import { purchases } from '../../purchases/purchases.ts'
import { payments } from '../payments.ts'
import { refunds } from '../refunds.ts'

/** A ledger has to agree with its purchase, so the samples are of one of which nothing was captured: every second is. */
const unpaidOf = (ids: readonly number[], column: 'id' | 'currency') =>
  sql`(select ${sql.ref(column)} from purchases where captured = 0 and id = any(${[...ids]}) order by id limit 1)`

/** The purchase that a sample is of: the one that was asked for, or one of those. */
const asked = ({ purchaseId }: Readonly<Record<string, unknown>>, ids: readonly number[]) =>
  typeof purchaseId === 'number' ? [purchaseId] : ids

export const examples: readonly ResourceExample[] = [
  exampleOf(payments, (n, ids, given) => {
    const state = pick(['pending', 'failed', 'voided', 'authorised'], n)
    return {
      values: {
        purchaseId: unpaidOf(ids(purchases), 'id'),
        state,
        // Store credit is paid as store credit.
        provider: pick(['stripe', 'adyen', 'paypal', 'bank', 'test'], n),
        method: pick(payableMethods, n),
        currency: unpaidOf(asked(given, ids(purchases)), 'currency'),
        authorised: 5_000 + n,
        captured: 0,
        fee: n,
        pspReference: `psp-${n}`,
        cardLast4: String(1_000 + n),
        failure: state === 'failed' ? pick(['card_declined', 'expired_card'], n) : null,
      },
    }
  }),
  exampleOf(refunds, (n, ids, given) => {
    const state = pick(['rejected', 'reversed'], n)
    return {
      values: {
        purchaseId: unpaidOf(ids(purchases), 'id'),
        paymentId: pick(ids(payments), n),
        state,
        currency: unpaidOf(asked(given, ids(purchases)), 'currency'),
        amount: 100 + n,
        // A transfer names an account, and credit is never reversed.
        destination: 'original_method',
        failure: null,
        needsApproval: false,
        attempt: 1 + (n % 5),
        nextTryAt: null,
        succeededAt: state === 'reversed' ? '2026-07-01T08:00:00.000Z' : null,
      },
      columns: { idempotency_key: `sample-${n}` },
    }
  }),
]
