import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sendRefunds } from '../../payments/testing/send-refunds.server.ts'
import { orderLink } from '../messages/order-links.server.ts'
import { testGateway as gateway } from '../payment-gateway.server.ts'
import { lockedBy, lockFault, lockOrder, watchTransactions } from '../testing/locks.server.ts'
import type { Order } from '../orders.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { RunDesk } from './testing/run-desk.server.ts'
import { runDesk } from './testing/run-desk.server.ts'

// Before the first connection: each keeps the way in which it sends what it is given.
const watch = watchTransactions()
let desk: OrderDesk
let runs: RunDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'lock order')
  runs = await runDesk(desk)
  await sql`
    insert into coupons (code, name, kind, percent, status, valid_from)
    values ('LOCKS', 'Locks', 'percent', 1000, 'active', now() - interval '1 day')`.execute(desk.db)
})
afterAll(async () => {
  watch.stop()
  await desk?.server.stop()
})

describe('the order of locks', () => {
  it('is the one that the README has', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
    const written = /\*\*Locks\.\*\* (.+?) last\./s.exec(readme)?.[1]
    expect(written?.toLowerCase().split(', ')).toEqual(Object.keys(lockOrder))
  })

  it('is read from statements, and another one is refused', () => {
    expect(
      lockedBy('select p.id from purchases p left join order_placements o on true for no key update of p'),
    ).toEqual(['purchases'])
    expect(lockedBy('select from house_stock where id = any($1) order by id for no key update')).toEqual([
      'house_stock',
    ])
    expect(lockedBy('with x as (update coupons t set times_used = 1) select 1')).toEqual(['coupons'])
    expect(lockedBy('insert into refunds (id) values (1)')).toEqual(['payments'])
    expect(lockedBy('insert into a values (1) on conflict do update set b = 1')).toEqual([])
    const order = 'select from purchases where id = 1 for no key update'
    const coupon = 'select from coupons where id = 1 for update'
    expect(lockFault([order, coupon, order])).toBeNull()
    expect(lockFault([coupon, order])).toContain('locks order (purchases) after coupon')
  })

  it('is kept by every way in which orders are sold, changed and ended', async () => {
    const before = watch.transactions.length
    await everything()
    const locking = watch.transactions
      .slice(before)
      .filter((statements) => statements.some((one) => lockedBy(one).length > 0))
    const tables = new Set(locking.flatMap((statements) => statements.flatMap(lockedBy)))
    expect([...tables]).toEqual(
      expect.arrayContaining([
        'performances',
        'order_runs',
        'order_run_items',
        'purchases',
        'oversells',
        'payments',
        'house_stock',
        'coupons',
      ]),
    )
    expect(locking.flatMap((statements) => lockFault(statements) ?? [])).toEqual([])
  }, 60_000)
})

/** A life of each kind: paid with a coupon, cancelled by its buyer, by staff, by request and by a run, split, sold twice, expired and refunded. */
async function everything(): Promise<void> {
  const bought = async (line: object, body: object = {}): Promise<Order> => {
    const order = await desk.placed({ lines: [line], ...body })
    const { body: payment } = await desk.post(order.reference, 'pay', { method: 'card' })
    await desk.event({ type: 'payment.captured', payment: (payment as { payment: string }).payment, fee: 10 })
    return (await desk.read(order.reference)).body as Order
  }
  const { staff, admin } = runs
  const [first, second, third, fourth] = [
    await bought(desk.tickets(1), { coupon: 'LOCKS' }),
    await bought(desk.visit(2), { coupon: 'LOCKS' }),
    await bought(desk.visit(1)),
    await bought(desk.tickets(2), { coupon: 'LOCKS' }),
  ]
  const policy = JSON.stringify([{ until: '2098-01-01T00:00:00.000Z', refund: 5_000 }])
  await sql`update purchases set cancellation_policy = ${policy}`.execute(desk.db)
  const quote = (await desk.post(second.reference, 'cancellation-quotes', {})).body as { token: string }
  expect((await desk.post(second.reference, 'cancel', { token: quote.token })).status).toBe(200)
  const asking = await staff.idOf(third)
  const authorization = `Bearer ${new URL(orderLink('request', asking, Date.now() + 60_000)).hash.slice(1)}`
  const asked = (await desk.server.anonymous.get('/v1/order-requests/current', {}, { authorization })).body as {
    cancellation: { token: string }
  }
  const body = { quote: asked.cancellation.token }
  expect((await desk.server.anonymous.post('/v1/order-requests/cancellations', body, { authorization })).status).toBe(
    201,
  )
  await staff.run(asking, 'approve-request', { paidBy: 'platform' })
  const goodwill = { kind: 'goodwill', lines: [], amount: 100, reason: 'quality', paidBy: 'platform', note: null }
  await staff.run(await staff.idOf(first), 'refund', goodwill)
  await sendRefunds(desk.server.database, gateway)
  await staff.run(await staff.idOf(first), 'cancel', { reason: 'Asked by phone' })
  const split = await staff.idOf(fourth)
  await staff.run(split, 'split-line', { position: 1, quantity: 1 })
  await staff.run(split, 'split-order', { positions: [1] })
  const oversold = await staff.idOf(await bought(desk.tickets(1), { coupon: 'LOCKS' }))
  await staff.run(oversold, 'report-oversell', { how: 'seller', reason: 'Sold elsewhere' })
  const remedy = { outcome: 'refund', listingId: null, consent: null, paidBy: 'seller', credit: null, note: null }
  await staff.run(oversold, 'resolve-oversell', remedy)
  const lapsing = await desk.placed({ lines: [desk.tickets(1)], coupon: 'LOCKS' })
  await sql`update purchases set held_until = now() - interval '1 second' where reference = ${lapsing.reference}`.execute(
    desk.db,
  )
  await desk.server.runJob('expire-orders')
  await desk.server.runJob('settle-supplier-calls')
  expect((await desk.read(fourth.reference)).body).toMatchObject({ bookingStatus: 'confirmed' })
  await runs.becomes('cancelled')
  await runs.started(admin)
  // Both orders of the one that was split.
  expect(await runs.carryOut()).toBe(2)
  await sendRefunds(desk.server.database, gateway)
  await desk.server.runJob('settle-supplier-calls')
}
