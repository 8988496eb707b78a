import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DemoService } from '../../platform/demo-services/demo-services.server.ts'
import { indexManifest } from '../section-mapping/resolver/manifest-index.ts'
import { resolverOf } from '../section-mapping/resolver/resolve.ts'
import { hasOutsideData, outsideGroups } from '../section-mapping/testing/outside-data.server.ts'
import type { TheirListing, TicketAdapter, TicketFeed } from './adapters/ticket-feed.server.ts'
import { ticketAdapters } from './ticket-adapters.server.ts'
import { ticketEvolutionSignature } from './ticket-evolution/ticket-evolution-signature.server.ts'
import { ticketEvolutionAdapter } from './ticket-evolution/ticket-evolution.server.ts'

const exponents = new Map([
  ['EUR', 2],
  ['USD', 2],
])
type Ask = Parameters<TicketAdapter['openFeed']>[0]['ask']

const overHttp =
  (baseUrl: string): Ask =>
  async ({ path, method, headers, body }) => {
    const reply = await fetch(baseUrl + path, {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    })
    return { status: reply.status, headers: reply.headers, body: await reply.text() }
  }

/** A feed over its own simulator, with or without the keys that this asks for. */
function feedOf(adapter: TicketAdapter, { facts }: DemoService, hasKey = true): TicketFeed {
  const { baseUrl = '', ...values } = Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, String(value)]),
  )
  return adapter.openFeed({
    baseUrl: new URL(baseUrl),
    secrets: hasKey ? values : Object.fromEntries(Object.keys(values).map((key) => [key, 'wrong'])),
    exponents,
    ask: overHttp(baseUrl),
  })
}

const faultOf = async (feed: TicketFeed, call: Promise<unknown>) =>
  await call.then(
    () => 'none',
    (error: unknown) => feed.classifyError(error).kind,
  )

/** Events of the simulators, by what becomes of them. */
const codes = {
  good: '7100002',
  malformed: '9090102',
  truncated: '9090202',
  page: '9090302',
  down: '9050302',
  busy: '9042902',
  missing: '9040402',
}

describe.each(ticketAdapters)('the feed of $facts.name, over its simulator', (adapter) => {
  let service: DemoService
  let feed: TicketFeed
  beforeAll(async () => {
    service = await adapter.startSimulator()
    feed = feedOf(adapter, service)
  })
  afterAll(() => service?.close())

  it('finds events of a day by their name', async () => {
    const found = await feed.findEvents({ date: '2027-05-01', words: 'Elton John' })
    expect(found[0]).toMatchObject({ name: 'Elton John', localDate: '2027-05-01', localTime: '20:00' })
    expect(await feed.listingsOf(found[0]?.code ?? '')).not.toHaveLength(0)
  })

  it('reads listings as they are spelled, in minor units', async () => {
    const listings = await feed.listingsOf(codes.good)
    expect(listings.map(({ section }) => section)).toEqual(expect.arrayContaining(['Sec 101', 'Floor 2']))
    expect(listings.every(({ currency }) => currency === adapter.facts.currency)).toBe(true)
    expect(Math.min(...listings.map(({ ask }) => ask))).toBeGreaterThanOrEqual(2_500)
    expect(new Set(listings.map(({ code }) => code)).size).toBe(listings.length)
  })

  it('can keep, buy and release tickets: what is kept or sold is gone, what is released comes back', async () => {
    const leftOf = async ({ code }: TheirListing) =>
      (await feed.listingsOf(codes.good)).find((one) => one.code === code)?.quantity ?? 0
    const listing = (await feed.listingsOf(codes.good)).find(
      ({ quantity, leavesNoSingle }) => quantity >= 4 && !leavesNoSingle,
    ) as TheirListing
    const wanted = { listing, quantity: 2, reference: 'M-1' }
    const first = await feed.hold(wanted)
    expect(await leftOf(listing)).toBe(listing.quantity - 2)
    await feed.release(first)
    expect(await leftOf(listing)).toBe(listing.quantity)
    const second = await feed.hold(wanted)
    const order = await feed.buy(second, wanted)
    expect([order.state, order.code]).toEqual(['confirmed', expect.stringMatching(/\w/)])
    expect(await leftOf(listing)).toBe(listing.quantity - 2)
    // Our reference buys once; another one can't have what is sold.
    expect([await feed.buy(second, wanted), await feed.orderOf('M-1')]).toEqual([order, order])
    expect(await faultOf(feed, feed.buy(second, { ...wanted, reference: 'M-2' }))).not.toBe('none')
    expect(await feed.orderOf('M-2')).toBeNull()
    expect(await faultOf(feed, feed.hold({ ...wanted, quantity: listing.quantity }))).toBe('invalid')
  })

  it('says what is wrong with answers, keys and events', async () => {
    const of = async (code: string) => await faultOf(feed, feed.listingsOf(code))
    expect([await of(codes.malformed), await of(codes.truncated), await of(codes.page)]).toEqual([
      'invalid',
      'invalid',
      'invalid',
    ])
    expect([await of(codes.down), await of(codes.busy), await of(codes.missing)]).toEqual([
      'unavailable',
      'rate_limited',
      'not_found',
    ])
    const stranger = feedOf(adapter, service, false)
    expect(await faultOf(stranger, stranger.listingsOf(codes.good))).toBe('auth')
  })
})

describe('the signature of Ticket Evolution', () => {
  it('is the published one for the address of the published example', () => {
    const url = new URL('https://api.ticketevolution.com/brokerages?per_page=1&page=1')
    expect(ticketEvolutionSignature({ method: 'GET', url }, 'xyz')).toBe('ohGcFIHF3vg75A8Kpg42LNxuQpQZJsTBKv8xnZASzu0=')
  })

  it('has a question mark even where nothing follows it, and the body in place of the query', () => {
    const url = new URL('https://api.ticketevolution.com/v9/orders')
    const [get, post] = [
      ticketEvolutionSignature({ method: 'GET', url }, 'xyz'),
      ticketEvolutionSignature({ method: 'POST', url, body: '{}' }, 'xyz'),
    ]
    expect(new Set([get, post, ticketEvolutionSignature({ method: 'POST', url, body: '{ }' }, 'xyz')]).size).toBe(3)
  })
})

describe.skipIf(!hasOutsideData)('groups of real events (skipped where ../shared/data is absent)', () => {
  it.each([
    ['ticket-groups-138953.json', 130],
    ['ticket-groups-1591449.json', 121],
  ])('%s: all of them pass through the feed and the resolver', async (path, count) => {
    const groups = outsideGroups(path)
    const feed = ticketEvolutionAdapter.openFeed({
      baseUrl: new URL('https://api.ticketevolution.com/v9'),
      secrets: {},
      exponents,
      ask: () =>
        Promise.resolve({
          status: 200,
          headers: new Headers({ 'content-type': 'application/json' }),
          body: JSON.stringify({ ticket_groups: groups, total_entries: groups.length }),
        }),
    })
    const listings = await feed.listingsOf('1')
    expect(listings).toHaveLength(count)
    expect(listings.map(({ section }) => section)).toEqual(groups.map(({ section }) => section.trim()))
    // What is mapped nowhere there is the lower-cased text.
    const isMapped = ({ section, tevo_section_name }: (typeof groups)[number]) =>
      tevo_section_name !== section.toLowerCase() ||
      groups.some((one) => one.tevo_section_name === tevo_section_name && one.section !== section)
    const names = [...new Set(groups.filter(isMapped).map((one) => one.tevo_section_name))]
    const resolve = resolverOf(
      indexManifest(
        names.map((name, n) => ({ id: n, code: `s${n}`, name, zone: null, isGeneralAdmission: false, rows: [] })),
      ),
      [],
    )
    const placed = listings.map(({ section, row }, n) => ({
      is: resolve(section, row).candidate?.section.name,
      was: groups[n]?.tevo_section_name,
    }))
    expect(placed.filter(({ is, was }) => is !== undefined && is !== was)).toEqual([])
    expect(placed.filter(({ is }) => is !== undefined).length).toBeGreaterThan(count * 0.6)
  })
})
