import { sql } from 'kysely'
import { expect } from 'vitest'
import { ledgerDifferences } from '../../ledger/testing/ledger-differences.server.ts'
import { writeFindings } from '../../reconciliation/write-findings.server.ts'
import type { OrderDesk } from './order-desk.server.ts'
import { openOrderDesk } from './order-desk.server.ts'
import type { StaffDesk } from './staff-desk.server.ts'
import { staffDesk } from './staff-desk.server.ts'

export const goodwill = (amount: number) => ({
  kind: 'goodwill',
  lines: [],
  amount,
  reason: 'quality',
  paidBy: 'platform',
  note: null,
})

const columns = [
  'items_total',
  'fees_total',
  'tax_total',
  'discount_total',
  'grand_total',
  'captured',
  'refunded',
  'net_cost',
  'supplier_cost',
  'payment_fees',
  'quantity',
  'margin',
] as const

/** What a test does with orders that are split. */
export interface SplitDesk {
  readonly desk: OrderDesk
  readonly staff: StaffDesk
  /** A visit of two adults and a child. */
  family(): object
  /** An order of a family, or what is said, paid through the gateway and confirmed. */
  paid(body?: object): Promise<number>
  /** Splits an order and answers with the id of the new one. */
  split(id: number, positions: readonly number[]): Promise<number>
  newestOf(id: number): Promise<number>
  /** The sums of some orders together. */
  sumsOf(...ids: readonly number[]): Promise<Readonly<Record<string, number>>>
  /** The books, stock and coupons are what they were taken for. */
  expectSound(...ids: readonly number[]): Promise<void>
}

export async function openSplitDesk(postgresUrl: string | null, name: string): Promise<SplitDesk> {
  const desk = await openOrderDesk(postgresUrl, name)
  const staff = staffDesk(desk, await desk.server.signIn('admin'))
  await sql`
    insert into coupons (code, name, kind, percent, status, valid_from, total_limit, is_returned_on_cancel)
    values ('SPLIT', 'Split', 'percent', 1000, 'active', now() - interval '1 day', 500, true)`.execute(desk.db)
  const own: SplitDesk = {
    desk,
    staff,
    family: () => ({
      kind: 'product',
      optionId: desk.goods.optionId,
      date: desk.goods.date,
      time: '09:30',
      units: [
        { unitId: desk.goods.adultId, quantity: 2 },
        { unitId: desk.goods.childId, quantity: 1 },
      ],
    }),
    async paid(body = {}) {
      const order = await desk.placed({ lines: [own.family()], ...body })
      const { body: begun } = await desk.post(order.reference, 'pay', { method: 'card' })
      await desk.event({ type: 'payment.captured', payment: (begun as { payment: string }).payment, fee: 31 })
      const id = await staff.idOf(order)
      expect(await staff.row(id)).toMatchObject({ booking_status: 'confirmed' })
      return id
    },
    async split(id, positions) {
      await staff.run(id, 'split-order', { positions })
      return await own.newestOf(id)
    },
    async newestOf(id) {
      const { rows } = await sql<{ id: number }>`
        select p.id from purchase_events e join purchases p on p.reference = e.detail
        where e.purchase_id = ${id} and e.kind = 'split_into' order by e.id desc limit 1`.execute(desk.db)
      return rows[0]?.id ?? 0
    },
    async sumsOf(...ids) {
      const rows = await Promise.all(ids.map((id) => staff.row(id)))
      return Object.fromEntries(
        columns.map((column) => [column, rows.reduce((all, row) => all + Number(row[column]), 0)]),
      )
    },
    async expectSound(...ids) {
      for (const id of ids) {
        expect(await writeFindings(desk.db, { after: id - 1, upTo: id })).toEqual([])
        expect(await ledgerDifferences(desk.db, id)).toEqual([])
      }
      const { rows } = await sql`
        select 'stock' as fault, s.id from house_stock s where s.taken <> (
          select coalesce(sum(h.quantity), 0) from house_stock_holds h where h.stock_id = s.id and h.state in ('held', 'booked'))
        union all select 'coupon', c.id from coupons c where c.times_used <> (
          select count(distinct coalesce(r.split_of, r.id)) from coupon_redemptions r where r.coupon_id = c.id and r.state <> 'released')`.execute(
        desk.db,
      )
      expect(rows).toEqual([])
    },
  }
  return own
}
