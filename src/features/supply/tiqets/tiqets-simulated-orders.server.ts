import type { SimulatedReply, SimulatedRequest } from '../importing/simulator.server.ts'
import type { SimulatedBooking } from '../importing/simulated-bookings.server.ts'
import { plotOf, simulatedBookings } from '../importing/simulated-bookings.server.ts'
import { tiqetsSample } from './tiqets-samples.server.ts'

interface Order {
  readonly product_id: string
  readonly day: string
  readonly timeslot: string
  readonly variants: readonly { readonly variant_id: string; readonly count: number }[]
}
interface Voice {
  readonly json: (value: object, status?: number) => SimulatedReply
  readonly refusal: (status: number, error: string, message: string) => SimulatedReply
}

/** Orders of the simulator, as others were seen to use them. Null: no such call. */
export function tiqetsOrderDesk({ json, refusal }: Voice) {
  const orders = simulatedBookings<Order>((nth) => `TQ${70_000_000 + nth}`)

  function begin(body: string): SimulatedReply {
    const wanted = JSON.parse(body) as Partial<Order> & { customer_details?: object; external_reference?: string }
    const {
      product_id: product = '',
      day = '',
      timeslot = '',
      variants = [],
      external_reference: reference = '',
    } = wanted
    if (!tiqetsSample(product)) return refusal(404, 'not_found', `product '${product}' was not found.`)
    if (timeslot === '') return refusal(400, 'timeslot_missing', 'A timeslot is required for this product.')
    if (!wanted.customer_details || reference === '' || variants.length === 0)
      return refusal(400, 'bad_request', 'customer_details, variants and external_reference are required')
    if (plotOf(product) === 'sold-out-at-booking') return refusal(400, 'no_availability', 'No availability left.')
    const order = orders.begin(reference, product, { product_id: product, day, timeslot, variants })
    return json({ success: true, order_reference_id: order.reference, payment_confirmation_token: tokenOf(order) })
  }

  function confirm(order: SimulatedBooking<Order>, body: string): SimulatedReply {
    const { payment_confirmation_token: token } = JSON.parse(body || '{}') as { payment_confirmation_token?: string }
    if (token !== tokenOf(order)) return refusal(403, 'forbidden', 'The payment confirmation token is not valid.')
    const isNew = order.status === 'begun'
    orders.book(order)
    return {
      ...json({ success: true, order: described(order) }),
      ...(isNew && order.plot === 'answer-lost' && { fault: 'dropped' as const }),
    }
  }

  function cancel(order: SimulatedBooking<Order>): SimulatedReply {
    if (order.status === 'cancelled') return refusal(409, 'already_cancelled', 'The order is cancelled already.')
    if (order.plot === 'not-cancellable') return refusal(400, 'not_cancellable', 'This order can not be cancelled.')
    order.status = 'cancelled'
    return json({ success: true, order: described(order) })
  }

  return ({ method, url, body }: SimulatedRequest): SimulatedReply | null => {
    const path = url.pathname.replace(/^\/v2/, '')
    if (path === '/orders' && method === 'POST') return begin(body)
    const [, id, call = ''] = /^\/orders\/([^/]+)(?:\/(confirm|cancel|tickets))?$/.exec(path) ?? []
    if (id === undefined) return null
    const order = orders.find(id)
    if (!order) return refusal(404, 'not_found', `order '${id}' was not found.`)
    if (method === 'PUT' && call === 'confirm') return confirm(order, body)
    if (method === 'PUT' && call === 'cancel') return cancel(order)
    if (call === 'tickets')
      return order.status === 'confirmed'
        ? json({ success: true, tickets_pdf_url: `https://www.tiqets.com/tickets/${order.reference}.pdf` })
        : refusal(404, 'not_found', 'There are no tickets yet.')
    orders.ask(order)
    return json({ success: true, order: described(order) })
  }
}

const tokenOf = ({ reference }: SimulatedBooking<Order>) => `confirm-${reference}`

function described({ reference, partnerReference, status, details }: SimulatedBooking<Order>) {
  const words = { begun: 'new', pending: 'pending', confirmed: 'confirmed', rejected: 'failed', cancelled: 'cancelled' }
  return {
    order_reference_id: reference,
    external_reference: partnerReference,
    status: words[status],
    day: details.day,
    timeslot: details.timeslot,
    cancellation: { policy: 'before_date', window: 24 },
    ...(status === 'rejected' && { failure_reason: 'The venue closed that day.' }),
  }
}
