import type { DemoService } from '../../../platform/demo-services/demo-services.server.ts'
import type { Editions, SimulatedReply } from '../importing/simulator.server.ts'
import { createEditions, faultOfNumber, simulatorKey, startSimulator } from '../importing/simulator.server.ts'
import { viatorBookingDesk } from './viator-simulated-bookings.server.ts'
import { viatorSearchDesk } from './viator-simulated-search.server.ts'
import { editedKinds, samplePlaces, sampleProduct } from './viator-samples.server.ts'

const type = 'application/json;version=2.0'
const json = (value: unknown, status = 200): SimulatedReply => ({
  status,
  type,
  body: JSON.stringify(value),
  headers: {
    'x-unique-id': 'simulated',
    'ratelimit-limit': '16',
    'ratelimit-remaining': '15',
    'ratelimit-reset': '10',
  },
})
const refusal = (status: number, code: string, message: string) =>
  json({ code, message, timestamp: '2026-01-01T00:00:00.000Z', trackingId: 'simulated' }, status)

/** Products in the list of changes. */
const listed = Array.from({ length: 1_200 }, (_, n) => `${300_000 + n}P${1 + (n % 9)}`)

/** Viator on this machine: products, schedules, changes, places and bookings, as its document and its examples show them. */
export async function startViatorSimulator(): Promise<DemoService> {
  const apiKey = simulatorKey()
  const bookings = viatorBookingDesk({ json, refusal })
  const editions = createEditions()
  const search = viatorSearchDesk({ json, refusal }, listed)
  const simulator = await startSimulator((request) => {
    const { url, headers } = request
    if (headers['exp-api-key'] === undefined)
      return refusal(400, 'MISSING_HEADER_VALUE', 'Missing required header: exp-api-key')
    if (headers['exp-api-key'] !== apiKey) return refusal(401, 'UNAUTHORIZED', 'Invalid API key')
    if (!/\bversion=2\.0\b/.test(headers.accept ?? ''))
      return refusal(400, 'INVALID_HEADER_VALUE', 'Accept header is missing a supported version')
    return bookings(request) ?? search(request) ?? answerTo(url, editions)
  })
  return { facts: { baseUrl: `${simulator.origin}/partner`, apiKey }, close: () => simulator.close() }
}

function answerTo(url: URL, editions: Editions): SimulatedReply {
  const path = url.pathname.replace(/^\/partner/, '')
  if (path === '/destinations')
    return json({
      destinations: samplePlaces.map(({ ref, name, zone }) => ({
        destinationId: ref,
        name,
        type: 'CITY',
        parentDestinationId: 1,
        lookupId: `1.${ref}`,
        timeZone: zone,
      })),
      totalCount: samplePlaces.length,
    })
  if (path === '/products/modified-since') return changes(url)
  const [, schedules, code = ''] = /^\/(products|availability\/schedules)\/([^/]+)$/.exec(path) ?? []
  const found = sampleProduct(decodeURIComponent(code), editedKinds(editions(path, code)))
  const value = schedules === 'products' ? found?.product : found?.schedule
  if (!value) return refusal(404, 'NOT_FOUND', `Product ${code} not found`)
  return { ...json(value), fault: faultOfNumber(code) }
}

/** Pages by cursor. One product comes twice across pages, and one is off sale by the time that it is fetched. */
function changes(url: URL): SimulatedReply {
  const count = Number(url.searchParams.get('count') ?? 500)
  if (!Number.isInteger(count) || count < 1 || count > 500)
    return refusal(400, 'BAD_REQUEST', 'count must be between 1 and 500')
  const cursor = url.searchParams.get('cursor')
  const from = cursor === null ? 0 : Number(/^sim-(\d+)$/.exec(cursor)?.[1] ?? NaN)
  if (Number.isNaN(from)) return refusal(400, 'BAD_REQUEST', 'Invalid cursor')
  const page = listed.slice(Math.max(0, from - 1), from + count)
  const products = [...page, ...(from === 0 ? ['90410P1'] : [])].map((code) => sampleProduct(code)?.product)
  const next = from + count
  return json({ products, ...(next < listed.length && { nextCursor: `sim-${next}` }) })
}
