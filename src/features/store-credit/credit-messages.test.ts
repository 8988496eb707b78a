import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { OrderDesk } from '../orders/testing/order-desk.server.ts'
import { openOrderDesk } from '../orders/testing/order-desk.server.ts'
import { remindOfCreditJob } from './credit-messages.server.ts'
import type { CreditDesk } from './testing/credit-desk.server.ts'
import { creditDesk } from './testing/credit-desk.server.ts'
import { speakSpanish } from './testing/speak-spanish.server.ts'

let desk: OrderDesk
let bench: CreditDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'credit messages')
  await speakSpanish(desk.db)
})
beforeEach(async () => {
  bench = await creditDesk(desk)
})
afterAll(() => desk?.server.stop())

describe('store credit', () => {
  const ofCustomer = async () => {
    const { rows } = await sql<{ kind: string; locale: string; subject: string; text: string }>`
      select s.kind, m.locale, m.subject, m.content ->> 'paragraphs' as text
      from store_credit_messages s join messages m on m.id = s.message_id join store_credits c on c.id = s.credit_id
      where c.customer_id = ${bench.customerId} order by s.id`.execute(desk.db)
    return rows
  }
  const speaks = (locale: string) =>
    sql`update customers set locale = ${locale} where id = ${bench.customerId}`.execute(desk.db)
  /** Credit that was given long ago and ends in some days. */
  async function endingIn(days: number, given = 100): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into store_credits (customer_id, currency, amount, reason, created_at, expires_at)
      values (${bench.customerId}, 'EUR', 2500, 'goodwill', now() - make_interval(days => ${given}),
        date_trunc('day', now()) + make_interval(days => ${days})) returning id`.execute(desk.db)
    return rows[0]?.id ?? 0
  }

  it.each([
    ['en', 'You have €30.00 to spend with us', 'until 31 March 2029'],
    ['es', 'Tiene 30,00 € para gastar con nosotros', 'hasta el 31 de marzo de 2029'],
  ])('that is given is announced in the language of the customer: %s', async (locale, subject, end) => {
    await speaks(locale)
    await bench.granted(3000)
    const sent = await ofCustomer()
    expect(sent).toMatchObject([{ kind: 'credit_given', locale }])
    expect(sent[0]?.subject.replaceAll('\u00a0', ' ')).toBe(subject)
    expect(sent[0]?.text).toContain(end)
    const { body } = await bench.admin.get('/rest/data/store-credits', { filter: { customerId: bench.customerId } })
    expect(body).toMatchObject([{ emailedAt: expect.any(String) as string }])
  })

  it.each([
    ['en', '€25.00 of your store credit ends soon'],
    ['es', '25,00 € de su saldo caducan pronto'],
  ])('that ends within two weeks has one reminder, from several servers at once: %s', async (locale, subject) => {
    await speaks(locale)
    await endingIn(14)
    await Promise.all([bench.run(remindOfCreditJob), bench.run(remindOfCreditJob)])
    await bench.run(remindOfCreditJob)
    const sent = await ofCustomer()
    expect(sent).toMatchObject([{ kind: 'credit_ending', locale }])
    expect(sent[0]?.subject.replaceAll('\u00a0', ' ')).toBe(subject)
  })

  it('has another reminder where its end is put off, and only then', async () => {
    const id = await endingIn(3)
    await bench.run(remindOfCreditJob)
    await sql`update store_credits set expires_at = expires_at + interval '40 days' where id = ${id}`.execute(desk.db)
    await bench.run(remindOfCreditJob)
    expect(await ofCustomer()).toHaveLength(1)
    await sql`update store_credits set expires_at = expires_at - interval '35 days' where id = ${id}`.execute(desk.db)
    await bench.run(remindOfCreditJob)
    expect(await ofCustomer()).toHaveLength(2)
  })

  it('has no reminder where there is nothing to lose or no one to write to', async () => {
    await endingIn(15)
    // Its first message names its end already.
    await endingIn(9, 1)
    const spent = await endingIn(5)
    await sql`update store_credits set expired = amount where id = ${spent}`.execute(desk.db)
    await bench.run(remindOfCreditJob)
    expect(await ofCustomer()).toEqual([])
    await endingIn(5)
    await sql`update customers set status = 'blocked' where id = ${bench.customerId}`.execute(desk.db)
    await bench.run(remindOfCreditJob)
    expect(await ofCustomer()).toEqual([])
    await sql`update customers set status = 'active' where id = ${bench.customerId}`.execute(desk.db)
    await sql`update message_templates set is_sent = false where key = 'credit_ending'`.execute(desk.db)
    await bench.run(remindOfCreditJob)
    await sql`update message_templates set is_sent = true where key = 'credit_ending'`.execute(desk.db)
    expect(await ofCustomer()).toEqual([])
    // Switched on in time, the reminder leaves after all.
    await bench.run(remindOfCreditJob)
    expect(await ofCustomer()).toHaveLength(1)
  })

  it('is tried as a template on an order of a customer who has some', async () => {
    const { id } = await bench.placed()
    await bench.granted(1234)
    const { reference } = await bench.staff.row(id)
    const { status, body } = await bench.admin.post('/rest/data/purchases/message-preview', {
      kind: 'credit_given',
      reference,
      locale: null,
      text: { subject: '{name}: {creditAmount}', body: 'Until {creditUntil}' },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ subject: 'Ana García: €12.34', paragraphs: ['Until 31 March 2029'] })
    const wrong = await bench.admin.post('/rest/data/purchases/message-preview', {
      kind: 'credit_given',
      reference,
      locale: null,
      text: { subject: '{reference}', body: 'Until {creditUntil}' },
    })
    expect(wrong.status).toBe(422)
  })

  it('leaves no message behind when its customer is forgotten', async () => {
    await bench.granted(500)
    await sql`update messages set recipient = 'old@example.com' where id in (
      select s.message_id from store_credit_messages s join store_credits c on c.id = s.credit_id
      where c.customer_id = ${bench.customerId})`.execute(desk.db)
    await sql`update customers set status = 'anonymised', email = ${`customer-${bench.customerId}@anonymised.invalid`},
      first_name = 'Anonymised', last_name = 'customer' where id = ${bench.customerId}`.execute(desk.db)
    expect(await ofCustomer()).toEqual([])
    const { rows } = await sql`select from messages where recipient = 'old@example.com'`.execute(desk.db)
    expect(rows).toHaveLength(0)
  })
})
