import { storedText } from '../../platform/stored-texts/stored-text.ts'
import type { CourseDraft, Occurrence, RefundCourse, Setting } from './course-facts.ts'
import { shareOf } from '../../core/money.ts'
import type { Random } from './random.ts'

// What can happen to a purchase once it is confirmed.

const minute = 60_000
const hour = 3_600_000
const day = 86_400_000

/** Takes back what would only have come after a moment. */
function undoAfter(course: CourseDraft, at: number): void {
  const isLater = (event: Occurrence) => event.kind === 'tickets_delivered' && event.at > at
  course.occurrences = course.occurrences.filter((event) => !isLater(event))
  if (!course.occurrences.some(({ kind }) => kind === 'tickets_delivered')) {
    course.fulfilment = 'not_due'
    course.delivered = 0
  }
  course.dueAt = null
}

/** A cancelled performance refunds everyone in full. */
export function cancelIfEventIs(course: CourseDraft, setting: Setting, confirmedAt: number): boolean {
  const { random, basket, price, now } = setting
  const { performance } = basket
  if (performance?.status !== 'cancelled') return false
  const at = Math.max(confirmedAt + hour, basket.startsAt - (4 + (performance.id % 20)) * day)
  if (at > now) return false
  undoAfter(course, at)
  course.booking = 'cancelled'
  course.owed = 0
  course.occurrences.push({
    at,
    kind: 'cancelled',
    by: 'supplier',
    detail: storedText('The performance was cancelled'),
  })
  const doneAt = at + random.int(1, 30) * hour
  giveBack(course, {
    state: doneAt > now ? 'processing' : 'succeeded',
    amount: price.grand,
    kind: 'lines',
    reason: 'event_cancelled',
    by: 'supplier',
    at: Math.min(now, at + 10 * minute),
    doneAt: doneAt > now ? null : doneAt,
  })
  return true
}

/** A customer who cannot come: free until the policy's end, later at the mercy of staff. */
export function cancelIfWanted(course: CourseDraft, setting: Setting, confirmedAt: number): boolean {
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
  } else if (now - at < 9 * hour || (now - at < 6 * day && share < 0.5)) {
    course.dueAt = at + 2 * day
  } else if (share < 0.75) {
    course.isPaymentKept = true
  } else {
    const half = Math.max(1, shareOf(price.grand, 5_000))
    giveBack(course, {
      state: 'succeeded',
      amount: half,
      kind: 'goodwill',
      reason: 'customer_request',
      by: 'staff',
      at: at + 3 * hour,
      doneAt: at + 9 * hour,
    })
  }
  return true
}

/** A full refund takes a few days, and now and then the bank declines it. */
function customersRefund(random: Random, amount: number, at: number, now: number): RefundCourse {
  const base = {
    amount,
    kind: 'lines',
    reason: 'customer_request',
    by: 'customer',
    at: Math.min(now, at + minute),
  } as const
  const doneAt = at + (2 + random.wait(50)) * hour
  if (doneAt <= now) {
    const isFailed = now - at < 25 * day && random.chance(0.12)
    return isFailed ? { ...base, state: 'failed', doneAt: null } : { ...base, state: 'succeeded', doneAt }
  }
  return {
    ...base,
    state: random.pick(['requested', 'approved', 'processing', 'processing'] as const),
    doneAt: null,
  }
}

/** Settles where a refund leaves the purchase, and records it. */
export function giveBack(course: CourseDraft, refund: RefundCourse): void {
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
    if (state === 'failed')
      course.occurrences.push({
        at: at + hour,
        kind: 'refund_failed',
        by: 'system',
        amount,
        detail: storedText('The card has been closed'),
      })
    if (state !== 'processing' && state !== 'approved') course.dueAt = at + day
  }
}

/** Goodwill after a bad evening, or a bank that takes the customer's side. */
export function quarrel(course: CourseDraft, { random, basket, price, now }: Setting, confirmedAt: number): void {
  const share = random.next()
  if (share < 0.012 && basket.endsAt < now - day) {
    const amount = Math.max(1, shareOf(price.grand, random.pick([1_000, 2_000, 2_500, 4_000])))
    const at = basket.endsAt + random.int(2, 22) * hour
    if (amount < price.grand && at + day < now) {
      giveBack(course, {
        state: 'succeeded',
        amount,
        kind: 'goodwill',
        reason: 'quality',
        by: 'staff',
        at,
        doneAt: at + 5 * hour,
      })
    }
    return
  }
  if (share > 0.99 && price.grand > 0) {
    const at = confirmedAt + random.int(8, 70) * day
    if (at > now) return
    course.occurrences.push({
      at,
      kind: 'dispute_opened',
      by: 'system',
      amount: price.grand,
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
