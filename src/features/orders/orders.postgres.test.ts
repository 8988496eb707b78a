import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Reply, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { rounds } from '../../core/testing/rounds.ts'
import { keyWith } from '../discovery/testing/api-key.server.ts'
import type { Order } from './orders.ts'
import type { Goods } from './testing/goods.server.ts'
import { makeGoods } from './testing/goods.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('orders that come at once', () => {
  let server: TestServer
  let goods: Goods
  let key = ''
  let last = 0
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'order_races' })
    goods = await makeGoods(server.database.kysely, maker(server.database.kysely, resources, examples))
  })
  // One key can call 6,000 times a minute, and many rounds are more.
  beforeEach(async () => {
    key = (await keyWith(server.database.kysely, ['orders'])).key
  })
  afterAll(() => server?.stop())

  const db = () => server.database.kysely
  const place = async (body: object, name = `race-${++last}`): Promise<Reply> =>
    await server.anonymous.post('/v1/orders', body, { 'authorization': `Bearer ${key}`, 'idempotency-key': name })
  const customer = { firstName: 'Ana', lastName: 'García', email: 'ana@example.com', country: 'ZZ' }
  const tickets = (listingId: number, quantity = 1) => ({ lines: [{ kind: 'event', listingId, quantity }], customer })
  const visit = (date: string) => ({
    lines: [
      {
        kind: 'product',
        optionId: goods.optionId,
        date,
        time: '09:30',
        units: [{ unitId: goods.adultId, quantity: 1 }],
      },
    ],
    customer,
  })
  async function listing(quantity: number): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
      select performance_id, provider_id, code || '-' || ${++last}, section, ${quantity}, currency, price
      from ticket_listings where id = ${goods.listingId} returning id`.execute(db())
    return rows[0]?.id ?? 0
  }
  async function day(vacancies: number): Promise<string> {
    const { rows } = await sql<{ date: string }>`
      insert into product_availabilities (product_option_id, local_date, status, vacancies, capacity, checked_at)
      values (${goods.optionId}, '2099-07-01'::date + ${++last}::integer, 'AVAILABLE', ${vacancies}, ${vacancies}, now())
      returning local_date::text as date`.execute(db())
    return rows[0]?.date ?? ''
  }
  /** So many succeed; all others are refused for a reason that a customer can read, and nothing breaks. */
  async function outcomes(replies: readonly Reply[]): Promise<{ placed: number; refused: string[] }> {
    const others = replies.filter(({ status }) => status !== 201)
    for (const { status, body } of others) expect(status, JSON.stringify(body)).toBe(409)
    const refused = new Set(others.map(({ body }) => (body as { error: string }).error))
    return { placed: replies.length - others.length, refused: [...refused] }
  }
  const many = (attempt: (index: number) => Promise<Reply>) =>
    Promise.all(Array.from({ length: rounds.races }, (_, index) => attempt(index)))
  /** What was sold, by the orders, beside what the stock says. */
  async function sold(where: ReturnType<typeof sql>): Promise<{ orders: number; taken: number }> {
    const { rows } = await sql<{ orders: number; taken: number }>`
      select coalesce(sum(h.quantity), 0)::integer as orders, min(s.taken) as taken
      from house_stock s left join house_stock_holds h on h.stock_id = s.id and h.state in ('held', 'booked')
        and exists (select from order_placements o where o.supplier_key = h.key)
      where ${where} group by s.id`.execute(db())
    expect(rows).toHaveLength(1)
    return rows[0] ?? { orders: -1, taken: -1 }
  }

  it('get the last 4 tickets of a listing that no one had bought of, and not one more', async () => {
    const id = await listing(4)
    expect(await outcomes(await many(() => place(tickets(id))))).toEqual({ placed: 4, refused: ['NotAvailable'] })
    expect(await sold(sql`s.listing_id = ${id}`)).toEqual({ orders: 4, taken: 4 })
  })

  it('get the last places of a day, and not one more', async () => {
    const date = await day(5)
    expect(await outcomes(await many(() => place(visit(date))))).toEqual({ placed: 5, refused: ['NotAvailable'] })
    expect(await sold(sql`s.local_date = ${date}::date`)).toEqual({ orders: 5, taken: 5 })
  })

  it('get the last uses of a coupon, and hold no place where they do not', async () => {
    const id = await listing(1000)
    await sql`insert into coupons (code, name, kind, percent, status, valid_from, total_limit)
      values ('LAST3', 'Last 3', 'percent', 1000, 'active', now() - interval '1 day', 3)`.execute(db())
    const replies = await many(() => place({ ...tickets(id), coupon: 'LAST3' }))
    expect(await outcomes(replies)).toEqual({ placed: 3, refused: ['CouponRefused'] })
    expect(await sold(sql`s.listing_id = ${id}`)).toEqual({ orders: 3, taken: 3 })
  })

  it('are one order where they have one key', async () => {
    const id = await listing(1000)
    const replies = await many(() => place(tickets(id), 'the-same'))
    for (const { status, body } of replies) expect([201, 409], JSON.stringify(body)).toContain(status)
    expect(
      new Set(replies.flatMap(({ status, body }) => (status === 201 ? (body as Order).reference : []))),
    ).toHaveLength(1)
    expect(await sold(sql`s.listing_id = ${id}`)).toEqual({ orders: 1, taken: 1 })
  })

  it('are cancelled and expire once, whichever comes first', async () => {
    const id = await listing(1000)
    const orders = (await many(() => place(tickets(id)))).map(({ body }) => (body as Order).reference)
    await sql`update purchases set held_until = now() - interval '1 second' where reference = any(${orders}::text[])`.execute(
      db(),
    )
    const cancels = orders.map((reference, index) =>
      server.anonymous.post(
        `/v1/orders/${reference}/cancel`,
        {},
        {
          'authorization': `Bearer ${key}`,
          'idempotency-key': `end-${id}-${index}`,
        },
      ),
    )
    const jobs = [server.runJob('expire-orders'), server.runJob('expire-orders')]
    const replies = await Promise.all(cancels)
    await Promise.all(jobs)
    await server.runJob('expire-orders')
    for (const { status, body } of replies) expect([200, 409], JSON.stringify(body)).toContain(status)
    const { rows } = await sql<{ ended: number; written: number }>`
      select count(distinct p.id)::integer as ended, count(e.id)::integer as written
      from purchases p join purchase_events e on e.purchase_id = p.id and e.kind in ('cancelled', 'expired')
      where p.reference = any(${orders}::text[]) and p.booking_status in ('cancelled', 'expired')`.execute(db())
    expect(rows).toEqual([{ ended: orders.length, written: orders.length }])
    await sql`update supplier_calls set next_try_at = now() where state = 'open'`.execute(db())
    await server.runJob('settle-supplier-calls')
    expect((await sold(sql`s.listing_id = ${id}`)).taken).toBe(0)
  })

  it('are changed while their performance is postponed, and neither waits for the other for good', async () => {
    const id = await listing(10)
    const { reference } = (await place(tickets(id))).body as Order
    const admin = await server.signIn('admin')
    const off = { ids: [goods.performanceId], becomes: 'postponed', reason: 'The singer is ill' }
    const postponed = await db()
      .transaction()
      .execute(async (command) => {
        // As every command does: first the lock of the order, then its change.
        await sql`select from purchases where reference = ${reference} for no key update`.execute(command)
        const reply = admin.post('/rest/data/performances/call-off', off)
        const blocked = sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
        await expect.poll(async () => (await blocked.execute(db())).rows[0]?.count, { timeout: 30_000 }).toBe(1)
        await sql`update purchases set held_until = held_until + interval '1 minute' where reference = ${reference}`.execute(
          command,
        )
        return { reply }
      })
    expect((await postponed.reply).status).toBe(200)
    await sql`update performances set status = 'onsale', is_date_tbd = false, rescheduled_from = null
      where id = ${goods.performanceId}`.execute(db())
  })

  it('are in the feed in the end, also where an older change is committed after a newer one', async () => {
    const id = await listing(10)
    const [late, early] = [await place(tickets(id)), await place(tickets(id))].map(
      ({ body }) => (body as Order).reference,
    )
    const feed = async (cursor: string) =>
      (await server.anonymous.get('/v1/orders', { cursor }, { authorization: `Bearer ${key}` })).body as {
        data: Order[]
        next: string
      }
    const { next } = await feed('0')
    const touch = (reference: string | undefined) =>
      sql`update purchases set customer_name = customer_name || ' II' where reference = ${reference}`
    const seen = await db()
      .transaction()
      .execute(async (slow) => {
        await touch(late).execute(slow)
        await touch(early).execute(db())
        return await feed(next)
      })
    // Older transactions of other databases of the server are waited for too.
    await expect
      .poll(async () => [...seen.data, ...(await feed(seen.next)).data].map(({ reference }) => reference).toSorted(), {
        timeout: 30_000,
      })
      .toEqual([late, early].toSorted())
  })
})
