import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sampleTickets } from '../event-supply/adapters/sample-tickets.server.ts'
import type { TheirListing, TicketFeed } from '../event-supply/adapters/ticket-feed.server.ts'
import { ticketEvolutionAdapter } from '../event-supply/ticket-evolution/ticket-evolution.server.ts'
import { commonFault } from '../supply/importing/supplier-answers.server.ts'
import {
  admin,
  ask,
  checks,
  db,
  goods,
  never,
  serveAvailability,
  server,
  settled,
  sourceOf,
  until,
} from './testing/availability-stage.server.ts'

const provider = 'ticket-evolution'
const event = 7_100_002

serveAvailability('live_tickets')
beforeAll(async () => {
  await sql`insert into providers (code, name, kind, currency, commission, priority) values (${provider}, 'Ticket Evolution', 'broker_feed', 'USD', 0, 50)`.execute(
    db(),
  )
})

const wanted = () => ({ performanceId: goods.performanceId })
const their = async () => sourceOf(await settled(wanted()), provider)
const known = (code: string | null) =>
  sql`update performances set provider_codes = ${JSON.stringify(code === null ? [] : [{ provider, code }])}::jsonb where id = ${goods.performanceId}`.execute(
    db(),
  )
const store = (values: { code: string; section: string; quantity: number; price: number }) =>
  sql`
  insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
  select ${goods.performanceId}, id, ${values.code}, ${values.section}, ${values.quantity}, 'USD', ${values.price} from providers where code = ${provider}`.execute(
    db(),
  )

/** Has Ticket Evolution list these, for the rest of the test. */
const lists = (listingsOf: TicketFeed['listingsOf']) => {
  const unasked = () => Promise.reject(new Error('Not asked'))
  return vi.spyOn(ticketEvolutionAdapter, 'openFeed').mockImplementation(() => ({
    findEvents: unasked,
    listEvents: unasked,
    listingsOf,
    hold: unasked,
    buy: unasked,
    orderOf: unasked,
    release: unasked,
    repeat: unasked,
    baseUrl: new URL('https://api.ticketevolution.com/v9'),
    classifyError: commonFault,
  }))
}
const listing = (values: Partial<TheirListing>): TheirListing => ({
  code: 'x',
  section: 'Stalls',
  row: null,
  quantity: 2,
  splits: [],
  ask: 5_000,
  currency: 'USD',
  faceValue: null,
  format: null,
  isInstant: true,
  inHandOn: null,
  note: null,
  isParking: false,
  isWheelchair: false,
  leavesNoSingle: false,
  ...values,
})

describe('a provider with an adapter', () => {
  it('that has no id of a performance suggests its events, and keeps the one that is chosen', async () => {
    const first = await their()
    expect(first).toMatchObject({ state: 'answered', code: null, listings: [] })
    const [best, next] = first.suggestions
    expect(best?.confidence ?? 0).toBeGreaterThan(next?.confidence ?? 10_000)
    const check = await ask(wanted())
    await until(check.id, ({ isUnderWay }) => !isUnderWay)
    const address = `${checks}/${check.id}/sources/${provider}/match`
    const reader = await server.signIn('read-only')
    expect((await reader.post(address, { code: best?.code })).status).toBe(403)
    expect((await admin.post(address, { code: 'made-up' })).status).toBe(409)
    expect((await admin.post(address, { code: best?.code })).status).toBe(200)
    expect(await their()).toMatchObject({ code: best?.code, suggestions: [] })
    const { body } = await admin.get(`/rest/data/performances/${goods.performanceId}`)
    expect(body).toMatchObject({ providerCodes: [{ provider, code: best?.code }] })
    await known(null)
  })

  it('answers live through its simulator: what differs from what is stored is marked, and priced by our rules', async () => {
    const [same, changed] = sampleTickets(event)
    await store({
      code: String(same?.id),
      section: same?.section ?? '',
      quantity: same?.quantity ?? 1,
      price: same?.price ?? 0,
    })
    await sql`update ticket_listings set row_name = ${same?.row ?? null} where code = ${String(same?.id)}`.execute(db())
    await store({
      code: String(changed?.id),
      section: changed?.section ?? '',
      quantity: changed?.quantity ?? 1,
      price: 99,
    })
    await store({ code: 'sold-there', section: 'Stalls', quantity: 2, price: 7_000 })
    await known(String(event))
    const { state, hasPayload, listings } = await their()
    expect([state, hasPayload]).toEqual(['answered', true])
    const of = (code: string) => listings.find((one) => one.code === code)
    expect(of(String(same?.id))).toMatchObject({ difference: 'same', stored: null, hidden: null })
    expect(of(String(changed?.id))).toMatchObject({ difference: 'changed', stored: { ask: 99 }, hidden: null })
    expect(of('sold-there')).toMatchObject({ difference: 'gone', hidden: null })
    const fresh = listings.find(({ difference }) => difference === 'new')
    expect(fresh).toMatchObject({ hidden: 'not_stored' })
    expect(fresh?.price.fee).toBe(Math.round((fresh?.price.price ?? 0) * 0.1))
    expect(listings.find(({ section }) => section === 'Parking Lot B')?.placed.reason).toBe('parking_or_extra')
    await sql`delete from ticket_listings where currency = 'USD'`.execute(db())
  })

  it('places sections as the resolver does, with its method', async () => {
    const { rows } = await sql<{ id: number }>`
      with c as (insert into venue_configurations (venue_id, name, layout, capacity) select venue_id, 'Round', 'arena', 900 from performances where id = ${goods.performanceId} returning id)
      insert into venue_sections (venue_configuration_id, position, code, name, rows) select id, n, 's' || n, (array['Stalls Left', 'Balcony'])[n], '{}' from c, generate_series(1, 2) n
      returning venue_configuration_id as id`.execute(db())
    await sql`update performances set venue_configuration_id = ${rows[0]?.id} where id = ${goods.performanceId}`.execute(
      db(),
    )
    lists(() =>
      Promise.resolve([
        listing({ code: '1', section: 'Sec Balcony' }),
        listing({ code: '2', section: 'Roof' }),
        listing({ code: '3', section: 'Balcony', isParking: true }),
      ]),
    )
    const check = await settled(wanted())
    const { listings } = sourceOf(check, provider)
    expect(listings.map(({ code, placed: { name, method, reason } }) => [code, name, method, reason])).toEqual([
      ['1', 'Balcony', 'exact', null],
      ['2', null, null, 'unknown_section'],
      ['3', null, null, 'parking_or_extra'],
    ])
    const why = `${checks}/${check.id}/sources/${provider}/placement`
    expect((await admin.get(`${why}?code=1`)).body).toMatchObject({
      section: 'Sec Balcony',
      configuration: 'Round',
      placed: 'Balcony',
      method: 'exact',
      now: null,
    })
    expect((await admin.get(`${why}?code=2`)).body).toMatchObject({ placed: null, reason: 'unknown_section' })
    expect((await admin.get(`${why}?code=99`)).status).toBe(404)
  })

  it('is asked nothing while it is paused, and says so', async () => {
    const asked = lists(never)
    await admin.post(`/rest/data/event-providers/${provider}/pause`, { reason: 'Late tickets' })
    expect(await their()).toMatchObject({ state: 'not_asked', reason: 'Paused, so it is not asked: Late tickets' })
    expect(asked).not.toHaveBeenCalled()
    await admin.post(`/rest/data/event-providers/${provider}/resume`)
  })

  it('keeps no other waiting while it is silent, and is not asked where its connection is off', async () => {
    lists(never)
    const { id } = await ask(wanted())
    const half = await until(id, ({ sources }) => sources.some(({ state }) => state === 'answered'))
    expect(sourceOf(half, provider).state).toBe('asking')
    await admin.post(`${checks}/${id}/stop`)
    vi.restoreAllMocks()
    await sql`insert into supplier_connections (supplier, is_enabled, base_url) values (${provider}, false, 'https://api.ticketevolution.com/v9')`.execute(
      db(),
    )
    expect(await their()).toMatchObject({ state: 'not_asked', reason: 'The connection to Ticket Evolution is off.' })
    await sql`delete from supplier_connections where supplier = ${provider}`.execute(db())
  })

  it.each([
    ['9050302', 'Ticket Evolution didn’t answer. Retry in a few minutes.'],
    [
      '9090102',
      'Ticket Evolution sent an answer we can’t read: it is incomplete or damaged. Nothing was changed. Retry, and report it to Ticket Evolution if it happens again.',
    ],
    ['9040402', 'Ticket Evolution has no event with this id. Check the id or match another event.'],
  ])('says of a simulator that misbehaves (%s): %s', async (code, reason) => {
    await known(code)
    expect(await their()).toMatchObject({ state: 'failed', reason })
  })

  it('counts in the health of its provider, but for calls that we stopped ourselves', async () => {
    const health = async () => {
      const { body } = await admin.get(`/rest/data/event-providers/${provider}`)
      return body as { calls: number; uptime: number; errorShare: number; lastCalls: { problem: string | null }[] }
    }
    await sql`delete from outbound_calls where target = ${provider}`.execute(db())
    await known(String(event))
    await their()
    expect(await health()).toMatchObject({ calls: 1, uptime: 10_000, errorShare: 0 })
    await known('9090402')
    const { id } = await ask(wanted())
    await until(id, ({ sources }) => sources.some(({ state }) => state === 'asking'))
    await admin.post(`${checks}/${id}/stop`)
    await vi.waitFor(async () => expect((await health()).calls).toBe(2), { timeout: 5_000 })
    expect(await health()).toMatchObject({
      uptime: 10_000,
      errorShare: 0,
      lastCalls: [{ problem: 'Stopped before the answer arrived.' }, { problem: null }],
    })
    await known('9050302')
    await their()
    const failing = await health()
    expect([failing.calls, failing.uptime < 10_000, failing.errorShare > 0]).toEqual([5, true, true])
  })

  it('takes one statement more for a thousand listings than for none', async () => {
    await known(String(event))
    const cost = async (count: number): Promise<number> => {
      lists(() =>
        Promise.resolve(Array.from({ length: count }, (_, n) => listing({ code: `c${n}`, section: `Sec ${n}` }))),
      )
      const spy = vi.spyOn(server.database.kysely, 'getExecutor')
      const { id } = await ask(wanted())
      await until(id, ({ isUnderWay }) => !isUnderWay)
      const reads = spy.mock.calls.length
      vi.restoreAllMocks()
      return reads
    }
    await cost(0)
    const [none, many] = [await cost(0), await cost(1_000)]
    expect(Math.abs(many - none)).toBeLessThan(6)
  })
})

describe('the connection to a provider of tickets', () => {
  const address = '/rest/data/event-provider-connections'
  const input = { isEnabled: true, baseUrl: 'https://api.sandbox.ticketevolution.com/v9' }

  it('keeps its secrets, of which the last four signs are shown', async () => {
    const saved = await admin.put(`${address}/${provider}`, {
      ...input,
      secrets: { token: 'tok-1234567890abcd', secret: 'sec-1234567890wxyz' },
    })
    expect([saved.status, saved.body]).toMatchObject([
      200,
      { source: 'stored', isProvider: true, secrets: { token: 'abcd', secret: 'wxyz' } },
    ])
    expect(JSON.stringify(saved.body)).not.toContain('1234567890')
    const moved = await admin.put(`${address}/${provider}`, { ...input, baseUrl: 'https://api.ticketevolution.com/v9' })
    expect([moved.status, moved.body]).toMatchObject([422, { fields: { 'secrets.token': expect.any(String) } }])
    const elsewhere = await admin.put(`${address}/${provider}`, { ...input, baseUrl: 'https://example.com' })
    expect([elsewhere.status, elsewhere.body]).toMatchObject([422, { fields: { baseUrl: expect.any(String) } }])
    const reader = await server.signIn('read-only')
    expect([(await reader.get(address)).status, (await reader.put(`${address}/${provider}`, input)).status]).toEqual([
      200, 403,
    ])
    expect((await admin.put(`${address}/unknown`, input)).status).toBe(404)
  })
})
