import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ledgerDifferences } from '../../ledger/testing/ledger-differences.server.ts'
import { sendRefunds } from '../../payments/testing/send-refunds.server.ts'
import { writeFindings } from '../../reconciliation/write-findings.server.ts'
import { testGateway } from '../payment-gateway.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'change after refund')
  staff = staffDesk(desk, await desk.server.signIn('admin'))
})
afterAll(() => desk?.server.stop())

const wanted = (adults: number, changes: object = {}) => ({
  date: desk.goods.date,
  time: '09:30',
  units: [{ unitId: desk.goods.adultId, quantity: adults }],
  isWaived: false,
  ...changes,
})
const back = { reason: 'customer_request', paidBy: 'platform', note: null }

/** An order of two adults, of whom one stays: 40.00 was paid too much. */
async function cheaper(): Promise<number> {
  const order = await desk.placed({ lines: [desk.visit(2)] })
  const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
  await desk.event({ type: 'payment.captured', payment: (body as { payment: string }).payment, fee: 0 })
  const id = await staff.idOf(order)
  await change(id, wanted(1))
  return id
}
async function change(id: number, input: object): Promise<void> {
  await staff.run(id, 'change-visit', input)
  await desk.server.runJob('settle-supplier-calls')
}
async function refund(id: number, input: object): Promise<void> {
  await staff.run(id, 'refund', { ...back, ...input })
  await sendRefunds(desk.server.database, testGateway)
}
const sums = async (id: number) => {
  const { grand_total: total, captured, refunded, quantity } = await staff.row(id)
  return { total, captured, refunded, quantity }
}

describe('a visit whose difference was refunded', () => {
  it('can change again for what is left, and nothing is paid back or charged twice', async () => {
    const id = await cheaper()
    await refund(id, { kind: 'goodwill', lines: [], amount: 4000 })
    expect((await staff.commands(id))['change-visit']).toBeNull()
    const { effects } = await staff.preview(id, 'change-visit', wanted(1, { time: '11:00' }))
    expect(effects.map(({ text }) => text).filter((text) => text.includes('too much'))).toEqual([])
    await change(id, wanted(1, { time: '11:00' }))
    expect((await staff.row(id))['local_time']).toBe('11:00')
    await change(id, wanted(2, { isWaived: true }))
    expect(await sums(id)).toEqual({ total: 4000, captured: 8000, refunded: 4000, quantity: 2 })
    expect(await writeFindings(desk.db, { after: id - 1, upTo: id })).toEqual([])
    expect(await ledgerDifferences(desk.db, id)).toEqual([])
  })

  it('says why a dearer one can’t be charged', async () => {
    const id = await cheaper()
    await refund(id, { kind: 'goodwill', lines: [], amount: 4000 })
    const { status, body } = await staff.previewReply(id, 'change-visit', wanted(3))
    expect([status, (body as { fields: object }).fields]).toEqual([
      422,
      {
        isWaived:
          'It costs €80.00 more, which can’t be charged now: Part of its payment has gone back. Waive it, or place a new order.',
      },
    ])
  })

  it('can’t change where more or less went back, or by line, or while it is on its way', async () => {
    const refusal = 'This order was partly refunded for another reason. Cancel it and place a new order instead.'
    const [part, byLine, waiting] = [await cheaper(), await cheaper(), await cheaper()]
    await refund(part, { kind: 'goodwill', lines: [], amount: 3900 })
    expect((await staff.commands(part))['change-visit']).toBe(refusal)
    await refund(byLine, { kind: 'lines', lines: [{ position: 1, amount: 4000 }], amount: null })
    expect((await staff.commands(byLine))['change-visit']).toBe(refusal)
    await staff.run(waiting, 'refund', { ...back, kind: 'goodwill', lines: [], amount: 4000 })
    expect((await staff.commands(waiting))['change-visit']).toBe('A refund is under way. Wait until it is done.')
    const { rows } = await sql`select from visit_changes where purchase_id = ${waiting} and state = 'asked'`.execute(
      desk.db,
    )
    expect(rows).toEqual([])
  })
})
