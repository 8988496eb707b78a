import type { ResourceExample } from '../../../core/testing/make.server.ts'
import { exampleOf } from '../../../core/testing/make.server.ts'
import { pick } from '../../../core/testing/samples.ts'
import { events } from '../../events/event/events.ts'
import { performances } from '../../events/performance/performances.ts'
import { products } from '../../products/products.ts'
import { productOptions } from '../../products/product-options.ts'
import { purchases } from '../purchases.ts'
import { needsHours, riskKinds, riskRules } from '../risk/risk-rules.ts'

type Values = Readonly<Record<string, unknown>>

const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

function reference(n: number): string {
  let text = ''
  for (let rest = n; text.length < 8; rest = Math.floor(rest / alphabet.length))
    text = `${alphabet.charAt(rest % alphabet.length)}${text}`
  return text
}

const untouched = { captured: 0, refunded: 0, refundPending: 0, chargedBack: 0 }

/** Consistent combinations of a purchase's three statuses and its sums. Nothing was captured of every second. */
const ledgers: readonly Values[] = [
  {
    bookingStatus: 'pending_payment',
    paymentStatus: 'unpaid',
    fulfilmentStatus: 'not_due',
    refundState: 'none',
    ...untouched,
  },
  {
    bookingStatus: 'confirmed',
    paymentStatus: 'captured',
    fulfilmentStatus: 'awaiting_tickets',
    refundState: 'none',
    ...untouched,
    captured: 10_500,
  },
  {
    bookingStatus: 'on_hold',
    paymentStatus: 'authorised',
    fulfilmentStatus: 'not_due',
    refundState: 'none',
    ...untouched,
  },
  {
    bookingStatus: 'cancelled',
    paymentStatus: 'partially_refunded',
    fulfilmentStatus: 'delivered',
    refundState: 'partial',
    ...untouched,
    captured: 10_500,
    refunded: 500,
  },
  {
    bookingStatus: 'expired',
    paymentStatus: 'unpaid',
    fulfilmentStatus: 'not_due',
    refundState: 'none',
    ...untouched,
  },
  {
    bookingStatus: 'cancelled',
    paymentStatus: 'refunded',
    fulfilmentStatus: 'not_due',
    refundState: 'full',
    ...untouched,
    captured: 10_500,
    refunded: 10_500,
  },
  {
    bookingStatus: 'rejected',
    paymentStatus: 'unpaid',
    fulfilmentStatus: 'not_due',
    refundState: 'none',
    ...untouched,
  },
  {
    bookingStatus: 'completed',
    paymentStatus: 'disputed',
    fulfilmentStatus: 'delivered',
    refundState: 'requested',
    ...untouched,
    captured: 10_500,
    refundPending: 100,
  },
]

export const examples: readonly ResourceExample[] = [
  exampleOf(purchases, (n, ids) => {
    const isProduct = n % 2 === 0
    return {
      values: {
        ...pick(ledgers, n),
        reference: reference(n),
        kind: isProduct ? 'product' : 'event',
        ...(isProduct
          ? {
              productId: pick(ids(products), n),
              productOptionId: pick(ids(productOptions), n),
              eventId: null,
              performanceId: null,
            }
          : {
              productId: null,
              productOptionId: null,
              eventId: pick(ids(events), n),
              performanceId: pick(ids(performances), n),
            }),
        itemsTotal: 10_000,
        feesTotal: 700,
        taxTotal: 300,
        discountTotal: 500,
        grandTotal: 10_500,
        currency: pick(['EUR', 'USD', 'JPY'], n),
        startsAt: '2026-07-01T08:00:00.000Z',
        endsAt: '2026-07-01T10:00:00.000Z',
        riskScore: (n * 13) % 100,
        // Of no sample of a country: one that is sold to stays.
        customerCountry: pick(['ES', 'FR', 'PT'], n),
      },
    }
  }),
  exampleOf(riskRules, (n, _ids, given) => {
    const kind = given['kind'] ?? pick(riskKinds, n)
    return { values: { kind, hours: needsHours(kind) ? 1 + (n % 48) : null } }
  }),
]
