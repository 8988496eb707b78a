import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { makePurchases } from '../../coupons/testing/coupons.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'oversell edges')
  staff = staffDesk(desk, await desk.server.signIn('admin'))
})
afterAll(() => desk?.server.stop())

/** Two confirmed orders that have the same seats. */
async function twoWith(seats: readonly string[]): Promise<readonly [number, number]> {
  const booked = async () => {
    const order = await desk.placed({ lines: [desk.tickets(2)] })
    const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
    await desk.event({ type: 'payment.captured', payment: (body as { payment: string }).payment, fee: 0 })
    const id = await staff.idOf(order)
    await sql`update purchase_lines set seats = ${[...seats]}::text[] where purchase_id = ${id} and kind = 'item'`.execute(
      desk.db,
    )
    return id
  }
  return [await booked(), await booked()]
}
const find = () => desk.server.runJob('find-oversells')

it('seats sold twice are found, however many visits were sold since', async () => {
  const [first, second] = await twoWith(['2', '3'])
  // In parts, each of which the embedded engine does within the time of a statement.
  for (let made = 0; made < 2_000; made += 100) {
    const visits = await makePurchases(desk.db, 100)
    for (const booking of ['pending_supplier', 'confirmed'])
      await sql`
        update purchases set booking_status = ${booking}, starts_at = now() + interval '1 day', ends_at = now() + interval '2 days',
          updated_at = now() where id = any(${visits}::bigint[])`.execute(desk.db)
  }
  await find()
  const states = [await staff.row(first), await staff.row(second)].map((row) => row['is_oversold'])
  expect(states).toEqual([true, true])
})

describe('a colleague whose role has limits', () => {
  const wish = { outcome: 'refund', listingId: null, consent: null, paidBy: 'platform', note: null }
  const limit = async (action: string, { amount = 0, city = 0 }) =>
    await sql`
      insert into role_permissions (role_id, action, object, maximum_amount, maximum_currency, city_ids)
      select id, ${action}, 'purchases', ${amount || null}, ${amount ? 'EUR' : null}, ${city ? [city] : null}::bigint[]
      from roles where name = 'sales-agent'
      on conflict (role_id, action, object) do update set maximum_amount = excluded.maximum_amount,
        maximum_currency = excluded.maximum_currency, city_ids = excluded.city_ids`.execute(desk.db)

  it('gives refund and credit alone up to the limit for both, and above it another person approves the refund', async () => {
    const agent = staffDesk(desk, await desk.server.signIn('sales-agent'))
    const [, second] = await twoWith(['6', '7'])
    await find()
    const customerId = await desk.records.make('customers', { status: 'active' })
    await sql`update purchases set customer_id = ${customerId} where id = ${second}`.execute(desk.db)
    await limit('refund', { amount: Number((await staff.row(second))['captured']) + 1000 })
    const textsWith = async (credit: number) =>
      (await agent.preview(second, 'resolve-oversell', { ...wish, credit })).effects.map(({ text }) => text)
    const why = 'Together with the credit, this is above your limit: another person has to approve the refund.'
    expect(await textsWith(1000)).not.toContain(why)
    expect(await textsWith(1001)).toContain(why)
    await agent.run(second, 'resolve-oversell', { ...wish, credit: 1001 })
    expect(await staff.row(second)).toMatchObject({ booking_status: 'cancelled', next_step: 'approve_refund' })
  })

  it('resolves no oversell in a city where they can’t change orders', async () => {
    const agent = staffDesk(desk, await desk.server.signIn('sales-agent'))
    const [, second] = await twoWith(['8', '9'])
    await find()
    await limit('refund', {})
    const reply = async () => await agent.previewReply(second, 'resolve-oversell', { ...wish, credit: null })
    await limit('write', { city: await desk.records.make('cities', {}) })
    expect(await reply()).toMatchObject({ status: 403, body: { error: 'BeyondLimits' } })
    await limit('write', { city: Number((await staff.row(second))['city_id']) })
    expect((await reply()).status).toBe(200)
  })
})

it('an order whose places can’t be given back stays as it is', async () => {
  const [, second] = await twoWith(['4', '5'])
  await find()
  const input = { outcome: 'refund', listingId: null, consent: null, paidBy: 'platform', credit: null, note: null }
  const { token } = await staff.preview(second, 'resolve-oversell', input)
  await sql`
    create function refuse_cancelling() returns trigger language plpgsql as $$ begin raise 'no cancelling today'; end $$`.execute(
    desk.db,
  )
  await sql`
    create trigger refuse_cancelling before insert on supplier_calls for each row when (new.action = 'cancel')
    execute function refuse_cancelling()`.execute(desk.db)
  const { status } = await staff.apply(second, 'resolve-oversell', { ...input, token })
  await sql`drop trigger refuse_cancelling on supplier_calls`.execute(desk.db)
  expect(status).toBe(500)
  expect(await staff.row(second)).toMatchObject({ booking_status: 'confirmed', is_oversold: true, refund_pending: 0 })
})
