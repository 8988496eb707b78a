import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { rounds } from '../../core/testing/rounds.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'
import type { StockLine } from './house-stock.server.ts'
import { bookStock, freeStock, holdStock, releaseStock, stockProblem } from './house-stock.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('house stock', () => {
  let server: TestServer
  let days = 0
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'house_stock' })
    await makeCatalogue(server.database.kysely)
  })
  afterAll(() => server?.stop())

  const inTransaction = <T>(work: (db: TestServer['database']['kysely']) => Promise<T>) =>
    server.database.kysely.transaction().execute(work)
  const hold = (key: string, lines: readonly StockLine[], seconds = 600) =>
    inTransaction((db) => holdStock(db, { key, seconds, lines }))
  const book = (key: string) => inTransaction((db) => bookStock(db, key))
  const release = (key: string) => inTransaction((db) => releaseStock(db, key))
  const free = (stockId: number) => freeStock(server.database.kysely, stockId)

  /** Places of a day of the option, or tickets of a listing where `split` is said. */
  async function day(capacity: number): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into house_stock (product_option_id, local_date, capacity)
      select min(id), '2099-01-01'::date + ${days++}::integer, ${capacity} from product_options returning id`.execute(
      server.database.kysely,
    )
    return rows[0]?.id ?? 0
  }
  async function listing(capacity: number, split: string): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      with performance as (
        insert into performances (event_id, venue_id, city_id, local_date, local_time, time_zone, starts_at, duration_minutes,
          capacity, available, currency)
        select id, venue_id, city_id, '2099-05-01'::date + ${++days}::integer, '20:00', 'Europe/Rome', '2099-05-01T18:00:00Z'::timestamptz + make_interval(days => ${days}), 120, 100, 100, 'EUR'
        from events order by id limit 1 returning id
      ), listed as (
        insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
        select p.id, (select min(id) from providers), 'L' || p.id, 'Stalls', ${capacity}, 'EUR', 5000 from performance p returning id
      )
      insert into house_stock (listing_id, capacity, split) select id, ${capacity}, ${split} from listed returning id`.execute(
      server.database.kysely,
    )
    return rows[0]?.id ?? 0
  }
  /** What the counter says, after checking it against what was taken. */
  async function taken(stockId: number): Promise<number> {
    const { rows } = await sql<{ taken: number; held: number }>`
      select s.taken, (select coalesce(sum(quantity), 0)::integer from house_stock_holds h
        where h.stock_id = s.id and h.state in ('held', 'booked')) as held
      from house_stock s where s.id = ${stockId}`.execute(server.database.kysely)
    expect(rows[0]?.taken).toBe(rows[0]?.held)
    return rows[0]?.taken ?? -1
  }
  async function outcomes(attempts: readonly Promise<unknown>[]) {
    const settled = await Promise.allSettled(attempts)
    const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    // A deadlock or a broken CHECK is no refusal.
    for (const reason of reasons) if (!(reason instanceof Refusal)) throw reason
    return { won: settled.length - reasons.length, refused: new Set(reasons.map((one) => (one as Refusal).message)) }
  }
  const many = (attempt: (index: number) => Promise<unknown>) =>
    outcomes(Array.from({ length: rounds.races }, (_, index) => attempt(index)))

  it('sells the last 4 tickets of a listing to four of many who ask at once', async () => {
    const stock = await listing(4, 'any')
    const { won, refused } = await many((index) => hold(`last-4-${index}`, [{ stockId: stock, quantity: 1 }]))
    expect([won, [...refused], await taken(stock), await free(stock)]).toEqual([4, ['Sold out.'], 4, 0])
  })

  it('never leaves a single ticket where the listing forbids it', async () => {
    const stock = await listing(7, 'no_single_left')
    await many((index) => hold(`lone-${index}`, [{ stockId: stock, quantity: 1 + (index % 3) }]))
    expect(await free(stock)).not.toBe(1)
    await taken(stock)
  })

  it.each([
    ['pairs', 6, 3, 'These tickets are sold in pairs.'],
    ['all', 4, 2, 'These 4 tickets are sold together.'],
    ['no_single_left', 4, 3, 'This would leave a single ticket. Choose one more or one less.'],
    ['any', 4, 5, 'Only 4 are left.'],
  ])('refuses what a listing of %s does not allow, and names the line', async (split, capacity, quantity, says) => {
    const stock = await listing(capacity, split)
    await expect(hold(`split-${stock}`, [{ stockId: stock, quantity }])).rejects.toMatchObject({
      status: 409,
      code: 'NotAvailable',
      fields: { 'lines.0.quantity': says },
    })
    expect(await taken(stock)).toBe(0)
    await hold(`split-${stock}`, [{ stockId: stock, quantity: capacity }])
    expect(await free(stock)).toBe(0)
  })

  it.each(['any', 'no_single_left', 'pairs', 'all'] as const)('quotes %s as it sells it', async (split) => {
    for (let quantity = 1; quantity <= 6; quantity++) {
      const stock = await listing(5, split)
      const sold = await hold(`quoted-${stock}`, [{ stockId: stock, quantity }]).then(
        () => null,
        (refusal: Refusal) => refusal.message,
      )
      expect(stockProblem({ capacity: 5, taken: 0, split }, quantity), `${quantity}`).toBe(sold)
    }
  })

  it('takes all lines or none', async () => {
    const [one, other] = [await day(5), await day(1)]
    await expect(
      hold('all-or-none', [
        { stockId: one, quantity: 2 },
        { stockId: other, quantity: 2 },
      ]),
    ).rejects.toMatchObject({ fields: { 'lines.1.quantity': 'Only 1 is left.' } })
    expect([await taken(one), await taken(other)]).toEqual([0, 0])
  })

  it('sells the last places of two days to no one too many, in whatever order orders name them', async () => {
    const [one, other] = [await day(5), await day(5)]
    const { won } = await many((index) => {
      const lines = [one, other].map((stockId) => ({ stockId, quantity: 1 }))
      return hold(`days-${index}`, index % 2 === 0 ? lines : lines.toReversed())
    })
    expect([won, await taken(one), await taken(other)]).toEqual([5, 5, 5])
  })

  it('takes once for one key, however often it is asked', async () => {
    const stock = await day(10)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => hold('same-key', [{ stockId: stock, quantity: 3 }])),
    )
    expect([new Set(answers.map(({ heldUntil }) => String(heldUntil))).size, await taken(stock)]).toEqual([1, 3])
    await book('same-key')
    await book('same-key')
    expect([await release('same-key'), await release('same-key'), await taken(stock)]).toEqual([3, 0, 0])
  })

  it('ends a hold by its deadline, though nothing has swept it', async () => {
    const stock = await day(2)
    const [lapsed, next] = [`lapsed-${stock}`, `next-${stock}`]
    await hold(lapsed, [{ stockId: stock, quantity: 2 }], 0)
    expect([await taken(stock), await free(stock)]).toEqual([2, 2])
    await expect(book(lapsed)).rejects.toMatchObject({ status: 409, code: 'HoldEnded' })
    await expect(hold(lapsed, [{ stockId: stock, quantity: 2 }])).rejects.toMatchObject({ code: 'HoldEnded' })
    await hold(next, [{ stockId: stock, quantity: 2 }])
    await book(next)
    expect([await taken(stock), await free(stock), await release(lapsed)]).toEqual([2, 0, 0])
  })

  it('keeps its count while others hold, book and give back', async () => {
    const stock = await day(6)
    await many(async (index) => {
      const key = `mixed-${index}`
      await hold(key, [{ stockId: stock, quantity: 1 + (index % 2) }], index % 5 === 0 ? 0 : 600)
      if (index % 3 === 0) await Promise.all([release(key), release(key)])
      else if (index % 3 === 1) await Promise.all([book(key), release(key)])
    })
    expect(await taken(stock)).toBeLessThanOrEqual(6)
  })

  it('is counted by its performance, whatever is sold of its listings at once', async () => {
    const db = server.database.kysely
    const first = await listing(6, 'any')
    const { rows: others } = await sql<{ id: number }>`
      with listed as (
        insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
        select l.performance_id, l.provider_id, l.code || '-' || n, l.section, 6, l.currency, l.price + n
        from ticket_listings l, generate_series(1, 3) n where l.id = (select listing_id from house_stock where id = ${first}) returning id
      )
      insert into house_stock (listing_id, capacity) select id, 6 from listed returning id`.execute(db)
    const stocks = [first, ...others.map(({ id }) => id)]
    const counted = async () => {
      const { rows } = await sql<{ kept: unknown; left: unknown }>`
        select jsonb_build_array(p.available, p.min_price, p.max_price) as kept, (
          select jsonb_build_array(coalesce(sum(k.tickets), 0), min(l.price) filter (where k.tickets > 0), max(l.price) filter (where k.tickets > 0))
          from ticket_listings l cross join lateral listing_stock(l) k where l.performance_id = p.id) as left
        from performances p where p.id = (select l.performance_id from ticket_listings l join house_stock s on s.listing_id = l.id where s.id = ${first})`.execute(
        db,
      )
      expect(rows[0]?.kept).toEqual(rows[0]?.left)
      return rows[0]?.kept
    }
    expect(await counted()).toEqual([24, 5000, 5003])
    await many(async (index) => {
      const key = `counted-${index}`
      const [stockId = 0, other = 0] = [stocks[index % 4], stocks[(index + 1) % 4]]
      if (index % 7 === 0) await server.runJob('count-tickets')
      await hold(key, [
        { stockId, quantity: 1 + (index % 3) },
        ...(index % 5 === 0 ? [{ stockId: other, quantity: 1 }] : []),
      ])
      if (index % 3 === 0) await release(key)
    })
    await server.runJob('count-tickets')
    await counted()
    for (const [index, stockId] of stocks.entries())
      await many((n) => hold(`rest-${index}-${n}`, [{ stockId, quantity: 1 }]))
    // The last tickets, before the job has counted.
    expect(await counted()).toEqual([0, null, null])
  })

  it('is counted by the performance that its listing moves to while it is sold', async () => {
    const db = server.database.kysely
    const [stock, other] = [await listing(6, 'any'), await listing(2, 'any')]
    await server.runJob('count-tickets')
    const of = (id: number) =>
      sql`(select l.performance_id from ticket_listings l join house_stock s on s.listing_id = l.id where s.id = ${id})`
    await inTransaction(async (work) => {
      await holdStock(work, { key: 'moved', seconds: 600, lines: [{ stockId: stock, quantity: 4 }] })
      await sql`update ticket_listings set performance_id = ${of(other)} where id = (select listing_id from house_stock where id = ${stock})`.execute(
        db,
      )
    })
    await server.runJob('count-tickets')
    const { rows } = await sql<{ n: number }>`select available as n from performances where id = ${of(other)}`.execute(
      db,
    )
    expect(rows).toEqual([{ n: 4 }])
  })

  it('is counted by one server at a time, and by the next where that one fails', async () => {
    const db = server.database.kysely
    const stock = await listing(6, 'any')
    await hold('claimed', [{ stockId: stock, quantity: 2 }])
    const left = async () => {
      const { rows } = await sql<{ n: number }>`
        select p.available as n from house_stock s join ticket_listings l on l.id = s.listing_id join performances p on p.id = l.performance_id
        where s.id = ${stock}`.execute(db)
      return rows[0]?.n
    }
    await inTransaction(async (work) => {
      await sql`select from ticket_recounts for update`.execute(work)
      await server.runJob('count-tickets')
    })
    expect(await left()).toBe(6)
    await server.runJob('count-tickets')
    expect(await left()).toBe(4)
  })

  it('follows thousands of listings at once on a connection that has changed one before', async () => {
    const first = await listing(6, 'any')
    await inTransaction(async (work) => {
      await sql`
        insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
        select l.performance_id, l.provider_id, 'M' || n, 'Circle', 1, l.currency, 5000 + n from generate_series(1, 6000) n,
          ticket_listings l where l.id = (select listing_id from house_stock where id = ${first})`.execute(work)
      const price = sql`update ticket_listings set price = price + 1`
      await sql`${price} where code = 'M1'`.execute(work)
      // Row by row with row takes longer than this, and all of them at once a tenth of it.
      await sql`set local statement_timeout = '3s'`.execute(work)
      await sql`${price} where code like 'M%'`.execute(work)
    })
  })

  it('is not found where there is none', async () => {
    await expect(hold('none', [{ stockId: 999_999_999, quantity: 1 }])).rejects.toMatchObject({ status: 404 })
    await expect(free(999_999_999)).rejects.toMatchObject({ status: 404 })
    await expect(book('no-such-key')).rejects.toMatchObject({ code: 'HoldEnded' })
  })
})
