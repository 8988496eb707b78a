import { msg } from '../../../core/i18n/language.ts'
import type { BookingStatus, FulfilmentStatus, PaymentStatus } from './purchase-states.ts'

/** The three axes, and what each can be. */
export interface OrderAxes {
  readonly booking: BookingStatus
  readonly payment: PaymentStatus
  readonly fulfilment: FulfilmentStatus
}
export type OrderAxis = keyof OrderAxes

/** What a precondition looks at. Times are milliseconds since 1970. */
export interface OrderFacts extends OrderAxes {
  /** Until when its places are held; null without a hold. */
  readonly heldUntil: number | null
  readonly endsAt: number
  readonly grandTotal: number
  readonly captured: number
  readonly refunded: number
  readonly chargedBack: number
  readonly ticketsDelivered: number
  readonly quantity: number
}

type Precondition = {
  /** What has to be true, as a short clause for people. */
  readonly says: string
  isMet(facts: OrderFacts, now: number): boolean
}

/** One line of the table of transitions. */
export type Move<A extends OrderAxis, Name extends string> = {
  readonly axis: A
  readonly name: Name
  readonly from: readonly OrderAxes[A][]
  readonly to: OrderAxes[A]
  readonly needs: Precondition
  /** What happens besides the new status. */
  readonly effect: string
  /** The move that takes it back; null where nothing does. */
  readonly reversal: string | null
}
const is = (says: string, isMet: Precondition['isMet']): Precondition => ({ says, isMet })
const isPaid = ({ payment }: OrderAxes) => payment !== 'unpaid' && payment !== 'refunded' && payment !== 'charged_back'
const isConfirmed = ({ booking }: OrderAxes) => booking === 'confirmed' || booking === 'completed'

export const always = is('—', () => true)
export const paidOrFree = is(msg('Paid, or free'), (facts) => isPaid(facts) || facts.grandTotal === 0)
export const heldAndPaid = is(
  msg('Paid, or free, and still held'),
  (facts, now) => paidOrFree.isMet(facts, now) && facts.heldUntil !== null && facts.heldUntil > now,
)
export const lapsed = is(
  msg('The hold has ended and no payment was made'),
  (facts, now) => !isPaid(facts) && facts.heldUntil !== null && facts.heldUntil <= now,
)
export const over = is(
  msg('It is past the local end time, and nothing is left to capture'),
  ({ endsAt, payment }, now) => endsAt <= now && payment !== 'authorised',
)
export const notOver = is(msg('It is before the local end time'), ({ endsAt }, now) => endsAt > now)
export const confirmed = is(msg('Confirmed'), isConfirmed)
export const allDelivered = is(
  msg('Confirmed, with every ticket delivered'),
  (facts) => isConfirmed(facts) && facts.ticketsDelivered === facts.quantity,
)
export const someDelivered = is(
  msg('Confirmed, with some of the tickets delivered'),
  (facts) => isConfirmed(facts) && facts.ticketsDelivered > 0 && facts.ticketsDelivered < facts.quantity,
)
export const ended = is(msg('The order was cancelled'), ({ booking }) => booking === 'cancelled')
export const notConfirmed = is(msg('Not confirmed'), (facts) => !isConfirmed(facts))
export const captured = is(msg('Money was captured'), (facts) => facts.captured > 0)
export const refundedInPart = is(
  msg('Refunded in part'),
  (facts) => facts.refunded > 0 && facts.refunded < facts.captured,
)
export const refundedInFull = is(
  msg('Refunded in full'),
  (facts) => facts.refunded > 0 && facts.refunded === facts.captured,
)
export const refundedNothing = is(msg('Nothing is refunded'), (facts) => facts.captured > 0 && facts.refunded === 0)
export const chargedBack = is(msg('The bank took money back'), (facts) => facts.chargedBack > 0)
/** When some items of an order can go to a new one. */
export const divisible = is(
  msg('Confirmed, paid or free, not all refunded and not disputed'),
  (facts) =>
    facts.booking === 'confirmed' &&
    (facts.payment === 'captured' || facts.payment === 'partially_refunded' || facts.grandTotal === 0),
)
