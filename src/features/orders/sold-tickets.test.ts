import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import { resources } from '../../app/registry.server.ts'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { keyWith } from '../discovery/testing/api-key.server.ts'
import { holdStock } from './house-stock.server.ts'
import type { Quote } from './quotes.ts'
import { sizesOf } from './priced-tickets.server.ts'
import type { Goods } from './testing/goods.server.ts'
import { makeGoods } from './testing/goods.server.ts'

let server: TestServer
let goods: Goods
let key = ''

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'sold_tickets' })
  const db = server.database.kysely
  goods = await makeGoods(db, maker(db, resources, examples))
  key = (await keyWith(db, ['orders', 'catalogue:read', 'prices:read', 'availability:read'])).key
})
afterAll(() => server.stop())

const db = () => server.database.kysely
async function quote(body: object): Promise<Quote> {
  const reply = await server.anonymous.post('/v1/quotes', body, { authorization: `Bearer ${key}` })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Quote
}
const tickets = (quantity: number, listingId: number) => ({ kind: 'event', listingId, quantity })

describe('tickets that we have sold', () => {
  interface Found {
    readonly availability: { readonly status: string; readonly remaining: number }
    readonly fromPrice: { readonly price: number; readonly currency: string } | null
  }
  interface Offer {
    readonly id: number
    readonly quantity: number
    readonly splits: readonly number[]
    readonly price: { readonly total: number }
  }
  const count = () => server.runJob('count-tickets')
  const get = async <T>(path: string, given = {}) => {
    const { status, body } = await server.anonymous.get(`/v1/${path}`, given, { authorization: `Bearer ${key}` })
    expect(status, JSON.stringify(body)).toBe(200)
    return body as T
  }
  let performanceId = 0
  let dear = 0
  async function list(code: string, quantity: number, price: number, currency = 'EUR'): Promise<number> {
    const { rows } = await sql<{ id: number; performanceId: number }>`
      insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
      select performance_id, provider_id, ${code}, 'Circle', ${quantity}, ${currency}, ${price} from ticket_listings where id = ${goods.elsewhereListingId}
      returning id, performance_id as "performanceId"`.execute(db())
    performanceId = rows[0]?.performanceId ?? 0
    return rows[0]?.id ?? 0
  }
  async function hold(id: string, listingId: number, quantity: number): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      insert into house_stock (listing_id, capacity) select id, quantity from ticket_listings where id = ${listingId}
      on conflict (listing_id) do update set capacity = excluded.capacity returning id`.execute(db())
    const lines = [{ stockId: rows[0]?.id ?? 0, quantity }]
    await db()
      .transaction()
      .execute((work) => holdStock(work, { key: id, seconds: 600, lines }))
  }
  const lapse = () => sql`update house_stock_holds set held_until = now() - interval '1 second'`.execute(db())
  async function seen() {
    const { availability, fromPrice } = await get<Found>(`performances/${performanceId}`)
    const { data } = await get<{ data: Offer[] }>(`performances/${performanceId}/offers`)
    const { lines } = await quote({ lines: [tickets(1, goods.elsewhereListingId)] })
    return [
      availability.status,
      availability.remaining,
      fromPrice?.price ?? null,
      data.map(({ quantity }) => quantity),
      lines[0]?.available,
    ]
  }

  it('are not offered, counted or priced any more, and come back when their hold lapses', async () => {
    dear = await list('DEAR', 3, 8000)
    expect(await seen()).toEqual(['InStock', 7, 5500, [4, 3], 4])
    await hold('some', goods.elsewhereListingId, 1)
    await count()
    expect(await seen()).toEqual(['InStock', 6, 5500, [3, 3], 3])
    await hold('rest', goods.elsewhereListingId, 3)
    await count()
    expect(await seen()).toEqual(['InStock', 3, 8000, [3], 0])
    // The last ones, without waiting for the job.
    await hold('last', dear, 3)
    expect(await seen()).toEqual(['SoldOut', 0, null, [], 0])
    await lapse()
    // At once where they are bought, and with the job where performances are listed.
    expect((await seen()).slice(3)).toEqual([[4, 3], 4])
    expect((await quote({ lines: [tickets(1, dear)] })).isAvailable).toBe(true)
    await count()
    expect(await seen()).toEqual(['InStock', 7, 5500, [4, 3], 4])
  })

  it('are priced alike by offers and quotes when all that was on hold has lapsed', async () => {
    await sql`
      insert into rules (name, type, markup, currency, price_from, is_enabled) values ('Euro', 'markup', 3000, 'EUR', 1000, true)`.execute(
      db(),
    )
    await hold('own', goods.elsewhereListingId, 4)
    await hold('own-dear', dear, 3)
    await lapse()
    const { data } = await get<{ data: Offer[] }>(`performances/${performanceId}/offers`)
    const quoted: number[] = []
    for (const { id } of data) quoted.push((await quote({ lines: [tickets(1, id)] })).total)
    expect(data.map(({ price }) => price.total)).toEqual(quoted)
    expect(quoted).toHaveLength(2)
    await count()
    await sql`delete from rules where name = 'Euro'`.execute(db())
  })

  it('are not sold where capacity lets none through, and follow it at once', async () => {
    await sql`update performances set available = 0, capacity = 0 where id = ${performanceId}`.execute(db())
    expect(await seen()).toEqual(['SoldOut', 0, null, [], 0])
    await sql`update performances set capacity = 100 where id = ${performanceId}`.execute(db())
    expect(await seen()).toEqual(['InStock', 7, 5500, [4, 3], 4])
  })

  it('are not counted where no number of them can be bought', async () => {
    await sql`update ticket_listings set splits = '{4}', quantity = 3 where id = ${goods.elsewhereListingId}`.execute(
      db(),
    )
    await sql`update house_stock set capacity = 3 where listing_id = ${goods.elsewhereListingId}`.execute(db())
    await count()
    expect((await seen()).slice(0, 4)).toEqual(['InStock', 3, 8000, [3]])
    await hold('sole', dear, 3)
    expect((await seen()).slice(0, 4)).toEqual(['SoldOut', 0, null, []])
    await lapse()
    await count()
    await sql`update house_stock set capacity = 4 where listing_id = ${goods.elsewhereListingId}`.execute(db())
    await sql`update ticket_listings set splits = '{}', quantity = 4 where id = ${goods.elsewhereListingId}`.execute(
      db(),
    )
    await count()
    expect(await seen()).toEqual(['InStock', 7, 5500, [4, 3], 4])
  })

  it('are for sale in the database as they are in offers', async () => {
    const { rows } = await sql<Parameters<typeof sizesOf>[0] & { tickets: number }>`
      select splits, leaves as "leavesNoSingle", split, capacity, taken, tickets_for_sale(splits, leaves, split, capacity, taken) as tickets
      from (values ('{}'::integer[]), ('{1}'), ('{2}'), ('{3}'), ('{4}'), ('{2,5}')) a (splits), (values (true), (false)) b (leaves),
        (values ('any'), ('no_single_left'), ('pairs'), ('all')) c (split), generate_series(1, 5) capacity, generate_series(0, capacity) taken`.execute(
      db(),
    )
    expect(rows).toHaveLength(960)
    for (const { tickets: sold, ...one } of rows)
      expect(sold, JSON.stringify(one)).toBe(
        one.capacity > one.taken && sizesOf(one, null)?.length !== 0 ? one.capacity - one.taken : 0,
      )
  })

  it('are offered in the numbers that can be bought, and left out where none can', async () => {
    const change = (values: ReturnType<typeof sql>) =>
      sql`update ticket_listings set ${values} where id = ${dear}`.execute(db())
    const splits = async () => {
      const { data } = await get<{ data: Offer[] }>(`performances/${performanceId}/offers`)
      const found = data.find(({ id }) => id === dear)?.splits ?? null
      for (const size of [1, 2, 3, 4, 5, 6]) {
        const { isAvailable } = await quote({ lines: [tickets(size, dear)] })
        expect(isAvailable, `${size}`).toBe(found?.length === 0 ? size <= 3 : (found ?? []).includes(size))
      }
      return found
    }
    expect(await splits()).toEqual([])
    await change(sql`splits = '{4}'`)
    expect(await splits()).toBe(null)
    await change(sql`splits = '{2}', leaves_no_single = true`)
    expect(await splits()).toBe(null)
    await sql`delete from house_stock where listing_id = ${dear}`.execute(db())
    await change(sql`splits = '{}', quantity = 5`)
    await hold('two', dear, 2)
    expect(await splits()).toEqual([1, 3])
    await lapse()
    await change(sql`leaves_no_single = false`)
    await sql`insert into rules (name, type, max_tickets, is_enabled) values ('Few', 'max_tickets', 4, true)`.execute(
      db(),
    )
    expect(await splits()).toEqual([1, 2, 3, 4])
    await sql`delete from rules where name = 'Few'`.execute(db())
  })

  it('have one price in another currency, whichever are asked for, and their performance has that currency', async () => {
    await sql`update countries set currency = 'EUR' where code = 'ZZ'`.execute(db())
    const euros = await list('EURO', 2, 6000)
    const ids = sql`any(array[${dear}, ${goods.elsewhereListingId}]::bigint[])`
    await sql`
      update ticket_listings set currency = 'USD', price = case when id = ${dear} then 20000 else 5000 end,
        note_labels = case when id = ${dear} then '{}' else '{obstructed}'::text[] end where id = ${ids}`.execute(db())
    await sql`
      insert into rules (name, type, markup, currency, price_from, is_enabled) values ('Dear', 'markup', 3000, 'USD', 10000, true)`.execute(
      db(),
    )
    const price = async (given = {}) => {
      const { data } = await get<{ data: Offer[] }>(`performances/${performanceId}/offers`, given)
      return data.find(({ id }) => id === dear)?.price.total
    }
    const both = [tickets(1, dear), tickets(1, goods.elsewhereListingId)]
    const prices = async () => [
      await price(),
      await price({ withoutSeatNotes: 'obstructed' }),
      (await quote({ lines: [tickets(1, dear)] })).total,
      (await quote({ lines: both })).lines[0]?.total,
    ]
    expect(await prices()).toEqual([22_000, 22_000, 22_000, 22_000])
    await sql`update ticket_listings set is_open = false where id = ${euros}`.execute(db())
    expect(await prices()).toEqual([22_000, 22_000, 22_000, 22_000])
    const { fromPrice, availability } = await get<Found>(`performances/${performanceId}`)
    expect([availability.status, fromPrice]).toMatchObject(['InStock', { price: 5000, currency: 'USD' }])
    const { data } = await get<{ data: { id: number }[] }>('performances', { currency: 'USD', minPrice: '1' })
    expect(data.map(({ id }) => id)).toEqual([performanceId])
    await sql`update ticket_listings set is_open = true where id = ${euros}`.execute(db())
    expect((await get<Found>(`performances/${performanceId}`)).fromPrice).toMatchObject({
      price: 6000,
      currency: 'EUR',
    })
    await sql`delete from rules where name = 'Dear'`.execute(db())
  })
})
