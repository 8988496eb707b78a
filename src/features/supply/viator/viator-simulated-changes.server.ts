import { randomUUID } from 'node:crypto'
import type { SimulatedReply } from '../importing/simulator.server.ts'
import type { SimulatedBooking, SimulatedBookings } from '../importing/simulated-bookings.server.ts'
import type { Item, Voice } from './viator-simulated-prices.server.ts'
import { priceOf } from './viator-simulated-prices.server.ts'

type Details = Pick<Item, 'travelDate' | 'startTime' | 'productOptionCode'>
interface Quote {
  readonly booking: SimulatedBooking<Item>
  readonly details: Item
}

/** Amendments of the simulator: other days, times and options, each quote for one change. */
export function amendmentDesk({ json, refusal }: Voice, bookings: SimulatedBookings<Item>) {
  const quotes = new Map<string, Quote>()

  function quote(body: string): SimulatedReply {
    const { bookingRef = '', bookingDetails } = JSON.parse(body) as { bookingRef?: string; bookingDetails?: Details }
    const booking = bookings.find(bookingRef)
    if (!booking) return refusal(404, 'NOT_FOUND', 'Booking not found')
    if (!bookingDetails) return refusal(400, 'BAD_REQUEST', 'bookingDetails are required')
    if (bookingDetails.travelDate.endsWith('-12-25'))
      return json({ bookingRef, status: 'REJECTED', rejectionReasonCode: 'NO_AVAILABILITY' })
    const details = { ...booking.details, ...bookingDetails, isChanged: true }
    const [before, after] = [priceOf(booking.details).price, priceOf(details).price]
    const quoteRef = `QR-${randomUUID()}`
    quotes.set(quoteRef, { booking, details })
    const difference = after.partnerTotalPrice - before.partnerTotalPrice
    return json({
      bookingRef,
      quoteRef,
      status: 'CONFIRMED',
      quoteExpiresAt: new Date(Date.now() + 600_000).toISOString(),
      initialBookingPrice: before.partnerTotalPrice,
      quotePriceDifference: { partnerNetPrice: difference, bookingFee: 0, partnerTotalPrice: difference },
      amendedBookingPrice: { lineItems: [], totalPrice: { price: after } },
      currency: details.currency,
    })
  }

  function amend(quoteRef: string): SimulatedReply {
    const found = quotes.get(quoteRef)
    if (!found) return refusal(404, 'NOT_FOUND', 'Quote not found')
    quotes.delete(quoteRef)
    found.booking.details = found.details
    const isLost = found.booking.plot === 'change-lost'
    return {
      ...json({ status: 'AMENDED', currency: found.details.currency }),
      ...(isLost && { fault: 'dropped' as const }),
    }
  }

  return (path: string, body: string): SimulatedReply | null => {
    const [, call, reference = ''] = /^\/amendment\/(check|quote|amend)(?:\/([^/]+))?$/.exec(path) ?? []
    if (call === 'quote') return quote(body)
    if (call === 'amend') return amend(decodeURIComponent(reference))
    if (call !== 'check') return null
    const booking = bookings.find(decodeURIComponent(reference))
    if (!booking) return refusal(404, 'NOT_FOUND', 'Booking not found')
    return booking.plot === 'not-changeable'
      ? json({ bookingRef: reference, isAmendable: false, reason: 'UNSUPPORTED_PRODUCT' })
      : json({ bookingRef: reference, isAmendable: true, amendmentTypes: ['BOOKING_DETAILS', 'PER_BOOKING_QUESTIONS'] })
  }
}
