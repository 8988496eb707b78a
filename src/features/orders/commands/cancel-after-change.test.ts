import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ledgerDifferences } from '../../ledger/testing/ledger-differences.server.ts'
import { sendRefunds } from '../../payments/testing/send-refunds.server.ts'
import { writeFindings } from '../../reconciliation/write-findings.server.ts'
import type { CancellationQuote } from '../order.endpoints.ts'
import { testGateway } from '../payment-gateway.server.ts'
import { customerOf } from '../testing/order-customer.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { signInAsAnotherAdmin, staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'cancel after change')
  staff = staffDesk(desk, await signInAsAnotherAdmin(desk, 'catalogue-editor'))
})
afterAll(() => desk?.server.stop())
const { asked } = customerOf(() => ({ desk, staff }))

/** An order of two adults, paid with 80.00, of whom one stays: its price is 40.00. Its policy gives back a share of it. */
async function cheaper(share: number): Promise<{ readonly id: number; readonly reference: string }> {
  const order = await desk.placed({ lines: [desk.visit(2)] })
  const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
  await desk.event({ type: 'payment.captured', payment: (body as { payment: string }).payment, fee: 0 })
  const id = await staff.idOf(order)
  const units = [{ unitId: desk.goods.adultId, quantity: 1 }]
  await staff.run(id, 'change-visit', { date: desk.goods.date, time: '09:30', units, isWaived: false })
  await desk.server.runJob('settle-supplier-calls')
  const policy = JSON.stringify([{ until: '2098-01-01T00:00:00.000Z', refund: share }])
  await sql`update purchases set cancellation_policy = ${policy} where id = ${id}`.execute(desk.db)
  return { id, reference: order.reference }
}
async function refund(id: number, amount: number): Promise<void> {
  const why = { reason: 'customer_request', paidBy: 'platform', note: null }
  await staff.run(id, 'refund', { kind: 'goodwill', lines: [], amount, ...why })
  await sendRefunds(desk.server.database, testGateway)
}
const quoted = async (reference: string) =>
  (await desk.post(reference, 'cancellation-quotes', {})).body as CancellationQuote

describe('cancelling a visit that became cheaper', () => {
  it.each([
    ['whose difference was refunded', 4000, 5000, 2000],
    ['whose difference was not refunded', 0, 5000, 6000],
    ['that is not refundable and whose difference was not refunded', 0, 0, 4000],
    ['of which more was refunded', 7000, 5000, 0],
  ])('%s gives back the same to customers, partners and by staff', async (_, before, share, expected) => {
    const { id, reference } = await cheaper(share)
    if (before > 0) await refund(id, before)
    const kept = 8000 - before - expected
    const quote = await quoted(reference)
    expect(quote).toMatchObject({ refund: expected, kept, basisPoints: share })
    expect((await asked(id)).cancellation).toMatchObject({ refund: expected, kept, basisPoints: share })
    const { money } = await staff.preview(id, 'cancel', { reason: 'They are ill' })
    expect(money).toMatchObject({ refundable: expected })
    expect((await desk.post(reference, 'cancel', { token: quote.token })).status).toBe(200)
    expect(await staff.row(id)).toMatchObject({ refunded: before, refund_pending: expected })
    expect(await writeFindings(desk.db, { after: id - 1, upTo: id })).toEqual([])
    expect(await ledgerDifferences(desk.db, id)).toEqual([])
  })

  it('leaves what was paid too much to a decision, also where nothing of the price comes back', async () => {
    const { id } = await cheaper(0)
    const { effects } = await staff.run(id, 'cancel', { reason: 'They are ill' })
    const texts = effects.map(({ text }) => text)
    expect(texts).toContain('Non-refundable under the policy.')
    expect(texts).toContain('No money moves yet. Refunding €40.00 is a separate decision.')
    expect(await staff.row(id)).toMatchObject({ is_payment_kept: false, next_step: 'decide_refund' })
  })
})

describe('an order that its supplier has not confirmed', () => {
  async function waiting(booking: string) {
    const order = await desk.placed({ lines: [desk.visit(2)] })
    const id = await staff.idOf(order)
    await sql`update purchases set cancellation_policy = '[]' where id = ${id}`.execute(desk.db)
    await staff.pay(id, booking)
    return { id, reference: order.reference }
  }
  const free = { net_cost: 0, supplier_cost: 0 }

  it.each(['on_hold', 'pending_supplier'])('and is %s gives back everything when it is cancelled', async (booking) => {
    const { id, reference } = await waiting(booking)
    const { refund: quote } = await quoted(reference)
    const { effects, money } = await staff.preview(id, 'cancel', { reason: 'They are ill' })
    expect([quote, money?.refundable]).toEqual([8000, 8000])
    expect(effects.map(({ text }) => text)).toContain('Full refund because the supplier hasn’t confirmed: €80.00.')
    await staff.run(id, 'cancel', { reason: 'They are ill' })
    expect(await staff.row(id)).toMatchObject({ is_payment_kept: false, next_step: 'decide_refund', ...free })
  })

  it('costs nothing once it is rejected, or cancelled before it was paid', async () => {
    const { id } = await waiting('on_hold')
    await staff.run(id, 'reject', { reason: 'Sold out' })
    expect(await staff.row(id)).toMatchObject({ next_step: 'decide_refund', ...free })
    const unpaid = await staff.idOf(await desk.placed({ lines: [desk.visit(2)] }))
    await staff.run(unpaid, 'cancel', { reason: 'They are ill' })
    expect(await staff.row(unpaid)).toMatchObject({ next_step: 'none', margin: 0, ...free })
  })
})

describe('goodwill before an order ends', () => {
  it.each(['refunded', 'kept'])('is no decision on the rest, which is then %s', async (how) => {
    const order = await desk.placed({ lines: [desk.visit(2)] })
    const id = await staff.idOf(order)
    await staff.pay(id, 'pending_supplier', 'confirmed')
    const policy = JSON.stringify([{ until: '2098-01-01T00:00:00.000Z', refund: 10_000 }])
    await sql`update purchases set cancellation_policy = ${policy} where id = ${id}`.execute(desk.db)
    await refund(id, 500)
    await staff.run(id, 'cancel', { reason: 'They are ill' })
    const row = await staff.row(id)
    expect(row).toMatchObject({ refunded: 500, is_payment_kept: false, next_step: 'decide_refund' })
    expect(row['due_at']).not.toBeNull()
    if (how === 'refunded') await refund(id, 7500)
    else await staff.run(id, 'keep-payment', { reason: 'They agreed' })
    expect(await staff.row(id)).toMatchObject({ next_step: 'none' })
  })
})
