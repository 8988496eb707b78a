import type {
  BookingStatus, FulfilmentStatus, PaymentStatus, RefundState,
} from '../areas/purchases/purchase-states.ts'
import type { RefundReason, TimelineKind } from '../areas/purchases/purchase-ledger.ts'
import type { Basket } from './basket.ts'
import type { Price } from './pricing.ts'
import { shareOf } from './money.ts'
import type { Random } from './random.ts'

const minute = 60_000
const hour = 3_600_000
const day = 86_400_000

/** Something that happened to a purchase. */
export interface Occurrence {
  readonly at: number
  readonly kind: TimelineKind
  readonly by: 'customer' | 'staff' | 'supplier' | 'system'
  readonly amount?: number
  readonly detail?: string
}

export interface RefundCourse {
  readonly state: 'requested' | 'approved' | 'processing' | 'succeeded' | 'failed'
  readonly amount: number
  readonly kind: 'lines' | 'goodwill'
  readonly reason: RefundReason
  readonly by: 'customer' | 'supplier' | 'staff'
  readonly at: number
  readonly doneAt: number | null
}

/** How a purchase has gone until now: where it stands on each axis, and how it came there. */
export interface Course {
  readonly booking: BookingStatus
  readonly payment: PaymentStatus
  readonly fulfilment: FulfilmentStatus
  readonly refundState: RefundState
  readonly isPaymentKept: boolean
  /** The payment's own fate; `none` when nobody got as far as paying. */
  readonly paid: 'captured' | 'authorised' | 'voided' | 'none'
  readonly failedAttempts: number
  readonly paidAt: number | null
  readonly refund: RefundCourse | null
  readonly isChargedBack: boolean
  /** When the provider said yes; null: it has not. */
  readonly confirmedAt: number | null
  /** What we owe the provider, in percent of the net price. */
  readonly owed: number
  readonly delivered: number
  readonly redeemedAt: number | null
  readonly dueAt: number | null
  readonly riskScore: number
  readonly riskReasons: readonly string[]
  readonly occurrences: readonly Occurrence[]
}

/** What a purchase's course is told from. Moments in milliseconds since 1970. */
export interface Setting {
  readonly random: Random
  readonly basket: Basket
  readonly price: Price
  readonly channel: string
  readonly moment: number
  readonly now: number
}

type Draft = { -readonly [K in keyof Course]: Course[K] } & { occurrences: Occurrence[] }

const reasons = [
  'card_country_mismatch', 'velocity', 'new_account', 'high_value', 'anonymous_proxy', 'late_booking',
] as const

/**
 * What came in lately holds more of what staff have to look at, so that the queues of a small demo are not
 * empty.
 */
function freshness({ moment, now }: Setting): 'minutes' | 'days' | 'older' {
  if (now - moment < 25 * minute) return 'minutes'
  return now - moment < 2 * day ? 'days' : 'older'
}

function riskOf(random: Random, isFresh: boolean): { score: number; reasons: readonly string[] } {
  const score = Math.min(99, Math.floor(random.wait(14)) + (random.chance(isFresh ? 0.09 : 0.03) ? 66 : 0))
  return {
    score, reasons: score < 45 ? [] : reasons.filter(() => random.chance(0.4)).slice(0, score > 80 ? 3 : 2),
  }
}

/** Tells the course of a purchase up to now. Whatever would lie in the future has not happened. */
export function courseOf(setting: Setting): Course {
  const { random, moment, now, channel } = setting
  const age = freshness(setting)
  const risk = riskOf(random, age !== 'older')
  const course: Draft = {
    booking: 'pending_payment', payment: 'unpaid', fulfilment: 'not_due', refundState: 'none',
    isPaymentKept: false, paid: 'none',
    failedAttempts: random.chance(0.06) ? random.int(1, 2) : 0, paidAt: null, refund: null,
    isChargedBack: false, confirmedAt: null,
    owed: 0, delivered: 0, redeemedAt: null, dueAt: null, riskScore: risk.score, riskReasons: risk.reasons,
    occurrences: [{ at: moment, kind: 'placed', by: channel === 'phone' ? 'staff' : 'customer' }],
  }
  for (let attempt = 0; attempt < course.failedAttempts; attempt++) {
    course.occurrences.push({
      at: moment + (attempt + 1) * 40_000, kind: 'payment_failed', by: 'customer',
      detail: random.pick(declines),
    })
  }
  const leaving = age === 'minutes' ? 0.4 : channel !== 'phone' ? 0.05 : age === 'days' ? 0.6 : 0.2
  if (random.chance(leaving)) abandon(course, setting)
  else pay(course, setting)
  course.occurrences = course.occurrences.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)
  return course
}

export const declines = [
  'insufficient_funds', 'do_not_honor', 'expired_card', 'authentication_required', 'lost_card',
] as const

/** Nobody pays. A quote given on the phone is held for three days, a basket on the web for half an hour. */
function abandon(course: Draft, { random, moment, now, channel }: Setting): void {
  const isQuote = channel === 'phone'
  const until = moment + (isQuote ? 3 * day : 30 * minute)
  if (course.failedAttempts === 0 && random.chance(0.3) && !isQuote) {
    course.failedAttempts = 1
    course.occurrences.push({
      at: moment + 50_000, kind: 'payment_failed', by: 'customer', detail: random.pick(declines),
    })
  }
  if (isQuote) course.occurrences.push({
    at: moment + minute, kind: 'held', by: 'staff', detail: 'Quoted on the phone',
  })
  if (until > now) {
    course.booking = isQuote ? 'on_hold' : 'pending_payment'
    course.dueAt = isQuote ? until : null
    return
  }
  course.booking = 'expired'
  course.occurrences.push({ at: until, kind: 'expired', by: 'system' })
}

function pay(course: Draft, setting: Setting): void {
  const { random, basket, price, moment, now } = setting
  const paidAt = moment + (course.failedAttempts + 1) * 45_000 + random.int(5_000, 40_000)
  if (paidAt > now) return
  course.paidAt = paidAt
  course.paid = 'authorised'
  course.payment = 'authorised'
  const isSuspicious = course.riskScore >= 80
  const isInstant = basket.isInstant && !isSuspicious
  if (!isInstant) course.occurrences.push({
    at: paidAt, kind: 'payment_authorised', by: 'customer', amount: price.grand,
  })
  if (isSuspicious && !review(course, setting, paidAt)) return
  const slow = random.chance(0.16) ? 46 : 9
  const answersAt = isInstant ? paidAt + 4_000 : Math.min(
    paidAt + (1 + random.wait(slow)) * hour, Math.max(paidAt + 10 * minute, basket.startsAt - hour),
  )
  if (answersAt > now) {
    course.booking = 'pending_supplier'
    course.dueAt = Math.min(paidAt + day, Math.max(basket.startsAt - 2 * hour, paidAt + hour))
    course.occurrences.push({ at: paidAt + 5_000, kind: 'sent_to_supplier', by: 'system' })
    return
  }
  if (!isInstant) course.occurrences.push({ at: paidAt + 5_000, kind: 'sent_to_supplier', by: 'system' })
  if (random.chance(isInstant ? 0.004 : 0.05)) reject(course, setting, isInstant, answersAt)
  else confirm(course, setting, answersAt)
}

/** Somebody looks at a suspicious order. True: it goes on. */
function review(course: Draft, { random, moment, now }: Setting, paidAt: number): boolean {
  course.occurrences.push({
    at: paidAt + 1_000, kind: 'held', by: 'system', detail: 'Held for review: the risk score is high',
  })
  if (now - moment < 46 * hour) {
    course.booking = 'on_hold'
    course.dueAt = paidAt + 4 * hour
    return false
  }
  if (random.chance(0.8)) return true
  const at = paidAt + 5 * hour
  course.booking = 'rejected'
  course.paid = 'voided'
  course.payment = 'unpaid'
  course.occurrences.push(
    { at, kind: 'payment_voided', by: 'staff' },
    { at: at + 1_000, kind: 'cancelled', by: 'staff', detail: 'Refused after review' },
  )
  return false
}

function reject(course: Draft, { price, now }: Setting, isInstant: boolean, at: number): void {
  course.booking = 'rejected'
  course.occurrences.push({ at, kind: 'supplier_rejected', by: 'supplier', detail: 'No longer available' })
  if (!isInstant) {
    course.paid = 'voided'
    course.payment = 'unpaid'
    course.occurrences.push({ at: at + 2_000, kind: 'payment_voided', by: 'system' })
    return
  }
  capture(course, price, at - 2_000)
  giveBack(
    course,
    {
      state: 'succeeded', amount: price.grand, kind: 'lines', reason: 'supplier_rejected', by: 'supplier',
      at: Math.min(now, at + minute), doneAt: Math.min(now, at + 3 * minute),
    },
  )
}

function capture(course: Draft, price: Price, at: number): void {
  course.paid = 'captured'
  course.payment = 'captured'
  course.occurrences.push({ at, kind: 'payment_captured', by: 'system', amount: price.grand })
}

function confirm(course: Draft, setting: Setting, at: number): void {
  const { random, basket, price, now } = setting
  course.booking = 'confirmed'
  course.confirmedAt = at
  course.owed = 100
  // Now and then the capture does not follow by itself.
  const isLeft = !basket.isInstant && now - at < 2 * day && random.chance(0.06)
  if (isLeft) course.dueAt = at + 5 * day
  else capture(course, price, Math.min(now, at + 1_000))
  course.occurrences.push({ at: at + 500, kind: 'supplier_confirmed', by: 'supplier' })
  deliver(course, setting, at)
  if (isLeft) return
  if (cancelIfEventIs(course, setting, at) || cancelIfWanted(course, setting, at)) return
  if (basket.endsAt <= now) {
    course.booking = 'completed'
    course.occurrences.push({ at: basket.endsAt, kind: 'completed', by: 'system' })
    if (random.chance(0.93)) course.redeemedAt = basket.startsAt + random.int(-20, 15) * minute
    if (course.redeemedAt !== null && course.redeemedAt < at) course.redeemedAt = at + minute
  }
  quarrel(course, setting, at)
}

/** Tickets at once, or some days before the performance; the voucher of a product with its confirmation. */
function deliver(course: Draft, { random, basket, now, moment }: Setting, at: number): void {
  const isLater = basket.kind === 'event' && basket.delivery !== 'eticket_pdf' || random.chance(0.12)
  const wanted = basket.startsAt - random.int(2, 21) * day
  const deliveredAt = isLater && basket.kind === 'event'
    ? Math.max(at + 20 * minute, wanted) : at + random.int(2, 90) * 1_000
  const isTroubled = random.chance(0.006) && basket.startsAt > now && now - moment < 20 * day
  if (isTroubled) {
    course.fulfilment = 'failed'
    course.dueAt ??= Math.min(basket.startsAt - 2 * hour, Math.max(at, now - 3 * hour) + 6 * hour)
    course.occurrences.push({
      at: Math.min(now, deliveredAt), kind: 'delivery_failed', by: 'system',
      detail: 'The file of the provider cannot be read',
    })
    return
  }
  if (deliveredAt > now) {
    course.delivered = basket.quantity > 1 && random.chance(0.05) ? random.int(1, basket.quantity - 1) : 0
    course.fulfilment = course.delivered > 0 ? 'partially_delivered' : 'awaiting_tickets'
    course.dueAt ??= Math.max(at + 2 * hour, basket.startsAt - 2 * day)
    return
  }
  course.fulfilment = 'delivered'
  course.delivered = basket.quantity
  course.occurrences.push({
    at: deliveredAt, kind: 'tickets_delivered', by: basket.kind === 'event' ? 'supplier' : 'system',
  })
}

/** Takes back what would only have come after a moment. */
function undoAfter(course: Draft, at: number): void {
  const isLater = (event: Occurrence) => event.kind === 'tickets_delivered' && event.at > at
  course.occurrences = course.occurrences.filter((event) => !isLater(event))
  if (!course.occurrences.some(({ kind }) => kind === 'tickets_delivered')) {
    course.fulfilment = 'not_due'
    course.delivered = 0
  }
  course.dueAt = null
}

/** A cancelled performance gives everybody everything back. */
function cancelIfEventIs(course: Draft, setting: Setting, confirmedAt: number): boolean {
  const { random, basket, price, now } = setting
  const { performance } = basket
  if (performance?.status !== 'cancelled') return false
  const at = Math.max(confirmedAt + hour, basket.startsAt - (4 + performance.id % 20) * day)
  if (at > now) return false
  undoAfter(course, at)
  course.booking = 'cancelled'
  course.owed = 0
  course.occurrences.push({ at, kind: 'cancelled', by: 'supplier', detail: 'The performance was cancelled' })
  const doneAt = at + random.int(1, 30) * hour
  giveBack(course, {
    state: doneAt > now ? 'processing' : 'succeeded', amount: price.grand, kind: 'lines',
    reason: 'event_cancelled', by: 'supplier',
    at: at + 10 * minute, doneAt: doneAt > now ? null : doneAt,
  })
  return true
}

function cancelIfWanted(course: Draft, setting: Setting, confirmedAt: number): boolean {
  const { random, basket, price, now } = setting
  if (!random.chance(basket.kind === 'product' ? 0.085 : 0.022)) return false
  const span = basket.startsAt - confirmedAt - hour
  const at = confirmedAt + 20 * minute + Math.floor(random.next() * Math.max(span, 0))
  if (at > now || span <= 0) return false
  undoAfter(course, at)
  course.booking = 'cancelled'
  course.occurrences.push({ at, kind: 'cancelled', by: 'customer' })
  const isFree = basket.cancelUntil !== null && at <= basket.cancelUntil
  const share = random.next()
  if (isFree) {
    course.owed = 0
    giveBack(course, customersRefund(random, price.grand, at, now))
  } else if (now - at < 6 * day && share < 0.5) {
    course.dueAt = at + 2 * day
  } else if (share < 0.75) {
    course.isPaymentKept = true
  } else {
    const half = Math.max(1, shareOf(price.grand, 5_000))
    giveBack(
      course,
      {
        state: 'succeeded', amount: half, kind: 'goodwill', reason: 'customer_request', by: 'staff',
        at: at + 3 * hour, doneAt: Math.min(now, at + 9 * hour),
      },
    )
  }
  return true
}

/** What a customer gets back in full takes a few days, and now and then the bank says no. */
function customersRefund(random: Random, amount: number, at: number, now: number): RefundCourse {
  const base = {
    amount, kind: 'lines', reason: 'customer_request', by: 'customer', at: Math.min(now, at + minute),
  } as const
  const doneAt = at + (2 + random.wait(50)) * hour
  if (doneAt <= now) {
    const isFailed = now - at < 25 * day && random.chance(0.12)
    return isFailed ? { ...base, state: 'failed', doneAt: null } : { ...base, state: 'succeeded', doneAt }
  }
  return {
    ...base, state: random.pick(['requested', 'approved', 'processing', 'processing'] as const), doneAt: null,
  }
}

/** Settles where a refund leaves the purchase, and tells it. */
function giveBack(course: Draft, refund: RefundCourse): void {
  const { state, amount, at, by, doneAt } = refund
  course.refund = refund
  course.occurrences.push({ at, kind: 'refund_requested', by, amount })
  const captured = course.occurrences.find(({ kind }) => kind === 'payment_captured')?.amount ?? 0
  if (state === 'succeeded') {
    course.payment = amount === captured ? 'refunded' : 'partially_refunded'
    course.refundState = amount === captured ? 'full' : 'partial'
    course.occurrences.push({ at: doneAt ?? at, kind: 'refund_succeeded', by: 'system', amount })
  } else {
    course.refundState = state === 'requested' ? 'requested' : state === 'failed' ? 'failed' : 'processing'
    if (state === 'failed') course.occurrences.push({
      at: at + hour, kind: 'refund_failed', by: 'system', amount, detail: 'The card has been closed',
    })
    if (state !== 'processing' && state !== 'approved') course.dueAt = at + day
  }
}

/** Goodwill after a bad evening, or a bank that takes the customer's side. */
function quarrel(course: Draft, { random, basket, price, now }: Setting, confirmedAt: number): void {
  const share = random.next()
  if (share < 0.012 && basket.endsAt < now - day) {
    const amount = Math.max(1, shareOf(price.grand, random.pick([1_000, 2_000, 2_500, 4_000])))
    const at = basket.endsAt + random.int(2, 22) * hour
    if (amount < price.grand && at + day < now) {
      giveBack(
        course,
        {
          state: 'succeeded', amount, kind: 'goodwill', reason: 'quality', by: 'staff', at,
          doneAt: at + 5 * hour,
        },
      )
    }
    return
  }
  if (share > 0.99 && price.grand > 0) {
    const at = confirmedAt + random.int(8, 70) * day
    if (at > now) return
    course.occurrences.push({
      at, kind: 'dispute_opened', by: 'system', amount: price.grand,
      detail: 'Cardholder does not recognise the charge',
    })
    const closesAt = at + 24 * day
    if (closesAt > now) {
      course.payment = 'disputed'
      course.dueAt = at + 10 * day
    } else if (random.chance(0.5)) {
      course.occurrences.push({ at: closesAt, kind: 'dispute_won', by: 'system' })
    } else {
      course.payment = 'charged_back'
      course.isChargedBack = true
      course.occurrences.push({ at: closesAt, kind: 'charged_back', by: 'system', amount: price.grand })
    }
  }
}
