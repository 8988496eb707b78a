import { storedText } from '../../platform/stored-texts/stored-text.ts'
import { reviewFrom } from '../../features/purchases/risk/risk-rules.ts'
import { cancelIfEventIs, cancelIfWanted, giveBack, quarrel } from './course-afterwards.ts'
import type { Course, CourseDraft, Setting } from './course-facts.ts'
import { declines } from './course-facts.ts'
import type { Price } from './pricing.ts'
import type { Random } from './random.ts'

const minute = 60_000
const hour = 3_600_000
const day = 86_400_000

/** What the rules of `0072_risk_rules.sql` find wrong with a payment by card, with the sum of their points. */
const findings = {
  high: { score: 95, reasons: ['3-D Secure failed', 'Security code differs', 'Address of the card differs'] },
  elevated: { score: 70, reasons: ['3-D Secure failed', 'Security code differs'] },
  some: { score: 55, reasons: ['Security code differs', 'Address of the card differs'] },
  none: { score: 0, reasons: [] },
} as const

/** Recent purchases need more attention from staff, so that the queues of a small demo are not empty. */
function freshness({ moment, now }: Setting): 'minutes' | 'days' | 'older' {
  if (now - moment < 25 * minute) return 'minutes'
  return now - moment < 2 * day ? 'days' : 'older'
}

function riskOf(random: Random, isFresh: boolean): { score: number; reasons: readonly string[] } {
  const drawn = Math.min(99, Math.floor(random.wait(14)) + (random.chance(isFresh ? 0.09 : 0.03) ? 66 : 0))
  return findings[drawn >= 80 ? 'high' : drawn >= 66 ? 'elevated' : drawn >= 45 ? 'some' : 'none']
}

/** Builds the course of a purchase up to now. Events that would lie in the future have not happened. */
export function courseOf(setting: Setting): Course {
  const { random, moment, now, channel } = setting
  const age = freshness(setting)
  const drawn = riskOf(random, age !== 'older')
  const risk = setting.isSuspicious ? findings.high : drawn
  const course: CourseDraft = {
    booking: 'pending_payment',
    payment: 'unpaid',
    fulfilment: 'not_due',
    refundState: 'none',
    isPaymentKept: false,
    paid: 'none',
    failedAttempts: random.chance(0.06) ? random.int(1, 2) : 0,
    paidAt: null,
    refund: null,
    isChargedBack: false,
    confirmedAt: null,
    owed: 0,
    delivered: 0,
    redeemedAt: null,
    dueAt: null,
    heldUntil: null,
    riskScore: risk.score,
    riskReasons: risk.reasons,
    occurrences: [{ at: moment, kind: 'placed', by: channel === 'phone' ? 'staff' : 'customer' }],
  }
  for (let attempt = 0; attempt < course.failedAttempts; attempt++) {
    course.occurrences.push({
      at: moment + (attempt + 1) * 40_000,
      kind: 'payment_failed',
      by: 'customer',
      detail: random.pick(declines),
    })
  }
  const leaving = age === 'minutes' ? 0.4 : channel !== 'phone' ? 0.05 : age === 'days' ? 0.6 : 0.2
  if (random.chance(leaving) && !setting.isSuspicious) abandon(course, setting)
  else pay(course, setting)
  course.occurrences = course.occurrences.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)
  return course
}

/** Never paid. A quote given on the phone is kept for three days, a basket on the web for half an hour. */
function abandon(course: CourseDraft, { random, moment, now, channel }: Setting): void {
  const isQuote = channel === 'phone'
  const until = moment + (isQuote ? 3 * day : 30 * minute)
  if (course.failedAttempts === 0 && random.chance(0.3) && !isQuote) {
    course.failedAttempts = 1
    course.occurrences.push({
      at: moment + 50_000,
      kind: 'payment_failed',
      by: 'customer',
      detail: random.pick(declines),
    })
  }
  if (isQuote)
    course.occurrences.push({
      at: moment + minute,
      kind: 'held',
      by: 'staff',
      detail: storedText('Quoted on the phone'),
    })
  if (until > now) {
    course.booking = isQuote ? 'on_hold' : 'pending_payment'
    course.dueAt = isQuote ? until : null
    course.heldUntil = until
    return
  }
  course.booking = 'expired'
  course.occurrences.push({ at: until, kind: 'expired', by: 'system' })
}

function pay(course: CourseDraft, setting: Setting): void {
  const { random, basket, price, moment, now } = setting
  const paidAt = moment + (course.failedAttempts + 1) * 45_000 + random.int(5_000, 40_000)
  if (paidAt > now) return
  course.paidAt = paidAt
  course.paid = 'authorised'
  course.payment = 'authorised'
  const isSuspicious = course.riskScore >= reviewFrom
  const isInstant = basket.isInstant && !isSuspicious
  if (!isInstant)
    course.occurrences.push({
      at: paidAt,
      kind: 'payment_authorised',
      by: 'customer',
      amount: price.grand,
    })
  if (isSuspicious && !review(course, setting, paidAt)) return
  const slow = random.chance(0.16) ? 46 : 9
  const answersAt = isInstant
    ? paidAt + 4_000
    : Math.min(paidAt + (1 + random.wait(slow)) * hour, Math.max(paidAt + 10 * minute, basket.startsAt - hour))
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

/** A staff member reviews a suspicious order. True: it goes on. */
function review(course: CourseDraft, { random, moment, now }: Setting, paidAt: number): boolean {
  course.occurrences.push({
    at: paidAt + 1_000,
    kind: 'held',
    by: 'system',
    detail: storedText('Held for review: the risk score is high'),
  })
  if (now - moment < 46 * hour) {
    course.booking = 'on_hold'
    course.dueAt = paidAt + 4 * hour
    course.heldUntil = paidAt + 72 * hour
    return false
  }
  if (random.chance(0.8)) return true
  const at = paidAt + 5 * hour
  course.booking = 'rejected'
  course.paid = 'voided'
  course.payment = 'unpaid'
  course.occurrences.push(
    { at, kind: 'payment_voided', by: 'staff' },
    { at: at + 1_000, kind: 'cancelled', by: 'staff', detail: storedText('Refused after review') },
  )
  return false
}

function reject(course: CourseDraft, { price, now }: Setting, isInstant: boolean, at: number): void {
  course.booking = 'rejected'
  course.occurrences.push({ at, kind: 'supplier_rejected', by: 'supplier', detail: storedText('No longer available') })
  if (!isInstant) {
    course.paid = 'voided'
    course.payment = 'unpaid'
    course.occurrences.push({ at: at + 2_000, kind: 'payment_voided', by: 'system' })
    return
  }
  capture(course, price, at - 2_000)
  giveBack(course, {
    state: 'succeeded',
    amount: price.grand,
    kind: 'lines',
    reason: 'supplier_rejected',
    by: 'supplier',
    at: Math.min(now, at + minute),
    doneAt: Math.min(now, at + 3 * minute),
  })
}

function capture(course: CourseDraft, price: Price, at: number): void {
  course.paid = 'captured'
  course.payment = 'captured'
  course.occurrences.push({ at, kind: 'payment_captured', by: 'system', amount: price.grand })
}

function confirm(course: CourseDraft, setting: Setting, at: number): void {
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
    if (random.chance(0.93)) course.redeemedAt = redeemedAt(setting, random.int(-20, 15))
    if (course.redeemedAt !== null && course.redeemedAt < at) course.redeemedAt = at + minute
  }
  quarrel(course, setting, at)
}

/** Shortly before or after the start; on a day without one, within opening hours. `turn` is from -20 to 15. */
function redeemedAt({ basket }: Setting, turn: number): number {
  const { startsAt, minutes } = basket
  if (minutes === null) return startsAt + 12 * hour + turn * 9 * minute
  // A ticket for midnight is not scanned on the day before.
  return startsAt + Math.max(turn, -minutes) * minute
}

/** Tickets at once, or some days before the performance; the voucher of a product with its confirmation. */
function deliver(course: CourseDraft, { random, basket, now, moment }: Setting, at: number): void {
  const isLater = (basket.kind === 'event' && basket.delivery !== 'eticket_pdf') || random.chance(0.12)
  const wanted = basket.startsAt - random.int(2, 21) * day
  const deliveredAt =
    isLater && basket.kind === 'event' ? Math.max(at + 20 * minute, wanted) : at + random.int(2, 90) * 1_000
  const isTroubled = random.chance(0.006) && basket.startsAt > now && now - moment < 20 * day
  if (isTroubled) {
    course.fulfilment = 'failed'
    course.dueAt ??= Math.min(basket.startsAt - 2 * hour, Math.max(at, now - 3 * hour) + 6 * hour)
    course.occurrences.push({
      at: Math.min(now, deliveredAt),
      kind: 'delivery_failed',
      by: 'system',
      detail: storedText('The provider’s file can’t be read'),
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
    at: deliveredAt,
    kind: 'tickets_delivered',
    by: basket.kind === 'event' ? 'supplier' : 'system',
  })
}
