import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { examples } from '../../app/testing/examples.server.ts'
import { resources } from '../../app/registry.server.ts'
import type { Reply, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { keyWith } from '../discovery/testing/api-key.server.ts'
import { holdStock } from './house-stock.server.ts'
import type { Quote } from './quotes.ts'
import { quoteSchema } from './quotes.ts'
import type { Goods } from './testing/goods.server.ts'
import { makeGoods } from './testing/goods.server.ts'

let server: TestServer
let goods: Goods
let key = ''

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'quotes' })
  const db = server.database.kysely
  goods = await makeGoods(db, maker(db, resources, examples))
  key = (await keyWith(db, ['orders'])).key
})
afterAll(() => server.stop())

const db = () => server.database.kysely
const ask = async (body: object, with_ = key): Promise<Reply> =>
  await server.anonymous.post('/v1/quotes', body, { authorization: `Bearer ${with_}` })
async function quote(body: object): Promise<Quote> {
  const reply = await ask(body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Quote
}
const problems = async (body: object) => {
  const { status, body: answer } = await ask(body)
  return [status, (answer as { fields?: object }).fields]
}
const tickets = (quantity = 2, listingId = goods.listingId) => ({ kind: 'event', listingId, quantity })
const visit = (values: object = {}) => ({
  kind: 'product',
  optionId: goods.optionId,
  date: goods.date,
  time: '09:30',
  units: [{ unitId: goods.adultId, quantity: 2 }],
  ...values,
})

describe('a rate that has expired', () => {
  const rate = (asOf: string, expiresAt: string) => sql`
    insert into exchange_rates (base_currency, quote_currency, rate, as_of, expires_at, source)
    values ('EUR', 'USD', 1.1, now() + ${asOf}::interval, now() + ${expiresAt}::interval, 'Treasury')`

  const sellIn = (currency: string) =>
    sql`update ticket_listings set currency = ${currency} where id = ${goods.listingId}`.execute(db())

  it('stops quotes and orders in its currency, says since when, and they work again with the next one', async () => {
    await sellIn('USD')
    // Without any rate nothing counts on one.
    await sql`delete from exchange_rates`.execute(db())
    expect((await ask({ lines: [tickets()] })).status).toBe(200)
    await rate('-3 days', '-1 day').execute(db())
    const sentence = expect.stringMatching(
      /^The exchange rate of .{3} to EUR expired on .+ UTC\. Quotes in .{3} work again/u,
    )
    expect(await problems({ lines: [tickets()] })).toEqual([422, { currency: sentence }])
    const customer = { firstName: 'Ana', lastName: 'García', email: 'ana@example.com', country: 'ZZ' }
    const order = await server.anonymous.post(
      '/v1/orders',
      { lines: [tickets(1)], customer },
      { 'authorization': `Bearer ${key}`, 'idempotency-key': 'stale-rate' },
    )
    expect([order.status, (order.body as { fields?: object }).fields]).toEqual([422, { currency: sentence }])
    // One that begins later is none yet.
    await rate('1 hour', '1 day').execute(db())
    expect((await ask({ lines: [tickets()] })).status).toBe(422)
    await rate('-1 hour', '1 day').execute(db())
    expect((await ask({ lines: [tickets()] })).status).toBe(200)
    await sellIn('EUR')
  })
})

describe('a quote', () => {
  it('is given to keys with the scope, and to no others', async () => {
    const { key: other } = await keyWith(db(), ['catalogue:read', 'prices:read'])
    const { status, body } = await ask({ lines: [tickets()] }, other)
    expect([status, (body as { error: string }).error]).toEqual([403, 'ScopeMissing'])
    expect((await server.anonymous.post('/v1/quotes', { lines: [tickets()] })).status).toBe(401)
  })

  it('of tickets has the price that the offers of the performance have', async () => {
    const reader = await keyWith(db(), ['catalogue:read', 'prices:read', 'availability:read'])
    const offers = await server.anonymous.get(
      `/v1/performances/${goods.performanceId}/offers`,
      {},
      { authorization: `Bearer ${reader.key}` },
    )
    const [offer] = (offers.body as { data: { id: number; price: { price: number; fees: number; total: number } }[] })
      .data
    const { lines, ...sums } = await quote({ lines: [tickets(2, offer?.id)] })
    expect(offer?.price.total).toBeGreaterThan(0)
    expect(sums).toMatchObject({
      price: 2 * (offer?.price.price ?? 0),
      fees: 2 * (offer?.price.fees ?? 0),
      total: 2 * (offer?.price.total ?? 0),
      discount: 0,
      coupon: null,
      currency: 'EUR',
      exponent: 2,
      isAvailable: true,
    })
    expect(lines).toMatchObject([{ kind: 'event', quantity: 2, available: 6, problem: null }])
  })

  it('of a product has the price of its units, and adds up', async () => {
    const units = [
      { unitId: goods.adultId, quantity: 2 },
      { unitId: goods.childId, quantity: 1 },
    ]
    expect(await quote({ lines: [visit({ units })], currency: 'EUR' })).toMatchObject({
      price: 10_000,
      fees: 0,
      total: 10_000,
      isAvailable: true,
      lines: [
        {
          quantity: 3,
          available: 8,
          items: [
            { price: 4000, quantity: 2 },
            { price: 2000, quantity: 1 },
          ],
        },
      ],
    })
  })

  it('takes nothing, and counts what others have on hold until it has lapsed', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into house_stock (listing_id, capacity, split) values (${goods.otherListingId}, 4, 'pairs') returning id`.execute(
      db(),
    )
    const hold = (seconds: number, id: string) =>
      db()
        .transaction()
        .execute((work) => holdStock(work, { key: id, seconds, lines: [{ stockId: rows[0]?.id ?? 0, quantity: 2 }] }))
    const lines = [tickets(4, goods.otherListingId)]
    await hold(0, 'lapsed')
    for (let n = 0; n < 2; n++) expect((await quote({ lines })).lines[0]).toMatchObject({ available: 4, problem: null })
    await hold(600, 'held')
    expect((await quote({ lines })).lines[0]).toMatchObject({ available: 2, problem: 'Only 2 are left.' })
    expect(await quote({ lines: [tickets(1, goods.otherListingId)] })).toMatchObject({
      isAvailable: false,
      lines: [{ problem: 'These tickets are sold in pairs.' }],
    })
  })

  it('says what a coupon takes off, or why it takes nothing', async () => {
    await sql`insert into coupons (code, name, kind, percent, status, valid_from) values ('TENTH', 'Tenth', 'percent', 1000, 'active', now() - interval '1 day')`.execute(
      db(),
    )
    expect(await quote({ lines: [visit()], coupon: ' tenth ' })).toMatchObject({
      price: 8000,
      discount: 800,
      total: 7200,
      coupon: { code: 'TENTH', discount: 800, problem: null },
    })
    await sql`update coupons set status = 'paused' where code = 'TENTH'`.execute(db())
    expect(await quote({ lines: [visit()], coupon: 'TENTH' })).toMatchObject({
      total: 8000,
      coupon: { discount: 0, problem: 'This coupon is not in use.' },
    })
  })

  it('says why a day cannot be booked', async () => {
    expect(await quote({ lines: [visit({ units: [{ unitId: goods.adultId, quantity: 9 }] })] })).toMatchObject({
      isAvailable: false,
      lines: [{ available: 8, problem: '9 people come, and 8 places are left.' }],
    })
    expect(await quote({ lines: [visit({ date: '2020-01-01' })] })).toMatchObject({
      isAvailable: false,
      lines: [{ available: 0, problem: 'The day is over.' }],
    })
  })

  it('sells no start time of today that is over or past its cut-off', async () => {
    // A place where it is noon.
    const ahead = 12 - new Date().getUTCHours()
    const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
    const set = (timeZone: string, times: string, cutoff: number) => sql`
      with moved as (update products set time_zone = ${timeZone} where id = (select product_id from product_options where id = ${goods.optionId}))
      update product_options set start_times = ${times}::text[], cutoff_amount = ${cutoff}, cutoff_unit = 'hour' where id = ${goods.optionId}`
    const { rows: before } = await sql<{ zone: string; times: string; cutoff: number }>`
      select p.time_zone as zone, o.start_times::text as times, o.cutoff_amount as cutoff
      from product_options o join products p on p.id = o.product_id where o.id = ${goods.optionId}`.execute(db())
    await set(zone, '{09:30,13:30,22:00}', 3).execute(db())
    const date = new Date(Date.now() + ahead * 3_600_000).toISOString().slice(0, 10)
    await sql`
      insert into product_availabilities (product_option_id, local_date, status, vacancies, capacity, checked_at)
      values (${goods.optionId}, ${date}::date, 'AVAILABLE', 10, 10, now())`.execute(db())
    const problemAt = async (time: string) => (await quote({ lines: [visit({ date, time })] })).lines[0]?.problem
    const late = (time: string) => `${time} can’t be booked for this day any more. Choose a later time or another day.`
    expect([await problemAt('09:30'), await problemAt('13:30'), await problemAt('22:00')]).toEqual([
      late('09:30'),
      late('13:30'),
      null,
    ])
    await sql`delete from product_availabilities where product_option_id = ${goods.optionId} and local_date = ${date}::date`.execute(
      db(),
    )
    const [was] = before
    await set(was?.zone ?? '', was?.times ?? '', was?.cutoff ?? 0).execute(db())
  })

  it('of tickets whose listing was closed has a price, and says that they are not sold', async () => {
    const close = (isOpen: boolean) =>
      sql`update ticket_listings set is_open = ${isOpen} where id = ${goods.listingId}`.execute(db())
    await close(false)
    const { isAvailable, lines } = await quote({ lines: [tickets()] })
    await close(true)
    expect([isAvailable, lines[0]?.problem]).toEqual([false, 'This listing is no longer for sale.'])
  })

  it('adds up in the example of its description, too', () => {
    const { examples: given = [] } = z.globalRegistry.get(quoteSchema) ?? {}
    const [example] = Array.isArray(given) ? (given as unknown[]) : []
    const { price, fees, discount, total, currency, exponent } = quoteSchema.parse(example)
    expect([currency, exponent, price + fees - discount]).toEqual(['EUR', 2, total])
  })

  it('names each field that has to change, with a sentence', async () => {
    const cases: readonly (readonly [object, Record<string, string>])[] = [
      [{}, { lines: 'Choose what the customer buys.' }],
      [{ lines: [] }, { lines: 'Choose what the customer buys.' }],
      [{ lines: [{ kind: 'train' }] }, { 'lines.0.kind': 'A line must be an event or a product.' }],
      [{ lines: [tickets(0)] }, { 'lines.0.quantity': 'Enter a whole number of 1 or more.' }],
      [{ lines: [tickets(101)] }, { 'lines.0.quantity': 'At most 100 in one order.' }],
      [{ lines: [tickets(1, 999_999)] }, { 'lines.0.listingId': 'Listing not found.' }],
      [{ lines: [tickets(), tickets()] }, { 'lines.1.listingId': 'This listing is in another line already.' }],
      [
        { lines: [tickets(), tickets(1, goods.elsewhereListingId)] },
        { 'lines.1.listingId': 'This listing is of another performance. An order is for one.' },
      ],
      [
        { lines: [tickets(), visit()] },
        { 'lines.1.kind': 'An order is for tickets or for a product. Quote the others separately.' },
      ],
      [
        { lines: [visit(), visit()] },
        { 'lines.1': 'An order is for one product option at one time. Quote the others separately.' },
      ],
      [{ lines: [visit({ optionId: 999_999 })] }, { 'lines.0.optionId': 'No product option with this id is on sale.' }],
      [{ lines: [visit({ date: 'soon' })] }, { 'lines.0.date': 'Send the day as a date, such as 2026-06-01.' }],
      [{ lines: [visit({ time: '10:00' })] }, { 'lines.0.time': 'Choose a start time: 09:30, 11:00.' }],
      [
        { lines: [visit({ units: [{ unitId: 999_999, quantity: 1 }] })] },
        { 'lines.0.units.0.unitId': 'The option doesn’t have this unit.' },
      ],
      [{ lines: [tickets()], currency: 'USD' }, { currency: 'This is sold in EUR, not in USD.' }],
      [{ lines: [tickets()], coupon: 'NO-SUCH' }, { coupon: 'Coupon not found.' }],
      [{ lines: [tickets()], locale: 'x_y' }, { locale: 'Enter a language code, such as en or pt-BR.' }],
    ]
    for (const [body, fields] of cases) expect(await problems(body), JSON.stringify(body)).toEqual([422, fields])
  })

  it('knows nothing of tickets that are not public', async () => {
    await sql`update events set is_hidden = true where id = ${goods.eventId}`.execute(db())
    expect(await problems({ lines: [tickets()] })).toEqual([422, { 'lines.0.listingId': 'Listing not found.' }])
    await sql`update events set is_hidden = false where id = ${goods.eventId}`.execute(db())
  })
})
