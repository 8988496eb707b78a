import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { paymentLink } from '../messages/order-links.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { customer, openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'

// Our own stock keeps what a change takes besides while its customer has time to pay for it.

let desk: OrderDesk
let staff: StaffDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'change places')
  staff = staffDesk(desk, await desk.server.signIn('admin'))
})
afterAll(() => desk?.server.stop())

/** Each test has a day of its own, with four places. */
let day = 0
beforeEach(async () => {
  day += 1
  await sql`
    insert into product_availabilities (product_option_id, local_date, status, vacancies, capacity, checked_at)
    values (${desk.goods.optionId}, ${dateOf()}::date, 'AVAILABLE', 4, 4, now())`.execute(desk.db)
})
const dateOf = () => `2099-07-${String(day).padStart(2, '0')}`
const units = (adults: number) => [{ unitId: desk.goods.adultId, quantity: adults }]
const wanted = (adults: number, changes: object = {}) => ({
  date: dateOf(),
  time: '09:30',
  units: units(adults),
  isWaived: false,
  ...changes,
})

async function paid(body: object = {}): Promise<number> {
  const order = await desk.placed(body)
  const { body: payment } = await desk.post(order.reference, 'pay', { method: 'card' })
  await desk.event({ type: 'payment.captured', payment: (payment as { payment: string }).payment, fee: 0 })
  return await staff.idOf(order)
}
/** An order of one adult on the day of the test, whose customer was asked to pay for more. */
async function asked(adults: number): Promise<number> {
  const id = await paid({
    lines: [{ kind: 'product', optionId: desk.goods.optionId, date: dateOf(), time: '09:30', units: units(1) }],
  })
  await staff.run(id, 'change-visit', wanted(adults))
  return id
}
const placeOthers = async (adults: number) =>
  (
    await desk.place({
      lines: [{ kind: 'product', optionId: desk.goods.optionId, date: dateOf(), time: '09:30', units: units(adults) }],
      customer,
    })
  ).status
async function takenOf(): Promise<number> {
  const { rows } = await sql<{ taken: number; held: number }>`
    select s.taken, (select coalesce(sum(h.quantity), 0)::integer from house_stock_holds h where h.stock_id = s.id and h.state in ('held', 'booked')) as held
    from house_stock s where s.product_option_id = ${desk.goods.optionId} and s.local_date = ${dateOf()}::date`.execute(
    desk.db,
  )
  expect(rows[0]?.taken).toBe(rows[0]?.held)
  return rows[0]?.taken ?? 0
}
const settle = () => desk.server.runJob('settle-supplier-calls')

describe('the places of a change that waits for its payment', () => {
  it('are kept, and no one else can have them', async () => {
    const id = await asked(3)
    expect(await takenOf()).toBe(3)
    expect(await placeOthers(2)).toBe(409)
    expect(await placeOthers(1)).toBe(201)
    expect((await staff.row(id))['quantity']).toBe(1)
  })

  it('are taken by the change once it is paid, neither twice nor not at all', async () => {
    const id = await asked(3)
    const { rows } = await sql<{ reference: string; until: number }>`
      select p.reference, (extract(epoch from c.pay_until) * 1000)::float8 as until
      from visit_changes c join purchases p on p.id = c.purchase_id where p.id = ${id}`.execute(desk.db)
    const link = paymentLink(id, rows[0]?.reference ?? '', rows[0]?.until ?? 0)
    const { body } = await desk.server.anonymous.post(
      '/v1/payment-links/payments',
      {},
      { authorization: `Bearer ${link.split('#')[1] ?? ''}` },
    )
    await desk.event({ type: 'payment.captured', payment: (body as { payment: string }).payment, fee: 0 })
    await settle()
    expect((await staff.row(id))['quantity']).toBe(3)
    expect(await takenOf()).toBe(3)
  })

  it('are free again when it is not paid in time', async () => {
    const id = await asked(4)
    expect(await placeOthers(1)).toBe(409)
    await sql`update visit_changes set pay_until = now() - interval '1 minute' where purchase_id = ${id}`.execute(
      desk.db,
    )
    await desk.server.runJob('expire-orders')
    expect(await takenOf()).toBe(1)
    expect(await placeOthers(3)).toBe(201)
  })

  it('end by their deadline also where no job has run', async () => {
    await asked(4)
    await sql`update house_stock_holds set held_until = now() - interval '1 minute' where state = 'held' and key like '%/change'`.execute(
      desk.db,
    )
    expect(await placeOthers(3)).toBe(201)
    expect(await takenOf()).toBe(4)
  })

  it('are the order’s own when staff change it once more, with what it keeps then', async () => {
    const id = await asked(4)
    await staff.run(id, 'change-visit', wanted(3))
    expect(await takenOf()).toBe(3)
    await staff.run(id, 'change-visit', wanted(4, { isWaived: true }))
    await settle()
    expect((await staff.row(id))['quantity']).toBe(4)
    expect(await takenOf()).toBe(4)
  })

  it('go back with the order when it is cancelled', async () => {
    const id = await asked(4)
    await staff.run(id, 'cancel', { reason: 'Changed their mind' })
    await settle()
    expect(await takenOf()).toBe(0)
  })

  it('are refused, and nothing is written down, where they are gone by then', async () => {
    const id = await paid({
      lines: [{ kind: 'product', optionId: desk.goods.optionId, date: dateOf(), time: '09:30', units: units(1) }],
    })
    const { token } = await staff.preview(id, 'change-visit', wanted(4))
    expect(await placeOthers(2)).toBe(201)
    const { status } = await staff.apply(id, 'change-visit', { ...wanted(4), token })
    expect([409, 422]).toContain(status)
    const { rows } = await sql`select from visit_changes where purchase_id = ${id}`.execute(desk.db)
    expect(rows).toEqual([])
  })
})
