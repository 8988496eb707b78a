import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ledgerDifferences } from '../../ledger/testing/ledger-differences.server.ts'
import { sendRefunds } from '../../payments/testing/send-refunds.server.ts'
import { orderLink } from '../messages/order-links.server.ts'
import { testGateway as gateway } from '../payment-gateway.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { RunDesk } from './testing/run-desk.server.ts'
import { runDesk } from './testing/run-desk.server.ts'

let desk: OrderDesk
let runs: RunDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'order life')
  runs = await runDesk(desk)
  await sql`
    insert into coupons (code, name, kind, percent, status, valid_from, total_limit)
    values ('LIFE', 'Life', 'percent', 1000, 'active', now() - interval '1 day', 4)`.execute(desk.db)
})
afterAll(() => desk?.server.stop())

/** What can happen next. `of` chooses among the orders that there are. */
const step = fc.oneof(
  fc.record({
    do: fc.constant('place' as const),
    isVisit: fc.boolean(),
    hasCoupon: fc.boolean(),
    n: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    do: fc.constantFrom(
      'pay',
      'fail',
      'cancel',
      'lapse',
      'staff cancel',
      'goodwill',
      'ask',
      'approve',
      'decline',
      'over',
      'split',
    ),
    of: fc.nat({ max: 9 }),
  }),
  fc.record({ do: fc.constantFrom('send', 'jobs', 'night') }),
)
type Step = {
  readonly do: string
  readonly of?: number
  readonly isVisit?: boolean
  readonly hasCoupon?: boolean
  readonly n?: number
}

interface Placed {
  readonly id: number
  readonly reference: string
}

/** Does a step, or nothing where it is refused: refusing is the product's own business, and must leave nothing behind. */
async function happens(one: Step, orders: Placed[]): Promise<void> {
  const { staff } = runs
  if (one.do === 'place') {
    const line = one.isVisit ? desk.visit(one.n ?? 1) : desk.tickets(one.n ?? 1)
    const customer = { firstName: 'Ana', lastName: 'García', email: 'ana@example.com', country: 'ZZ' }
    const { status, body } = await desk.place({ lines: [line], customer, ...(one.hasCoupon && { coupon: 'LIFE' }) })
    expect([201, 409, 422]).toContain(status)
    const { reference } = body as { reference: string }
    if (status === 201) orders.push({ reference, id: Number((await desk.rowOf(reference))['id']) })
    return
  }
  if (one.do === 'send') return void (await sendRefunds(desk.server.database, gateway))
  if (one.do === 'jobs') return await jobs()
  if (one.do === 'night') return await night()
  const order = orders[(one.of ?? 0) % Math.max(1, orders.length)]
  if (!order) return
  const command = async (name: string, input: object) => {
    const preview = await staff.previewReply(order.id, name, input)
    if (preview.status !== 200) return
    const { token } = preview.body as { token: string }
    expect((await staff.apply(order.id, name, { ...input, token })).status).toBe(200)
  }
  const goodwill = { kind: 'goodwill', lines: [], amount: 700, reason: 'quality', paidBy: 'platform', note: null }
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'pay': () => pays(order, 'payment.captured'),
    'fail': () => pays(order, 'payment.failed'),
    'cancel': async () => {
      const { body } = await desk.post(order.reference, 'cancellation-quotes', {})
      const { token } = body as { token?: string }
      await desk.post(order.reference, 'cancel', token === undefined ? {} : { token })
    },
    'lapse': () => lapses(order),
    'staff cancel': () => command('cancel', { reason: 'By phone' }),
    'goodwill': () => command('refund', goodwill),
    'ask': () => asks(order),
    'approve': () => command('approve-request', { paidBy: 'platform' }),
    'decline': () => command('decline-request', { answer: 'Not this time.' }),
    'split': async () => {
      await command('split-line', { position: 1, quantity: 1 })
      await command('split-order', { positions: [1] })
      const { rows } = await sql<Placed>`
        select p.id, p.reference from purchase_events e join purchases p on p.reference = e.detail
        where e.purchase_id = ${order.id} and e.kind = 'split_into' and p.id <> all(${orders.map(({ id }) => id)}::bigint[])`.execute(
        desk.db,
      )
      orders.push(...rows)
    },
    'over': async () => {
      // The day of the visit passes.
      await sql`
        update purchases set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' where id = ${order.id}`.execute(
        desk.db,
      )
      await desk.server.runJob('complete-orders')
    },
  }
  await ways[one.do]?.()
}

async function pays({ reference }: Placed, type: string): Promise<void> {
  const { status, body } = await desk.post(reference, 'pay', { method: 'card' })
  if (status >= 400) return
  const { payment } = body as { payment: string }
  await desk.event({ type, payment, ...(type === 'payment.failed' ? { reason: 'card_declined' } : { fee: 5 }) })
}

async function lapses({ id }: Placed): Promise<void> {
  await sql`update purchases set held_until = now() - interval '1 second' where id = ${id} and held_until is not null`.execute(
    desk.db,
  )
  await sql`
    update house_stock_holds h set held_until = now() - interval '1 second'
    from order_placements o where h.key = o.supplier_key and o.purchase_id = ${id} and h.state = 'held'`.execute(
    desk.db,
  )
  await desk.server.runJob('expire-orders')
}

async function asks({ id }: Placed): Promise<void> {
  const authorization = `Bearer ${new URL(orderLink('request', id, Date.now() + 60_000)).hash.slice(1)}`
  const { body } = await desk.server.anonymous.get('/v1/order-requests/current', {}, { authorization })
  const { cancellation } = body as { cancellation?: { token: string } | null }
  if (cancellation)
    await desk.server.anonymous.post(
      '/v1/order-requests/cancellations',
      { quote: cancellation.token },
      { authorization },
    )
}

async function jobs(): Promise<void> {
  for (const name of ['expire-orders', 'settle-supplier-calls', 'poll-suppliers']) await desk.server.runJob(name)
}

/** The performance is cancelled and a run carried out, as far as orders are left; then it is on again. */
async function night(): Promise<void> {
  await runs.becomes('cancelled')
  const { status, body } = await runs.call(runs.admin, 'preview', runs.wish({ refunds: false }))
  const { orders, token } = body as { orders: number; token: string }
  if (status === 200 && orders > 0) {
    const asked = { ...runs.wish({ refunds: false }), reason: 'The singer is ill', token }
    expect((await runs.call(runs.admin, 'start', asked)).status).toBe(200)
    await runs.carryOut()
  }
  await runs.becomes('onsale')
}

/** Everything that is wrong with orders, stock, coupons, refunds and books; empty as long as the product keeps its word. */
async function faults(orders: readonly Placed[]): Promise<readonly unknown[]> {
  const ids = orders.map(({ id }) => id)
  const { rows: sums } = await sql`
    select p.reference, 'sums' as fault from purchases p where p.id = any(${ids}::bigint[]) and (
      p.refunded <> (select coalesce(sum(r.amount), 0) from refunds r where r.purchase_id = p.id and r.state = 'succeeded')
      or p.refund_pending <> (select coalesce(sum(r.amount), 0) from refunds r where r.purchase_id = p.id
        and r.state in ('requested', 'approved', 'processing'))
      or p.captured <> (select coalesce(sum(x.captured), 0) from payments x where x.purchase_id = p.id)
      or p.refunded + p.refund_pending > p.captured)`.execute(desk.db)
  const { rows: stock } = await sql`
    select s.id, 'stock' as fault from house_stock s where s.taken > s.capacity or s.taken <> (
      select coalesce(sum(h.quantity), 0) from house_stock_holds h where h.stock_id = s.id and h.state in ('held', 'booked'))`.execute(
    desk.db,
  )
  const { rows: coupons } = await sql`
    select c.code, 'coupon' as fault from coupons c where c.times_used > c.total_limit or c.times_used <> (
      select count(distinct coalesce(r.split_of, r.id)) from coupon_redemptions r where r.coupon_id = c.id and r.state <> 'released')`.execute(
    desk.db,
  )
  const { rows: requests } = await sql`
    select p.reference, 'request' as fault from purchases p where p.id = any(${ids}::bigint[])
      and (p.customer_request is not null) <> exists (
        select from customer_requests c where c.purchase_id = p.id and c.state = 'open')`.execute(desk.db)
  const { rows: states } = await sql`
    select p.reference, 'states' as fault from purchases p where p.id = any(${ids}::bigint[]) and (
      (p.booking_status in ('confirmed', 'completed') and p.payment_status = 'unpaid' and p.grand_total > 0)
      or (p.booking_status in ('expired', 'cancelled', 'rejected') and exists (
        select from coupon_redemptions r where r.purchase_id = p.id and r.state = 'reserved')))`.execute(desk.db)
  return [...sums, ...stock, ...coupons, ...requests, ...states, ...(await ledgerDifferences(desk.db))]
}

describe('orders that live at random', () => {
  it('keep states, stock, sums, coupons and books true after every step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        const orders: Placed[] = []
        // Not one of the steps that come to no order at all.
        await happens({ do: 'place', isVisit: true, hasCoupon: true, n: 1 }, orders)
        for (const one of steps) {
          await happens(one, orders)
          expect(await faults(orders), JSON.stringify(one)).toEqual([])
        }
        await jobs()
        expect(await faults(orders)).toEqual([])
      }),
      { numRuns: 12, endOnFailure: true },
    )
  }, 120_000)
})
