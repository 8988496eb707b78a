import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { loadDemoData } from '../../app/seed/load.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { apiScopes } from '../api-users/api-users.ts'
import type { Explanation } from '../rules/rule.endpoints.ts'
import { keepPrices } from '../rules/price-keeping.server.ts'
import { keyWith } from './testing/api-key.server.ts'

interface Price {
  readonly price: number
  readonly fees: number
  readonly total: number
  readonly currency: string
}
interface Told {
  readonly id: number
  readonly fromPrice: Price | null
  readonly toPrice: Price | null
  readonly availability: { readonly status: string; readonly remaining: number }
  readonly [key: string]: unknown
}

let server: TestServer
let admin: Client
let key = ''
let all: Record<'events' | 'performances' | 'products', readonly Told[]>

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'demo prices' })
  admin = await server.signIn('admin')
  const today = new Date().toISOString().slice(0, 10)
  await loadDemoData(server.database, { purchases: 300, today, log: pino({ level: 'silent' }), say: () => {} })
  key = (await keyWith(server.database.kysely, apiScopes)).key
  all = await everything()
}, 180_000)
afterAll(() => server.stop())

async function v1<T>(path: string, params: Readonly<Record<string, string>> = {}): Promise<T> {
  const reply = await server.anonymous.get(`/v1/${path}`, params, { authorization: `Bearer ${key}` })
  expect(reply.status, `${path}: ${JSON.stringify(reply.body)}`).toBe(200)
  return reply.body as T
}

async function walk(name: string, params: Readonly<Record<string, string>> = {}): Promise<Told[]> {
  const found: Told[] = []
  for (let cursor = ''; ;) {
    const page = await v1<{ data: Told[]; next: string | null }>(name, {
      limit: '200',
      ...params,
      ...(cursor && { cursor }),
    })
    found.push(...page.data)
    if (page.next === null) return found
    cursor = page.next
  }
}

const everything = async () => ({
  events: await walk('events'),
  performances: await walk('performances', { from: new Date().toISOString().slice(0, 10) }),
  products: await walk('products'),
})

/** What the console has of them, by their ids. */
async function consoleRows(resource: string, ids: readonly number[]): Promise<Map<number, Record<string, unknown>>> {
  const rows = new Map<number, Record<string, unknown>>()
  for (let from = 0; from < ids.length; from += 100) {
    const filter = { id: ids.slice(from, from + 100) }
    const { status, body } = await admin.get(`/rest/data/${resource}`, { filter, range: [0, 99] })
    expect(status, JSON.stringify(body)).toBe(200)
    for (const row of body as Record<string, unknown>[]) rows.set(Number(row['id']), row)
  }
  return rows
}
const idsOf = (rows: readonly Told[]) => rows.map(({ id }) => id)

describe('every public record of the demo', () => {
  it('costs in the API what the explanation of its event says', async () => {
    const told = new Map(all.performances.map((one) => [one.id, one]))
    let compared = 0
    for (const { id } of all.events) {
      const { body } = await admin.get(`/rest/data/events/${id}/explanation`)
      for (const { id: performance, price, why, currency } of (body as Explanation).performances) {
        const found = told.get(performance)
        if (!found) continue
        const expected =
          why === null && price ? { price: price.price, fees: price.fee, total: price.total, currency } : null
        expect(
          found.fromPrice && {
            price: found.fromPrice.price,
            fees: found.fromPrice.fees,
            total: found.fromPrice.total,
            currency: found.fromPrice.currency,
          },
          `performance ${performance}`,
        ).toEqual(expected)
        expect(found.availability.status === 'InStock', `performance ${performance}`).toBe(why === null)
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(200)
  }, 120_000)

  it('costs as much as its cheapest offer, and has as many tickets as all of them', async () => {
    for (const { id, fromPrice, toPrice, availability } of all.performances) {
      const { data } = await v1<{ data: { quantity: number; price: Price }[] }>(`performances/${id}/offers`)
      const tickets = data.reduce((sum, { quantity }) => sum + quantity, 0)
      expect({ tickets, from: data[0]?.price.total ?? null }, `performance ${id}`).toEqual({
        tickets: availability.remaining,
        from: fromPrice?.total ?? null,
      })
      if (data.length > 1) expect(data.at(-1)?.price.total).toBe(toPrice?.total)
      if (availability.status !== 'InStock') expect([fromPrice, toPrice, data]).toEqual([null, null, []])
    }
  }, 120_000)

  it('costs, counts and is called in the console as in the API', async () => {
    const events = await consoleRows('events', idsOf(all.events))
    for (const { id, name, slug, fromPrice } of all.events) {
      const row = events.get(id)
      expect([row?.['name'], row?.['slug'], row?.['fromPrice'], row?.['currency']], `event ${id}`).toEqual([
        name,
        slug,
        fromPrice?.total ?? null,
        fromPrice?.currency ?? null,
      ])
      const own = all.performances.filter(
        (one) =>
          (one['event'] as { id: number }).id === id &&
          one.fromPrice !== null &&
          one.fromPrice.currency === fromPrice?.currency,
      )
      expect(fromPrice?.total ?? null, `event ${id}`).toBe(
        own.length === 0 ? null : Math.min(...own.map((one) => one.fromPrice?.total ?? Infinity)),
      )
    }
    const performances = await consoleRows('performances', idsOf(all.performances))
    for (const { id, fromPrice, availability } of all.performances) {
      const row = performances.get(id)
      expect(row?.['fromPrice'], `performance ${id}`).toBe(fromPrice?.total ?? null)
      if (availability.status === 'InStock')
        expect(row?.['available'], `performance ${id}`).toBe(availability.remaining)
    }
    const products = await consoleRows('products', idsOf(all.products))
    for (const { id, title, fromPrice, availability } of all.products) {
      const row = products.get(id)
      const price = availability.status === 'InStock' ? row?.['retailFrom'] : null
      expect([row?.['title'], price], `product ${id}`).toEqual([title, fromPrice?.total ?? null])
    }
  }, 120_000)

  it('costs on its page what the product costs that the page sells', async () => {
    const { body } = await admin.get('/rest/data/aliases', { filter: { publication: 'published' }, range: [0, 499] })
    const products = new Map(all.products.map((one) => [one.id, one]))
    const pages = body as {
      id: number
      chosenProductId: number | null
      fromPrice: number | null
      currency: string | null
      liveCount: number
      productIds: number[]
    }[]
    expect(pages.length).toBeGreaterThan(20)
    for (const { id, chosenProductId, fromPrice, currency, liveCount, productIds } of pages) {
      const sold = products.get(chosenProductId ?? 0)
      const row = sold && (await consoleRows('products', [sold.id])).get(sold.id)
      expect([fromPrice, currency], `alias ${id}`).toEqual([row?.['retailFrom'] ?? null, row?.['currency'] ?? null])
      if (sold?.fromPrice) expect(fromPrice, `alias ${id}`).toBe(sold.fromPrice.total)
      expect(productIds.filter((one) => products.has(one)).length, `alias ${id}`).toBe(liveCount)
    }
  }, 60_000)

  it('costs the same once prices are kept, and is found by its total', async () => {
    expect(await keepPrices(server.database, new AbortController().signal)).toBeGreaterThan(200)
    expect(await everything()).toEqual(all)
    const priced = all.performances.filter(({ fromPrice }) => fromPrice?.currency === 'EUR')
    const totals = priced.map(({ fromPrice }) => fromPrice?.total ?? 0).toSorted((a, b) => a - b)
    const [least, most] = [totals[Math.floor(totals.length / 3)] ?? 0, totals[Math.floor(totals.length / 2)] ?? 0]
    const found = await walk('performances', { currency: 'EUR', minPrice: String(least), maxPrice: String(most) })
    expect(idsOf(found)).toEqual(
      idsOf(priced.filter(({ fromPrice }) => fromPrice && fromPrice.total >= least && fromPrice.total <= most)),
    )
    expect(found.length).toBeGreaterThan(10)
  }, 120_000)

  it('costs more in every answer the moment a rule says so', async () => {
    const event = all.events.find(({ fromPrice }) => fromPrice !== null)
    const before = await v1<Told>(`events/${event?.id}`)
    const rule = {
      name: 'Half as much again',
      type: 'markup',
      markup: 15_000,
      eventIds: [event?.id],
      isEnabled: true,
      priority: 100,
    }
    const made = await admin.post('/rest/data/rules', rule)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const after = await v1<Told>(`events/${event?.id}`)
    expect(after.fromPrice?.total).toBeGreaterThan((before.fromPrice?.total ?? 0) * 2)
    const { body } = await admin.get(`/rest/data/events/${event?.id}`)
    expect((body as Record<string, unknown>)['fromPrice']).toBe(after.fromPrice?.total)
    await admin.delete(`/rest/data/rules/${(made.body as { id: number }).id}`)
    expect(await v1<Told>(`events/${event?.id}`)).toEqual(before)
  })
})
