import type { DemoService } from '../../../platform/demo-services/demo-services.server.ts'
import type { Editions, SimulatedReply } from '../importing/simulator.server.ts'
import {
  createEditions,
  daysFrom,
  faultOfNumber,
  matches,
  simulatorKey,
  startSimulator,
} from '../importing/simulator.server.ts'
import { plotOf } from '../importing/simulated-bookings.server.ts'
import { tiqetsOrderDesk } from './tiqets-simulated-orders.server.ts'
import { tiqetsSample } from './tiqets-samples.server.ts'

const json = (value: object, status = 200): SimulatedReply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})
const refusal = (status: number, error: string, message: string) =>
  json({ success: false, api_version: { major: 2, minor: 0 }, error, message }, status)

const listed = Array.from({ length: 330 }, (_, n) => String(970_000 + n))

/** Tiqets on this machine: products one by one and by the page, and orders. */
export async function startTiqetsSimulator(): Promise<DemoService> {
  const token = simulatorKey()
  const orders = tiqetsOrderDesk({ json, refusal })
  const editions = createEditions()
  const simulator = await startSimulator((request) => {
    const { url, headers } = request
    if (headers.authorization !== `Token ${token}`) return refusal(401, 'unauthorized', 'The token is not valid.')
    return orders(request) ?? answerTo(url, editions)
  })
  return { facts: { baseUrl: `${simulator.origin}/v2`, token }, close: () => simulator.close() }
}

function answerTo(url: URL, editions: Editions): SimulatedReply {
  const path = url.pathname.replace(/^\/v2/, '')
  if (path === '/products') {
    const [page, size] = [Number(url.searchParams.get('page') ?? 1), Number(url.searchParams.get('page_size') ?? 20)]
    if (size > 100) return refusal(400, 'bad_request', 'page_size is at most 100')
    const [query, city] = [url.searchParams.get('query'), url.searchParams.get('city_name')]
    if (query !== null || city !== null) {
      const all = listed
        .flatMap((code) => tiqetsSample(code) ?? [])
        .filter(
          ({ title, city_name: name }) =>
            matches(title, query ?? '') && (city === null || name.toLowerCase() === city.toLowerCase()),
        )
      const pagination = { total: all.length, page, page_size: size }
      return json({ success: true, products: all.slice((page - 1) * size, page * size), pagination })
    }
    // The last of a page comes again on the next one, as happens where products move between two calls.
    const products = listed.slice(Math.max(0, (page - 1) * size - 1), page * size).map((code) => tiqetsSample(code))
    return json({ success: true, products, pagination: { total: listed.length, page, page_size: size } })
  }
  const [, dated = ''] = /^\/products\/(\d+)\/availability$/.exec(path) ?? []
  if (dated !== '') return availability(dated, url)
  const [, code = ''] = /^\/products\/(\d+)$/.exec(path) ?? []
  const product = tiqetsSample(code, editions(path, code))
  if (!product) return json({ success: false, status: 404, message: `product '${code}' was not found.` }, 404)
  return { ...json({ success: true, product }), fault: faultOfNumber(code) }
}

/** Every day but Mondays, with a slot in the morning and one after noon; Saturdays are sold out. */
function availability(code: string, url: URL): SimulatedReply {
  const [from = '', to = ''] = ['date_from', 'date_to'].map((name) => url.searchParams.get(name) ?? '')
  const product = tiqetsSample(code)
  if (!product) return json({ success: false, status: 404, message: `product '${code}' was not found.` }, 404)
  const plot = plotOf(code)
  const isFull = (weekday: number) => weekday === 6 || plot === 'sold-out'
  const price = plot === 'price-changed' ? product.price + 2 : product.price
  const dates = daysFrom(from, to)
    .filter(({ weekday }) => weekday !== 1)
    .map(({ date, weekday }) => ({
      date,
      timeslots: ['09:30', '14:00'].map((time) => ({
        time,
        variants: [{ id: `${code}1`, available: isFull(weekday) ? 0 : 20 + (Number(code) % 9), price }],
      })),
    }))
  const cancellation = { policy: 'before_date', window: 24 }
  return { ...json({ success: true, dates, cancellation }), fault: faultOfNumber(code) }
}
