import { createHash } from 'node:crypto'
import { Refusal } from '../../core/errors/errors.ts'
import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type {
  LeadTraveller,
  SupplierBooking,
  SupplierBookings,
  SupplierHold,
  SuppliedVisit,
} from '../supply/importing/supplier-bookings.server.ts'
import { BookingRefused } from '../supply/importing/supplier-bookings.server.ts'
import type { BookingValues, OutsideBooking } from './supplier-booking-rows.server.ts'
import type { SupplierAnswer, SupplierStatus } from './supplier-port.server.ts'
import { SupplierUnsure } from './supplier-port.server.ts'

const minute = 60_000

/** What a call about a booking works with. */
export interface BookingContext {
  readonly bookings: SupplierBookings
  readonly isTest: boolean
  readonly lead: LeadTraveller | null
}
export type Write = (values: BookingValues) => Promise<OutsideBooking>

/** Books once: an earlier try is asked for first, and our reference is the same with every try. */
export async function bookAt(
  { bookings, lead }: BookingContext,
  found: OutsideBooking,
  write: Write,
): Promise<SupplierBooking> {
  const { visit } = found
  if (!lead || !visit) throw new SupplierUnsure(t('The order isn’t saved yet.'))
  let booking = found
  if (booking.state === 'asked') {
    const said = await bookings.status(booking)
    if (said) return said
  } else {
    if (!booking.isBegun && (booking.keptUntil === null || booking.keptUntil <= Date.now())) {
      const held = await bookings.hold(visit)
      if (isDearer(held, visit))
        throw new BookingRefused(
          'SupplierRejected',
          t('The supplier’s price went up from {before} to {now}.', {
            before: formatMoney(visit.cost, visit.currency),
            now: formatMoney(held.cost ?? 0, visit.currency),
          }),
        )
      booking = await write(heldValues(held))
    }
    if (bookings.begin && !booking.isBegun)
      booking = await write({ handle: await bookings.begin({ ...booking, visit, lead }), is_begun: true })
    booking = await write({ state: 'asked', asked_at: nowIso(null) })
  }
  return await bookings.book({ ...booking, visit, lead })
}

export const isDearer = ({ cost }: SupplierHold, { cost: expected, units }: SuppliedVisit) =>
  // A sum that is rounded once can be off by a minor unit for each of those that were rounded alone.
  cost !== null && cost > expected + units.reduce((sum, { quantity }) => sum + quantity, 0)

export function quoteAt(bookings: SupplierBookings, booking: OutsideBooking) {
  if (!booking.visit) throw new Refusal(404, t('The supplier does not know this booking.'))
  return bookings.quoteCancellation({ ...booking, visit: booking.visit })
}

export function heldValues({ handle, keptUntil, hasPlaces }: SupplierHold): BookingValues {
  return { handle, kept_until: keptUntil, has_places: hasPlaces }
}

export const nowIso = (known: number | null) => new Date(known ?? Date.now()).toISOString()

/** Writes down what a supplier says of a booking. What ends before it is confirmed is a rejection. */
export async function writeSaid(
  write: Write,
  before: OutsideBooking,
  { status, reference, voucherUrl, reason, nextPollAt }: SupplierBooking,
): Promise<OutsideBooking> {
  const isOver = status === 'REJECTED' || status === 'CANCELLED'
  const state = isOver
    ? before.state === 'booked'
      ? 'cancelled'
      : 'rejected'
    : status === 'PENDING'
      ? 'pending'
      : 'booked'
  // The longer it takes, the less often it is asked for.
  const age = Date.now() - (before.askedAt ?? Date.now())
  const wait = Math.min(30 * minute, Math.max(minute, age / 4))
  return await write({
    state,
    ...(reference !== null && { reference: reference.slice(0, 64) }),
    ...(voucherUrl !== null && voucherUrl.startsWith('https://') && { voucher_url: voucherUrl.slice(0, 2_000) }),
    reason: isOver ? (reason ?? t('The supplier has rejected the booking.')).slice(0, 500) : null,
    next_poll_at: status === 'PENDING' ? (nextPollAt ?? new Date(Date.now() + wait).toISOString()) : null,
  })
}

export function bookedAnswer({ state, reference, reason }: OutsideBooking): SupplierAnswer<'book'> {
  if (state === 'rejected') throw rejected(reason)
  return { status: state === 'booked' ? 'CONFIRMED' : 'PENDING', ...(reference !== null && { reference }) }
}

const statuses: Readonly<Record<OutsideBooking['state'], SupplierStatus>> = {
  held: 'ON_HOLD',
  asked: 'PENDING',
  pending: 'PENDING',
  booked: 'CONFIRMED',
  rejected: 'REJECTED',
  cancelled: 'CANCELLED',
}

export function known({
  state,
  reference,
  partnerReference,
  reason,
  heldUntil,
}: OutsideBooking): SupplierAnswer<'status'> {
  return {
    status: state === 'held' && heldUntil <= Date.now() ? 'EXPIRED' : statuses[state],
    reference: reference ?? partnerReference,
    ...(reason !== null && { reason }),
  }
}

/** The same as long as state and terms are. */
export function quoteOf(
  { key, state }: OutsideBooking,
  { refund, validUntil }: { readonly refund: number; readonly validUntil: string | null },
): SupplierAnswer<'quoteCancellation'> {
  const token = createHash('sha256')
    .update(JSON.stringify([key, state, refund]))
    .digest('hex')
    .slice(0, 40)
  return { token, refund, validUntil }
}

export const holdEnded = () =>
  new Refusal(409, t('This hold has ended. Place the order again.'), { error: 'HoldEnded' })
export const rejected = (reason: string | null) =>
  new Refusal(409, reason ?? t('The supplier has rejected the booking.'), { error: 'SupplierRejected' })
export const unchangeable = (title: string) =>
  t('{title} bookings can’t be changed from here. Cancel it and place a new order.', { title })
