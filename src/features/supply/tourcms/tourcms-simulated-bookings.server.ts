import { readXml } from '../../languages/xml/xml-reader.ts'
import type { SimulatedReply, SimulatedRequest } from '../importing/simulator.server.ts'
import type { SimulatedBooking } from '../importing/simulated-bookings.server.ts'
import { plotOf, simulatedBookings } from '../importing/simulated-bookings.server.ts'
import { childOf, textOf } from './tourcms-draft.server.ts'
import { tourcmsSample } from './tourcms-samples.server.ts'

interface Visit {
  readonly tourId: string
  readonly date: string
  readonly guests: number
  readonly price: string
}
type Say = (error: string, body?: string) => SimulatedReply

/** Bookings of the simulator: availability with its keys, temporary bookings, and what becomes of them. Null: no such call. */
export function tourcmsBookingDesk() {
  const bookings = simulatedBookings<Visit>((nth) => String(5_100 + nth))

  function start(say: Say, body: string): SimulatedReply {
    const wanted = readXml(body)
    const key = textOf(childOf(childOf(wanted, 'components'), 'component'), 'component_key')
    const [, tourId = '', date = '', guests = '', price = ''] =
      /^key-(\d+)-(\d{4}-\d\d-\d\d)-(\d+)-([\d.]+)$/.exec(key) ?? []
    if (tourId === '') return say('NO MATCHING DATA')
    if (plotOf(tourId) === 'sold-out-at-booking') return say('NOT ENOUGH SPACES')
    // Without a reference of its agent, each temporary booking is a new one.
    const reference = textOf(wanted, 'agent_ref') || `none-${bookings.size}`
    const booking = bookings.begin(reference, tourId, { tourId, date, guests: Number(guests), price })
    return say(
      'OK',
      `<booking><booking_id>${booking.reference}</booking_id><sales_revenue>${price}</sales_revenue></booking>`,
    )
  }

  function commit(say: Say, booking: SimulatedBooking<Visit>): SimulatedReply {
    const isNew = booking.status === 'begun'
    bookings.book(booking)
    const made = say('OK', `<booking><booking_id>${booking.reference}</booking_id></booking>`)
    return { ...made, ...(isNew && booking.plot === 'answer-lost' && { fault: 'dropped' as const }) }
  }

  function cancel(say: Say, booking: SimulatedBooking<Visit>): SimulatedReply {
    if (booking.status === 'cancelled') return say('PREVIOUSLY CANCELLED')
    if (booking.plot === 'not-cancellable') return say('TOO LATE TO CANCEL')
    booking.status = 'cancelled'
    return say('OK', `<booking><booking_id>${booking.reference}</booking_id></booking>`)
  }

  return ({ method, url, body }: SimulatedRequest, channel: string, say: Say): SimulatedReply | null => {
    if (url.pathname === '/c/tour/datesprices/checkavail.xml') return availability(say, channel, url.searchParams)
    if (url.pathname === '/c/booking/show.xml') {
      const booking = bookings.find(url.searchParams.get('booking_id') ?? '')
      if (!booking) return say('NO MATCHING DATA')
      bookings.ask(booking)
      return say('OK', described(booking))
    }
    if (method !== 'POST') return null
    if (url.pathname === '/c/booking/new/start.xml') return start(say, body)
    const act = { '/c/booking/new/commit.xml': commit, '/c/booking/cancel.xml': cancel }[url.pathname]
    if (!act) return null
    const booking = bookings.find(textOf(readXml(body), 'booking_id'))
    return booking ? act(say, booking) : say('NO MATCHING DATA')
  }
}

/** By the rates of the tour. Saturdays are full, and some tours always. */
function availability(say: Say, channel: string, query: URLSearchParams): SimulatedReply {
  const [tourId, date] = [query.get('id') ?? '', query.get('date') ?? '']
  const tour = tourcmsSample(channel, tourId)
  const plot = plotOf(tourId)
  const isFull = plot === 'sold-out' || new Date(`${date}T00:00:00Z`).getUTCDay() === 6
  if (tour === null || isFull) return say('NO MATCHING DATA')
  const prices = [...tour.matchAll(/<rate_id>(r\d)<\/rate_id>.*?<from_price>([\d.]+)<\/from_price>/g)]
  const people = prices.map(([, rate = '', price = '']) => [Number(query.get(rate) ?? 0), Number(price)] as const)
  const guests = people.reduce((sum, [count]) => sum + count, 0)
  const dearer = plot === 'price-changed' ? 1.1 : 1
  const price = (people.reduce((sum, [count, each]) => sum + count * each, 0) * dearer).toFixed(2)
  return say(
    'OK',
    `<available_components><component><start_date>${date}</start_date><start_time>09:30</start_time><spaces_remaining>14</spaces_remaining>` +
      `<total_price>${price}</total_price><component_key>key-${tourId}-${date}-${guests}-${price}</component_key></component></available_components>`,
  )
}

function described({ reference, partnerReference, status, details }: SimulatedBooking<Visit>): string {
  const number = { begun: 0, pending: 1, confirmed: 2, rejected: 1, cancelled: 2 }[status]
  const end = {
    rejected: '<cancel_reason>3</cancel_reason><cancel_text>The boat is in repair that week.</cancel_text>',
    cancelled: '<cancel_reason>1</cancel_reason><cancel_text>Cancelled by the agent</cancel_text>',
  }
  const ended = status === 'rejected' || status === 'cancelled' ? end[status] : '<cancel_reason>0</cancel_reason>'
  const voucher =
    status === 'confirmed' ? `<voucher_url>https://www.tourcms.com/voucher/${reference}</voucher_url>` : ''
  return (
    `<booking><booking_id>${reference}</booking_id><agent_ref>${partnerReference}</agent_ref><status>${number}</status>${ended}` +
    `<start_date>${details.date}</start_date><customer_count>${details.guests}</customer_count>` +
    `<sales_revenue>${details.price}</sales_revenue>${voucher}</booking>`
  )
}
