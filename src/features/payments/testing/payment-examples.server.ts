import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { purchases } from '../../purchases/purchases.ts'
import { payments } from '../payments.ts'
import { refunds } from '../refunds.ts'

/** Nothing was captured of every second sample of a purchase (purchase-examples.server.ts), so its ledger can be any. */
const unpaidOf = (ids: readonly number[]) => ids.find((id) => id % 2 === 0) ?? ids[0]

export const examples: readonly ResourceExample[] = [
  exampleOf(payments, (n, ids) => {
    const state = pick(['pending', 'failed', 'voided', 'authorised'], n)
    return {
      values: {
        purchaseId: unpaidOf(ids(purchases)),
        state,
        currency: 'EUR',
        authorised: 5_000 + n,
        captured: 0,
        fee: n,
        pspReference: `psp-${n}`,
        cardLast4: String(1_000 + n),
        failure: state === 'failed' ? pick(['card_declined', 'expired_card'], n) : null,
      },
    }
  }),
  exampleOf(refunds, (n, ids) => {
    const state = pick(['rejected', 'reversed'], n)
    return {
      values: {
        purchaseId: unpaidOf(ids(purchases)),
        paymentId: pick(ids(payments), n),
        state,
        currency: 'EUR',
        amount: 100 + n,
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
