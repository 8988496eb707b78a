import type { SimulatedReply, SimulatedRequest } from '../importing/simulator.server.ts'
import type { SimulatedBooking } from '../importing/simulated-bookings.server.ts'
import { plotOf, simulatedBookings } from '../importing/simulated-bookings.server.ts'
import { globickSample } from './globick-samples.server.ts'

interface Voice {
  readonly json: (value: unknown, status?: number) => SimulatedReply
  readonly refusal: (status: number, message: string) => SimulatedReply
}

/** Bookings of the simulator, as we take the API to be. Null: no such call. */
export function globickBookingDesk({ json, refusal }: Voice) {
  const bookings = simulatedBookings<null>((nth) => String(880_000 + nth))

  function book(body: string): SimulatedReply {
    const {
      activityId = '',
      sessionId,
      externalReference = '',
      customer,
    } = JSON.parse(body) as Partial<Record<string, string>>
    if (!globickSample(activityId)) return refusal(404, 'Not found')
    if (!sessionId || externalReference === '' || !customer)
      return refusal(400, 'sessionId, externalReference and customer are required')
    if (plotOf(activityId) === 'sold-out-at-booking') return refusal(409, 'The session is full')
    const booking = bookings.begin(externalReference, activityId, null)
    const isNew = booking.status === 'begun'
    bookings.book(booking)
    return {
      ...json({ data: described(booking) }),
      ...(isNew && booking.plot === 'answer-lost' && { fault: 'dropped' as const }),
    }
  }

  return ({ method, url, body }: SimulatedRequest): SimulatedReply | null => {
    const path = url.pathname.replace(/^\/v1/, '')
    if (path === '/bookings' && method === 'POST') return book(body)
    if (path === '/bookings') {
      const found = bookings.find(url.searchParams.get('external-reference') ?? '')
      if (found) bookings.ask(found)
      return json({ data: found ? [described(found)] : [] })
    }
    const [, id] = /^\/bookings\/([^/]+)\/cancel$/.exec(path) ?? []
    if (id === undefined) return null
    const booking = bookings.find(id)
    if (!booking) return refusal(404, 'Not found')
    if (booking.plot === 'not-cancellable') return refusal(409, 'This booking can not be cancelled')
    booking.status = 'cancelled'
    return json({ data: described(booking) })
  }
}

function described({ reference, status }: SimulatedBooking<null>) {
  return {
    id: reference,
    status: status.toUpperCase(),
    ...(status === 'confirmed' && { voucherUrl: `https://vouchers.globick.com/${reference}` }),
    ...(status === 'rejected' && { reason: 'The guide is ill' }),
  }
}
