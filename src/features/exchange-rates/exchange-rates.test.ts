import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { convert } from './convert.ts'
import { currentRates } from './current-rates.server.ts'
import { fetchRatesJob } from './fetch-rates.server.ts'

const path = '/rest/data/exchange-rates'
let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'exchange_rates' })
  admin = await server.signIn('admin')
})
afterAll(() => server?.stop())
beforeEach(() => sql`delete from exchange_rates`.execute(server.database.kysely))

const hour = 3_600_000
const from = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
async function rate(values: object) {
  const reply = await admin.post(path, {
    baseCurrency: 'EUR',
    quoteCurrency: 'USD',
    rate: 1.1,
    asOf: from(-1),
    expiresAt: from(24),
    source: 'Treasury',
    ...values,
  })
  return { status: reply.status, body: reply.body as { id: number; state: string; fields?: Record<string, string> } }
}
const stateOf = async (id: number) => ((await admin.get(`${path}/${id}`)).body as { state: string }).state
const current = (...codes: string[]) => currentRates(server.database.kysely, codes, 'EUR')

describe('who keeps exchange rates', () => {
  it('is finance, who see no settings; agents do not see them', async () => {
    const finance = await server.signIn('finance')
    const asFinance = { baseCurrency: 'EUR', quoteCurrency: 'USD', rate: 1.1, source: 'Treasury' }
    const added = await finance.post(path, { ...asFinance, asOf: from(-1), expiresAt: from(24) })
    expect(added.status).toBe(201)
    expect((await finance.get(path)).status).toBe(200)
    expect((await finance.get('/rest/data/currency-settings')).status).toBe(403)
    expect((await (await server.signIn('sales-agent')).get(path)).status).toBe(403)
    const reader = await server.signIn('read-only')
    expect((await reader.get(path)).status).toBe(200)
    expect((await reader.post(path, { ...asFinance, asOf: from(-2), expiresAt: from(24) })).status).toBe(403)
  })
})

describe('an exchange rate', () => {
  it('counts until a later one is valid, or until it expires', async () => {
    const old = await rate({ asOf: from(-48), expiresAt: from(-24) })
    expect(old.body.state).toBe('expired')
    expect(await current('USD')).toEqual([])
    const today = await rate({ rate: 1.2 })
    const tomorrow = await rate({ rate: 1.3, asOf: from(12), expiresAt: from(48) })
    expect([today.body.state, tomorrow.body.state, await stateOf(old.body.id)]).toEqual([
      'current',
      'upcoming',
      'replaced',
    ])
    expect(await current('USD', 'GBP')).toMatchObject([{ currency: 'USD', rate: 1_200_000_000, isInverse: true }])
  })

  it('does not bring back the one before it when it expires first', async () => {
    await rate({ asOf: from(-48), expiresAt: from(48) })
    await rate({ asOf: from(-24), expiresAt: from(-12) })
    expect(await current('USD')).toEqual([])
  })

  it('works the other way round as well', async () => {
    await rate({ baseCurrency: 'GBP', quoteCurrency: 'EUR', rate: 1.18 })
    const [pound] = await current('GBP')
    expect(pound && convert(10_000, pound)).toBe(11_800)
  })

  it.each([
    [{ quoteCurrency: 'EUR' }, 'quoteCurrency'],
    [{ quoteCurrency: 'ZZZ' }, 'quoteCurrency'],
    [{ rate: 0 }, 'rate'],
    [{ expiresAt: from(-2) }, 'expiresAt'],
    [{ source: '' }, 'source'],
  ])('is refused with %o', async (values, field) => {
    const { status, body } = await rate(values)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]])
  })

  it('is the only one of its pair and moment', async () => {
    const asOf = from(-3)
    expect((await rate({ asOf })).status).toBe(201)
    expect(await rate({ asOf, rate: 1.4 })).toMatchObject({
      status: 409,
      body: { fields: { asOf: expect.anything() } },
    })
  })
})

describe('the feed of daily rates', () => {
  const day = from(-24).slice(0, 10)
  const file = `<Envelope><Cube><Cube time="${day}"><Cube currency="USD" rate="1.0562"/><Cube currency="JPY" rate="163.04"/>
    <Cube currency="XQX" rate="5"/></Cube></Cube></Envelope>`

  /** Runs the job on an answer of the service, and says how many rates were new. */
  async function fetched(status: number, body: string): Promise<number> {
    const outbound = { call: () => Promise.resolve({ status, headers: new Headers(), body }) }
    let counted = 0
    await fetchRatesJob('https://rates.example.com/daily.xml', outbound).run({
      database: server.database,
      log: silent,
      signal: new AbortController().signal,
      count: (_, by = 1) => void (counted += by),
    })
    return counted
  }

  it('adds what is new, without currencies that are not ours', async () => {
    expect(await fetched(200, file)).toBe(2)
    expect(await fetched(200, file)).toBe(0)
    expect((await current('USD', 'JPY')).map(({ currency, rate: one, source }) => [currency, one, source])).toEqual([
      ['JPY', 163_040_000_000, 'European Central Bank'],
      ['USD', 1_056_200_000, 'European Central Bank'],
    ])
  })

  it.each([
    [503, '', 'answered with 503'],
    [200, '<html></html>', 'no day'],
    [200, file.replace('163.04', '?'), 'This rate cannot be read'],
  ])('stores nothing of an answer %d %s', async (status, body, message) => {
    await expect(fetched(status, body)).rejects.toThrow(message)
    expect(await current('USD', 'JPY')).toEqual([])
  })
})
