import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdCredit } from '../order-credit.server.ts'
import type { PhoneDesk } from './testing/phone-desk.server.ts'
import { openPhoneDesk } from './testing/phone-desk.server.ts'

let desk: PhoneDesk
beforeAll(async () => {
  desk = await openPhoneDesk('payment_links')
})
afterAll(() => desk?.server.stop())

const tokenIn = (link: string | null) => link?.split('#')[1] ?? ''
const byLink = (link: string | null) => ({ authorization: `Bearer ${tokenIn(link)}` })
const current = (link: string | null) => desk.server.anonymous.get('/v1/payment-links/current', {}, byLink(link))
const pay = (link: string | null) => desk.server.anonymous.post('/v1/payment-links/payments', {}, byLink(link))

describe('a payment link', () => {
  it('is sent to the customer, and not readable in what is kept of the message', async () => {
    const order = await desk.placed({ lines: [desk.tickets(1)] })
    const { rows } = await sql<{ kind: string; to: string; text: string; secrets: Record<string, string> }>`
      select o.kind, m.recipient as to, m.content::text as text, m.secrets from order_messages o join messages m on m.id = o.message_id
      where o.purchase_id = ${order.id}`.execute(desk.db)
    expect(rows).toMatchObject([{ kind: 'payment_link', to: 'ana@example.com' }])
    expect(rows[0]?.text).toContain('{{paymentLink}}')
    expect(rows[0]?.text).not.toContain(tokenIn(order.paymentLink))
  })

  it('says what is paid, and begins one payment however often it is asked', async () => {
    const order = await desk.placed({ lines: [desk.tickets(1)] })
    expect((await current(order.paymentLink)).body).toMatchObject({
      reference: order.reference,
      total: order.total,
      currency: 'EUR',
      problem: null,
    })
    const [first, again] = [await pay(order.paymentLink), await pay(order.paymentLink)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(first.body).toMatchObject({ order: order.reference, state: 'pending', amount: order.total })
    expect(again.body).toEqual(first.body)
    const { payment } = first.body as { payment: string }
    expect((await desk.event({ type: 'payment.captured', payment, fee: 0 })).status).toBeLessThan(300)
    expect(await desk.rowOf(order.reference)).toMatchObject({ payment_status: 'captured', booking_status: 'confirmed' })
    expect((await current(order.paymentLink)).body).toMatchObject({ problem: 'This order is paid already.' })
    expect((await desk.agent.get(`/rest/data/purchases/${order.id}/phone-sale`)).body).toMatchObject({
      paymentLink: null,
    })
  })

  it('is not offered to staff while the performance is cancelled, and they read why', async () => {
    const order = await desk.placed({ lines: [desk.tickets(1)] })
    const sale = async () => (await desk.agent.get(`/rest/data/purchases/${order.id}/phone-sale`)).body
    const become = (status: string) =>
      sql`update performances set status = ${status} where id = ${desk.goods.performanceId}`.execute(desk.db)
    await become('cancelled')
    const problem = 'The event was cancelled, so this order can’t be paid.'
    expect(await sale()).toMatchObject({ paymentLink: null, problem })
    expect((await pay(order.paymentLink)).status).toBe(409)
    await become('onsale')
    expect(await sale()).toMatchObject({ paymentLink: order.paymentLink, problem: null })
  })

  it('says what is left to pay beside store credit', async () => {
    const order = await desk.placed({ lines: [desk.tickets(1)] })
    const customerId = await desk.records.make('customers', { email: 'ana.gil@example.com', status: 'active' })
    await sql`update purchases set customer_id = ${customerId} where id = ${order.id}`.execute(desk.db)
    await sql`
      insert into store_credits (customer_id, currency, amount, reason, expires_at)
      select customer_id, currency, 1500, 'goodwill', now() + interval '1 day' from purchases where id = ${order.id}`.execute(
      desk.db,
    )
    await desk.db.transaction().execute((db) => holdCredit(db, { ...order, currency: 'EUR' }, 1500))
    const left = order.total - 1500
    expect((await current(order.paymentLink)).body).toMatchObject({ total: left, problem: null })
    expect((await pay(order.paymentLink)).body).toMatchObject({ amount: left })
    const admin = await desk.server.signIn('admin')
    const about = { kind: 'payment_link', reference: order.reference, locale: null, text: null }
    const letter = JSON.stringify((await admin.post('/rest/data/purchases/message-preview', about)).body)
    expect(letter).toContain(`€${(left / 100).toFixed(2)}`)
    expect(letter).not.toContain(`€${(order.total / 100).toFixed(2)}`)
  })

  it('is of no use once it is changed, for another purpose, or after its hold', async () => {
    const order = await desk.placed({ lines: [desk.tickets(1)] })
    const link = order.paymentLink ?? ''
    expect((await current(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)).status).toBe(401)
    const asRequest = await desk.server.anonymous.get('/v1/order-requests/current', {}, byLink(link))
    expect(asRequest.status).toBe(401)
    await sql`update purchases set held_until = now() - interval '1 minute' where id = ${order.id}`.execute(desk.db)
    expect((await pay(link)).status).toBe(409)
    const { body } = await desk.agent.get(`/rest/data/purchases/${order.id}/messages`)
    expect((body as { kinds: { kind: string; blockedReason: string | null }[] }).kinds).toContainEqual(
      expect.objectContaining({ kind: 'payment_link', blockedReason: 'The hold has ended, and the link with it.' }),
    )
  })
})
