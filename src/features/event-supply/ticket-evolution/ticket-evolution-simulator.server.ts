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
import { ticketEvolutionSignature } from './ticket-evolution-signature.server.ts'

const json = (value: unknown, status = 200): SimulatedReply => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})
const refusal = (status: number, error: string) => json({ error }, status)

const heldSeconds = 600
const eventsAtOnce = 10

/** Ticket Evolution on this machine: events, ticket groups and orders, let in by their signature. */
export async function startTicketEvolutionSimulator(): Promise<DemoService> {
  const [token, secret] = [simulatorKey(), simulatorKey()]
  const [stock, orders] = [createStock(), createOrders()]
  const simulator = await startSimulator((request) => {
    const { method, url, headers, body } = request
    if (headers['x-token'] !== token) return refusal(401, 'Unauthorized: unknown X-Token')
    const called = new URL(url.href)
    called.host = headers.host ?? ''
    const wanted = ticketEvolutionSignature({ method, url: called, ...(body !== '' && { body }) }, secret)
    if (headers['x-signature'] !== wanted) return refusal(401, 'Unauthorized: X-Signature does not match')
    return answerTo(request, stock, orders)
  })
  return { facts: { baseUrl: `${simulator.origin}/v9`, token, secret }, close: () => simulator.close() }
}

type Stock = ReturnType<typeof createStock>

async function answerTo(
  { method, url, body }: SimulatedRequest,
  stock: Stock,
  orders: SampleOrders,
): Promise<SimulatedReply> {
  const path = url.pathname.replace(/^\/v9/, '')
  if (method === 'GET' && path === '/events') return url.searchParams.has('q') ? eventsLike(url) : await allEvents(url)
  if (method === 'GET' && path === '/ticket_groups') return groupsOf(url, stock)
  if (method === 'GET' && path === '/orders') {
    const found = orders.ask(url.searchParams.get('external_notes') ?? '')
    return json({ orders: found ? [orderLine(found)] : [] })
  }
  const [, held] = /^\/ticket_holds\/([^/]+)$/.exec(path) ?? []
  if (method === 'DELETE' && held !== undefined)
    return stock.release(held) ? json({ ticket_hold: { id: held } }) : refusal(404, 'Hold not found')
  if (method !== 'POST') return refusal(404, 'Not found')
  // Edge: what our own feed has sent.
  if (path === '/ticket_holds') return holdOf(JSON.parse(body) as HoldBody, stock)
  if (path === '/orders') return orderOf(JSON.parse(body) as OrderBody, stock, orders)
  return refusal(404, 'Not found')
}

function eventsLike(url: URL): SimulatedReply {
  const day = (url.searchParams.get('occurs_at.gte') ?? '').slice(0, 10)
  const events = sampleEvents(url.searchParams.get('q') ?? '').map(({ number, name, time, venue }) => ({
    id: number,
    name,
    occurs_at: `${day}T${time}:00Z`,
    venue: { id: 1, name: venue, location: 'Anywhere, US' },
  }))
  return json({ current_page: 1, per_page: 25, total_entries: events.length, events })
}

/** Everything to come, few at a time, so that there are several pages. */
async function allEvents(url: URL): Promise<SimulatedReply> {
  const page = Number(url.searchParams.get('page') ?? 1)
  const all = await sampleCatalogue('ticket-evolution')
  const events = all.slice((page - 1) * eventsAtOnce, page * eventsAtOnce).map((one) => ({
    id: one.number,
    name: one.name,
    occurs_at: one.time === null ? null : `${one.date}T${one.time}:00Z`,
    venue: { id: 1, name: one.venue, location: `${one.city}, US` },
  }))
  return json({ current_page: page, per_page: eventsAtOnce, total_entries: all.length, events })
}

function groupsOf(url: URL, stock: Stock): SimulatedReply {
  const id = url.searchParams.get('event_id') ?? ''
  if (!/^\d{1,9}$/.test(id) || id.startsWith('90404')) return refusal(404, 'Event not found')
  const groups = sampleTickets(Number(id)).map((one) => groupOf(one, Number(id), stock.left(one)))
  const reply = json({ current_page: 1, per_page: 500, total_entries: groups.length, ticket_groups: groups })
  return { ...reply, fault: simulatedFault(id) }
}

function groupOf({ id, section, row, quantity, price, isParking }: SampleTickets, event: number, left: number) {
  return {
    id,
    url: `/ticket_groups/${id}`,
    type: isParking ? 'parking' : 'event',
    section,
    row,
    quantity,
    available_quantity: left,
    splits: quantity % 2 === 0 ? [2, quantity] : [],
    wholesale_price: price / 100,
    retail_price: price / 100,
    face_value: null,
    format: 'Eticket',
    instant_delivery: id % 3 !== 0,
    in_hand: true,
    in_hand_on: null,
    public_notes: id % 5 === 0 ? 'OBSTRUCTED VIEW' : null,
    wheelchair: false,
    event: { id: event, url: `/events/${event}` },
  }
}

interface HoldBody {
  readonly ticket_hold: { readonly ticket_group_id: number; readonly quantity: number }
}
interface OrderBody {
  readonly orders: readonly {
    readonly external_notes: string
    readonly items: readonly { readonly ticket_hold_id: string; readonly price: number }[]
  }[]
}

function holdOf({ ticket_hold: { ticket_group_id: id, quantity } }: HoldBody, stock: Stock): SimulatedReply {
  const found = sampleTickets(Math.floor(id / 100)).find((one) => one.id === id)
  if (!found) return refusal(404, 'Ticket group not found')
  if (quantity > stock.left(found)) return refusal(422, `Only ${stock.left(found)} tickets are available`)
  const { code, until } = stock.hold(id, quantity, heldSeconds)
  return json({ ticket_hold: { id: code, ticket_group_id: id, quantity, expires_at: until } }, 201)
}

const stateWords = { confirmed: 'accepted', pending: 'pending', rejected: 'rejected' } as const
const orderLine = ({ number, state }: { readonly number: number; readonly state: keyof typeof stateWords }) => ({
  id: number,
  state: stateWords[state],
})

/** The price has to be the present one, and our reference buys once. */
function orderOf({ orders: [wanted] }: OrderBody, stock: Stock, orders: SampleOrders): SimulatedReply {
  const reference = wanted?.external_notes ?? ''
  const known = orders.known(reference)
  if (known) return json({ orders: [orderLine(known)] }, 201)
  const [item] = wanted?.items ?? []
  const held = item?.ticket_hold_id ?? ''
  const id = stock.heldListing(held)
  if (id === null) return refusal(422, 'The hold has ended')
  const event = Math.floor(id / 100)
  if (sampleTickets(event).find((one) => one.id === id)?.price !== Math.round((item?.price ?? 0) * 100))
    return refusal(422, 'The price has changed')
  if (orders.isLost(reference, event)) return { ...json({}), fault: 'dropped' }
  stock.sell(held)
  const made = orders.buy(reference, event)
  return { ...json({ orders: [orderLine(made)] }, 201), fault: made.plot === 'answer-lost' ? 'dropped' : null }
}
