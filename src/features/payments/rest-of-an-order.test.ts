import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { RateTotal } from '../invoices/compose-invoice.ts'
import type { InvoiceDesk } from '../invoices/testing/invoice-desk.server.ts'
import { openInvoiceDesk } from '../invoices/testing/invoice-desk.server.ts'
import { lockOrder } from '../orders/order-moves.server.ts'
import { settleRefund } from '../orders/refund-moves.server.ts'
import type { OrderDesk } from '../orders/testing/order-desk.server.ts'
import { customerOf } from '../orders/testing/order-customer.server.ts'
import type { StaffDesk } from '../orders/testing/staff-desk.server.ts'
import { signInAsAnotherAdmin, staffDesk } from '../orders/testing/staff-desk.server.ts'
import { quoteRest } from './refund-quote.server.ts'

let desk: InvoiceDesk
let staff: StaffDesk
beforeAll(async () => {
  desk = await openInvoiceDesk(inject('postgresUrl'), 'rest of an order')
  staff = staffDesk(desk, await signInAsAnotherAdmin(desk, 'catalogue-editor'))
})
afterAll(() => desk?.server.stop())
const { askToCancel } = customerOf(() => ({ desk: desk satisfies OrderDesk, staff }))

/** A paid order of €90.00 at 10% and a fee of €9.00 at 21%, of which half comes back. */
async function sold(): Promise<number> {
  const id = await desk.paid()
  const policy = JSON.stringify([{ until: '2098-01-01T00:00:00.000Z', refund: 5_000 }])
  await sql`update purchases set cancellation_policy = ${policy} where id = ${id}`.execute(desk.db)
  await desk.issued(id)
  return id
}

/** What the document of all refunds of an order takes back at each rate. */
async function takenBack(id: number): Promise<readonly (readonly [rate: number, gross: number])[]> {
  const { rows } = await sql<{ id: number }>`select id from refunds where purchase_id = ${id} order by id`.execute(
    desk.db,
  )
  for (const refund of rows)
    await settleRefund(desk.server.database, refund.id, { state: 'succeeded', reference: null })
  const { status, body } = await desk.issue(id, 'refund-invoice')
  expect(status, JSON.stringify(body)).toBe(201)
  return (body as { readonly taxes: readonly RateTotal[] }).taxes.map(({ taxRate, gross }) => [taxRate, gross])
}

it('a refund by the policy has the same tax whether staff approve it or the partner cancels', async () => {
  const [asked, cancelled] = [await sold(), await sold()]
  expect((await askToCancel(asked)).status).toBe(201)
  await staff.run(asked, 'approve-request', { paidBy: 'platform' })
  const { reference } = await staff.row(cancelled)
  const { body: quote } = await desk.post(String(reference), 'cancellation-quotes', {})
  const { token } = quote as { readonly token: string }
  expect((await desk.post(String(reference), 'cancel', { token })).status).toBe(200)
  const [byStaff, byPartner] = [await takenBack(asked), await takenBack(cancelled)]
  expect(byPartner).toEqual([
    [1000, -4500],
    [2100, -450],
  ])
  expect(byStaff).toEqual(byPartner)
})

const took = (id: number, amount: number) =>
  desk.db.transaction().execute(async (trx) => {
    await sql`update purchases set captured = ${amount} where id = ${id}`.execute(trx)
    await sql`update payments set captured = ${amount}, authorised = ${amount} where purchase_id = ${id}`.execute(trx)
  })

async function restOf(id: number, whole?: number) {
  const order = await lockOrder(desk.db, sql`p.id = ${id}`)
  if (!order) throw new Error('The order is there.')
  return (await quoteRest(desk.db, order, 'platform', whole)).wish
}
const add = (id: number, kind: string, amount: number) =>
  sql`insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount)
    select ${id}, max(position) + 1, ${kind}, 'Test', 1, ${amount}, ${amount} from purchase_lines where purchase_id = ${id}`.execute(
    desk.db,
  )

it('a share of an order adds up on its lines, and no line gives back more than it has left', async () => {
  const id = await desk.paid()
  await sql`delete from purchase_lines where purchase_id = ${id} and kind = 'fee'`.execute(desk.db)
  await sql`update purchase_lines set unit_price = 1667, amount = 3334 where purchase_id = ${id}`.execute(desk.db)
  for (const amount of [3333, 3232, 1]) await add(id, 'fee', amount)
  for (const whole of [1, 2, 3, 4950, 9899, 9900]) {
    const { kind, lines } = await restOf(id, whole)
    expect(kind).toBe('lines')
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(whole)
    for (const { position, amount } of lines)
      expect(amount).toBeLessThanOrEqual([3334, 3333, 3232, 1][position - 1] ?? 0)
  }
  const { lines } = await restOf(id)
  expect(lines.map(({ amount }) => amount)).toEqual([3334, 3333, 3232, 1])
})

it('an item has less to give back by its discount, and a fee has not', async () => {
  const id = await desk.paid()
  await add(id, 'discount', -1000)
  await took(id, 8900)
  expect(await restOf(id, 4450)).toMatchObject({ lines: [{ amount: 4000 }, { amount: 450 }] })
})

it('what the lines of an order do not have left is goodwill', async () => {
  const id = await desk.paid()
  await took(id, 9901)
  expect(await restOf(id)).toMatchObject({ kind: 'goodwill', lines: [], amount: 9901 })
})
