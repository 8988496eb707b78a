import type { PaymentMethod, PaymentProvider } from '../../features/purchases/states/purchase-ledger.ts'
import type { Course } from './course-facts.ts'
import { declines } from './course-facts.ts'
import { shareOf } from '../../core/money.ts'
import { allocate, priceIn } from './money.ts'
import type { Price } from './pricing.ts'
import type { Random } from './random.ts'
import { itemAt, Weighted } from './random.ts'
import type { Row } from './rows.ts'
import type { Money, Sale } from './sale.ts'

/** Ids of payments leave room for so many tries a purchase, so that each page knows its own. */
const triesPerPurchase = 4

const methodsBy: Readonly<Record<string, readonly (readonly [PaymentMethod, number])[]>> = {
  ES: [
    ['card', 62],
    ['bizum', 18],
    ['paypal', 10],
    ['apple_pay', 10],
  ],
  NL: [
    ['ideal', 66],
    ['card', 18],
    ['paypal', 8],
    ['apple_pay', 8],
  ],
  BR: [
    ['pix', 48],
    ['card', 52],
  ],
  SE: [
    ['klarna', 34],
    ['card', 46],
    ['apple_pay', 20],
  ],
  DE: [
    ['card', 40],
    ['paypal', 40],
    ['klarna', 14],
    ['apple_pay', 6],
  ],
}
const elsewhere: readonly (readonly [PaymentMethod, number])[] = [
  ['card', 64],
  ['apple_pay', 15],
  ['google_pay', 11],
  ['paypal', 10],
]
const weighted = new Map(
  Object.entries({ ...methodsBy, '': elsewhere }).map(([country, methods]) => [
    country,
    new Weighted(methods, ([, weight]) => weight),
  ]),
)
const brands = new Weighted<readonly [string, number]>(
  [
    ['Visa', 56],
    ['Mastercard', 35],
    ['Amex', 9],
  ],
  ([, weight]) => weight,
)

const prefixes: Readonly<Record<Exclude<PaymentProvider, 'test' | 'store_credit'>, string>> = {
  stripe: 'pi',
  adyen: 'ADY',
  paypal: 'PAYID',
  bank: 'TRF',
}

function providerOf(method: PaymentMethod, random: Random): keyof typeof prefixes {
  if (method === 'paypal') return 'paypal'
  if (method === 'bank_transfer') return 'bank'
  return random.chance(0.72) ? 'stripe' : 'adyen'
}

/** The sums that the purchase carries, as its payments and refunds will add up to. */
export function moneyOf(course: Course, price: Price): Money {
  const captured = course.paid === 'captured' ? price.grand : 0
  const refund = course.refund
  return {
    captured,
    refunded: refund?.state === 'succeeded' ? refund.amount : 0,
    pending: refund && ['requested', 'approved', 'processing'].includes(refund.state) ? refund.amount : 0,
    chargedBack: course.isChargedBack ? captured : 0,
    fee: captured === 0 ? 0 : shareOf(captured, 170) + priceIn(price.currency, 0.25),
  }
}

/** The payment attempts; only the last can have succeeded. */
export function paymentRows(random: Random, { id: purchaseId, contact, course, price, moment, money }: Sale): Row[] {
  const [method] = (weighted.get(contact.country.code) ?? weighted.get(''))?.pick(random) ?? ['card' as const]
  const isCard = method === 'card' || method === 'apple_pay' || method === 'google_pay'
  const [brand] = brands.pick(random)
  const last4 = String(random.int(0, 9_999)).padStart(4, '0')
  const provider = providerOf(method, random)
  const base = (attempt: number) => {
    const id = (purchaseId - 1) * triesPerPurchase + attempt + 1
    return {
      id,
      purchase_id: purchaseId,
      provider,
      method,
      currency: price.currency,
      psp_reference: `${prefixes[provider]}_${(id * 7_919 + 1_299_709).toString(36)}`,
      avs: isCard ? random.pick(['match', 'match', 'match', 'partial', 'unavailable']) : null,
      cvc: isCard ? 'match' : null,
      card_brand: isCard ? brand : null,
      card_last4: isCard ? last4 : null,
    }
  }
  const failed = Array.from({ length: course.failedAttempts }, (_, attempt): Row => {
    const when = moment + (attempt + 1) * 40_000
    return {
      ...base(attempt),
      state: 'failed',
      // What was tried.
      authorised: price.grand,
      captured: 0,
      fee: 0,
      failure: random.pick(declines),
      three_ds: isCard ? 'failed' : null,
      authorised_at: null,
      captured_at: null,
      created_at: when,
      updated_at: when,
    }
  })
  if (course.paidAt === null) return failed
  const capturedAt = course.occurrences.find(({ kind }) => kind === 'payment_captured')?.at
  return [
    ...failed,
    {
      ...base(course.failedAttempts),
      state: course.paid === 'none' ? 'pending' : course.paid,
      authorised: price.grand,
      captured: money.captured,
      fee: money.fee,
      failure: null,
      three_ds: isCard ? random.pick(['authenticated', 'authenticated', 'attempted', 'not_enrolled']) : null,
      ...faultsOf(course, isCard),
      authorised_at: course.paidAt,
      captured_at: capturedAt ?? null,
      created_at: course.paidAt,
      updated_at: capturedAt ?? course.paidAt,
    },
  ]
}

/** What the bank found of a payment by card, where that is why its order is risky. */
function faultsOf({ riskReasons }: Sale['course'], isCard: boolean): Row {
  const is = (reason: string) => isCard && riskReasons.includes(reason)
  return {
    ...(is('3-D Secure failed') && { three_ds: 'failed' }),
    ...(is('Security code differs') && { cvc: 'mismatch' }),
    ...(is('Address of the card differs') && { avs: 'mismatch' }),
  }
}

/** The refund, if there is one: by lines it is spread over them as they weigh, so that its parts add up. */
export function refundRow(
  random: Random,
  { id: purchaseId, course, price }: Sale,
  { staff, approvers }: { readonly staff: readonly number[]; readonly approvers: readonly number[] },
): Row | null {
  const { refund } = course
  if (!refund) return null
  const positive = price.lines
    .map((line, index) => ({
      position: index + 1,
      amount: line.amount,
    }))
    .filter(({ amount }) => amount > 0)
  const parts = allocate(
    refund.amount,
    positive.map(({ amount }) => amount),
  )
  const isDone = refund.state === 'succeeded'
  const isTheirs = refund.reason === 'event_cancelled' || refund.reason === 'supplier_rejected'
  const isDecided = refund.state !== 'requested'
  const person = staff.length > 0 ? random.pick(staff) : null
  // Four eyes: a refund is approved by another person than the one who asked for it.
  const others = approvers.filter((id) => id !== person)
  return {
    id: purchaseId,
    purchase_id: purchaseId,
    payment_id: (purchaseId - 1) * triesPerPurchase + course.failedAttempts + 1,
    state: refund.state,
    currency: price.currency,
    amount: refund.amount,
    kind: refund.kind,
    lines:
      refund.kind === 'lines'
        ? positive
            .map(({ position }, index) => ({
              position,
              amount: parts[index] ?? 0,
            }))
            .filter(({ amount }) => amount > 0)
        : [],
    reason: refund.reason,
    initiator: refund.by,
    paid_by: isTheirs ? 'provider' : 'platform',
    destination: 'original_method',
    idempotency_key: `refund-${purchaseId}-1`,
    psp_reference: isDone ? `re_${(purchaseId * 6_007 + 104_729).toString(36)}` : null,
    failure: refund.state === 'failed' ? 'expired_or_canceled_card' : null,
    requested_by: refund.by === 'staff' ? person : null,
    approved_by:
      isDecided && refund.kind === 'goodwill' && others.length > 0 ? itemAt(others, purchaseId % others.length) : null,
    succeeded_at: refund.doneAt,
    created_at: refund.at,
    updated_at: refund.doneAt ?? refund.at,
  }
}
