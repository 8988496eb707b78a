import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { deliverDue } from '../../platform/mail/deliver.server.ts'
import type { Outgoing } from '../../platform/mail/deliver.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'
import type { InvoiceDesk } from './testing/invoice-desk.server.ts'
import { openInvoiceDesk } from './testing/invoice-desk.server.ts'

let desk: InvoiceDesk
beforeAll(async () => {
  desk = await openInvoiceDesk(inject('postgresUrl'), 'send-invoices')
})
afterAll(() => desk?.server.stop())

const send = (ids: readonly number[], key = desk.key(), client = desk.admin) =>
  client.post('/rest/data/invoices/send', { ids }, { 'idempotency-key': key })

/** Delivers what waits, and answers with it. */
async function delivered(): Promise<readonly Outgoing[]> {
  const messages: Outgoing[] = []
  const post = async (message: Outgoing) => void messages.push(message)
  const { signal } = new AbortController()
  await sql`update messages set status = 'kept', next_attempt_at = null where template not like '%invoice'`.execute(
    desk.db,
  )
  await sql`update messages set status = 'waiting', next_attempt_at = now() where status = 'kept' and template like '%invoice'
    and sent_at is null`.execute(desk.db)
  await deliverDue({ db: desk.db, post, keepsSecrets: false, log: silent, signal })
  return messages
}
const localeOf = (id: number, locale: string) =>
  sql`update purchases set customer_locale = ${locale}, customer_email = 'ida.sol@example.com' where id = ${id}`.execute(
    desk.db,
  )

describe('a document that is sent', () => {
  it('leaves with its PDF and e-invoice, as a message from its template that the order lists', async () => {
    const order = await desk.paid()
    await localeOf(order, 'en')
    const { id, number } = await desk.issued(order)
    expect(await send([id])).toMatchObject({ status: 200, body: { results: [{ id, ok: true }] } })
    const [message, ...others] = await delivered()
    expect(others).toEqual([])
    expect(message).toMatchObject({ to: 'ida.sol@example.com', content: { subject: `Your invoice ${number}` } })
    expect(message?.content.paragraphs.join(' ')).toContain(`Invoice ${number} of `)
    const pdf = (await desk.admin.get(`/rest/data/invoices/${id}/pdf`)).body
    expect(message?.files?.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      [`${number}.pdf`, 'application/pdf'],
      [`${number}.xml`, 'application/xml'],
    ])
    expect(message?.files?.[0]?.content.toString()).toBe(String(pdf))
    expect(message?.files?.[1]?.content.toString()).toContain(`<cbc:ID>${number}</cbc:ID>`)
    const { messages } = (await desk.admin.get(desk.path(order, 'messages'))).body as { messages: readonly unknown[] }
    expect(messages[0]).toMatchObject({ kind: 'invoice', subject: `Your invoice ${number}`, status: 'sent' })
  })

  it('shows when it was sent, by whom and to which masked address, and is the same document as before', async () => {
    const order = await desk.paid()
    await localeOf(order, 'en')
    const before = await desk.issued(order)
    expect(before.sent).toEqual([])
    await delivered()
    await send([before.id])
    await delivered()
    const [after] = (await desk.documentsOf(order)).issued
    expect({ ...after, sent: [], pdfHash: null }).toEqual({ ...before, pdfHash: null })
    expect(after?.sent).toHaveLength(1)
    expect(after?.sent[0]?.to).toMatch(/^i•+@example\.com$/)
    const { body } = await desk.admin.get(`/rest/data/invoices/${before.id}`)
    expect(body).toMatchObject({ sentAt: expect.any(String) as string, sending: 'sent' })
    const { rows } = await sql<{ after: object }>`
      select after from audit where action = 'send' and object = 'invoices' and record_id = ${String(before.id)}`.execute(
      desk.db,
    )
    expect(rows).toEqual([{ after: { to: after?.sent[0]?.to } }])
  })

  it('is not sent where its message stayed here, until it leaves at last', async () => {
    const order = await desk.paid()
    const { id } = await desk.issued(order)
    await send([id])
    const becomes = async (status: string) => {
      await sql`
        update messages set status = ${status}, next_attempt_at = case when ${status} in ('waiting', 'sending') then now() end,
          sent_at = case when ${status} = 'sent' then now() end
        where id = (select max(message_id) from invoice_messages where invoice_id = ${id})`.execute(desk.db)
      const [document] = (await desk.documentsOf(order)).issued
      const { body } = await desk.admin.get(`/rest/data/invoices/${id}`)
      const { sending, sentAt } = body as { sending: string; sentAt: string | null }
      return [document?.sent.map(({ state }) => state).join(), sending, sentAt !== null]
    }
    expect(await becomes('kept')).toEqual(['kept', 'kept', false])
    expect(await becomes('sending')).toEqual(['waiting', 'waiting', false])
    expect(await becomes('failed')).toEqual(['failed', 'failed', false])
    const unsent = { 'purchaseId': order, 'sentAt': { empty: true } }
    const list = `/rest/data/invoices?filter=${encodeURIComponent(JSON.stringify(unsent))}`
    expect((await desk.admin.get(list)).body).toHaveLength(1)
    expect(await becomes('sent')).toEqual(['sent', 'sent', true])
    // It has left once, whatever becomes of the next try.
    await send([id])
    expect(await becomes('kept')).toEqual(['kept,sent', 'kept', true])
    expect((await desk.admin.get(list)).body).toEqual([])
  })

  it('leaves without an e-invoice where it is simplified, and so does what rectifies it', async () => {
    const order = await desk.paid()
    const { body } = await desk.admin.post(desk.path(order, 'invoice'), {}, { 'idempotency-key': desk.key() })
    await desk.refund(order, 100)
    const credit = (await desk.issue(order, 'refund-invoice')).body
    // What other tests have sent is none of its business.
    await delivered()
    const documents = [body, credit] as IssuedDocument[]
    await send(documents.map(({ id }) => id))
    const names = (await delivered()).map(({ files }) => files?.map(({ filename }) => filename).join())
    expect(names.toSorted()).toEqual(documents.map(({ number }) => `${number}.pdf`).toSorted())
  })

  it('is sent once by one key, and not again while it is on its way', async () => {
    const { id } = await desk.issued(await desk.paid())
    await sql`update messages set status = 'kept', next_attempt_at = null where status in ('waiting', 'sending')`.execute(
      desk.db,
    )
    const key = desk.key()
    const [first, second] = [await send([id], key), await send([id], key)]
    expect(second.body).toEqual(first.body)
    await sql`update messages set status = 'waiting', next_attempt_at = now() + interval '1 hour'
      where id = (select message_id from invoice_messages where invoice_id = ${id})`.execute(desk.db)
    expect((await send([id])).body).toEqual({ results: [{ id, ok: false, message: 'Already in progress.' }] })
    await sql`update messages set status = 'sent', next_attempt_at = null
      where id = (select message_id from invoice_messages where invoice_id = ${id})`.execute(desk.db)
    expect((await send([id])).body).toEqual({ results: [{ id, ok: true }] })
    const { rows } = await sql<{ times: number }>`
      select count(*)::integer as times from invoice_messages where invoice_id = ${id}`.execute(desk.db)
    expect(rows).toEqual([{ times: 2 }])
  })

  it('goes out for several at once, each in the language of its customer, and says which were not found', async () => {
    const [one, other] = [await desk.paid(), await desk.paid()]
    await localeOf(one, 'es')
    await localeOf(other, 'en')
    const [invoice, later] = [await desk.issued(one), await desk.issued(other)]
    await desk.refund(other, 500)
    const { body } = await desk.issue(other, 'refund-invoice')
    const back = body as typeof invoice
    const { body: answer } = await send([invoice.id, back.id, later.id, 999_999_999])
    expect(answer).toEqual({
      results: [
        { id: invoice.id, ok: true },
        { id: back.id, ok: true },
        { id: later.id, ok: true },
        { id: 999_999_999, ok: false, message: 'Invoice not found.' },
      ],
    })
    const { rows } = await sql<{ kind: string; subject: string }>`
      select kind, subject from order_messages where purchase_id in (${one}, ${other}) and kind like '%invoice' order by subject`.execute(
      desk.db,
    )
    expect(rows).toEqual(
      [
        { kind: 'invoice', subject: `Your invoice ${invoice.number}` },
        { kind: 'invoice', subject: `Your invoice ${later.number}` },
        { kind: 'refund_invoice', subject: `Your refund invoice ${back.number}` },
      ].sort((a, b) => (a.subject < b.subject ? -1 : 1)),
    )
    const { rows: locales } = await sql<{ locale: string }>`
      select distinct i.locale from invoices i where i.id = ${invoice.id}`.execute(desk.db)
    expect(locales).toEqual([{ locale: 'es' }])
  })

  it('is sent by those who can write only, with a key', async () => {
    const { id } = await desk.issued(await desk.paid())
    const reader = await desk.server.signIn('read-only')
    expect((await send([id], desk.key(), reader)).status).toBe(403)
    expect((await desk.admin.post('/rest/data/invoices/send', { ids: [id] })).status).toBe(428)
    expect((await send([])).status).toBe(422)
  })

  it('changes in nothing but when it was sent', async () => {
    const { id } = await desk.issued(await desk.paid())
    const change = (statement: ReturnType<typeof sql>) => statement.execute(desk.db)
    const stays = { constraint: 'issued_documents_stay' }
    await expect(change(sql`update invoices set sent_at = now(), gross = gross where id = ${id}`)).resolves.toBeTruthy()
    await expect(change(sql`update invoices set sent_at = null where id = ${id}`)).rejects.toMatchObject(stays)
    await expect(
      change(sql`update invoices set sent_at = now(), subject = 'Other' where id = ${id}`),
    ).rejects.toMatchObject(stays)
    await expect(change(sql`delete from invoices where id = ${id}`)).rejects.toMatchObject(stays)
  })
})
