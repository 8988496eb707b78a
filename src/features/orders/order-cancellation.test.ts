import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { CancellationQuote, Payment } from './order.endpoints.ts'
import type { Order } from './orders.ts'
import type { OrderDesk } from './testing/order-desk.server.ts'
import { openOrderDesk, refusalOf } from './testing/order-desk.server.ts'

let desk: OrderDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'order_cancellation')
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
/** The sums of an order that do not add up, as the page of the purchase checks them. */
const wrongSums = async ({ reference }: Order) => {
  const { id } = await desk.rowOf(reference)
  const admin = await desk.server.signIn('admin')
  const { body } = await admin.get(`/rest/data/purchases/${String(id)}/details`)
  return (body as { identities: { key: string; holds: boolean }[] }).identities.filter(({ holds }) => !holds)
}
describe('cancelling a paid order', () => {
  const quoted = async ({ reference }: Order) => {
    const { status, body } = await desk.post(reference, 'cancellation-quotes', {})
    expect(status, JSON.stringify(body)).toBe(200)
    return body as CancellationQuote
  }

  it('gives back what the policy says, and what we owe the supplier with it', async () => {
    const order = await paid({ lines: [desk.visit(2)] })
    const quote = await quoted(order)
    expect(quote).toMatchObject({ refund: 8000, kept: 0, basisPoints: 10_000, currency: 'EUR' })
    expect(await refusalOf(desk.post(order.reference, 'cancel', {}))).toEqual([
      422,
      'QuoteRequired',
      { token: 'Ask for a cancellation quote and send its token.' },
    ])
    const { status, body } = await desk.post(order.reference, 'cancel', { token: quote.token })
    expect([status, (body as Order).status, (body as Order).paymentStatus]).toEqual([200, 'CANCELLED', 'captured'])
    expect(await desk.rowOf(order.reference)).toMatchObject({
      refund_pending: 8000,
      refund_state: 'processing',
      supplier_cost: 0,
    })
    await desk.event({ type: 'refund.succeeded', order: order.reference })
    await desk.event({ type: 'refund.succeeded', order: order.reference })
    expect(await reread(order)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'refunded' })
    expect(await wrongSums(order)).toEqual([])
  })

  it('is refused with the new quote where the quote is no longer true', async () => {
    const order = await paid({ lines: [desk.visit(1)] })
    const { token } = await quoted(order)
    const half = JSON.stringify([{ until: '2090-01-01T00:00:00.000Z', refund: 5000 }])
    await sql`update purchases set cancellation_policy = ${half}::jsonb where reference = ${order.reference}`.execute(
      desk.db,
    )
    const { status, body } = await desk.post(order.reference, 'cancel', { token })
    expect([status, (body as { error: string }).error]).toEqual([409, 'QuoteStale'])
    const current = (body as { current: CancellationQuote }).current
    expect(current).toMatchObject({
      refund: 2000,
      kept: 2000,
      basisPoints: 5000,
      validUntil: '2090-01-01T00:00:00.000Z',
    })
    expect((await reread(order)).status).toBe('CONFIRMED')
    expect((await desk.post(order.reference, 'cancel', { token: current.token })).status).toBe(200)
    expect(await desk.rowOf(order.reference)).toMatchObject({ refund_pending: 2000, supplier_cost: 1000 })
    expect(await wrongSums(order)).toEqual([])
  })

  it('gives everything back while a postponed event offers it, and what the policy says after that', async () => {
    const [order, late] = [await paid({ lines: [desk.tickets(1)] }), await paid({ lines: [desk.tickets(1)] })]
    const { rows } = await sql<{ until: string }>`
      with run as (
        insert into order_runs (name, kind, state, event_id, performance_ids, refunds, paid_by, reason, call_key, requested_by)
        values ('Offer', 'postponement', 'stopped', ${desk.goods.eventId}, array[1], false, 'platform', 'Storm', 'offer',
          (select min(id) from staff)) returning id)
      insert into refund_offers (purchase_id, run_id, until)
      select p.id, run.id, case when p.reference = ${order.reference} then now() + interval '3 days' else now() end
      from run, purchases p where p.reference in (${order.reference}, ${late.reference})
      returning to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until`.execute(desk.db)
    expect(await quoted(late)).toMatchObject({ refund: 0, basisPoints: 0 })
    const quote = await quoted(order)
    expect(quote).toMatchObject({ refund: order.total, kept: 0, basisPoints: 10_000 })
    expect(rows.map(({ until }) => until)).toContain(quote.validUntil)
    expect((await desk.post(order.reference, 'cancel', { token: quote.token })).status).toBe(200)
    expect(await desk.rowOf(order.reference)).toMatchObject({ refund_pending: order.total, supplier_cost: 0 })
    expect(await wrongSums(order)).toEqual([])
  })

  it('says what became of its performance, and gives back everything where that is cancelled', async () => {
    const order = await paid({ lines: [desk.tickets(2)] })
    const unpaid = await desk.placed({ lines: [desk.tickets(1)] })
    const { eventId, performanceId } = desk.goods
    expect(order).toMatchObject({ eventId, performanceId, productId: null, eventStatus: 'EventScheduled' })
    expect(await quoted(order)).toMatchObject({ refund: 0, reason: 'policy' })
    const admin = await desk.server.signIn('admin')
    const callOff = (becomes: string) =>
      admin.post('/rest/data/performances/call-off', { ids: [performanceId], becomes, reason: 'The singer is ill' })
    expect((await callOff('postponed')).status).toBe(200)
    expect(await reread(order)).toMatchObject({ status: 'CONFIRMED', eventStatus: 'EventPostponed', isDateTbd: true })
    expect((await callOff('cancelled')).status).toBe(200)
    expect(await reread(order)).toMatchObject({ status: 'CONFIRMED', eventStatus: 'EventCancelled' })
    expect(await refusalOf(desk.post(unpaid.reference, 'pay', {}))).toEqual([409, 'EventCancelled'])
    const quote = await quoted(order)
    expect(quote).toMatchObject({
      refund: order.total,
      kept: 0,
      basisPoints: 10_000,
      reason: 'event_cancelled',
      validUntil: null,
    })
    expect((await desk.post(order.reference, 'cancel', { token: quote.token })).status).toBe(200)
    expect(await desk.rowOf(order.reference)).toMatchObject({ refund_pending: order.total, supplier_cost: 0 })
    const { rows } = await sql`
      select r.reason, r.amount from refunds r join purchases p on p.id = r.purchase_id where p.reference = ${order.reference}`.execute(
      desk.db,
    )
    expect(rows).toEqual([{ reason: 'event_cancelled', amount: order.total }])
    expect(await wrongSums(order)).toEqual([])
    await sql`
      update performances set status = 'onsale', is_date_tbd = false, rescheduled_from = null where id = ${performanceId}`.execute(
      desk.db,
    )
  })

  it('happens where the performance was cancelled before the money came, and what is free is not confirmed', async () => {
    await sql`insert into coupons (code, name, kind, percent, status, valid_from)
      values ('GIFT', 'Gift', 'percent', 10000, 'active', now() - interval '1 day')`.execute(desk.db)
    const before = await desk.available(desk.tickets())
    const setFees = (isOn: boolean) =>
      sql`update rules set is_enabled = ${isOn} where type = 'service_fee'`.execute(desk.db)
    await setFees(false)
    const [order, free] = [await desk.placed(), await desk.placed({ coupon: 'GIFT' })]
    await setFees(true)
    const { payment } = await begun(order)
    const become = (status: string) =>
      sql`update performances set status = ${status} where id = ${desk.goods.performanceId}`.execute(desk.db)
    await become('cancelled')
    expect(await refusalOf(desk.post(free.reference, 'confirm', {}))).toEqual([409, 'EventCancelled'])
    await desk.event({ type: 'payment.captured', payment, fee: 0 })
    expect(await reread(order)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'captured' })
    expect(await desk.rowOf(order.reference)).toMatchObject({ next_step: 'decide_refund', supplier_cost: 0 })
    expect(await wrongSums(order)).toEqual([])
    await desk.cancel(free.reference)
    await become('onsale')
    expect(await desk.available(desk.tickets())).toBe(before)
  })

  it('gives nothing back for what is not refundable, and the tickets are for sale again', async () => {
    const before = await desk.available(desk.tickets())
    const order = await paid({ lines: [desk.tickets(2)] })
    const quote = await quoted(order)
    expect([quote.refund, quote.kept]).toEqual([0, order.total])
    await desk.post(order.reference, 'cancel', { token: quote.token })
    expect(await reread(order)).toMatchObject({
      status: 'CANCELLED',
      fulfilmentStatus: 'not_due',
      paymentStatus: 'captured',
    })
    expect(await desk.available(desk.tickets())).toBe(before)
    expect(await refusalOf(desk.post(order.reference, 'cancellation-quotes', {}))).toEqual([409, 'OrderEnded'])
  })
})
