import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { keyWith } from '../discovery/testing/api-key.server.ts'
import type { Order } from './orders.ts'
import type { OrderDesk } from './testing/order-desk.server.ts'
import { customer, openOrderDesk, refusalOf } from './testing/order-desk.server.ts'

let desk: OrderDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'orders')
  await desk.records.make('countries', {
    code: 'QQ',
    alpha3: 'QQQ',
    isBlocked: true,
    blockedBecause: 'risk',
    blockedAt: '2026-01-01T00:00:00.000Z',
  })
})
afterAll(() => desk?.server.stop())

describe('placing an order', () => {
  it('keeps the tickets until a deadline, at the price of the quote', async () => {
    const before = await desk.available(desk.tickets())
    const { total, price, fees } = await desk.quote(desk.tickets(2))
    const reply = await desk.place({ lines: [desk.tickets(2)], customer, total, partnerReference: 'A-1007' })
    expect(reply.status).toBe(201)
    const order = reply.body as Order
    expect(reply.headers.get('location')).toBe(`/v1/orders/${order.reference}`)
    expect(order).toMatchObject({
      status: 'ON_HOLD',
      bookingStatus: 'pending_payment',
      paymentStatus: 'unpaid',
      kind: 'event',
      partnerReference: 'A-1007',
      price,
      fees,
      total,
      discount: 0,
      coupon: null,
      quantity: 2,
      localTime: '20:00',
      customer: { name: 'Ana García', email: 'ana@example.com', phone: null, country: 'ZZ' },
    })
    expect(order.lines.map(({ kind, quantity }) => [kind, quantity])).toEqual([
      ['item', 2],
      ['fee', 2],
    ])
    expect(order.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
    const left = (Date.parse(order.heldUntil ?? '') - Date.now()) / 60_000
    expect(left).toBeGreaterThan(13)
    expect(left).toBeLessThanOrEqual(15.1)
    expect(await desk.available(desk.tickets())).toBe(before - 2)
    expect((await desk.read(order.reference)).body).toEqual(order)
  })

  it('keeps nothing past the start of what is bought', async () => {
    const { rows } = await sql<{ startsAt: string }>`
      select starts_at as "startsAt" from performances where id = ${desk.goods.performanceId}`.execute(desk.db)
    const begin = (at: string) =>
      sql`
      update performances set starts_at = ${at}::timestamptz, local_date = (${at}::timestamptz at time zone time_zone)::date,
        local_time = (${at}::timestamptz at time zone time_zone)::time where id = ${desk.goods.performanceId}`.execute(
        desk.db,
      )
    const soon = new Date(Date.now() + 5 * 60_000).toISOString()
    await begin(soon)
    const { heldUntil } = await desk.placed({ lines: [desk.tickets(1)] })
    await begin(rows[0]?.startsAt ?? '')
    expect(Date.parse(heldUntil ?? '')).toBeLessThanOrEqual(Date.parse(soon))
  })

  it('owes the seller of a listing by the terms of that seller, and is of one seller', async () => {
    const seller = await desk.records.make('providers', { isEnabled: true, commission: 2_500 })
    const listing = await sql<{ id: number }>`
      insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
      values (${desk.goods.performanceId}, ${seller}, 'OTHER', 'Stalls', 4, 'EUR', 10000) returning id`.execute(desk.db)
    const line = { kind: 'event', listingId: listing.rows[0]?.id, quantity: 1 }
    const { reference } = await desk.placed({ lines: [line] })
    expect(await desk.rowOf(reference)).toMatchObject({ provider_id: seller, net_cost: 7500, items_total: 10_000 })
    const [status, , fields] = await refusalOf(desk.place({ lines: [desk.tickets(1), line], customer }))
    expect([status, fields]).toEqual([
      422,
      { 'lines.1.listingId': 'This listing is of another seller. An order is of one.' },
    ])
  })

  it('is what staff see of it: what was bought, who buys, what we owe, and how it came', async () => {
    const { reference } = await desk.placed({ lines: [desk.visit()], locale: 'es' })
    expect(await desk.rowOf(reference)).toMatchObject({
      kind: 'product',
      channel: 'partner',
      quantity: 2,
      customer_email: 'ana@example.com',
      customer_locale: 'es',
      booking_status: 'pending_payment',
      grand_total: 8000,
      net_cost: 4000,
      supplier_cost: 4000,
      supplier_status: 'ON_HOLD',
      next_step: 'none',
      local_time: '09:30',
    })
    const { rows } = await sql`
      select e.kind, e.actor_kind as by from purchase_events e join purchases p on p.id = e.purchase_id
      where p.reference = ${reference} order by e.id`.execute(desk.db)
    expect(rows).toEqual([
      { kind: 'placed', by: 'customer' },
      { kind: 'held', by: 'system' },
    ])
    const { rows: audited } = await sql`select action, actor_name as by from audit where title = ${reference}`.execute(
      desk.db,
    )
    expect(audited).toEqual([{ action: 'place', by: 'Robot' }])
  })

  it('remembers the cancellation policy as it was sold', async () => {
    await sql`update products set cancellation_policy = 'CUSTOM', cancellation_hours = 48,
      cancellation_tiers = '[{"hoursBefore": 24, "refund": 5000}, {"hoursBefore": 72, "refund": 1000}]'
      where id = (select product_id from product_options where id = ${desk.goods.optionId})`.execute(desk.db)
    await sql`update product_options set cancellation_cutoff_amount = null, cancellation_cutoff_unit = null
      where id = ${desk.goods.optionId}`.execute(desk.db)
    const { cancellation, startsAt, reference } = await desk.placed({ lines: [desk.visit(1)] })
    const hours = cancellation.map(({ until, refund }) => [
      (Date.parse(startsAt) - Date.parse(until)) / 3_600_000,
      refund,
    ])
    expect(hours).toEqual([
      [48, 10_000],
      [24, 5000],
      [0, 0],
    ])
    expect(new Date((await desk.rowOf(reference))['cancel_until'] as string).toISOString()).toBe(cancellation[0]?.until)
  })

  it('is done once for a key, and refused for another body or without a key', async () => {
    const body = { lines: [desk.tickets(1)], customer }
    const before = await desk.available(desk.tickets())
    const [first, again] = [await desk.place(body, 'once'), await desk.place(body, 'once')]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(await desk.available(desk.tickets())).toBe(before - 1)
    expect((await desk.place({ ...body, locale: 'es' }, 'once')).status).toBe(422)
    const { key } = await keyWith(desk.db, ['orders'])
    const bare = await desk.server.anonymous.post('/v1/orders', body, { authorization: `Bearer ${key}` })
    expect([bare.status, (bare.body as { error: string }).error]).toEqual([428, 'PreconditionRequired'])
    expect((await desk.place(body, 'once', key)).headers.get('idempotency-replayed')).toBeNull()
  })

  it('is found again where the process died before its answer was kept', async () => {
    const body = { lines: [desk.tickets(1)], customer }
    const { body: first } = await desk.place(body, 'died')
    await sql`delete from idempotency_keys where key = 'died' and caller = 'api_user' and actor_id = ${desk.userId}`.execute(
      desk.db,
    )
    const before = await desk.available(desk.tickets())
    expect((await desk.place(body, 'died')).body).toEqual(first)
    expect(await desk.available(desk.tickets())).toBe(before)
  })

  it('keeps places again where the same call is made after its order could not be written', async () => {
    const body = { lines: [desk.tickets(1)], customer }
    const before = await desk.available(desk.tickets())
    await sql`
      create function deadlocked() returns trigger language plpgsql as $$
      begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`.execute(desk.db)
    await sql`
      create trigger deadlocked before insert on order_placements for each row execute function deadlocked()`.execute(
      desk.db,
    )
    for (const _ of [1, 2]) expect((await desk.place(body, 'deadlocked')).status).toBe(503)
    await sql`drop function deadlocked cascade`.execute(desk.db)
    expect(await desk.available(desk.tickets())).toBe(before)
    const { status, body: placed } = await desk.place(body, 'deadlocked')
    expect([status, await desk.available(desk.tickets())]).toEqual([201, before - 1])
    // The process can have died before its answer was kept: the order is still the one that this call placed.
    await sql`delete from idempotency_keys where key = 'deadlocked'`.execute(desk.db)
    expect((await desk.place(body, 'deadlocked')).body).toEqual(placed)
    const { reference } = placed as Order
    const { body: begun } = await desk.post(reference, 'pay', { method: 'card' })
    await desk.event({ type: 'payment.captured', payment: (begun as { payment: string }).payment, fee: 0 })
    expect(await desk.rowOf(reference)).toMatchObject({ booking_status: 'confirmed', supplier_status: 'CONFIRMED' })
  })

  it('asks for the places again where the same call is made after they were refused', async () => {
    const body = { lines: [desk.tickets(1)], customer }
    // The last places went between the price and the hold.
    await sql`
      create function sold_out() returns trigger language plpgsql as $$
      begin new.request := jsonb_set(new.request, '{lines,0,quantity}', '100000'); return new; end $$`.execute(desk.db)
    await sql`
      create trigger sold_out before insert on supplier_calls for each row when (new.action = 'hold')
      execute function sold_out()`.execute(desk.db)
    expect((await refusalOf(desk.place(body, 'sold-out')))[0]).toBe(409)
    await sql`drop function sold_out cascade`.execute(desk.db)
    expect((await desk.place(body, 'sold-out')).status).toBe(201)
  })

  it('names the line that is not available, and keeps nothing of it', async () => {
    const before = await desk.available(desk.tickets())
    expect(await refusalOf(desk.place({ lines: [desk.tickets(before + 1)], customer }))).toEqual([
      409,
      'NotAvailable',
      { 'lines.0.quantity': expect.stringContaining('left') as unknown },
    ])
    expect(await refusalOf(desk.place({ lines: [{ ...desk.visit(), date: '2020-01-01' }], customer }))).toEqual([
      409,
      'NotAvailable',
      { 'lines.0.units': 'The day is over.' },
    ])
    expect(await desk.available(desk.tickets())).toBe(before)
  })

  it('is refused at another price than the customer has agreed to', async () => {
    const before = await desk.available(desk.tickets())
    expect(await refusalOf(desk.place({ lines: [desk.tickets(1)], customer, total: 1 }))).toEqual([
      409,
      'PriceChanged',
      { total: 'The price has changed. Ask for a new quote.' },
    ])
    expect(await desk.available(desk.tickets())).toBe(before)
  })

  it('names each field of the customer that has to change', async () => {
    const lines = [desk.tickets(1)]
    const cases: readonly (readonly [object, Record<string, string>])[] = [
      [{ lines }, { customer: 'Choose a customer.' }],
      [
        { lines, customer: { ...customer, email: 'ana' } },
        { 'customer.email': 'Enter an email address, such as ana@example.com.' },
      ],
      [{ lines, customer: { ...customer, firstName: ' ' } }, { 'customer.firstName': 'Enter the first name.' }],
      [
        { lines, customer: { ...customer, firstName: 'An\u202ea', lastName: 'Gar\u0007cía' } },
        Object.fromEntries(
          ['firstName', 'lastName'].map((key) => [`customer.${key}`, 'Remove the characters that cannot be shown.']),
        ),
      ],
      [
        { lines, customer: { ...customer, phone: '12' } },
        { 'customer.phone': 'Enter an international number, such as +34911234567.' },
      ],
      [{ lines, customer: { ...customer, country: 'XX' } }, { 'customer.country': 'No country has this code.' }],
      [
        { lines, customer: { ...customer, country: 'QQ' } },
        { 'customer.country': 'Sales to customers there are blocked.' },
      ],
      [{ lines: [], customer }, { lines: 'Choose what the customer buys.' }],
    ]
    for (const [body, fields] of cases)
      expect(await refusalOf(desk.place(body)), JSON.stringify(body)).toEqual([422, 'InvalidInput', fields])
  })

  it('has names in one line, written as the console writes names', async () => {
    const { reference } = await desk.placed({
      customer: {
        ...customer,
        email: 'in-one-line@example.com',
        firstName: ' Ana\nMaría',
        lastName: 'Garci\u0301a\u200b',
      },
    })
    expect((await desk.rowOf(reference))['customer_name']).toBe('Ana María García')
  })

  it('belongs to the customer with that address, unless they are blocked', async () => {
    const insert = async (email: string, status: string) => {
      const { rows } = await sql<{ id: number }>`
        insert into customers (email, first_name, last_name, locale, status) values (${email}, 'Bo', 'Berg', 'en', ${status}) returning id`.execute(
        desk.db,
      )
      return rows[0]?.id
    }
    const id = await insert('bo@example.com', 'active')
    const { reference } = await desk.placed({ customer: { ...customer, email: 'BO@example.com' } })
    expect((await desk.rowOf(reference))['customer_id']).toBe(id)
    await insert('blocked@example.com', 'blocked')
    expect(
      await refusalOf(
        desk.place({ lines: [desk.tickets(1)], customer: { ...customer, email: 'blocked@example.com' } }),
      ),
    ).toEqual([409, 'CustomerBlocked'])
  })
})
