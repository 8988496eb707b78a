import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { signInAsAnotherAdmin, staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'keep payment')
  staff = staffDesk(desk, await signInAsAnotherAdmin(desk, 'catalogue-editor'))
})
afterAll(() => desk?.server.stop())

/** A visit of three, €120, paid, confirmed and delivered. */
async function confirmed(): Promise<number> {
  const order = await desk.placed({ lines: [desk.visit(3)] })
  const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
  await desk.event({ type: 'payment.captured', payment: (body as { payment: string }).payment, fee: 0 })
  const id = await staff.idOf(order)
  await delivered(id)
  return id
}
const delivered = (id: number) =>
  sql`update purchases set fulfilment_status = 'delivered' where id = ${id} and fulfilment_status <> 'delivered'`.execute(
    desk.db,
  )
async function withAdults(id: number, quantity: number, time = '09:30'): Promise<void> {
  await staff.run(id, 'change-visit', {
    date: desk.goods.date,
    time,
    units: [{ unitId: desk.goods.adultId, quantity }],
    isWaived: false,
  })
  await desk.server.runJob('settle-supplier-calls')
  await delivered(id)
}
const textsOf = ({ effects }: { effects: readonly { text: string }[] }) => effects.map(({ text }) => text)
const keep = (id: number) => staff.run(id, 'keep-payment', { reason: 'Agreed by phone' })
const goodwill = { kind: 'goodwill', lines: [], amount: 1000, reason: 'quality', paidBy: 'platform', note: null }

describe('keeping a payment', () => {
  it('settles an order that became cheaper, with its reason in the timeline and the audit', async () => {
    const id = await confirmed()
    await withAdults(id, 2)
    expect(await staff.row(id)).toMatchObject({ next_step: 'decide_refund', grand_total: 8000, captured: 12000 })
    expect(textsOf(await keep(id))).toContain('No refund. We keep €40.00.')
    expect(await staff.row(id)).toMatchObject({ is_payment_kept: true, next_step: 'none', due_at: null })
    const { rows } = await sql`
      select kind, amount, detail from purchase_events where purchase_id = ${id} order by id desc limit 1`.execute(
      desk.db,
    )
    expect(rows).toEqual([{ kind: 'payment_kept', amount: 4000, detail: 'Agreed by phone' }])
    const { rows: audit } = await sql`
      select action, reason from audit_log where object = 'purchases' and record_id = ${String(id)} order by id desc limit 1`.execute(
      desk.db,
    )
    expect(audit).toEqual([{ action: 'keep-payment', reason: 'Agreed by phone' }])
    expect((await staff.commands(id))['keep-payment']).toBe('The payment is kept.')
  })

  it('settles an order that was cancelled, until a refund takes it back', async () => {
    const id = await confirmed()
    await staff.run(id, 'cancel', { reason: 'They are ill' })
    expect(await staff.row(id)).toMatchObject({ next_step: 'decide_refund' })
    expect(textsOf(await keep(id))).toContain('No refund. We keep €120.00.')
    expect(await staff.row(id)).toMatchObject({ is_payment_kept: true, next_step: 'none', due_at: null })
    await staff.run(id, 'refund', goodwill)
    expect(await staff.row(id)).toMatchObject({ is_payment_kept: false, refund_pending: 1000 })
  })

  it('is decided again once the order becomes cheaper still, or is cancelled', async () => {
    const [cheaper, cancelled] = [await confirmed(), await confirmed()]
    for (const id of [cheaper, cancelled]) {
      await withAdults(id, 2)
      await keep(id)
    }
    await withAdults(cheaper, 1)
    await staff.run(cancelled, 'cancel', { reason: 'They are ill' })
    for (const id of [cheaper, cancelled]) {
      const row = await staff.row(id)
      expect(row).toMatchObject({ is_payment_kept: false, next_step: 'decide_refund' })
      expect(row['due_at']).not.toBeNull()
    }
  })

  it('stays decided when only the time of the visit changes', async () => {
    const id = await confirmed()
    await withAdults(id, 2)
    await keep(id)
    await withAdults(id, 2, '11:00')
    expect(await staff.row(id)).toMatchObject({ local_time: '11:00', is_payment_kept: true, next_step: 'none' })
  })

  it('is refused where nothing waits for a decision, and without a reason', async () => {
    const id = await confirmed()
    expect((await staff.commands(id))['keep-payment']).toBe('No refund waits for a decision.')
    await withAdults(id, 2)
    expect(await staff.previewReply(id, 'keep-payment', { reason: ' ' })).toMatchObject({
      status: 422,
      body: { fields: { reason: expect.any(String) as unknown } },
    })
  })
})
