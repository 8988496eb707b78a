import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { seedTexts } from '../../../platform/translations/store/seed-texts.server.ts'
import { htmlOf, textOf } from '../../../platform/mail/message-text.ts'
import type { Client, Reply } from '../../../app/testing/start.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { customer, openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'
import type { Order } from '../orders.ts'
import type { OrderMessages } from './order-message.endpoints.ts'

let desk: OrderDesk
let staff: StaffDesk
let admin: Client
let last = 0
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'order_messages')
  admin = await desk.server.signIn('admin')
  staff = staffDesk(desk, admin)
})
afterAll(() => desk?.server.stop())

const key = () => ({ 'idempotency-key': `message-${++last}` })
async function listed(id: number): Promise<OrderMessages> {
  const { status, body } = await admin.get(`/rest/data/purchases/${id}/messages`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as OrderMessages
}
const kindsOf = async (id: number) => (await listed(id)).messages.map(({ kind }) => kind)
const send = (id: number, kind: string, name = key()): Promise<Reply> =>
  admin.post(`/rest/data/purchases/${id}/messages`, { kind }, name)
async function bought(...bookings: readonly string[]): Promise<{ order: Order; id: number }> {
  const order = await desk.placed({ lines: [desk.tickets(1)] })
  const id = await staff.idOf(order)
  await staff.pay(id, ...bookings)
  return { order, id }
}
const template = async (of: string) => {
  const { rows } = await sql<{ id: number; subject: string; body: string; version: number }>`
    select id, subject, body, version from message_templates where key = ${of}`.execute(desk.db)
  const [found] = rows
  if (!found) throw new Error(`There is a template for ${of}.`)
  return found
}

describe('the moves of an order', () => {
  it('write to a customer who has paid: confirmed, or the voucher alone where it is there at once', async () => {
    await sql`update products set is_instant_delivery = true where id = (select product_id from product_options where id = ${desk.goods.optionId})`.execute(
      desk.db,
    )
    const paid = async (line: object) => {
      const order = await desk.placed({ lines: [line] })
      const { body } = await desk.post(order.reference, 'pay', { method: 'card' })
      await desk.event({ type: 'payment.captured', payment: (body as { payment: string }).payment, fee: 30 })
      return await kindsOf(await staff.idOf(order))
    }
    expect(await paid(desk.tickets(1))).toEqual(['confirmation'])
    expect(await paid(desk.visit(1))).toEqual(['voucher'])
  })

  it('write to its customer when staff cancel it', async () => {
    const { id } = await bought('pending_supplier', 'confirmed')
    expect(await kindsOf(id)).toEqual([])
    await staff.run(id, 'cancel', { reason: 'Customer request' })
    expect(await kindsOf(id)).toEqual(['cancellation'])
    const { rows } = await sql<{ recipient: string; template: string }>`
      select m.recipient, m.template from order_messages o join messages m on m.id = o.message_id where o.purchase_id = ${id}`.execute(
      desk.db,
    )
    expect(rows).toEqual([{ recipient: 'ana@example.com', template: 'order-cancellation' }])
  })

  it('write nothing where the template is switched off, and the preview says so', async () => {
    const said = async (id: number) =>
      (await staff.preview(id, 'cancel', { reason: 'A test' })).effects
        .filter(({ about }) => about === 'message')
        .map(({ text }) => text)
    const { id } = await bought('pending_supplier', 'confirmed')
    expect(await said(id)).toEqual(['The customer is emailed “Order cancelled”.'])
    await sql`update message_templates set is_sent = false where key = 'cancellation'`.execute(desk.db)
    expect(await said(id)).toEqual(['The customer gets no message.'])
    await staff.run(id, 'cancel', { reason: 'A test' })
    await sql`update message_templates set is_sent = true where key = 'cancellation'`.execute(desk.db)
    expect(await kindsOf(id)).toEqual([])
  })
})

describe('a message', () => {
  it('is in the language of the customer, and in the default one where half of it is missing', async () => {
    await sql`insert into locales (code, name, native_name, is_enabled_on_site, fallback_id)
      select 'es', 'Spanish', 'Español', true, id from locales where is_default
      on conflict (code) do update set is_enabled_on_site = true`.execute(desk.db)
    const { id: templateId, subject, body } = await template('payment_link')
    const order = await desk.placed({ lines: [desk.tickets(1)], locale: 'es' })
    const id = await staff.idOf(order)
    const preview = async () =>
      (await admin.get(`/rest/data/purchases/${id}/message-preview`, { kind: 'payment_link' })).body as {
        locale: string
        subject: string
        paragraphs: string[]
      }
    await sql`update purchases set customer_locale = 'es' where id = ${id}`.execute(desk.db)
    await seedTexts(desk.db, 'message-templates', 'es', [
      { id: templateId, field: 'subject', source: subject, text: 'Paga {title}' },
    ])
    expect((await preview()).locale).toBe('en')
    await seedTexts(desk.db, 'message-templates', 'es', [
      { id: templateId, field: 'body', source: body, text: 'Hola, {name}: {link}' },
    ])
    const { title } = await desk.rowOf(order.reference)
    expect(await preview()).toMatchObject({
      locale: 'es',
      subject: `Paga ${String(title)}`,
      paragraphs: ['Hola, Ana García: ••••••'],
    })
  })

  it('is escaped in HTML and plain in text', async () => {
    const order = await desk.placed({
      lines: [desk.tickets(1)],
      customer: { ...customer, firstName: '<b>Eve</b>', lastName: '{{code}}' },
    })
    const id = await staff.idOf(order)
    await send(id, 'payment_link')
    const { rows } = await sql<{ subject: string; content: { paragraphs: string[] } }>`
      select m.subject, m.content from order_messages o join messages m on m.id = o.message_id where o.purchase_id = ${id}`.execute(
      desk.db,
    )
    const [stored] = rows
    const content = { subject: stored?.subject ?? '', paragraphs: stored?.content.paragraphs ?? [] }
    expect(textOf(content, undefined)).toContain('Hello <b>Eve</b> code,')
    const html = htmlOf(content, undefined, 'Marquee')
    expect(html).toContain('Hello &lt;b&gt;Eve&lt;/b&gt; code,')
    expect(html).not.toContain('<b>Eve')
  })

  it('is sent once for a key, and says why it cannot be sent', async () => {
    const { id } = await bought('pending_supplier', 'confirmed')
    const name = key()
    expect((await send(id, 'confirmation', name)).status).toBe(201)
    expect((await send(id, 'confirmation', name)).status).toBe(201)
    expect(await kindsOf(id)).toEqual(['confirmation'])
    const refused = await send(id, 'ticket')
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      'Not everything is delivered.',
    ])
    expect((await send(id, 'greeting')).status).toBe(422)
  })

  it('does not go to a customer who was anonymised, sent by staff or by a move of the order', async () => {
    const { id } = await bought('pending_supplier', 'confirmed')
    await sql`update purchases set customer_email = 'customer-1@anonymised.invalid' where id = ${id}`.execute(desk.db)
    expect(await send(id, 'confirmation')).toMatchObject({
      status: 409,
      body: { message: 'The customer was anonymised.' },
    })
    const { kinds } = await listed(id)
    expect(kinds.filter(({ blockedReason }) => blockedReason !== 'The customer was anonymised.')).toEqual([])
    await staff.run(id, 'cancel', { reason: 'Customer request' })
    expect(await kindsOf(id)).toEqual([])
  })

  it('is read as it was sent, on its own order only', async () => {
    const { id } = await bought('pending_supplier', 'confirmed')
    const { id: other } = await bought('pending_supplier', 'confirmed')
    await send(id, 'confirmation')
    const [message] = (await listed(id)).messages
    const read = (of: number) => admin.get(`/rest/data/purchases/${of}/messages/${message?.id}`)
    expect((await read(id)).body).toMatchObject({ kind: 'confirmation', subject: message?.subject })
    expect((await read(other)).status).toBe(404)
  })
})

describe('a template', () => {
  const save = async (changes: object) => {
    const { id, version, ...stored } = await template('change')
    const { rows } = await sql<{ name: string }>`select name from message_templates where id = ${id}`.execute(desk.db)
    const body = { name: rows[0]?.name, isSent: true, subject: stored.subject, body: stored.body, ...changes }
    return await admin.put(`/rest/data/message-templates/${id}`, body, { 'if-match': `"${version}"` })
  }

  it('is refused with a variable that it does not have, on its field', async () => {
    const { status, body } = await save({ body: 'Hello {nme}' })
    expect(status).toBe(422)
    expect((body as { fields: Record<string, string> }).fields['body']).toMatch(
      /^\{nme\} is not a variable\. Use one of \{name\}, /,
    )
    expect((await save({ subject: 'Pay here: {link}' })).status).toBe(422)
    const { id, version, ...link } = await template('payment_link')
    const saveLink = (isSent: boolean) =>
      admin.put(
        `/rest/data/message-templates/${id}`,
        { name: 'Payment link', isSent, ...link, subject: 'Pay at {link}' },
        { 'if-match': `"${version}"` },
      )
    expect((await saveLink(true)).body).toMatchObject({ fields: { isSent: 'Staff send it from an order.' } })
    expect((await saveLink(false)).status).toBe(200)
    expect((await save({ subject: 'News about {reference}' })).status).toBe(200)
  })

  it('shows a masked address wherever it is read, as sent, before it is sent and while its template is written', async () => {
    const { order, id } = await bought('pending_supplier', 'confirmed')
    expect((await send(id, 'confirmation')).status).toBe(201)
    const [sent] = (await listed(id)).messages
    const replies = [
      await admin.get(`/rest/data/purchases/${id}/messages/${sent?.id}`),
      await admin.get(`/rest/data/purchases/${id}/message-preview`, { kind: 'confirmation' }),
      await admin.post('/rest/data/purchases/message-preview', {
        kind: 'change',
        reference: order.reference,
        locale: null,
        text: null,
      }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { body } of replies) expect((body as { to: string }).to).toMatch(/^.•••@/)
  })

  it('is tried on a real order before it is saved', async () => {
    const { order } = await bought('pending_supplier', 'confirmed')
    const attempt = (text: object, reference: string | null = order.reference) =>
      admin.post('/rest/data/purchases/message-preview', { kind: 'change', reference, locale: null, text })
    expect(
      (await attempt({ subject: 'S {reference}', body: 'One {name}\nAt {meetingPoint}\n\nTwo' })).body,
    ).toMatchObject({
      subject: `S ${order.reference}`,
      paragraphs: ['One Ana García', 'Two'],
      reference: order.reference,
    })
    expect((await attempt({ subject: 'S', body: '{nme}' })).body).toMatchObject({
      error: expect.any(String),
      fields: { 'text.body': expect.stringContaining('{nme} is not a variable.') },
    })
    expect((await attempt({ subject: 'S', body: 'B' }, 'NOSUCH12')).status).toBe(422)
  })

  it('names only the day of a visit that has no time, and says of tickets that theirs is not known', async () => {
    const read = async (line: object) => {
      const { reference } = await desk.placed({ lines: [line] })
      await sql`update purchases set local_time = null where reference = ${reference}`.execute(desk.db)
      const text = { subject: 'S', body: '{when}' }
      const { body } = await admin.post('/rest/data/purchases/message-preview', {
        kind: 'change',
        reference,
        locale: null,
        text,
      })
      return (body as { paragraphs: string[] }).paragraphs[0]
    }
    expect(await read(desk.visit(1))).toMatch(/^\w+day,? \d+ \w+ \d{4}$/)
    expect(await read(desk.tickets(1))).toMatch(/, time to be announced$/)
  })

  it('names no day while the performance is postponed without one, in every kind of letter', async () => {
    const { order, id } = await bought('pending_supplier', 'confirmed')
    const letters = async () => {
      const read = async (kind: string, text: object | null) => {
        const body = { kind, reference: order.reference, locale: null, text }
        const reply = await admin.post('/rest/data/purchases/message-preview', body)
        expect([kind, reply.status]).toEqual([kind, 200])
        const { subject, paragraphs } = reply.body as { subject: string; paragraphs: string[] }
        return [subject, ...paragraphs].join('\n')
      }
      const text = { subject: '{when}', body: '{when}' }
      const kinds = ['confirmation', 'ticket', 'change', 'cancellation', 'bank_returned', 'payment_link']
      return await Promise.all([...kinds.map((kind) => read(kind, null)), read('change', text)])
    }
    const { rows } = await sql<{ day: string }>`select to_char(travel_date, 'FMDD FMMonth YYYY') as day from purchases
      where id = ${id}`.execute(desk.db)
    const { day = '' } = rows[0] ?? {}
    for (const letter of await letters()) expect(letter).toContain(day)
    await sql`update performances set is_date_tbd = true where id = ${desk.goods.performanceId}`.execute(desk.db)
    const undecided = await letters()
    await sql`update performances set is_date_tbd = false where id = ${desk.goods.performanceId}`.execute(desk.db)
    for (const letter of undecided) {
      expect(letter).toContain('a day still to be decided')
      expect(letter).not.toContain(day)
    }
  })

  it('says that an event is postponed only where it is', async () => {
    const { id } = await bought('pending_supplier', 'confirmed')
    const set = (status: string) =>
      sql`update performances set status = ${status} where id = ${desk.goods.performanceId}`.execute(desk.db)
    expect(await send(id, 'postponement')).toMatchObject({
      status: 409,
      body: { message: 'The performance is neither postponed nor rescheduled.' },
    })
    await set('postponed')
    expect((await send(id, 'postponement')).status).toBe(201)
    await set('onsale')
  })
})
