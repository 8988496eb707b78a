import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../../app/testing/start.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'
import type { MessageAgain } from './order-message.endpoints.ts'

let desk: OrderDesk
let staff: StaffDesk
let admin: Client
let last = 0
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'resent messages')
  admin = await desk.server.signIn('admin')
  staff = staffDesk(desk, admin)
})
afterAll(() => desk?.server.stop())

const key = () => ({ 'idempotency-key': `resent-${++last}` })
const path = '/rest/data/purchases/messages/resend'
async function bought(): Promise<number> {
  const id = await staff.idOf(await desk.placed({ lines: [desk.tickets(1)] }))
  await staff.pay(id, 'pending_supplier', 'confirmed')
  return id
}
const send = (id: number, kind: string) => admin.post(`/rest/data/purchases/${id}/messages`, { kind }, key())
const leave = (id: number) =>
  sql`update messages set status = 'sent', next_attempt_at = null, sent_at = now()
    where id in (select message_id from order_messages where purchase_id = ${id})`.execute(desk.db)
const again = async (input: object, name = key()) => await admin.post(path, input, name)
const preview = async (input: object) => (await admin.post(`${path}/preview`, input)).body as MessageAgain[]
const recipients = async (id: number) =>
  (
    await sql<{ kind: string; recipient: string }>`
      select o.kind, m.recipient from order_messages o join messages m on m.id = o.message_id
      where o.purchase_id = ${id} order by o.id`.execute(desk.db)
  ).rows

describe('messages that are sent again', () => {
  it('are the last one of each order, to the address of now', async () => {
    const [id, silent] = [await bought(), await bought()]
    await send(id, 'confirmation')
    const input = { ids: [id, silent, 999_999], reason: 'Their mailbox was full' }
    expect((await again(input)).body).toEqual({
      results: [
        { id, ok: false, message: 'Already in progress.' },
        { id: silent, ok: false, message: 'Nothing was sent yet.' },
        { id: 999_999, ok: false, message: 'Purchase not found.' },
      ],
    })
    await leave(id)
    await sql`update purchases set customer_email = 'new@example.com' where id = ${id}`.execute(desk.db)
    expect((await again(input)).body).toMatchObject({ results: [{ id, ok: true }, { ok: false }, { ok: false }] })
    expect((await recipients(id)).map(({ recipient }) => recipient)).toEqual(['ana@example.com', 'new@example.com'])
  })

  it('are shown before that, and nothing is sent', async () => {
    const [id, silent] = [await bought(), await bought()]
    await send(id, 'confirmation')
    await leave(id)
    const [one, other, none] = await preview({ ids: [id, silent, 999_999] })
    expect(one).toMatchObject({ id, kind: 'confirmation', subject: expect.stringMatching(/\S/), blockedReason: null })
    expect(one?.to).toMatch(/^a.*•.*@/)
    expect(one?.sentAt).toMatch(/Z$/)
    expect(other).toMatchObject({ id: silent, kind: null, to: null, blockedReason: 'Nothing was sent yet.' })
    expect(none).toMatchObject({ blockedReason: 'Purchase not found.' })
    expect(await recipients(id)).toHaveLength(1)
  })

  it('can be the last one of a kind', async () => {
    const id = await bought()
    await send(id, 'confirmation')
    await send(id, 'change')
    await leave(id)
    const input = { ids: [id], kind: 'confirmation' }
    expect(await preview(input)).toMatchObject([{ kind: 'confirmation' }])
    expect(await preview({ ids: [id] })).toMatchObject([{ kind: 'change' }])
    await again(input)
    expect((await recipients(id)).map(({ kind }) => kind)).toEqual(['confirmation', 'change', 'confirmation'])
    expect(await preview({ ids: [id], kind: 'voucher' })).toMatchObject([
      { blockedReason: 'No message of this kind was sent yet.' },
    ])
  })

  it('have a reason where they are several, which is in the audit log, and go out once for a key', async () => {
    const ids = [await bought(), await bought()]
    for (const id of ids) {
      await send(id, 'confirmation')
      await leave(id)
    }
    expect(await again({ ids })).toMatchObject({ status: 422, body: { fields: { reason: 'Enter a short reason.' } } })
    expect(await again({ ids: ids.slice(0, 1), reason: ' ' })).toMatchObject({
      status: 422,
      body: { fields: { reason: 'Enter a short reason.' } },
    })
    const name = key()
    const input = { ids, reason: 'The address was wrong' }
    const [first, second] = [await again(input, name), await again(input, name)]
    expect(second.body).toEqual(first.body)
    expect(await recipients(ids[0] ?? 0)).toHaveLength(2)
    const { rows } = await sql<{ reason: string }>`
      select reason from audit where action = 'resend-message' order by id desc limit 2`.execute(desk.db)
    expect(rows.map(({ reason }) => reason)).toEqual(['The address was wrong', 'The address was wrong'])
  })

  it('are not sent where they are no longer true of the order', async () => {
    const id = await staff.idOf(await desk.placed({ lines: [desk.tickets(1)] }))
    await send(id, 'payment_link')
    await leave(id)
    expect(await preview({ ids: [id] })).toMatchObject([{ kind: 'payment_link', blockedReason: null }])
    await staff.pay(id, 'pending_supplier', 'confirmed')
    const paid = 'The order isn’t awaiting payment.'
    expect(await preview({ ids: [id] })).toMatchObject([{ blockedReason: paid }])
    expect((await again({ ids: [id] })).body).toEqual({ results: [{ id, ok: false, message: paid }] })
    await send(id, 'confirmation')
    await staff.run(id, 'cancel', { reason: 'Customer request' })
    await leave(id)
    expect((await again({ ids: [id], kind: 'confirmation' })).body).toEqual({
      results: [{ id, ok: false, message: 'The order is not confirmed.' }],
    })
    expect((await recipients(id)).map(({ kind }) => kind)).toEqual(['payment_link', 'confirmation', 'cancellation'])
    expect((await again({ ids: [id] })).body).toEqual({ results: [{ id, ok: true }] })
  })

  it('can be what was sent with a document, an answer or the news of a performance', async () => {
    const id = await bought()
    await send(id, 'confirmation')
    await leave(id)
    const blocked = async (of: number, kind: string) => {
      await sql`update order_messages set kind = ${kind} where purchase_id = ${of}`.execute(desk.db)
      return (await preview({ ids: [of] }))[0]?.blockedReason
    }
    const become = (status: string) =>
      sql`update performances set status = ${status} where id = ${desk.goods.performanceId}`.execute(desk.db)
    for (const kind of ['invoice', 'refund_invoice', 'request_declined', 'oversell_replaced', 'oversell_refunded'])
      expect([kind, await blocked(id, kind)]).toEqual([kind, null])
    expect(await blocked(id, 'credit_ending')).toBe('No store credit left to spend.')
    expect(await blocked(id, 'cancellation')).toBe('The order is not cancelled.')
    const unpaid = await staff.idOf(await desk.placed({ lines: [desk.tickets(1)] }))
    await send(unpaid, 'payment_link')
    await leave(unpaid)
    await become('cancelled')
    expect(await blocked(id, 'cancellation')).toBeNull()
    expect(await blocked(unpaid, 'payment_link')).toBe('The event was cancelled, so this order can’t be paid.')
    await become('postponed')
    for (const kind of ['change', 'postponement']) expect([kind, await blocked(unpaid, kind)]).toEqual([kind, null])
    expect(await blocked(unpaid, 'confirmation')).toBe('The order is not confirmed.')
    await become('onsale')
  })

  it('don’t go to a customer who was anonymised', async () => {
    const id = await bought()
    await send(id, 'confirmation')
    await leave(id)
    await sql`update purchases set customer_email = 'c1@anonymised.invalid' where id = ${id}`.execute(desk.db)
    expect(await preview({ ids: [id] })).toMatchObject([{ blockedReason: 'The customer was anonymised.' }])
    expect((await again({ ids: [id] })).body).toMatchObject({ results: [{ ok: false }] })
  })
})

it('a message names the place of tickets once', async () => {
  const order = await desk.placed({ lines: [desk.tickets(1)] })
  const id = await staff.idOf(order)
  const text = { subject: 'Tickets', body: '{items}' }
  const itemsOf = async (title: string, section: string, row: string | null) => {
    await sql`update purchase_lines set title = ${title}, section = ${section}, seat_row = ${row}, seats = '{32}'
      where kind = 'item' and purchase_id = ${id}`.execute(desk.db)
    const body = { kind: 'ticket', reference: order.reference, locale: null, text }
    const reply = await admin.post('/rest/data/purchases/message-preview', body)
    return (reply.body as { paragraphs: string[] }).paragraphs.join()
  }
  expect(await itemsOf('Block 214, row P', 'Block 214', 'P')).toBe('1 × Block 214, row P · 32')
  expect(await itemsOf('Block 214, fila P', 'Block 214', 'P')).toBe('1 × Block 214, fila P · 32')
  expect(await itemsOf('Block 214', 'Block 214', null)).toBe('1 × Block 214 · 32')
  expect(await itemsOf('Block 214', 'Block 214', 'P')).toBe('1 × Block 214 · P · 32')
  // The seats have changed since they were bought.
  expect(await itemsOf('Block 214, row P', 'Block 215', 'P')).toBe('1 × Block 214, row P · Block 215 · P · 32')
  expect(await itemsOf('Category 1', 'Category', '1')).toBe('1 × Category 1 · Category · 1 · 32')
})
