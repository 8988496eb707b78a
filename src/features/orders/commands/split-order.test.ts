import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ledgerDifferences } from '../../ledger/testing/ledger-differences.server.ts'
import { writeFindings } from '../../reconciliation/check-books.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'split orders')
  staff = staffDesk(desk, await desk.server.signIn('admin'))
  await sql`
    insert into coupons (code, name, kind, percent, status, valid_from, total_limit, is_returned_on_cancel)
    values ('SPLIT', 'Split', 'percent', 1000, 'active', now() - interval '1 day', 50, true)`.execute(desk.db)
})
afterAll(() => desk?.server.stop())

/** An order of two adults and a child, or what is said, paid through the gateway and confirmed. */
async function paid(body: object = {}): Promise<number> {
  const order = await desk.placed({ lines: [family()], ...body })
  const { body: begun } = await desk.post(order.reference, 'pay', { method: 'card' })
  const { payment } = begun as { payment: string }
  await desk.event({ type: 'payment.captured', payment, fee: 31 })
  const id = await staff.idOf(order)
  expect(await staff.row(id)).toMatchObject({ booking_status: 'confirmed' })
  return id
}
const family = () => ({
  kind: 'product',
  optionId: desk.goods.optionId,
  date: desk.goods.date,
  time: '09:30',
  units: [
    { unitId: desk.goods.adultId, quantity: 2 },
    { unitId: desk.goods.childId, quantity: 1 },
  ],
})

/** Splits an order and answers with the id of the new one. */
async function split(id: number, positions: readonly number[]): Promise<number> {
  await staff.run(id, 'split-order', { positions })
  const { rows } = await sql<{ id: number }>`
    select p.id from purchase_events e join purchases p on p.reference = e.detail
    where e.purchase_id = ${id} and e.kind = 'split_into' order by e.id desc limit 1`.execute(desk.db)
  return rows[0]?.id ?? 0
}

const money = [
  'items_total',
  'fees_total',
  'tax_total',
  'discount_total',
  'grand_total',
  'captured',
  'net_cost',
] as const
const alsoMoney = ['supplier_cost', 'payment_fees', 'quantity', 'margin'] as const
async function sumsOf(...ids: readonly number[]): Promise<Readonly<Record<string, number>>> {
  const rows = await Promise.all(ids.map((id) => staff.row(id)))
  return Object.fromEntries(
    [...money, ...alsoMoney].map((name) => [name, rows.reduce((all, row) => all + Number(row[name]), 0)]),
  )
}

/** The books, stock and coupons are what they were taken for. */
async function expectSound(...ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    expect(await writeFindings(desk.db, id - 1, id)).toEqual([])
    expect(await ledgerDifferences(desk.db, id)).toEqual([])
  }
  const { rows } = await sql`
    select s.id from house_stock s where s.taken <> (
      select coalesce(sum(h.quantity), 0) from house_stock_holds h where h.stock_id = s.id and h.state in ('held', 'booked'))
    union all select c.id from coupons c where c.times_used <> (
      select count(distinct coalesce(r.split_of, r.id)) from coupon_redemptions r where r.coupon_id = c.id and r.state <> 'released')`.execute(
    desk.db,
  )
  expect(rows).toEqual([])
}

describe('splitting an order', () => {
  it('makes a second order with its items and its share of everything, and loses nothing', async () => {
    const id = await paid({ coupon: 'SPLIT' })
    const before = await sumsOf(id)
    const other = await split(id, [2])
    expect(await sumsOf(id, other)).toEqual(before)
    await expectSound(id, other)
    const [first, second] = [await staff.row(id), await staff.row(other)]
    expect(second).toMatchObject({
      quantity: 1,
      contents: expect.stringMatching(/^1 /) as unknown,
      booking_status: 'confirmed',
      payment_status: 'captured',
      customer_email: first['customer_email'],
      coupon_id: first['coupon_id'],
    })
    expect(first).toMatchObject({ quantity: 2, contents: expect.stringMatching(/^2 /) as unknown })
  })

  it('says on both which one the other is', async () => {
    const id = await paid()
    const other = await split(id, [1])
    const [{ reference: from }, { reference: to }] = [await staff.row(id), await staff.row(other)]
    const { rows } = await sql`
      select purchase_id as id, kind, detail from purchase_events where kind in ('split_into', 'split_from')
        and purchase_id in (${id}, ${other}) order by kind desc`.execute(desk.db)
    expect(rows).toEqual([
      { id, kind: 'split_into', detail: to },
      { id: other, kind: 'split_from', detail: from },
    ])
  })
})
