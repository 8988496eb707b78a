import type { DemoService } from '../../../platform/demo-services/demo-services.server.ts'
import type { Editions, SimulatedReply, SimulatedRequest } from '../importing/simulator.server.ts'
import {
  createEditions,
  daysFrom,
  faultOfNumber,
  matches,
  simulatorKey,
  startSimulator,
} from '../importing/simulator.server.ts'
import { tourcmsBookingDesk } from './tourcms-simulated-bookings.server.ts'
import { tourcmsSample } from './tourcms-samples.server.ts'
import { tourcmsSignature } from './tourcms-signature.server.ts'

const channelId = '3930'
const marketplaceId = '126'
/** Seconds by which clocks can differ. */
const tolerance = 15 * 60

/** Refusals come with status 200 as well: the outcome is in the answer. */
function xml({ method, url }: SimulatedRequest, error: string, body = ''): SimulatedReply {
  const request = `${method} ${url.pathname}${url.search}`.replaceAll('&', '&amp;')
  return {
    type: 'text/xml',
    body: `<?xml version="1.0" encoding="utf-8"?><response><request>${request}</request><error>${error}</error>${body}</response>`,
  }
}

/** TourCMS on this machine: signatures, clock, the list of tours, each tour, and bookings. */
export async function startTourcmsSimulator(): Promise<DemoService> {
  const apiKey = simulatorKey()
  const bookings = tourcmsBookingDesk()
  const editions = createEditions()
  const simulator = await startSimulator((request) => {
    const refusal = refuse(request, apiKey)
    if (refusal !== null) return xml(request, refusal)
    const say = (error: string, body?: string) => xml(request, error, body)
    return bookings(request, channelOf(request), say) ?? answerTo(request, editions)
  })
  return { facts: { baseUrl: simulator.origin, marketplaceId, channelId, apiKey }, close: () => simulator.close() }
}

/** By either header that the vendor's clients send: seconds, or a date of HTTP. */
function timeOf({ headers }: SimulatedRequest): number {
  const said = headers['x-tourcms-date']
  return typeof said === 'string' ? Number(said) : Date.parse(headers.date ?? '') / 1_000
}

function refuse(request: SimulatedRequest, apiKey: string): string | null {
  const { url, headers, method } = request
  const [, channel = '', marketplace = '', signature = ''] =
    /^TourCMS (\d+):(\d+):(.+)$/.exec(headers.authorization ?? '') ?? []
  const time = timeOf(request)
  if (marketplace !== marketplaceId) return 'FAIL_KEYNOTFOUND'
  if (!(Math.abs(Date.now() / 1_000 - time) <= tolerance)) return 'FAIL_TIME'
  const path = `${url.pathname}${url.search}`
  const signed = { channelId: channel, marketplaceId, verb: method, time, path }
  return signature === tourcmsSignature(apiKey, signed) ? null : 'FAIL_SIG'
}

const channelOf = ({ headers }: SimulatedRequest) =>
  /^TourCMS (\d+):/.exec(headers.authorization ?? '')?.[1] ?? channelId

function answerTo(request: SimulatedRequest, editions: Editions): SimulatedReply {
  const { url } = request
  const channel = channelOf(request)
  if (url.pathname === '/api/rate_limit_status.xml')
    return xml(request, 'OK', '<remaining_hits>1999</remaining_hits><hourly_limit>2000</hourly_limit>')
  if (url.pathname === '/p/tours/list.xml') {
    const tours = Array.from({ length: 320 }, (_, n) => n + 1).map(
      (n) =>
        `<tour><channel_id>${channelId}</channel_id><tour_id>${n}</tour_id><descriptions_last_updated>2026-0${1 + (n % 9)}-10</descriptions_last_updated></tour>`,
    )
    return xml(request, 'OK', `<total_tour_count>${tours.length}</total_tour_count>${tours.join('')}`)
  }
  if (url.pathname === '/p/tours/search.xml') return searched(request)
  const id = url.searchParams.get('id') ?? ''
  if (url.pathname === '/c/tour/datesprices/datesndeals/search.xml' && tourcmsSample(channel, id) !== null)
    return { ...xml(request, 'OK', datesOf(url)), fault: faultOfNumber(id) }
  const edition = () => editions(`${channel} ${url.pathname}`, id)
  const tour = url.pathname === '/c/tour/show.xml' ? tourcmsSample(channel, id, edition()) : null
  return tour === null ? xml(request, 'NO MATCHING DATA') : { ...xml(request, 'OK', tour), fault: faultOfNumber(id) }
}

function searched(request: SimulatedRequest): SimulatedReply {
  const asked = request.url.searchParams
  const [size, page] = [Number(asked.get('per_page') ?? 75), Number(asked.get('page') ?? 1)]
  const place = asked.get('location')?.toLowerCase()
  const all = Array.from({ length: 320 }, (_, n) => tourcmsSample(channelId, String(n + 1)) ?? '').filter((tour) => {
    const valueOf = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(tour)?.[1] ?? ''
    return (
      matches(valueOf('tour_name_long'), asked.get('k') ?? '') &&
      (place === undefined || valueOf('location').toLowerCase() === place)
    )
  })
  const tours = all.slice((page - 1) * size, page * size)
  return tours.length === 0
    ? xml(request, 'NO MATCHING DATA')
    : xml(request, 'OK', `<total_tour_count>${all.length}</total_tour_count>${tours.join('')}`)
}

/** Tours leave from Tuesday to Sunday; those of Saturday are full. */
function datesOf({ searchParams }: URL): string {
  const [from = '', to = ''] = ['startdate_start', 'startdate_end'].map((name) => searchParams.get(name) ?? '')
  const dates = daysFrom(from, to)
    .filter(({ weekday }) => weekday !== 1)
    .map(
      ({ date, weekday }) =>
        `<date><start_date>${date}</start_date><spaces_remaining>${weekday === 6 ? 0 : 14}</spaces_remaining></date>`,
    )
  return `<dates_and_prices>${dates.join('')}</dates_and_prices>`
}
