import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DemoService } from '../../platform/demo-services/demo-services.server.ts'
import { misbehaving } from '../supply/testing/misbehaving-service.server.ts'
import type { Fault } from '../supply/importing/simulator.server.ts'
import type { SupplierFault } from '../supply/importing/supplier-catalogue.server.ts'
import type { TicketAdapter, TicketFeed } from './adapters/ticket-feed.server.ts'
import { ticketAdapters } from './ticket-adapters.server.ts'

const exponents = new Map([
  ['EUR', 2],
  ['USD', 2],
])
/** Events of the simulators. */
const [good, gone, free] = ['7100002', '9040402', '9000002']

/** A feed over its own simulator, whose answers are as `fault` says. */
function feedOf(adapter: TicketAdapter, service: DemoService, fault: () => Fault | null): TicketFeed {
  return adapter.openFeed({ ...misbehaving(service, fault), exponents })
}

describe.each(ticketAdapters)('misbehaviour of $facts.name', (adapter) => {
  let service: DemoService
  let feed: TicketFeed
  let fault: Fault | null = null

  beforeAll(async () => {
    service = await adapter.startSimulator()
    feed = feedOf(adapter, service, () => fault)
  })
  afterEach(() => {
    fault = null
  })
  afterAll(() => service?.close())

  const faultOf = async (call: Promise<unknown>): Promise<SupplierFault | null> =>
    await call.then(
      () => null,
      (error: unknown) => feed.classifyError(error),
    )

  it.each([
    ['429 with Retry-After', 'rate-limited', { kind: 'rate_limited', retryAfter: 1_000 }],
    ['503', 'server-error', { kind: 'unavailable' }],
    ['an expired key', 'unauthorised', { kind: 'auth' }],
    ['a malformed answer', 'malformed', { kind: 'invalid' }],
    ['a truncated answer', 'truncated', { kind: 'invalid' }],
    ['an error page in HTML', 'error-page', { kind: 'invalid' }],
    ['an error page in XML', 'error-xml', { kind: 'invalid' }],
    [
      'JSON that says it is something else',
      'wrong-type',
      { kind: 'invalid', detail: { text: 'it is {type}, not JSON', values: { type: 'application/octet-stream' } } },
    ],
    ['a connection that is dropped', 'dropped', { kind: 'unavailable' }],
    ['an answer that is too late', 'slow', { kind: 'unavailable' }],
  ] as const)('says what %s is, of events and of listings, and goes on when it is over', async (_what, as, said) => {
    for (const call of [
      () => feed.findEvents({ date: '2027-05-01', words: 'Elton John' }),
      () => feed.listingsOf(good),
    ]) {
      fault = as
      expect(await faultOf(call())).toMatchObject(said)
      fault = null
      expect(await faultOf(call())).toBeNull()
    }
  })

  it('keeps nothing where the answer to a hold cannot be read', async () => {
    const listing = (await feed.listingsOf(good)).find(
      ({ quantity, leavesNoSingle }) => quantity >= 4 && !leavesNoSingle,
    )
    if (!listing) throw new Error('No listing has four tickets.')
    for (const as of ['rate-limited', 'server-error', 'error-page', 'error-xml'] as const) {
      fault = as
      expect(await faultOf(feed.hold({ listing, quantity: 2, reference: 'F-1' }))).not.toBeNull()
    }
    fault = null
    expect(await feed.orderOf('F-1')).toBeNull()
  })

  // Events that pages list twice are in event-sync.test.ts, with a scripted provider.
  it('has each listing once, however its pages overlap, and answers the same question alike', async () => {
    const listings = await feed.listingsOf(good)
    expect(new Set(listings.map(({ code }) => code)).size).toBe(listings.length)
    expect(listings.length).toBeGreaterThan(5)
    expect(await feed.listingsOf(good)).toEqual(listings)
  })

  it('says of an event that ended between the list and its answer that it is not there', async () => {
    expect((await faultOf(feed.listingsOf(gone)))?.kind).toBe('not_found')
  })

  it('has a listing whose price is 0, which is left out when listings are stored', async () => {
    expect((await feed.listingsOf(free)).map(({ ask }) => ask)).toContain(0)
  })
})
