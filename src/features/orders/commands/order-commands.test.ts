import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'order commands')
  staff = staffDesk(desk, await desk.server.signIn('admin'))
})
afterAll(() => desk?.server.stop())

/** An order of two tickets, paid and confirmed, with its tickets due. */
async function confirmed(): Promise<number> {
  const id = await staff.idOf(await desk.placed({ lines: [desk.tickets(2)] }))
  await staff.pay(id, 'pending_supplier', 'confirmed')
  await sql`update purchases set fulfilment_status = 'awaiting_tickets', due_at = now(), delivery = 'mobile_transfer'
    where id = ${id}`.execute(desk.db)
  return id
}
/** The same without a supplier that this program can ask, as orders that were imported. */
async function imported(...bookings: readonly string[]): Promise<number> {
  const id = await staff.idOf(await desk.placed({ lines: [desk.tickets(2)] }))
  await sql`delete from order_placements where purchase_id = ${id}`.execute(desk.db)
  await staff.pay(id, ...bookings)
  return id
}
const about = ({ effects }: { effects: readonly { about: string; text: string }[] }, subject: string) =>
  effects.filter((effect) => effect.about === subject).map(({ text }) => text)

describe('the commands of an order', () => {
  it('are those that are legal now, with why the others are not', async () => {
    const id = await confirmed()
    expect(await staff.commands(id)).toEqual({
      'approve-request': 'The customer isn’t waiting for an answer.',
      'decline-request': 'The customer isn’t waiting for an answer.',
      'approve': 'Booking status: Confirmed.',
      'confirm': 'Booking status: Confirmed.',
      'deliver': null,
      'retry-delivery': 'Delivery status: Awaiting tickets.',
      'chase': null,
      'change-names': null,
      'reassign-seats': null,
      'send-e-tickets': 'Upload e-tickets first.',
      'substitute-listing': null,
      'split-line': null,
      'split-order': 'The order has only one item. Split its line first.',
      'report-delivery-problem': null,
      'keep-payment': 'No refund waits for a decision.',
      'no-show': 'Not started yet.',
      'withdraw-no-show': 'No no-show recorded.',
      'pay-by-credit': 'Payment status: Captured.',
      'retry-refund': 'No refund has failed.',
      'record-transfer': 'No refunds to send by bank transfer.',
      'approve-refund': 'No refunds to approve.',
      'refund': null,
      'recall-tickets': 'Delivery status: Awaiting tickets.',
      'reject-refund': 'No refunds to approve.',
      'reject': 'Booking status: Confirmed.',
      'report-oversell': null,
      'resolve-oversell': 'No oversells to resolve.',
      'cancel': null,
    })
  })

  it('say which precondition is not met', async () => {
    const id = await staff.idOf(await desk.placed())
    expect((await staff.commands(id))['approve']).toBe('Required: Paid, or free, and still held.')
    expect((await staff.commands(id))['chase']).toBe('We aren’t waiting for the supplier.')
  })

  it('answer 404 for an order that is not there', async () => {
    expect((await (await desk.server.signIn('admin')).get('/rest/data/purchases/999999/commands')).status).toBe(404)
    expect((await staff.previewReply(999_999, 'cancel', { reason: 'x' })).status).toBe(404)
  })

  it('are refused when they are not legal, in preview and when applied', async () => {
    const id = await confirmed()
    const { token } = await staff.preview(id, 'cancel', { reason: 'Wrong day' })
    for (const reply of [staff.previewReply(id, 'approve'), staff.apply(id, 'approve', { token })])
      expect(await reply).toMatchObject({
        status: 409,
        body: { error: 'NotPossible', message: 'Booking status: Confirmed.' },
      })
  })

  it('ask for an Idempotency-Key where they move stock', async () => {
    const id = await confirmed()
    const { token } = await staff.preview(id, 'cancel', { reason: 'Wrong day' })
    const admin = await desk.server.signIn('admin')
    const reply = await admin.post(`/rest/data/purchases/${id}/commands/cancel`, { reason: 'Wrong day', token })
    expect(reply.status).toBe(428)
  })
})

describe('a preview', () => {
  it('changes nothing', async () => {
    const id = await confirmed()
    const before = await staff.row(id)
    await staff.preview(id, 'cancel', { reason: 'Wrong day' })
    expect(await staff.row(id)).toEqual(before)
  })

  it('has to be seen again once the order has changed, which says what is different', async () => {
    const id = await confirmed()
    const { token } = await staff.preview(id, 'cancel', { reason: 'Wrong day' })
    await staff.run(id, 'report-delivery-problem', { reason: 'The file is empty' })
    const reply = await staff.apply(id, 'cancel', { reason: 'Wrong day', token })
    expect(reply).toMatchObject({
      status: 409,
      body: {
        error: 'PreviewChanged',
        message: 'This order has changed since the preview. Fulfilment: Awaiting tickets → Failed.',
      },
    })
    const { token: next } = (reply.body as { current: { token: string } }).current
    expect((await staff.apply(id, 'cancel', { reason: 'Wrong day', token: next })).status).toBe(200)
  })

  it('is of what was entered, and of nothing else', async () => {
    const id = await confirmed()
    const { token } = await staff.preview(id, 'cancel', { reason: 'Wrong day' })
    expect(await staff.apply(id, 'cancel', { reason: 'Another reason', token })).toMatchObject({
      status: 409,
      body: { message: 'This order has changed since the preview. What you entered is different.' },
    })
    for (const forged of ['', 'e30', Buffer.from('null').toString('base64url'), '%%%'])
      expect((await staff.apply(id, 'cancel', { reason: 'Wrong day', token: forged })).status).toBe(409)
  })

  it('names each field that has to change', async () => {
    const id = await confirmed()
    expect(await staff.previewReply(id, 'cancel', { reason: '  ' })).toMatchObject({
      status: 422,
      body: { fields: { reason: 'Enter a reason.' } },
    })
  })
})

describe('cancelling', () => {
  it('says what the policy gives back, moves no money, and returns the places', async () => {
    const id = await confirmed()
    await sql`
      update purchases set cancellation_policy = '[{"until": "2098-01-01T00:00:00Z", "refund": 5000}]' where id = ${id}`.execute(
      desk.db,
    )
    // What earlier orders have to give back comes back first.
    await desk.server.runJob('settle-supplier-calls')
    const before = await desk.available(desk.tickets(1))
    const preview = await staff.run(id, 'cancel', { reason: 'Cannot come' })
    expect(about(preview, 'customer')).toEqual([expect.stringMatching(/^The policy refunds 50%: .*49\.50\.$/)])
    expect(about(preview, 'margin')).toEqual([
      expect.stringMatching(/^No money moves yet. Refunding .*49\.50 is a separate decision\.$/),
    ])
    const { currency, captured, supplier_cost: supplierCost } = await staff.row(id)
    expect(preview.money).toEqual({ currency, refundable: Number(captured) / 2, supplierCost })
    expect(await staff.row(id)).toMatchObject({
      booking_status: 'cancelled',
      fulfilment_status: 'not_due',
      payment_status: 'captured',
      next_step: 'decide_refund',
      refunded: 0,
    })
    await desk.server.runJob('settle-supplier-calls')
    expect(await desk.available(desk.tickets(1))).toBe(before + 2)
    expect((await staff.timeline(id)).at(-1)).toBe('cancelled')
  })

  it('keeps the payment where nothing comes back', async () => {
    const id = await confirmed()
    await sql`update purchases set cancellation_policy = '[]' where id = ${id}`.execute(desk.db)
    await staff.run(id, 'cancel', { reason: 'Cannot come' })
    expect(await staff.row(id)).toMatchObject({ is_payment_kept: true, next_step: 'none', due_at: null })
  })

  it('is done once, however often it is sent', async () => {
    const id = await confirmed()
    const { token } = await staff.preview(id, 'cancel', { reason: 'Cannot come' })
    const body = { reason: 'Cannot come', token }
    const replies = await Promise.all([1, 2, 3].map(() => staff.apply(id, 'cancel', body, 'same')))
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect((await staff.timeline(id)).filter((kind) => kind === 'cancelled')).toHaveLength(1)
  })

  it('leaves a row in the audit with its reason', async () => {
    const id = await confirmed()
    await staff.run(id, 'cancel', { reason: 'Cannot come' })
    const { rows } = await sql`
      select action, reason, before, after from audit where object = 'purchases' and record_id = ${String(id)} and action = 'cancel'`.execute(
      desk.db,
    )
    expect(rows).toMatchObject([
      { reason: 'Cannot come', before: { bookingStatus: 'confirmed' }, after: { bookingStatus: 'cancelled' } },
    ])
  })
})

describe('an order that waits for staff', () => {
  it('is approved, then confirmed with the supplier’s reference', async () => {
    const id = await imported('on_hold')
    expect(about(await staff.run(id, 'approve'), 'supplier')[0]).toContain('isn’t connected')
    expect(await staff.row(id)).toMatchObject({ booking_status: 'pending_supplier', next_step: 'chase_supplier' })
    await staff.run(id, 'chase', { note: 'Called, they answer by noon', hours: 3 })
    await staff.run(id, 'confirm', { providerReference: 'ACME-1' })
    expect(await staff.row(id)).toMatchObject({
      booking_status: 'confirmed',
      fulfilment_status: 'awaiting_tickets',
      provider_reference: 'ACME-1',
      next_step: 'deliver_tickets',
    })
  })

  it('that was risky waits for its supplier once it is approved, and no longer for its review', async () => {
    const id = await imported('on_hold')
    await sql`update purchases set risk_score = 90 where id = ${id}`.execute(desk.db)
    expect((await staff.row(id))['next_step']).toBe('review_risk')
    await staff.run(id, 'approve')
    expect((await staff.row(id))['next_step']).toBe('chase_supplier')
  })

  it('cannot be approved once its hold has ended', async () => {
    const id = await imported('on_hold')
    await sql`update purchases set held_until = now() - interval '1 minute' where id = ${id}`.execute(desk.db)
    const { approve, reject } = await staff.commands(id)
    expect([approve, reject]).toEqual(['Required: Paid, or free, and still held.', null])
  })

  it('cannot be approved or paid by credit once its performance is cancelled', async () => {
    const [id, unpaid] = [await imported('on_hold'), await staff.idOf(await desk.placed())]
    const completed = await imported('pending_supplier', 'confirmed', 'completed')
    const become = (status: string) =>
      sql`update performances set status = ${status} where id = ${desk.goods.performanceId}`.execute(desk.db)
    await become('cancelled')
    const { approve, cancel } = await staff.commands(id)
    expect([approve, cancel]).toEqual(['The event was cancelled. Cancel the order instead.', null])
    expect(await staff.commands(completed)).toMatchObject({
      cancel: 'The order is completed. Refund it instead.',
      refund: null,
    })
    expect((await staff.commands(unpaid))['pay-by-credit']).toBe(
      'The event was cancelled, so this order can’t be paid.',
    )
    await become('onsale')
  })

  it('is rejected with a reason', async () => {
    const id = await imported('on_hold')
    await staff.run(id, 'reject', { reason: 'Stolen card' })
    expect(await staff.row(id)).toMatchObject({ booking_status: 'rejected', next_step: 'decide_refund' })
  })
})

describe('who can change an order', () => {
  it('only people with write on purchases', async () => {
    const id = await confirmed()
    const reader = await desk.server.signIn('read-only')
    expect((await reader.get(`/rest/data/purchases/${id}/commands`)).status).toBe(200)
    const path = `/rest/data/purchases/${id}/commands/cancel`
    for (const call of [path, `${path}/preview`])
      expect((await reader.post(call, { reason: 'x', token: 'x' }, { 'idempotency-key': call })).status).toBe(403)
    expect((await (await desk.server.signIn('no-access')).get(`/rest/data/purchases/${id}/commands`)).status).toBe(403)
  })
})
