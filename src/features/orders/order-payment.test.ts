import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readSettings } from '../../app/settings/settings.server.ts'
import { gatewayOf } from './payment-gateway.server.ts'
import { implementTestEvents } from './test-events.server.ts'
import type { Payment } from './order.endpoints.ts'
import type { Order } from './orders.ts'
import type { OrderDesk } from './testing/order-desk.server.ts'
import { customer, openOrderDesk, refusalOf } from './testing/order-desk.server.ts'
import { staffDesk } from './testing/staff-desk.server.ts'

let desk: OrderDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'order_payment')
  await sql`update products set cancellation_policy = 'CUSTOM', cancellation_hours = 48,
    cancellation_tiers = '[{"hoursBefore": 24, "refund": 5000}]', is_instant_delivery = true
    where id = (select product_id from product_options where id = ${desk.goods.optionId})`.execute(desk.db)
  await sql`update product_options set cancellation_cutoff_amount = null, cancellation_cutoff_unit = null`.execute(
    desk.db,
  )
})
afterAll(() => desk?.server.stop())

const reread = async ({ reference }: Order) => (await desk.read(reference)).body as Order
async function begun(order: Order): Promise<Payment> {
  const { status, body } = await desk.post(order.reference, 'pay', { method: 'card' })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as Payment
}
const captured = async (order: Order, fee = 0) => {
  const { payment } = await begun(order)
  const reply = await desk.event({ type: 'payment.captured', payment, fee })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return payment
}
async function paid(body: object = {}): Promise<Order> {
  const order = await desk.placed(body)
  await captured(order)
  return await reread(order)
}
const timelineOf = async ({ reference }: Order) => {
  const { rows } = await sql<{ kind: string }>`
    select e.kind from purchase_events e join purchases p on p.id = e.purchase_id where p.reference = ${reference} order by e.id`.execute(
    desk.db,
  )
  return rows.map(({ kind }) => kind)
}
/** The sums of an order that do not add up, as the page of the purchase checks them. */
const wrongSums = async ({ reference }: Order) => {
  const { id } = await desk.rowOf(reference)
  const admin = await desk.server.signIn('admin')
  const { body } = await admin.get(`/rest/data/purchases/${String(id)}/details`)
  return (body as { identities: { key: string; holds: boolean }[] }).identities.filter(({ holds }) => !holds)
}
const lapse = async ({ reference }: Order) => {
  await sql`update purchases set held_until = now() - interval '1 second' where reference = ${reference}`.execute(
    desk.db,
  )
  await sql`update house_bookings b set held_until = now() - interval '1 second'
    from order_placements o join purchases p on p.id = o.purchase_id where b.key = o.supplier_key and p.reference = ${reference}`.execute(
    desk.db,
  )
}

describe('paying an order', () => {
  it('is begun once, and confirms the order when the money is there', async () => {
    const order = await desk.placed({ lines: [desk.tickets(2)] })
    const [first, again] = [await begun(order), await begun(order)]
    expect(again).toEqual(first)
    expect(first).toMatchObject({
      order: order.reference,
      state: 'pending',
      amount: order.total,
      currency: 'EUR',
      url: null,
    })
    expect((await reread(order)).paymentStatus).toBe('unpaid')
    for (let n = 0; n < 2; n++) await desk.event({ type: 'payment.captured', payment: first.payment, fee: 35 })
    expect(await reread(order)).toMatchObject({
      status: 'CONFIRMED',
      bookingStatus: 'confirmed',
      paymentStatus: 'captured',
      fulfilmentStatus: 'awaiting_tickets',
      heldUntil: null,
    })
    expect(await timelineOf(order)).toEqual([
      'placed',
      'held',
      'payment_captured',
      'sent_to_supplier',
      'supplier_confirmed',
    ])
    expect(await desk.rowOf(order.reference)).toMatchObject({
      captured: order.total,
      payment_fees: 35,
      next_step: 'deliver_tickets',
      provider_reference: expect.stringMatching(/^H/) as unknown,
    })
    expect(await wrongSums(order)).toEqual([])
    expect(await refusalOf(desk.post(order.reference, 'pay', {}))).toEqual([409, 'AlreadyPaid'])
  })

  it('confirms the order also where the process died as soon as the money was written down', async () => {
    const order = await desk.placed({ lines: [desk.tickets(1)] })
    const { id } = await desk.rowOf(order.reference)
    await staffDesk(desk, desk.server.anonymous).pay(Number(id))
    expect(await reread(order)).toMatchObject({ bookingStatus: 'pending_payment', paymentStatus: 'captured' })
    await desk.server.runJob('poll-suppliers')
    expect(await reread(order)).toMatchObject({ status: 'CONFIRMED', bookingStatus: 'confirmed' })
  })

  it('delivers at once what is there at once, and makes the use of its coupon final', async () => {
    await sql`insert into coupons (code, name, kind, percent, status, valid_from)
      values ('PAID', 'Paid', 'percent', 1000, 'active', now() - interval '1 day')`.execute(desk.db)
    const order = await paid({ lines: [desk.visit(2)], coupon: 'PAID' })
    expect(order).toMatchObject({ status: 'CONFIRMED', fulfilmentStatus: 'delivered' })
    const { rows } = await sql`
      select r.state from coupon_redemptions r join purchases p on p.id = r.purchase_id where p.reference = ${order.reference}`.execute(
      desk.db,
    )
    expect(rows).toEqual([{ state: 'consumed' }])
    expect((await timelineOf(order)).at(-1)).toBe('tickets_delivered')
  })

  it('can fail and be tried again', async () => {
    const order = await desk.placed()
    const { payment } = await begun(order)
    await desk.event({ type: 'payment.failed', payment, reason: 'insufficient_funds' })
    expect(await reread(order)).toMatchObject({ status: 'ON_HOLD', paymentStatus: 'unpaid' })
    const second = await captured(order)
    expect([second === payment, (await reread(order)).status]).toEqual([false, 'CONFIRMED'])
    // The first one is given up, and goes through all the same: it goes back, once.
    for (let n = 0; n < 2; n++) await desk.event({ type: 'payment.captured', payment, fee: 0 })
    expect(await desk.rowOf(order.reference)).toMatchObject({
      captured: 2 * order.total,
      refund_pending: order.total,
      refund_state: 'processing',
    })
    const { rows } = await sql`
      select v.state as void, r.state, r.amount, r.reason from payments x left join payment_voids v on v.payment_id = x.id
        left join refunds r on r.payment_id = x.id
      where x.purchase_id = (select id from purchases where reference = ${order.reference}) order by x.id`.execute(
      desk.db,
    )
    expect(rows).toEqual([
      { void: 'intended', state: 'approved', amount: order.total, reason: 'duplicate' },
      { void: null, state: null, amount: null, reason: null },
    ])
    expect(await wrongSums(order)).toEqual([])
  })

  it('is refused for what has ended, and what comes too late waits for staff', async () => {
    const order = await desk.placed()
    const { payment } = await begun(order)
    await lapse(order)
    expect(await refusalOf(desk.post(order.reference, 'pay', {}))).toEqual([409, 'HoldEnded'])
    await desk.event({ type: 'payment.captured', payment, fee: 0 })
    expect(await reread(order)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'captured' })
    expect(await desk.rowOf(order.reference)).toMatchObject({ next_step: 'decide_refund', supplier_cost: 0 })
    expect(await wrongSums(order)).toEqual([])
    const expired = await desk.placed()
    const late = await begun(expired)
    await lapse(expired)
    await desk.server.runJob('expire-orders')
    expect(await refusalOf(desk.post(expired.reference, 'pay', {}))).toEqual([409, 'OrderEnded'])
    await desk.event({ type: 'payment.captured', payment: late.payment, fee: 0 })
    expect(await reread(expired)).toMatchObject({ status: 'EXPIRED', paymentStatus: 'captured' })
    expect((await desk.rowOf(expired.reference))['next_step']).toBe('decide_refund')
  })
})

describe('confirming an order', () => {
  it('that was paid after its hold gives back its places and its coupon', async () => {
    await sql`insert into coupons (code, name, kind, percent, status, valid_from)
      values ('LATE', 'Late', 'percent', 1000, 'active', now() - interval '1 day')`.execute(desk.db)
    const before = await desk.available(desk.visit())
    const order = await desk.placed({ lines: [desk.visit(2)], coupon: 'LATE' })
    const { payment } = await begun(order)
    await lapse(order)
    await desk.event({ type: 'payment.captured', payment, fee: 0 })
    expect((await reread(order)).status).toBe('CANCELLED')
    const { rows } = await sql`select times_used as used from coupons where code = 'LATE'`.execute(desk.db)
    expect([rows, await desk.available(desk.visit())]).toEqual([[{ used: 0 }], before])
  })

  it('needs its payment, unless it is free', async () => {
    const order = await desk.placed({ lines: [desk.visit(1)] })
    expect(await refusalOf(desk.post(order.reference, 'confirm', {}))).toEqual([409, 'NotPaid'])
    await sql`insert into coupons (code, name, kind, percent, status, valid_from)
      values ('FREE', 'Free', 'percent', 10000, 'active', now() - interval '1 day')`.execute(desk.db)
    const free = await desk.placed({ lines: [desk.visit(1)], coupon: 'FREE' })
    expect(await refusalOf(desk.post(free.reference, 'pay', {}))).toEqual([409, 'NothingToPay'])
    for (let n = 0; n < 2; n++) {
      const { status, body } = await desk.post(free.reference, 'confirm', {})
      expect([status, (body as Order).status, (body as Order).paymentStatus]).toEqual([200, 'CONFIRMED', 'unpaid'])
    }
    await desk.cancel(order.reference)
    expect(await refusalOf(desk.post(order.reference, 'confirm', {}))).toEqual([409, 'OrderEnded'])
  })

  it('waits for a supplier that decides later, and ends what it rejects', async () => {
    const before = await desk.available(desk.tickets())
    const [asked, refused, late] = [await desk.placed(), await desk.placed(), await desk.placed()]
    for (const { reference } of [asked, late]) await desk.event({ type: 'supplier.asks', order: reference })
    await desk.event({ type: 'supplier.rejects', order: refused.reference })
    for (const order of [asked, refused, late]) await captured(order)
    expect((await reread(asked)).status).toBe('PENDING')
    expect(await reread(refused)).toMatchObject({ status: 'REJECTED', paymentStatus: 'captured' })
    expect((await desk.rowOf(refused.reference))['next_step']).toBe('decide_refund')
    await desk.event({ type: 'supplier.accepts', order: asked.reference })
    expect((await reread(asked)).status).toBe('CONFIRMED')
    await desk.event({ type: 'supplier.rejects', order: late.reference })
    expect((await reread(late)).status).toBe('REJECTED')
    expect(await desk.available(desk.tickets())).toBe(before - 1)
  })

  it('goes on where a process died before the answer of the supplier was written down', async () => {
    const order = await desk.placed()
    const { payment } = await begun(order)
    // Another process has the call in hand, and dies.
    const { key } = (
      await sql<{
        key: string
      }>`select supplier_key as key from order_placements o join purchases p on p.id = o.purchase_id
      where p.reference = ${order.reference}`.execute(desk.db)
    ).rows[0] ?? { key: '' }
    await sql`insert into supplier_calls (supplier, action, key, request, next_try_at) values ('house', 'book', ${key}, '{}', now() + interval '1 hour')`.execute(
      desk.db,
    )
    await desk.event({ type: 'payment.captured', payment, fee: 0 })
    expect((await reread(order)).status).toBe('PENDING')
    await sql`update supplier_calls set next_try_at = now() where key = ${key}`.execute(desk.db)
    await desk.server.runJob('settle-supplier-calls')
    await desk.server.runJob('poll-suppliers')
    expect((await reread(order)).status).toBe('CONFIRMED')
  })

  it('counts against it only checks that failed and payments that failed', async () => {
    const order = await desk.placed({ customer: { ...customer, email: 'calm@example.com' } })
    await sql`
      insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference)
      select id, 'stripe', 'card', 'voided', currency, 0, 0, 0, 'calm-' || n from purchases, generate_series(1, 4) n
      where reference = ${order.reference}`.execute(desk.db)
    const { payment } = await begun(order)
    await desk.event({ type: 'payment.captured', payment, avs: 'match', cvc: 'match', threeDs: 'authenticated' })
    expect((await reread(order)).status).toBe('CONFIRMED')
    expect(await desk.rowOf(order.reference)).toMatchObject({ risk_score: 0, risk_reasons: [] })
  })

  it('waits for staff where its risk is high, with its places kept', async () => {
    // Of an address with no other orders: many of one address count, too.
    const order = await desk.placed({ customer: { ...customer, email: 'risky@example.com' } })
    const { payment } = await begun(order)
    const checks = { avs: 'mismatch', cvc: 'mismatch', threeDs: 'failed' }
    await desk.event({ type: 'payment.captured', payment, ...checks })
    expect(await reread(order)).toMatchObject({
      status: 'ON_HOLD',
      bookingStatus: 'on_hold',
      paymentStatus: 'captured',
    })
    const hours = (Date.parse((await reread(order)).heldUntil ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23)
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from h.held_until - now())::float8 / 3600 as hours from house_stock_holds h join order_placements o on o.supplier_key = h.key
        join purchases p on p.id = o.purchase_id where p.reference = ${order.reference}`.execute(desk.db)
    expect(rows[0]?.hours).toBeGreaterThan(23)
    expect(await desk.rowOf(order.reference)).toMatchObject({
      next_step: 'review_risk',
      risk_score: 95,
      risk_reasons: ['3-D Secure failed', 'Security code differs', 'Address of the card differs'],
    })
  })
})

describe('a test event', () => {
  it('is believed by its signature alone, and not for long', async () => {
    const { payment } = await begun(await desk.placed())
    const event = { type: 'payment.captured', payment, fee: 0 }
    const wrong = [401, 'WrongSignature']
    expect(await refusalOf(desk.event(event, { key: 'AAAA' }))).toEqual(wrong)
    expect(await refusalOf(desk.event(event, { age: 301 }))).toEqual(wrong)
    expect(await refusalOf(desk.server.anonymous.post('/demo/test-events', event))).toEqual(wrong)
    expect((await desk.event(event, { age: 290 })).status).toBe(200)
    expect(await refusalOf(desk.event({ ...event, payment: 'unknown' }))).toEqual([404, 'NotFound'])
  })

  it('is not there in production, where no payment begins without a gateway', () => {
    const settings = readSettings({
      MARQUEE_MODE: 'production',
      SESSION_SECRET: 'of tests only, and long enough for them',
      GOOGLE_CLIENT_ID: 'client',
    })
    expect([implementTestEvents({ settings, database: desk.server.database }), gatewayOf(settings)]).toEqual([[], null])
  })
})
