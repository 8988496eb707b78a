import { inspect } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { keyWith } from '../discovery/testing/api-key.server.ts'
import type { Goods } from '../orders/testing/goods.server.ts'
import { makeGoods } from '../orders/testing/goods.server.ts'
import { pause } from './pauses.server.ts'
import { watchProvidersJob } from './provider-troubles.server.ts'
import type { EventProviderDetails, PauseImpact } from './event-providers.endpoints.ts'

let server: TestServer
let admin: Client
let goods: Goods
let [key, path] = ['', '']
let providerId = 0

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'event_providers' })
  admin = await server.signIn('admin')
  goods = await makeGoods(db(), maker(db(), resources, examples))
  key = (await keyWith(db(), ['orders', 'catalogue:read', 'prices:read', 'availability:read'])).key
  const { rows } = await sql<{ id: number; code: string }>`
    update providers set kind = 'marketplace' where id = (select provider_id from events where id = ${goods.eventId}) returning id, code`.execute(
    db(),
  )
  providerId = rows[0]?.id ?? 0
  path = `/rest/data/event-providers/${rows[0]?.code}`
})
afterAll(() => server?.stop())

const db = () => server.database.kysely
const bearer = () => ({ authorization: `Bearer ${key}` })
const details = async () => (await admin.get(path)).body as EventProviderDetails

async function problem(listingId = goods.listingId): Promise<string | null | undefined> {
  const { body } = await server.anonymous.post(
    '/v1/quotes',
    { lines: [{ kind: 'event', listingId, quantity: 2 }] },
    bearer(),
  )
  return (body as { lines: { problem: string | null }[] }).lines[0]?.problem
}
async function offers(): Promise<number> {
  const { body } = await server.anonymous.get(`/v1/performances/${goods.performanceId}/offers`, {}, bearer())
  return (body as { data: unknown[] }).data.length
}
async function listing(values: { provider: number; code: string }): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
    values (${goods.performanceId}, ${values.provider}, ${values.code}, 'Stalls', 4, 'EUR', 9900) returning id`.execute(
    db(),
  )
  return rows[0]?.id ?? 0
}

describe('pausing a provider', () => {
  it('says before what it would take off sale', async () => {
    expect((await admin.get(`${path}/pause-impact`)).body as PauseImpact).toEqual({
      listings: 3,
      tickets: 14,
      value: [{ currency: 'EUR', amount: 6 * 4500 + 4 * 5500 + 4 * 5500 }],
      performances: 2,
      events: 1,
      stillSold: 0,
    })
  })

  it('counts only the tickets that are left, as the page of the provider does', async () => {
    const theirs = await listing({
      provider: await maker(db(), resources, examples).make('providers', { isEnabled: true }),
      code: 'sold-out',
    })
    await sql`
      insert into house_stock (listing_id, capacity, taken)
      select id, quantity, case when id = ${goods.listingId} then 1 else quantity end from ticket_listings
      where id in (${goods.listingId}, ${goods.elsewhereListingId}, ${theirs})`.execute(db())
    expect((await admin.get(`${path}/pause-impact`)).body).toEqual({
      listings: 2,
      tickets: 9,
      value: [{ currency: 'EUR', amount: 5 * 4500 + 4 * 5500 }],
      performances: 1,
      events: 1,
      stillSold: 0,
    })
    expect(await details()).toMatchObject({ listings: 2, tickets: 9 })
    await sql`delete from house_stock`.execute(db())
    await sql`delete from ticket_listings where id = ${theirs}`.execute(db())
  })

  it('counts what is worth most first, whatever the digits of its currency', async () => {
    await sql`insert into exchange_rates (quote_currency, rate, as_of, expires_at, source)
      values ('COP', 4500, now() - interval '9 days', now() - interval '8 days', 'test'), ('GBP', 0.85, now(), now() + interval '1 day', 'test')`.execute(
      db(),
    )
    const { rows } = await sql<{ id: number }>`
      insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
      select ${goods.performanceId}, ${providerId}, 'abroad-' || c, 'Stalls', 1, c, p
      from (values ('COP', 1800000), ('GBP', 90000), ('AZN', 5000000)) v (c, p) returning id`.execute(db())
    const { value } = (await admin.get(`${path}/pause-impact`)).body as PauseImpact
    expect(value.map(({ currency }) => currency)).toEqual(['GBP', 'EUR', 'COP', 'AZN'])
    await sql`delete from ticket_listings where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db())
  })

  it('reads no exchange rates while it has the provider locked', async () => {
    const statements: string[] = []
    const watched = db().withPlugin({
      transformQuery: ({ node }) => (statements.push(inspect(node, { depth: null })), node),
      transformResult: async ({ result }) => result,
    })
    const undone = new Error('undone')
    const why = { reason: 'Seats sold twice', countedCalls: null, failedCalls: null }
    const paused = watched.transaction().execute(async (trx) => {
      await pause(trx, { id: providerId, code: path.split('/').at(-1) ?? '', name: 'X' }, why, null)
      throw undone
    })
    await expect(paused).rejects.toBe(undone)
    expect(statements.join()).toContain('ticket_listings')
    expect(statements.join()).not.toContain('currencies')
  })

  it('needs a reason', async () => {
    const { status, body } = await admin.post(`${path}/pause`, { reason: '  ' })
    expect([status, body]).toMatchObject([422, { fields: { reason: 'Enter a reason.' } }])
    expect(await problem()).toBeNull()
  })

  it('stops quotes and public offers, keeps back what arrives, and ends with everything back', async () => {
    expect([await offers(), await problem()]).toEqual([2, null])
    const paused = await admin.post(`${path}/pause`, { reason: 'Seats sold twice' })
    expect([paused.status, paused.body]).toMatchObject([
      200,
      {
        state: 'paused',
        listings: 0,
        withheld: 3,
        incidents: [{ kind: 'pause', reason: 'Seats sold twice', until: null }],
      },
    ])
    expect(await offers()).toBe(0)
    expect(await problem()).not.toBeNull()
    expect((await admin.post(`${path}/pause`, { reason: 'Again' })).status).toBe(409)

    const late = await listing({ provider: providerId, code: 'late' })
    expect(await problem(late)).not.toBeNull()

    const resumed = await admin.post(`${path}/resume`)
    expect([resumed.status, resumed.body]).toMatchObject([200, { listings: 4, withheld: 0 }])
    expect((await details()).incidents[0]?.until).not.toBeNull()
    expect([await offers(), await problem(), await problem(late)]).toEqual([3, null, null])
    expect((await admin.post(`${path}/resume`)).status).toBe(409)
  })

  it('leaves tickets of other providers for the same performance on sale', async () => {
    const other = await maker(db(), resources, examples).make('providers', { isEnabled: true, commission: 1_000 })
    const theirs = await listing({ provider: other, code: 'theirs' })
    expect((await admin.get(`${path}/pause-impact`)).body).toMatchObject({ performances: 1, stillSold: 1 })
    await admin.post(`${path}/pause`, { reason: 'Late answers' })
    expect([await offers(), await problem(theirs)]).toEqual([1, null])
    expect(await problem()).not.toBeNull()
    await admin.post(`${path}/resume`)
    await sql`delete from ticket_listings where id = ${theirs}`.execute(db())
  })

  it('is audited with its reason and how much it took off sale', async () => {
    const { rows } = await sql<{ text: string }>`
      select string_agg(a::text, ' ' order by id) as text from audit_log a where object = 'providers' and record_id = ${providerId}`.execute(
      db(),
    )
    expect(rows[0]?.text).toContain('Seats sold twice')
    expect(rows[0]?.text).toContain('resume')
  })

  it('is refused to those who can only look', async () => {
    const reader = await server.signIn('read-only')
    expect((await reader.get(path)).status).toBe(200)
    expect((await reader.post(`${path}/pause`, { reason: 'No' })).status).toBe(403)
  })
})

describe('the health of a provider', () => {
  const call = (status: number | null, milliseconds: number, ago: string) =>
    sql`
    insert into outbound_calls (target, method, url, attempt, status, problem, milliseconds, at)
    select code, 'GET', 'https://x.example/', 1, ${status}::integer, case when ${status}::integer is null then 'No answer' end, ${milliseconds}, now() - ${ago}::interval
    from providers where id = ${providerId}`.execute(db())

  it('follows from the calls that were made to it', async () => {
    expect(await details()).toMatchObject({ state: 'quiet', calls: 0, uptime: null, p95: null, breaker: 'closed' })
    for (let n = 0; n < 9; n++) await call(200, 100, '3 hours')
    await call(429, 100, '2 hours')
    expect(await details()).toMatchObject({ state: 'degraded', calls: 10, errorShare: 1000, uptime: 10_000, p95: 100 })
    for (let n = 0; n < 10; n++) await call(200, 100, '1 hour')
    expect(await details()).toMatchObject({ state: 'healthy', errorShare: 500 })
    for (let n = 0; n < 15; n++) await call(null, 15_000, '10 minutes')
    const down = await details()
    expect(down).toMatchObject({ state: 'failing', breaker: 'half_open', p95: 15_000 })
    const outageOf = ({ incidents }: EventProviderDetails) => incidents.find(({ kind }) => kind === 'outage')
    expect(outageOf(down)).toMatchObject({ calls: 15, problem: 'No answer', until: null })
    await call(200, 100, '1 minute')
    const back = await details()
    expect([back.breaker, outageOf(back)?.until === null]).toEqual(['closed', false])
  })
})

describe('news of providers', () => {
  interface News {
    readonly title: string
    readonly detail: string | null
    readonly path: string
  }
  const news = async (who: Client) => {
    await server.runJob(watchProvidersJob.name)
    return ((await who.get('/rest/data/inbox')).body as { items: News[] }).items.filter(({ path: to }) =>
      to.includes('/providers/event/view'),
    )
  }
  const call = (status: number | null) =>
    sql`insert into outbound_calls (target, method, url, status, problem, milliseconds, attempt)
      select code, 'GET', 'https://api.example/x', ${status}, ${status === null ? 'no answer' : null}, 200, 1
      from providers, generate_series(1, 30) where id = ${providerId}`.execute(db())

  it('tells others who can pause them of an outage once, and of its end', async () => {
    await sql`delete from inbox_items`.execute(db())
    await call(null)
    const [failing, ...others] = await news(admin)
    expect([failing?.title, others]).toEqual([expect.stringContaining('isn’t responding'), []])
    expect(failing?.detail).toMatch(/^We keep asking, and notify you when .+ responds\.$/)
    expect(await news(admin)).toHaveLength(1)
    await call(200)
    expect((await news(admin)).map(({ title }) => title)).toEqual([expect.stringContaining('is responding again')])
  })

  it('tells colleagues of a pause with its reason, and not the person who paused', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into staff (email, first_name, last_name, role_id, status, google_sub)
      select 'second.admin@example.com', 'Second', 'Admin', id, 'active', 'second-admin' from roles where name = 'admin' returning id`.execute(
      db(),
    )
    await sql`delete from inbox_items`.execute(db())
    await admin.post(`${path}/pause`, { reason: 'Duplicate tickets' })
    await admin.post(`${path}/resume`, {})
    expect(await news(admin)).toEqual([])
    const { rows: items } = await sql<{ incident: string; times: number }>`
      select data ->> 'incident' as incident, times from inbox_items where staff_id = ${rows[0]?.id}`.execute(db())
    expect(items).toEqual([{ incident: 'resumed', times: 2 }])
  })
})

describe('a provider whose tickets are on sale', () => {
  it('is marked while none of its events is matched with one of ours, and counts those that are', async () => {
    const other = await maker(db(), resources, examples).make('providers', {
      isEnabled: true,
      kind: 'broker_feed',
      commission: 1_000,
    })
    await listing({ provider: other, code: 'unmatched' })
    const { rows } = await sql<{ code: string }>`select code from providers where id = ${other}`.execute(db())
    const facts = async () => (await admin.get(`/rest/data/event-providers/${rows[0]?.code}`)).body
    const finding = async () =>
      (
        (await admin.get('/rest/data/dashboard')).body as { providers: { code: string; state: string }[] }
      ).providers.find(({ code }) => code === rows[0]?.code)
    expect(await facts()).toMatchObject({ state: 'unmapped', listings: 1, events: 0 })
    expect(await finding()).toMatchObject({ state: 'unmapped' })
    await sql`insert into provider_troubles (provider_id) values (${other})`.execute(db())
    expect(await finding()).toMatchObject({ state: 'failing' })
    await sql`delete from provider_troubles where provider_id = ${other}`.execute(db())
    await sql`
      insert into provider_events (provider_id, code, name, state, performance_id, method, confidence, matched_at)
      values (${other}, 'A1', 'Theirs', 'matched', ${goods.performanceId}, 'manual', 10000, now())`.execute(db())
    expect(await facts()).toMatchObject({ state: 'quiet', listings: 1, events: 1 })
    expect(await finding()).toBeUndefined()
  })
})
