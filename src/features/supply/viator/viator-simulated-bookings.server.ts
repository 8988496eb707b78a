import { randomUUID } from 'node:crypto'
import type { SimulatedReply, SimulatedRequest } from '../importing/simulator.server.ts'
import type { SimulatedBooking, SimulatedBookings } from '../importing/simulated-bookings.server.ts'
import { plotOf, simulatedBookings } from '../importing/simulated-bookings.server.ts'
import type { Item, Voice } from './viator-simulated-prices.server.ts'
import { priceOf } from './viator-simulated-prices.server.ts'
import { amendmentDesk } from './viator-simulated-changes.server.ts'
import { sampleProduct } from './viator-samples.server.ts'

const minutes = 60_000
/** Milliseconds for which prices are held, as the document says. */
const priceHeld = 5 * minutes
const placesHeld = 20 * minutes

/** Bookings of the simulator, in the shapes of the document's examples. Null: no such call. */
export function viatorBookingDesk(voice: Voice) {
  const bookings = simulatedBookings<Item>((nth) => `BR-${581_000_000 + nth}`)
  const change = amendmentDesk(voice, bookings)
  return (request: SimulatedRequest): SimulatedReply | null => {
    const path = request.url.pathname.replace(/^\/partner/, '')
    const [, reference = '', call] = /^\/bookings\/([^/]+)\/(cancel-quote|cancel)$/.exec(path) ?? []
    if (call !== undefined) return cancelling(voice, bookings.find(decodeURIComponent(reference)), call)
    if (path.startsWith('/amendment/')) return change(path, request.body)
    if (request.method !== 'POST') return null
    const body = JSON.parse(request.body || '{}') as Item & { partnerBookingRef?: string; bookingRef?: string }
    switch (path) {
      case '/availability/check':
        return check(voice, body)
      case '/bookings/hold':
        return hold(voice, body)
      case '/bookings/book':
        return book(voice, bookings, body)
      case '/bookings/status':
        return status(voice, bookings, body)
      default:
        return null
    }
  }
}

function check({ json, refusal }: Voice, item: Item): SimulatedReply {
  const found = sampleProduct(item.productCode)
  if (!found?.schedule) return refusal(404, 'NOT_FOUND', `Product ${item.productCode} not found`)
  const { currency, productCode, travelDate } = item
  const isFull = plotOf(productCode) === 'sold-out' || travelDate.endsWith('-12-25')
  const bookableItems = ['TG1', 'TG2'].flatMap((productOptionCode) =>
    (found.kind.times.length > 0 ? found.kind.times : [undefined]).map((startTime) => ({
      productOptionCode,
      ...(startTime !== undefined && { startTime }),
      available: !isFull,
      ...(isFull && { unavailableReason: 'SOLD_OUT' }),
      lineItems: [],
      totalPrice: priceOf({ ...item, productOptionCode }),
    })),
  )
  return json({ currency, productCode, travelDate, bookableItems })
}

function hold({ json }: Voice, item: Item): SimulatedReply {
  const until = (ms: number) => ({ status: 'HOLDING', validUntil: new Date(Date.now() + ms).toISOString() })
  // About one in six products keeps places, as the document says.
  const keepsPlaces = Number.parseInt(item.productCode, 10) % 6 === 0
  return json({
    bookingRef: `BR-${randomUUID().slice(0, 8)}`,
    bookingHoldInfo: {
      availability: keepsPlaces ? until(placesHeld) : { status: 'HOLD_NOT_PROVIDED' },
      pricing: until(priceHeld),
    },
    currency: item.currency,
    lineItems: [],
    totalPrice: priceOf(item),
  })
}

function book(
  voice: Voice,
  bookings: SimulatedBookings<Item>,
  body: Item & { partnerBookingRef?: string; bookerInfo?: { firstName?: string }; communication?: object },
): SimulatedReply {
  const { partnerBookingRef = '', bookerInfo, communication } = body
  if (partnerBookingRef === '' || !bookerInfo?.firstName || !communication)
    return voice.refusal(400, 'BAD_REQUEST', 'partnerBookingRef, bookerInfo and communication are required')
  if (!sampleProduct(body.productCode)) return voice.refusal(404, 'NOT_FOUND', `Product ${body.productCode} not found`)
  const booking = bookings.begin(partnerBookingRef, body.productCode, body)
  const isNew = booking.status === 'begun'
  bookings.book(booking)
  return {
    ...voice.json(described(booking)),
    ...(isNew && booking.plot === 'answer-lost' && { fault: 'dropped' as const }),
  }
}

function status(
  voice: Voice,
  bookings: SimulatedBookings<Item>,
  { partnerBookingRef = '', bookingRef = '' }: { partnerBookingRef?: string; bookingRef?: string },
): SimulatedReply {
  const booking = bookings.find(partnerBookingRef || bookingRef)
  if (!booking) return voice.refusal(404, 'NOT_FOUND', 'Booking not found')
  bookings.ask(booking)
  return voice.json(described(booking))
}

function described({ reference, partnerReference, status: state, plot, details }: SimulatedBooking<Item>) {
  const ids = { bookingRef: reference, partnerBookingRef: partnerReference }
  if (state === 'cancelled') return { ...ids, status: 'CANCELED' }
  if (state === 'rejected')
    return {
      ...ids,
      status: 'REJECTED',
      rejectionReasonCode:
        plot === 'sold-out-at-booking'
          ? 'BOOKABLE_ITEM_IS_NO_LONGER_AVAILABLE'
          : 'MINIMUM_NUMBER_OF_PASSENGERS_NOT_MET',
    }
  const common = { ...ids, currency: details.currency, lineItems: [], totalPrice: priceOf(details) }
  if (state === 'pending') return { ...common, status: 'PENDING' }
  return {
    ...common,
    ...(details.isChanged && { amendmentStatus: 'AMENDED' }),
    status: 'CONFIRMED',
    voucherInfo: { url: `https://www.viator.com/ticket?code=${reference}`, format: 'HTML', type: 'STANDARD' },
  }
}

function cancelling(
  { json, refusal }: Voice,
  booking: SimulatedBooking<Item> | undefined,
  call: string,
): SimulatedReply {
  if (!booking) return refusal(404, 'NOT_FOUND', 'Booking not found')
  const bookingId = booking.reference
  const isFixed = booking.plot === 'not-cancellable'
  if (call === 'cancel-quote') {
    const itemPrice = priceOf(booking.details).price.partnerTotalPrice
    if (isFixed || booking.status === 'cancelled')
      return json({ bookingId, status: isFixed ? 'NOT_CANCELLABLE' : 'CANCELLED' })
    const isFree = Date.parse(booking.details.travelDate) - Date.now() > 24 * 60 * minutes
    return json({
      bookingId,
      refundDetails: {
        itemPrice,
        refundAmount: isFree ? itemPrice : 0,
        refundPercentage: isFree ? 100 : 0,
        currencyCode: booking.details.currency,
      },
      status: 'CANCELLABLE',
    })
  }
  if (isFixed) return json({ bookingId, reason: 'NOT_CANCELLABLE', status: 'DECLINED' })
  if (booking.status === 'cancelled') return json({ bookingId, reason: 'ALREADY_CANCELLED', status: 'DECLINED' })
  booking.status = 'cancelled'
  return json({ bookingId, status: 'ACCEPTED' })
}
