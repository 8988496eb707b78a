import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customer, refusalOf } from '../testing/order-desk.server.ts'
import type { PhoneOrder } from './phone-order.endpoints.ts'
import type { PhoneDesk } from './testing/phone-desk.server.ts'
import { openPhoneDesk } from './testing/phone-desk.server.ts'

let desk: PhoneDesk
beforeAll(async () => {
  desk = await openPhoneDesk('phone_orders')
  await sql`insert into coupons (code, name, kind, percent, status, valid_from, channels)
    values ('PHONE', 'Phone', 'percent', 1000, 'active', now() - interval '1 day', '{phone}')`.execute(desk.db)
})
afterAll(() => desk?.server.stop())

describe('an order by phone', () => {
  it('is held as every order is, and says that it was sold by phone and by whom', async () => {
    const before = await desk.available(desk.tickets())
    const order = await desk.placed({ lines: [desk.tickets(2)] })
    expect(await desk.available(desk.tickets())).toBe(before - 2)
    expect(await desk.rowOf(order.reference)).toMatchObject({
      channel: 'phone',
      booking_status: 'pending_payment',
      customer_email: 'ana@example.com',
    })
    const { rows } = await sql`
      select e.kind, e.actor_kind as by, e.actor_name as name from purchase_events e where e.purchase_id = ${order.id} order by e.id`.execute(
      desk.db,
    )
    expect(rows).toEqual([
      { kind: 'placed', by: 'staff', name: expect.stringContaining('Person') as unknown },
      { kind: 'held', by: 'system', name: null },
    ])
    const { body } = await desk.agent.get(`/rest/data/purchases/${order.id}/phone-sale`)
    expect(body).toMatchObject({
      seller: expect.stringContaining('Person') as unknown,
      overrides: [],
      paymentLink: order.paymentLink,
    })
    // This server sends no mail.
    expect(order.isMailed).toBe(false)
    const { rows: audited } = await sql<{ by: string }>`
      select actor_name as by from audit where title = ${order.reference} and action = 'place'`.execute(desk.db)
    expect(audited).toEqual([{ by: expect.stringContaining('Person') as unknown }])
  })

  it('is placed once for a key, and not without one', async () => {
    const { quote: priced } = await desk.quoted({ lines: [desk.tickets(1)] })
    const body = { lines: [desk.tickets(1)], total: priced.total }
    const [first, again] = [await desk.place(body, desk.agent, 'same'), await desk.place(body, desk.agent, 'same')]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    const bare = await desk.agent.post('/rest/data/purchases/phone-orders', { ...body, customer })
    expect(bare.status).toBe(428)
  })

  it('is for a customer that we know, in their language and as they are written down', async () => {
    const countryId = Number(
      (await sql<{ id: number }>`select id from countries where code = 'ZZ'`.execute(desk.db)).rows[0]?.id,
    )
    const customerId = await desk.records.make('customers', {
      email: 'known@example.com',
      firstName: 'Ida',
      lastName: 'Sol',
      phone: '+34911234567',
      locale: 'es',
      countryId,
      status: 'active',
    })
    const { quote: priced } = await desk.quoted({ lines: [desk.visit()], customerId })
    const reply = await desk.place({ lines: [desk.visit()], customer: undefined, customerId, total: priced.total })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    expect(await desk.rowOf((reply.body as PhoneOrder).reference)).toMatchObject({
      customer_id: customerId,
      customer_name: 'Ida Sol',
      customer_phone: '+34911234567',
      customer_locale: 'es',
    })
  })

  it('names the field of a customer who is unknown, missing or blocked', async () => {
    const lines = [desk.tickets(1)]
    const { quote: priced } = await desk.quoted({ lines })
    const total = priced.total
    expect(await refusalOf(desk.place({ lines, customer: undefined, customerId: 999_999, total }))).toEqual([
      422,
      'InvalidInput',
      { customerId: 'Customer not found.' },
    ])
    expect(await refusalOf(desk.place({ lines, customer: undefined, total }))).toEqual([
      422,
      'InvalidInput',
      { customerId: 'Choose a customer, or enter their details.' },
    ])
    expect(await refusalOf(desk.place({ lines, customer: { ...customer, country: 'XX' }, total }))).toEqual([
      422,
      'InvalidInput',
      { 'customer.country': 'No country has this code.' },
    ])
    await desk.records.make('customers', { email: 'blocked@example.com', status: 'blocked' })
    expect(
      await refusalOf(desk.place({ lines, customer: { ...customer, email: 'blocked@example.com' }, total })),
    ).toEqual([409, 'CustomerBlocked'])
  })

  it('is refused where more is asked for than is left, and where the price has changed', async () => {
    const left = await desk.available(desk.tickets())
    const lines = [desk.tickets(left + 1)]
    expect((await desk.quoted({ lines })).quote).toMatchObject({ isAvailable: false })
    expect(await refusalOf(desk.place({ lines, total: 0 }))).toEqual([
      409,
      'NotAvailable',
      { 'lines.0.quantity': expect.stringContaining('left') as unknown },
    ])
    expect(await refusalOf(desk.place({ lines: [desk.tickets(1)], total: 1 }))).toEqual([
      409,
      'PriceChanged',
      { total: 'The price has changed. Ask for a new quote.' },
    ])
    expect(await desk.available(desk.tickets())).toBe(left)
  })

  it('takes the coupons of the phone, which partners cannot use', async () => {
    const { quote: priced } = await desk.quoted({ lines: [desk.visit()], coupon: 'phone' })
    expect(priced.coupon).toEqual({ code: 'PHONE', discount: 800, problem: null })
    expect((await desk.partner.quote(desk.visit(), 'phone')).coupon?.problem).toMatch(/cannot be used/)
    const order = await desk.placed({ lines: [desk.visit()], coupon: 'phone' })
    expect(await desk.rowOf(order.reference)).toMatchObject({ discount_total: 800, grand_total: 7200 })
  })

  it('needs write on purchases', async () => {
    const reader = await desk.personWith('looks', ['ui', 'read'])
    expect((await desk.quote({ lines: [desk.tickets(1)] }, reader)).status).toBe(403)
    expect((await desk.place({ lines: [desk.tickets(1)], total: 1 }, reader)).status).toBe(403)
    expect((await reader.get('/rest/data/purchases/phone-goods')).status).toBe(403)
    const order = await desk.placed({ lines: [desk.tickets(1)] })
    const { body } = await reader.get(`/rest/data/purchases/${order.id}/phone-sale`)
    expect(body).toMatchObject({ paymentLink: null })
  })

  it('is sold only in the cities of a limited role', async () => {
    const elsewhere = await desk.records.make('cities', {})
    const local = await desk.personWith('local', ['ui', 'write'])
    await sql`update role_permissions set city_ids = array[${elsewhere}::bigint]
      where action = 'write' and role_id = (select id from roles where name = 'local')`.execute(desk.db)
    const { quote: priced } = await desk.quoted({ lines: [desk.tickets(1)] })
    expect(await refusalOf(desk.place({ lines: [desk.tickets(1)], total: priced.total }, local))).toEqual([
      403,
      'BeyondLimits',
    ])
  })

  it('of nothing to pay is confirmed at once, without a link', async () => {
    const overrides = [{ line: 0, price: 0, reason: 'Goodwill of the house' }]
    const order = await desk.placed({ lines: [desk.visit(1)], overrides })
    expect(order).toMatchObject({ total: 0, paymentLink: null })
    expect(await desk.rowOf(order.reference)).toMatchObject({ booking_status: 'confirmed', grand_total: 0 })
  })
})

describe('another price', () => {
  it('is kept on the order with its reason, and all sums reconcile', async () => {
    const overrides = [{ line: 0, price: 7500, reason: 'Promised by mail' }]
    const order = await desk.placed({ lines: [desk.visit()], overrides })
    expect(await desk.rowOf(order.reference)).toMatchObject({ items_total: 7500, grand_total: 7500, net_cost: 4000 })
    const { body } = await desk.agent.get(`/rest/data/purchases/${order.id}/details`)
    const { identities, lines } = body as {
      identities: { holds: boolean }[]
      lines: { kind: string; amount: number }[]
    }
    expect(identities.filter(({ holds }) => !holds)).toEqual([])
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['item', 8000],
      ['adjustment', -500],
    ])
    expect((await desk.agent.get(`/rest/data/purchases/${order.id}/phone-sale`)).body).toMatchObject({
      overrides: [{ listPrice: 8000, price: 7500, reason: 'Promised by mail' }],
    })
    const { rows } = await sql<{ after: Record<string, unknown> }>`
      select after from audit where title = ${order.reference} and action = 'place'`.execute(desk.db)
    expect(JSON.stringify(rows)).toContain('8000 → 7500 (Promised by mail)')
  })

  it('is what a coupon takes its share of', async () => {
    const overrides = [{ line: 0, price: 7000 }]
    const { quote: priced, listPrices } = await desk.quoted({ lines: [desk.visit()], coupon: 'PHONE', overrides })
    expect([priced.price, priced.discount, priced.total]).toEqual([7000, 700, 6300])
    expect(listPrices).toEqual([8000])
  })

  it('is bounded by the role, in both directions, with a sentence on its field', async () => {
    const limited = await desk.personWith('limited-seller', ['ui', 'read', 'write'], 10)
    const lines = [desk.visit()]
    const at = async (price: number) =>
      (await desk.quoted({ lines, overrides: [{ line: 0, price }] }, limited)).problems
    expect(await at(7200)).toEqual({})
    expect(await at(8800)).toEqual({})
    const sentence = 'Your role can change a price by at most 10%: from €72.00 to €88.00.'
    expect(await at(7199)).toEqual({ 'overrides.0.price': sentence })
    expect(await at(8801)).toEqual({ 'overrides.0.price': sentence })
    const overrides = [{ line: 0, price: 7199, reason: 'Asked for it' }]
    expect(await refusalOf(desk.place({ lines, overrides, total: 7199 }, limited))).toEqual([
      422,
      'InvalidInput',
      { 'overrides.0.price': sentence },
    ])
  })

  it('is refused without a reason, and of a line that is not there', async () => {
    const lines = [desk.visit()]
    const overrides = [{ line: 0, price: 7500, reason: ' ' }]
    expect(await refusalOf(desk.place({ lines, overrides, total: 7500 }))).toEqual([
      422,
      'InvalidInput',
      { 'overrides.0.reason': 'Enter a reason of at least 3 characters.' },
    ])
    expect((await desk.quoted({ lines, overrides: [{ line: 1, price: 7500 }] })).problems).toEqual({
      'overrides.0.line': 'The order doesn’t have this line.',
    })
  })
})

describe('what can be sold by phone', () => {
  it('is the options of a product, the next days of an option and the listings of a performance with tickets left', async () => {
    const { rows } = await sql<{
      id: number
    }>`select product_id as id from product_options where id = ${desk.goods.optionId}`.execute(desk.db)
    const goods = async (query: object) => (await desk.agent.get('/rest/data/purchases/phone-goods', { ...query })).body
    expect(await goods({ productId: rows[0]?.id })).toMatchObject({
      options: [{ id: desk.goods.optionId, startTimes: ['09:30', '11:00'], units: [{ price: 4000 }, { price: 2000 }] }],
    })
    expect(await goods({ performanceId: desk.goods.performanceId })).toMatchObject({
      listings: [{ id: desk.goods.listingId, currency: 'EUR' }, { id: desk.goods.otherListingId }],
    })
    await desk.placed({ lines: [{ kind: 'event', listingId: desk.goods.otherListingId, quantity: 4 }] })
    const { listings } = (await goods({ performanceId: desk.goods.performanceId })) as { listings: { id: number }[] }
    expect(listings.map(({ id }) => id)).toEqual([desk.goods.listingId])
    expect(await goods({ optionId: 999_999 })).toEqual({
      options: [],
      days: [],
      listings: [],
      performances: [],
      languages: [],
    })
  })
})

describe('performances to choose from', () => {
  const found = async (query: object) => {
    const { status, body } = await desk.agent.get('/rest/data/purchases/phone-goods', query as Record<string, string>)
    expect(status, JSON.stringify(body)).toBe(200)
    return (body as { performances: { id: number; name: string; date: string; isListed: boolean }[] }).performances
  }

  it('are those with tickets listed first, found by words in any order and case, or by their day', async () => {
    const all = await found({ search: '' })
    const own = all.find(({ isListed }) => isListed)
    if (!own) throw new Error('The desk has tickets listed.')
    const states = all.map(({ isListed }) => isListed)
    expect(states).toEqual(states.toSorted((a, b) => Number(b) - Number(a)))
    const words = own.name.toUpperCase().split(' ').toReversed().join(' ')
    expect((await found({ search: words })).map(({ id }) => id)).toContain(own.id)
    const thatDay = await found({ search: '', day: own.date })
    expect(thatDay.map(({ id }) => id)).toContain(own.id)
    expect(new Set(thatDay.map(({ date }) => date))).toEqual(new Set([own.date]))
    expect(await found({ search: 'no such words 100%' })).toEqual([])
  })

  it('are listed while tickets are left, and not found at all once their day is given up', async () => {
    const { rows } = await sql<{ id: number; name: string }>`
      select p.id, e.name from ticket_listings l join performances p on p.id = l.performance_id join events e on e.id = p.event_id
      where l.id = ${desk.goods.elsewhereListingId}`.execute(desk.db)
    const [{ id, name } = { id: 0, name: '' }] = rows
    const state = async () => (await found({ search: name })).find((one) => one.id === id)?.isListed
    expect(await state()).toBe(true)
    await sql`insert into house_stock (listing_id, capacity, taken) values (${desk.goods.elsewhereListingId}, 4, 4)`.execute(
      desk.db,
    )
    expect(await state()).toBe(false)
    await sql`update performances set is_date_tbd = true, rescheduled_from = local_date where id = ${id}`.execute(
      desk.db,
    )
    expect(await state()).toBe(undefined)
    await sql`update performances set is_date_tbd = false, rescheduled_from = null where id = ${id}`.execute(desk.db)
    await sql`delete from house_stock where listing_id = ${desk.goods.elsewhereListingId}`.execute(desk.db)
  })

  it('keep the one that was chosen before, and say where no tickets are listed', async () => {
    const [first] = await found({ search: '' })
    if (!first) throw new Error('The desk has a performance.')
    await sql`update ticket_listings set is_open = false where performance_id = ${first.id}`.execute(desk.db)
    try {
      const kept = await found({ search: 'no such words', chosenId: String(first.id) })
      expect(kept).toMatchObject([{ id: first.id, isListed: false }])
    } finally {
      await sql`update ticket_listings set is_open = true where performance_id = ${first.id}`.execute(desk.db)
    }
  })
})
