import type { DemoService } from '../../../platform/demo-services/demo-services.server.ts'
import type { SimulatedReply, SimulatedRequest } from '../../supply/importing/simulator.server.ts'
import { simulatorKey, startSimulator } from '../../supply/importing/simulator.server.ts'
import type { SampleOrders, SampleTickets } from '../adapters/sample-tickets.server.ts'
import { sampleCatalogue } from '../adapters/sample-catalogue.server.ts'
import {
  createOrders,
  createStock,
  sampleEvents,
  sampleTickets,
  simulatedFault,
} from '../adapters/sample-tickets.server.ts'

const json = (value: unknown, status = 200): SimulatedReply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})
const refusal = (status: number, message: string) => json({ message, status }, status)

/** Small, so that every event has several pages. */
const pageSize = 5
const eventsAtOnce = 10
const reservedSeconds = 900

/** XS2Event on this machine: events, tickets, categories, reservations and bookings. */
export async function startXs2eventSimulator(): Promise<DemoService> {
  const apiKey = simulatorKey()
  const [stock, orders] = [createStock(), createOrders()]
  const simulator = await startSimulator((request) =>
    request.headers['x-api-key'] === apiKey ? answerTo(request, stock, orders) : refusal(401, 'Invalid API key'),
  )
  return { facts: { baseUrl: `${simulator.origin}/v1`, apiKey }, close: () => simulator.close() }
}

type Stock = ReturnType<typeof createStock>

async function answerTo(
  { method, url, body }: SimulatedRequest,
  stock: Stock,
  orders: SampleOrders,
): Promise<SimulatedReply> {
  const path = url.pathname.replace(/^\/v1/, '')
  if (method === 'GET' && path === '/events')
    return url.searchParams.has('event_name') ? eventsLike(url) : await allEvents(url)
  if (method === 'GET' && (path === '/tickets' || path === '/categories')) return partOf(path, url, stock)
  const [, reserved] = /^\/reservations\/([^/]+)$/.exec(path) ?? []
  if (method === 'DELETE' && reserved !== undefined)
    return stock.release(reserved) ? json({ reservation_id: reserved, status: 'cancelled' }) : refusal(404, 'Not found')
  // Edge: what our own feed has sent.
  if (method === 'POST' && path === '/reservations') return reservationOf(JSON.parse(body) as ReservationBody, stock)
  if (method === 'POST' && path === '/bookings') return bookingOf(JSON.parse(body) as BookingBody, stock, orders)
  if (method === 'GET' && path === '/bookings') {
    const found = orders.ask(url.searchParams.get('distributor_reference') ?? '')
    return json({ bookings: found ? [bookingLine(found)] : [] })
  }
  return refusal(404, 'Not found')
}

function eventsLike(url: URL): SimulatedReply {
  const date = url.searchParams.get('date_start') ?? ''
  const events = sampleEvents(url.searchParams.get('event_name') ?? '').map(({ number, name, time, venue }) => ({
    event_id: `${number}_spp`,
    event_name: name,
    date_start: `${date}T${time}:00`,
    date_stop: `${date}T23:59:00`,
    date_confirmed: true,
    event_status: 'notstarted',
    venue_name: venue,
    city: 'Anywhere',
  }))
  return json({ events, pagination: { total_size: events.length, page_size: 50, page_number: 1, next_page: '' } })
}

async function allEvents(url: URL): Promise<SimulatedReply> {
  const page = Number(url.searchParams.get('page') ?? 1)
  const all = await sampleCatalogue('xs2event')
  const events = all.slice((page - 1) * eventsAtOnce, page * eventsAtOnce).map((one) => ({
    event_id: `${one.number}_spp`,
    event_name: one.name,
    date_start: `${one.date}T${one.time ?? '00:00'}:00`,
    date_stop: `${one.date}T23:59:00`,
    date_confirmed: one.time !== null,
    event_status: 'notstarted',
    venue_name: one.venue,
    city: one.city,
  }))
  const next = page * eventsAtOnce < all.length ? `/events?page=${page + 1}` : ''
  return json({
    events,
    pagination: { total_size: all.length, page_size: eventsAtOnce, page_number: page, next_page: next },
  })
}

/** One ticket and one category of the same name for each of the samples. */
function partOf(path: string, url: URL, stock: Stock): SimulatedReply {
  const event = url.searchParams.get('event_id') ?? ''
  const [, number = ''] = /^(\d{1,9})(?:_spp)?$/.exec(event) ?? []
  if (number === '' || number.startsWith('90404')) return refusal(404, 'Event not found')
  const page = Number(url.searchParams.get('page') ?? 1)
  const samples = sampleTickets(Number(number))
  // Each page begins with the last of the one before.
  const shown = samples.slice(Math.max(0, (page - 1) * pageSize - 1), page * pageSize)
  const next = page * pageSize < samples.length ? `${path}?event_id=${event}&page=${page + 1}` : ''
  const pagination = { total_size: samples.length, page_size: pageSize, page_number: page, next_page: next }
  const reply =
    path === '/tickets'
      ? json({ tickets: shown.map((one) => ticketOf(one, event, stock.left(one))), pagination })
      : json({ categories: shown.map(categoryOf), pagination })
  return { ...reply, fault: simulatedFault(number) }
}

function ticketOf({ id, quantity, price, isParking }: SampleTickets, event: string, left: number) {
  return {
    ticket_id: `${id}_spp`,
    event_id: event,
    category_id: `${id}_ctg`,
    type_ticket: isParking ? 'parking' : 'e-ticket',
    ticket_status: 'available',
    net_rate: price,
    face_value: Math.round(price * 0.8),
    currency_code: 'EUR',
    stock: left,
    flags: quantity % 2 === 1 ? ['no_max_minus_1'] : [],
  }
}

const categoryOf = ({ id, section, isParking }: SampleTickets) => ({
  category_id: `${id}_ctg`,
  category_name: section,
  on_svg: !isParking,
  description: { en_GB: section },
})

interface ReservationBody {
  readonly items: readonly { readonly ticket_id: string; readonly quantity: number; readonly net_rate: number }[]
}

interface BookingBody {
  readonly reservation_id: string
  readonly distributor_reference: string
}

const bookingLine = ({ number, state }: { readonly number: number; readonly state: string }) => ({
  booking_id: `${number}_bkg`,
  booking_status: state,
})

/** Our reference books once. */
function bookingOf(wanted: BookingBody, stock: Stock, orders: SampleOrders): SimulatedReply {
  const { reservation_id: held, distributor_reference: reference } = wanted
  const known = orders.known(reference)
  if (known) return json(bookingLine(known), 201)
  const id = stock.heldListing(held)
  if (id === null) return refusal(400, 'The reservation has ended')
  const event = Math.floor(id / 100)
  if (orders.isLost(reference, event)) return { ...json({}), fault: 'dropped' }
  stock.sell(held)
  const made = orders.buy(reference, event)
  return { ...json(bookingLine(made), 201), fault: made.plot === 'answer-lost' ? 'dropped' : null }
}

/** The price has to be the present one. */
function reservationOf({ items }: ReservationBody, stock: Stock): SimulatedReply {
  const [item] = items
  const id = Number.parseInt(item?.ticket_id ?? '', 10)
  const found = sampleTickets(Math.floor(id / 100)).find((one) => one.id === id)
  if (!item || !found) return refusal(404, 'Ticket not found')
  if (item.net_rate !== found.price) return refusal(400, 'The net rate has changed')
  if (item.quantity > stock.left(found)) return refusal(400, 'Not enough stock')
  const { code, until } = stock.hold(id, item.quantity, reservedSeconds)
  return json({ reservation_id: code, status: 'open', expires_at: until.slice(0, 19), items }, 201)
}
