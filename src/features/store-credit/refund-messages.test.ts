import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { settleRefund } from '../orders/refund-moves.server.ts'
import type { OrderDesk } from '../orders/testing/order-desk.server.ts'
import { openOrderDesk } from '../orders/testing/order-desk.server.ts'
import { FakeGateway } from '../payments/testing/fake-gateway.server.ts'
import { sendRefunds } from '../payments/testing/send-refunds.server.ts'
import type { CreditDesk } from './testing/credit-desk.server.ts'
import { creditDesk, textsOf } from './testing/credit-desk.server.ts'
import { speakSpanish } from './testing/speak-spanish.server.ts'

let desk: OrderDesk
let bench: CreditDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'refund messages')
  await speakSpanish(desk.db)
})
beforeEach(async () => {
  bench = await creditDesk(desk)
})
afterAll(() => desk?.server.stop())

const goodwill = { kind: 'goodwill', lines: [], amount: 8000, reason: 'quality', paidBy: 'platform', note: null }

async function paid(locale = 'en'): Promise<number> {
  const { id } = await bench.placed()
  await bench.staff.pay(id, 'pending_supplier', 'confirmed')
  await sql`update purchases set customer_locale = ${locale} where id = ${id}`.execute(desk.db)
  await sql`update payments set card_brand = 'visa', card_last4 = '4721' where purchase_id = ${id}`.execute(desk.db)
  return id
}
const refundIds = async (id: number) =>
  (await sql<{ id: number }>`select id from refunds where purchase_id = ${id} order by id`.execute(desk.db)).rows.map(
    (row) => row.id,
  )

interface Sent {
  readonly kind: string
  readonly to: string
  readonly locale: string
  readonly subject: string
  readonly text: string
}
/** What the customer of an order was written about money, without what the moves of orders say. */
async function sentAbout(id: number): Promise<readonly Sent[]> {
  const { rows } = await sql<Sent>`
    select o.kind, m.recipient as to, m.locale, m.subject,
      (select string_agg(p, E'\n' order by n) from jsonb_array_elements_text(m.content -> 'paragraphs') with ordinality x (p, n)) as text
    from order_messages o join messages m on m.id = o.message_id
    where o.purchase_id = ${id} and (o.kind like 'refund%' or o.kind like 'credit%') order by o.id`.execute(desk.db)
  return rows
}
async function refundedBy(destination: string, locale: string): Promise<Sent | undefined> {
  const id = await paid(locale)
  const iban = destination === 'bank_transfer' ? 'DE89370400440532013000' : null
  await bench.staff.run(id, 'refund', { ...goodwill, destination, iban })
  const [refundId = 0] = await refundIds(id)
  if (destination === 'bank_transfer')
    await bench.staff.run(id, 'record-transfer', { refundId, bankReference: 'SEPA 4711' })
  else await sendRefunds(desk.server.database, new FakeGateway())
  const sent = await sentAbout(id)
  expect(sent).toHaveLength(1)
  return sent[0]
}

describe('a refund that was made', () => {
  it.each([
    [
      'original_method',
      'en',
      ['€80.00', 'goes back to Visa ···· 4721. Most banks show it within 5 to 10 working days.'],
    ],
    ['original_method', 'es', ['80,00', 'vuelve a Visa ···· 4721. La mayoría de los bancos']],
    ['bank_transfer', 'en', ['account ending in 3000', 'Reference for your bank: SEPA 4711']],
    ['bank_transfer', 'es', ['terminada en 3000', 'Referencia para su banco: SEPA 4711']],
    ['credit', 'en', ['It is store credit now, and yours to spend until']],
    ['credit', 'es', ['Ahora es saldo de tienda y puede gastarlo hasta el']],
  ])('says where the money went: %s in %s', async (destination, locale, words) => {
    const sent = await refundedBy(destination, locale)
    expect(sent).toMatchObject({ kind: 'refund_made', locale })
    const text = `${sent?.subject}\n${sent?.text}`
    for (const part of words) expect(text).toContain(part)
    // Only the sentence about the destination that it has.
    const ways = ['Visa', '3000', locale === 'en' ? 'store credit' : 'saldo'].filter((way) => text.includes(way))
    expect(ways).toHaveLength(1)
    expect(text).not.toMatch(/[{}]|DE89/)
  })

  it('is emailed once, however often and at once it is settled', async () => {
    const id = await paid()
    await bench.staff.run(id, 'refund', goodwill)
    const [refundId = 0] = await refundIds(id)
    const news = { state: 'succeeded', reference: 're_1' } as const
    await Promise.all([
      settleRefund(desk.server.database, refundId, news),
      sendRefunds(desk.server.database, new FakeGateway()),
      settleRefund(desk.server.database, refundId, news),
    ])
    await settleRefund(desk.server.database, refundId, news)
    expect((await sentAbout(id)).map(({ kind }) => kind)).toEqual(['refund_made'])
    const again = sql`
      insert into order_messages (purchase_id, kind, locale, subject, occasion)
      values (${id}, 'refund_made', 'en', 'Again', ${`refund-made-${refundId}`})`
    await expect(again.execute(desk.db)).rejects.toThrow(/order_messages_occasion_key/)
  })

  it('is announced before the click, and sent again by staff as often as they like', async () => {
    const id = await paid()
    const texts = textsOf(await bench.staff.run(id, 'refund', goodwill))
    expect(texts).toContain('Once the money is sent, the customer is emailed “Refund made”.')
    await sendRefunds(desk.server.database, new FakeGateway())
    const again = await bench.admin.post(
      '/rest/data/purchases/messages/resend',
      { ids: [id] },
      { 'idempotency-key': `again-${id}` },
    )
    expect(again.body).toEqual({ results: [{ id, ok: false, message: 'Already in progress.' }] })
    await sql`update messages set status = 'sent', sent_at = now(), next_attempt_at = null`.execute(desk.db)
    const later = await bench.admin.post(
      '/rest/data/purchases/messages/resend',
      { ids: [id] },
      { 'idempotency-key': `later-${id}` },
    )
    expect(later.body).toEqual({ results: [{ id, ok: true }] })
    const [first, second] = await sentAbout(id)
    expect(second).toEqual(first)
  })

  it('is not emailed where the template is off, nor to a customer who was forgotten', async () => {
    await sql`update message_templates set is_sent = false where key = 'refund_made'`.execute(desk.db)
    const quiet = await paid()
    expect(textsOf(await bench.staff.run(quiet, 'refund', goodwill))).toContain('The customer gets no message.')
    await sendRefunds(desk.server.database, new FakeGateway())
    await sql`update message_templates set is_sent = true where key = 'refund_made'`.execute(desk.db)
    const forgotten = await paid()
    await bench.staff.run(forgotten, 'refund', goodwill)
    await sql`update purchases set customer_email = 'customer-1@anonymised.invalid' where id = ${forgotten}`.execute(
      desk.db,
    )
    await sendRefunds(desk.server.database, new FakeGateway())
    expect([await sentAbout(quiet), await sentAbout(forgotten)]).toEqual([[], []])
  })
})

describe('a refund that failed', () => {
  it('is explained by staff, once they have looked at it', async () => {
    const id = await paid()
    const send = () =>
      bench.admin.post(
        `/rest/data/purchases/${id}/messages`,
        { kind: 'refund_delayed' },
        { 'idempotency-key': `delayed-${id}` },
      )
    expect((await send()).body).toMatchObject({ message: 'No failed or returned refunds.' })
    await bench.staff.run(id, 'refund', goodwill)
    const gateway = new FakeGateway()
    gateway.next = 'fail'
    await sendRefunds(desk.server.database, gateway)
    expect(await sentAbout(id)).toEqual([])
    const { status, body } = await bench.admin.post(
      `/rest/data/purchases/${id}/messages`,
      { kind: 'refund_delayed' },
      { 'idempotency-key': `delayed-again-${id}` },
    )
    expect(status, JSON.stringify(body)).toBe(201)
    const [sent] = await sentAbout(id)
    expect(sent).toMatchObject({ kind: 'refund_delayed', subject: 'Your refund of €80.00 is delayed' })
    expect(sent?.text).toContain('We sent it to Visa ···· 4721.')
    expect(sent?.text).not.toContain('bank account ending')
  })
})
