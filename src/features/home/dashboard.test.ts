import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { loadDemoData } from '../../app/seed/load.server.ts'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import { figures, refundsFilter, salesFilter } from './figures.ts'
import { dayOf, weekBefore } from './day.ts'
import type { Dashboard, SalesHistory } from './sales.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'home' })
  const log = createLog({ level: 'silent' })
  const now = new Date().toISOString()
  await loadDemoData(server.database, { purchases: 800, today: now.slice(0, 10), now, log })
  // Just after midnight of the business zone hardly anything has been sold today.
  await sql`
    update purchases p set created_at = now() from (
      select distinct on (currency) id from purchases where booking_status = 'confirmed' and payment_status = 'captured'
      order by currency, id desc) newest
    where newest.id = p.id`.execute(server.database.kysely)
}, 180_000)
afterAll(() => server.stop())

async function home(persona: string) {
  const person = await server.signIn(persona)
  const reply = await person.get('/rest/data/dashboard')
  expect(reply.status).toBe(200)
  return { person, data: reply.body as Dashboard }
}

/** How many rows a list has with a filter. */
async function countOf(person: Awaited<ReturnType<TestServer['signIn']>>, resource: string, filter: object) {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), range: '[0,0]' })
  const reply = await person.get(`/rest/data/${resource}?${query.toString()}`)
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return Number(reply.headers.get('x-total-count'))
}

/** The first rows of a list with a filter. */
async function rowsOf(person: Awaited<ReturnType<TestServer['signIn']>>, resource: string, filter: object) {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), range: '[0,499]' })
  const reply = await person.get(`/rest/data/${resource}?${query.toString()}`)
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body as Record<string, unknown>[]
}

describe('the home page', () => {
  it('counts what its lists show, number by number', async () => {
    const { person, data } = await home('admin')
    expect(data.figures.map(({ key }) => key)).toEqual(figures.map(({ key }) => key))
    expect(data.figures.filter(({ count }) => count > 0).length).toBeGreaterThan(8)
    for (const { key, resource, filter, count } of data.figures)
      expect({ key, count: await countOf(person, resource, filter) }).toEqual({ key, count })
  })

  it('sorts what waits by its next step, and nothing waits that is in no queue', async () => {
    const { person, data } = await home('sales-agent')
    const queues = data.queues ?? []
    expect(queues.length).toBeGreaterThan(3)
    for (const { nextStep, filter, overdue, today, later } of queues)
      expect({ nextStep, count: await countOf(person, 'purchases', filter) }).toEqual({
        nextStep,
        count: overdue + today + later,
      })
    const all = queues.reduce((sum, { overdue, today, later }) => sum + overdue + today + later, 0)
    expect(all).toBe(data.figures.find(({ key }) => key === 'to-do')?.count)
    expect(queues.map(({ dueAt }) => dueAt)).toEqual(queues.map(({ dueAt }) => dueAt).toSorted())
  })

  it('says as refunded today what was paid back today, of orders of any day', async () => {
    const { rows } = await sql<{ id: number }>`
      update refunds set succeeded_at = now() where id in (
        select r.id from refunds r join purchases p on p.id = r.purchase_id
        where r.state = 'succeeded' and p.created_at < now() - interval '3 days' limit 2) returning id`.execute(
      server.database.kysely,
    )
    expect(rows).toHaveLength(2)
    const { data } = await home('finance')
    const { rows: sums } = await sql<{ currency: string; amount: number }>`
      select currency, sum(amount)::bigint as amount from refunds
      where state = 'succeeded' and succeeded_at >= ${dayOf(new Date(data.at), data.zone).from} group by currency`.execute(
      server.database.kysely,
    )
    const refunded = (data.sales ?? []).filter((row) => row.refunded > 0)
    expect(Object.fromEntries(refunded.map((row) => [row.currency, row.refunded]))).toEqual(
      Object.fromEntries(sums.map(({ currency, amount }) => [currency, amount])),
    )
  })

  it('counts no order that was cancelled before it was paid', async () => {
    const before = await home('admin')
    const { rows } = await sql<{ id: number }>`
      update purchases set booking_status = 'cancelled', due_at = null, held_until = null,
        created_at = ${before.data.at}
      where id = (select id from purchases where booking_status = 'pending_payment' limit 1) returning id`.execute(
      server.database.kysely,
    )
    const { person, data } = await home('admin')
    expect(data.sales).toEqual(before.data.sales)
    const { from, to } = dayOf(new Date(data.at), data.zone)
    const all = { createdAt: { gte: from, lt: to } }
    const [sale, any] = [
      await rowsOf(person, 'purchases', { ...all, isSale: true }),
      await rowsOf(person, 'purchases', all),
    ]
    expect([sale, any].map((found) => found.some(({ id }) => id === rows[0]?.id))).toEqual([false, true])
  })

  it('takes the margin of what suppliers have confirmed, and says how much that is', async () => {
    const earlier = (await home('admin')).data.sales
    const { rows } = await sql<{ currency: string; worth: number }>`
      update purchases set created_at = now(), net_cost = 500, supplier_cost = 500 where id = (
        select id from purchases where booking_status in ('on_hold', 'pending_supplier')
          and created_at < now() - interval '1 day' order by id limit 1)
      returning currency, grand_total as worth`.execute(server.database.kysely)
    const { currency, worth } = rows[0] ?? { currency: '', worth: 0 }
    const saleIn = (sales: Dashboard['sales'] | undefined) => sales?.find((sale) => sale.currency === currency)
    const before = saleIn(earlier)
    if (!before) throw new Error('Something was sold in each currency.')
    const { person, data } = await home('admin')
    expect(saleIn(data.sales)).toMatchObject({
      orders: before.orders + 1,
      gross: before.gross + worth,
      confirmedGross: before.confirmedGross,
      margin: before.margin,
    })
    const history = (await person.get('/rest/data/dashboard/sales')).body as SalesHistory
    expect(history.currencies.find((one) => one.currency === currency)?.margin.at(-1)).toBe(before.margin)
  })

  it('adds all currencies up in the reporting currency, and names those without a valid rate', async () => {
    const { person, data } = await home('admin')
    const { sales, reporting } = data
    if (!sales || !reporting) throw new Error('Admins see sales.')
    expect(sales.length).toBeGreaterThan(2)
    const { rows: rates } = await sql<{ currency: string; each: string; digits: number }>`
      select distinct on (c.code) c.code as currency, r.rate::text as each, c.exponent as digits
      from exchange_rates r join currencies c on c.code = r.quote_currency
      where r.base_currency = 'EUR' and r.as_of <= now() order by c.code, r.as_of desc`.execute(server.database.kysely)
    const each = new Map(rates.map((rate) => [rate.currency, Number(rate.each) * 10 ** (rate.digits - 2)]))
    const known = sales.filter(({ currency }) => currency === 'EUR' || !reporting.without.includes(currency))
    const expected = known.reduce((sum, { currency, gross }) => sum + gross / (each.get(currency) ?? 1), 0)
    // Each currency is rounded to a cent of its own.
    expect(Math.abs(reporting.gross - expected)).toBeLessThanOrEqual(known.length)
    // The lists that the total opens have these very orders and refunds.
    const day = dayOf(new Date(data.at), data.zone)
    const currencies = known.map(({ currency }) => currency)
    const worth = async (resource: string, filter: object, key: string) => {
      const rows = await rowsOf(person, resource, filter)
      return rows.reduce((sum, row) => sum + Number(row[key]) / (each.get(String(row['currency'])) ?? 1), 0)
    }
    const [gross, refunded] = [
      await worth('purchases', salesFilter(day, currencies), 'grandTotal'),
      await worth('refunds', refundsFilter(day, currencies), 'amount'),
    ]
    expect(Math.abs(reporting.gross - gross)).toBeLessThanOrEqual(known.length)
    expect(Math.abs(reporting.refunded - refunded)).toBeLessThanOrEqual(known.length)
    expect(reporting).toMatchObject({ currency: 'EUR', sources: expect.arrayContaining(['European Central Bank']) })
    await sql`update exchange_rates set expires_at = as_of + interval '1 second' where quote_currency = ${sales.find(({ currency }) => currency !== 'EUR')?.currency ?? ''}`.execute(
      server.database.kysely,
    )
    const later = (await home('admin')).data.reporting
    expect(later?.without).toContain(sales.find(({ currency }) => currency !== 'EUR')?.currency)
  })

  it('has sales of 60 days that add up to the lists behind them', async () => {
    const { person, data } = await home('admin')
    const history = (await person.get('/rest/data/dashboard/sales')).body as SalesHistory
    expect(history.dates).toHaveLength(60)
    expect(history.dates.at(-1)).toBe(data.date)
    const [most] = history.currencies
    const day = history.dates[40] ?? ''
    const { from, to } = dayOf(new Date(`${day}T12:00:00Z`), history.zone)
    expect(most?.orders[40]).toBe(await countOf(person, 'purchases', salesFilter({ from, to }, most?.currency ?? '')))
    for (const { currency, orders, gross, refunded } of data.sales ?? []) {
      const of = history.currencies.find((row) => row.currency === currency)
      if (orders > 0) expect([of?.orders.at(-1), of?.gross.at(-1)]).toEqual([orders, gross])
      expect(of?.refunded.at(-1)).toBe(refunded)
    }
    const succeeded = { state: ['succeeded'], succeededAt: { gte: from, lt: to } }
    const refundedRows = history.currencies.filter(({ refunded }) => (refunded[40] ?? 0) > 0).length
    expect(refundedRows > 0).toBe((await countOf(person, 'refunds', succeeded)) > 0)
    expect(history.waiting).toHaveLength(60)
    const taking = { travelDate: day, bookingStatus: ['confirmed', 'completed'] }
    expect(history.travelling[40]).toBe(await countOf(person, 'purchases', taking))
  })

  it('shows editors their own work, and no sales', async () => {
    const { person, data } = await home('catalogue-editor')
    expect([data.sales, data.queues]).toEqual([null, null])
    expect(data.figures.map(({ resource }) => resource)).not.toContain('purchases')
    expect(data.figures.map(({ key }) => key)).toEqual(expect.arrayContaining(['drift', 'alias-reviews']))
    expect((await person.get('/rest/data/dashboard/sales')).status).toBe(403)
  })

  it('shows nothing to those who see nothing', async () => {
    const { data } = await home('no-access')
    expect([data.figures, data.sales, data.queues]).toEqual([[], null, null])
  })

  it('begins the news where the session before this one ended', async () => {
    const person = await server.signIn('finance')
    await sql`delete from sessions where id < (select max(id) from sessions)`.execute(server.database.kysely)
    const first = (await person.get('/rest/data/dashboard')).body as Dashboard
    expect(first.isFirstSession).toBe(true)
    expect(Date.parse(first.at) - Date.parse(first.since)).toBe(7 * 86_400_000)
    const { rows } = await sql<{ at: string }>`
      select max(last_seen_at) as at from sessions where staff_id = (select staff_id from sessions order by id desc limit 1)`.execute(
      server.database.kysely,
    )
    const { data } = await home('finance')
    expect(Date.parse(data.since)).toBeGreaterThanOrEqual(Date.parse(rows[0]?.at ?? '') - 60_000)
    expect(Date.parse(data.since)).toBeLessThanOrEqual(Date.parse(data.at))
    expect(data.isFirstSession).toBe(false)
  })

  it('refuses a zone that does not exist', async () => {
    const person = await server.signIn('admin')
    const reply = await person.get('/rest/data/dashboard?zone=Mars/Olympus')
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ fields: { zone: 'Mars/Olympus is not a time zone.' } })
  })
})

describe('a day', () => {
  it('is compared with the same weekday up to the same time, also after the clocks changed', () => {
    // Clocks in Madrid went back on 25 October 2026.
    expect(weekBefore(dayOf(new Date('2026-10-26T09:30:00Z'), 'Europe/Madrid'))).toEqual({
      from: '2026-10-18T22:00:00.000Z',
      to: '2026-10-19T08:30:00.000Z',
    })
  })
})

describe('the arrangement of the home page', () => {
  it('is of the account: another session has it, another person does not, and the usual one can come back', async () => {
    const { person, data } = await home('admin')
    const { order } = data.arrangement
    const own = { order: order.toReversed(), hidden: order.slice(0, 1) }
    expect((await person.put('/rest/data/dashboard/arrangement', own)).body).toEqual(own)
    expect((await home('admin')).data.arrangement).toEqual(own)
    expect((await home('finance')).data.arrangement).toEqual({ order, hidden: [] })
    await person.put('/rest/data/dashboard/arrangement', { order, hidden: [] })
    expect((await home('admin')).data.arrangement).toEqual({ order, hidden: [] })
  })

  it('takes each panel once, and only those that there are', async () => {
    const { person } = await home('admin')
    for (const order of [['chart', 'chart'], ['weather']])
      expect((await person.put('/rest/data/dashboard/arrangement', { order, hidden: [] })).status).toBe(422)
  })
})
