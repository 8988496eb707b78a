import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'
import type { InvoiceDesk } from './testing/invoice-desk.server.ts'
import { openInvoiceDesk } from './testing/invoice-desk.server.ts'

let desk: InvoiceDesk
let admin: Client
beforeAll(async () => {
  desk = await openInvoiceDesk(inject('postgresUrl'), 'invoices')
  admin = desk.admin
})
afterAll(() => desk?.server.stop())

const path = (id: number, what: string) => desk.path(id, what)
const issue: InvoiceDesk['issue'] = (...given) => desk.issue(...given)
const read = (id: number) => desk.documentsOf(id)
const placed = () => desk.unpaid()
const paid = () => desk.paid()
const issued = (id: number) => desk.issued(id)
const refund = (id: number, amount: number) => desk.refund(id, amount)
const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as { error: string }).error]
const refusedBy = async (statement: ReturnType<typeof sql>): Promise<unknown> =>
  await statement.execute(desk.db).then(
    () => 'taken',
    (error: unknown) => (error as { constraint?: string }).constraint,
  )

describe('an invoice', () => {
  it('is shown before it is issued, and reading it issues nothing', async () => {
    const id = await paid()
    const before = await read(id)
    expect(before).toMatchObject({ issued: [], invoice: { blockedReason: null, draft: { kind: 'simplified' } } })
    expect(await read(id)).toEqual(before)
    const { gross, taxes } = await issued(id)
    expect([gross, taxes]).toEqual([before.invoice.draft?.gross, before.invoice.draft?.taxes])
    expect(taxes.map(({ taxRate }) => taxRate)).toEqual([1000, 2100])
  })

  it('charges what was paid, and is numbered, dated and chained', async () => {
    const [one, other] = [await issued(await paid()), await issued(await paid())]
    const numberOf = ({ number }: IssuedDocument) => Number(number.split('-').at(-1))
    expect(one.number).toMatch(/^INV-20\d\d-\d{6}$/)
    expect(numberOf(other)).toBe(numberOf(one) + 1)
    expect(other.issuedAt >= one.issuedAt).toBe(true)
    const { rows } = await sql<{
      previous: string
    }>`select previous_hash as previous from invoices where id = ${other.id}`.execute(desk.db)
    expect(rows).toEqual([{ previous: one.hash }])
    expect(one.issuer).toMatchObject({ name: 'Marquee Demo S.L.', taxId: 'ESB00000000' })
    expect(one.gross).toBe(one.lines.reduce((sum, { gross }) => sum + gross, 0))
  })

  it('is issued by who can change orders of its city, and of no other', async () => {
    const id = await paid()
    const limited = await desk.server.signIn('sales-agent')
    const limitTo = (cities: ReturnType<typeof sql>) =>
      sql`insert into role_permissions (role_id, action, object, city_ids)
        select r.id, 'write', 'purchases', array(${cities}) from roles r where r.name = 'sales-agent'
        on conflict (role_id, action, object) do update set city_ids = excluded.city_ids`.execute(desk.db)
    await limitTo(sql`select c.id from cities c where c.id <> (select city_id from purchases where id = ${id}) limit 1`)
    expect((await issue(id, 'invoice', undefined, limited)).status).toBe(403)
    await limitTo(sql`select city_id from purchases where id = ${id}`)
    expect((await issue(id, 'invoice', undefined, limited)).status).toBe(201)
  })

  it('is refused while the order is unpaid, and a second time', async () => {
    const id = await placed()
    expect(code(await issue(id, 'invoice'))).toEqual([409, 'Unpaid'])
    expect((await read(id)).invoice.blockedReason).toBe('This order isn’t paid. You can issue the invoice once it is.')
    await desk.pay(id)
    const { number } = await issued(id)
    const again = await issue(id, 'invoice')
    expect(code(again)).toEqual([409, 'AlreadyIssued'])
    expect((again.body as { message: string }).message).toBe(`Invoice ${number} is already issued.`)
    expect((await read(id)).issued).toHaveLength(1)
    const { rows } = await sql<{ detail: string }>`
      select detail from purchase_events where purchase_id = ${id} and kind = 'invoice_issued'`.execute(desk.db)
    expect(rows).toEqual([{ detail: number }])
  })

  it('names the recipient that the customer asked for, and refuses what is no tax id', async () => {
    const id = await paid()
    const recipient = { name: 'Ana García', company: 'Ana & Co', taxId: 'es b-1234567.8', address: '', country: 'ES' }
    const post = (given: object, key: string) =>
      admin.post(path(id, 'invoice'), { recipient: given }, { 'idempotency-key': key })
    expect(await post({ ...recipient, taxId: 'ES1' }, 'bad-tax-id')).toMatchObject({
      status: 422,
      body: { fields: { 'recipient.taxId': 'Enter a tax ID such as ESB12345678.' } },
    })
    const hidden = {
      name: 'Ana\u202e',
      company: 'Ana\ufeff & Co',
      taxId: 'ESB\u206612345678',
      address: 'Calle 1\u0007',
    }
    const said = 'Remove the characters that cannot be shown.'
    expect(await post({ ...recipient, ...hidden }, 'hidden')).toMatchObject({
      status: 422,
      body: { fields: Object.fromEntries(Object.keys(hidden).map((key) => [`recipient.${key}`, said])) },
    })
    const { status, body } = await post({ ...recipient, name: 'Ana\nGarcía' }, 'good-tax-id')
    expect([status, (body as IssuedDocument).recipient]).toEqual([
      201,
      { ...recipient, taxId: 'ESB12345678', address: null },
    ])
  })

  it('is issued once where its call is repeated, and not without a key', async () => {
    const id = await paid()
    expect((await admin.post(path(id, 'invoice'), {})).status).toBe(428)
    const [first, second] = [await issue(id, 'invoice', 'the-same'), await issue(id, 'invoice', 'the-same')]
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
  })

  it('can be read with ui and issued with write alone, and there is none of an order that is not there', async () => {
    const id = await paid()
    const reader = await desk.server.signIn('read-only')
    expect((await reader.get(path(id, 'invoices'))).status).toBe(200)
    expect((await issue(id, 'invoice', 'no-write', reader)).status).toBe(403)
    const none = await desk.server.signIn('no-access')
    expect((await none.get(path(id, 'invoices'))).status).toBe(403)
    expect((await issue(999_999_999, 'invoice')).status).toBe(404)
    expect((await admin.get(path(999_999_999, 'invoices'))).status).toBe(404)
  })

  it('charges no tax where staff say so, and what rectifies it neither', async () => {
    const id = await paid()
    const post = (given: object, key: string) => admin.post(path(id, 'invoice'), given, { 'idempotency-key': key })
    expect(await post({ taxTreatment: 'reverse_charge' }, 'no-tax-id')).toMatchObject({
      status: 422,
      body: { fields: { taxTreatment: 'Reverse charge needs the recipient’s tax ID.' } },
    })
    const recipient = { name: 'Ana', company: null, taxId: 'DE123456789', address: null, country: 'DE' }
    const { status, body } = await post({ taxTreatment: 'reverse_charge', recipient }, 'with-tax-id')
    const invoice = body as IssuedDocument
    expect([status, invoice.taxTreatment, invoice.tax, invoice.net]).toEqual([201, 'reverse_charge', 0, invoice.gross])
    await refund(id, 100)
    const back = (await issue(id, 'refund-invoice')).body as IssuedDocument
    expect([back.taxTreatment, back.tax, back.net]).toEqual(['reverse_charge', 0, -100])
    const { rows } =
      await sql`select from invoices i where id in (${invoice.id}, ${back.id}) and hash = invoice_hash(i)`.execute(
        desk.db,
      )
    expect(rows).toHaveLength(2)
  })

  it('is in the audit', async () => {
    const { number, gross } = await issued(await paid())
    const { rows } = await sql<{ after: unknown }>`
      select after from audit_log where action = 'issue-invoice' order by id desc limit 1`.execute(desk.db)
    expect(rows[0]?.after).toMatchObject({ number, gross })
  })
})

describe('a refund invoice', () => {
  it('is refused where nothing was refunded, without an invoice, and once all refunds have theirs', async () => {
    const id = await paid()
    expect(code(await issue(id, 'refund-invoice'))).toEqual([409, 'NothingRefunded'])
    await refund(id, 100)
    expect(code(await issue(id, 'refund-invoice'))).toEqual([409, 'NoInvoice'])
    await issued(id)
    expect((await issue(id, 'refund-invoice')).status).toBe(201)
    expect(code(await issue(id, 'refund-invoice'))).toEqual([409, 'AllRectified'])
  })

  it('rectifies refund by refund until nothing of the invoice is left, at its own rates', async () => {
    const id = await paid()
    const invoice = await issued(id)
    const documents: IssuedDocument[] = [invoice]
    for (const amount of [333, invoice.gross - 333]) {
      await refund(id, amount)
      const { body } = await issue(id, 'refund-invoice')
      const document = body as IssuedDocument
      expect(document).toMatchObject({
        kind: 'rectifying',
        gross: -amount,
        refersTo: { number: invoice.number },
        recipient: invoice.recipient,
      })
      expect(document.number).toMatch(/^REC-20\d\d-\d{6}$/)
      documents.push(document)
    }
    for (const key of ['net', 'tax', 'gross'] as const)
      for (const { taxRate } of invoice.taxes)
        expect(
          documents
            .flatMap(({ taxes }) => taxes.filter((one) => one.taxRate === taxRate))
            .reduce((sum, one) => sum + one[key], 0),
        ).toBe(0)
    expect((await read(id)).issued.map(({ kind }) => kind)).toEqual(['invoice', 'rectifying', 'rectifying'])
  })
})

describe('the database', () => {
  it('changes nothing that was issued', async () => {
    const { id } = await issued(await paid())
    for (const statement of [
      sql`update invoices set gross = gross where id = ${id}`,
      sql`delete from invoices where id = ${id}`,
      sql`update invoice_lines set title = 'Other' where invoice_id = ${id}`,
      sql`delete from invoice_lines where invoice_id = ${id}`,
      sql`insert into invoice_lines (invoice_id, position, title, quantity, unit_price, tax_rate, net, tax, gross)
        values (${id}, 99, 'More', 1, 0, 0, 0, 0, 0)`,
      sql`update invoice_taxes set tax = tax where invoice_id = ${id}`,
      sql`insert into invoice_taxes (invoice_id, tax_rate, net, tax, gross) values (${id}, 500, 0, 0, 0)`,
      sql`update invoice_files set content = 'x' where invoice_id = ${id}`,
      sql`delete from invoice_files where invoice_id = ${id}`,
    ])
      expect(await refusedBy(statement)).toBe('issued_documents_stay')
    for (const statement of [
      sql`update invoice_series set last_sequence = last_sequence + 2`,
      sql`update invoice_series set last_sequence = last_sequence - 1`,
      sql`delete from invoice_series`,
    ])
      expect(await refusedBy(statement)).toBe('series_count_one_by_one')
  })

  /** Inserts a copy of a document with one line, as a program without our rules would. */
  async function forge(
    of: number,
    { line = -1, gross = -1, kind = 'rectifying', at = null as string | null },
  ): Promise<unknown> {
    return await desk.db
      .transaction()
      .execute(async (trx) => {
        const { rows } = await sql<{
          id: number
        }>`select nextval(pg_get_serial_sequence('invoices', 'id')) as id`.execute(trx)
        const id = Number(rows[0]?.id)
        await sql`insert into invoice_taxes (invoice_id, tax_rate, net, tax, gross) values (${id}, 0, ${line}, 0, ${line})`.execute(
          trx,
        )
        await sql`insert into invoice_lines (invoice_id, position, title, quantity, unit_price, tax_rate, net, tax, gross)
          values (${id}, 1, 'Refund', 1, ${line}, 0, ${line}, 0, ${line})`.execute(trx)
        const { rows: columns } = await sql<{ name: string }>`
          select column_name as name from information_schema.columns
          where table_name = 'invoices' and is_generated = 'NEVER'`.execute(trx)
        const list = sql.join(columns.map(({ name }) => sql.ref(name)))
        await sql`insert into invoices (${list}) select ${list} from (select (jsonb_populate_record(i, jsonb_build_object(
          'id', ${id}::bigint, 'kind', ${kind}::text, 'refers_to_id', case ${kind}::text when 'rectifying' then i.id end,
          'net', ${gross}::bigint, 'tax', 0, 'gross', ${gross}::bigint, 'issued_at', ${at}::timestamptz))).* from invoices i
          where i.id = ${of}) copy`.execute(trx)
      })
      .then(
        () => 'taken',
        (error: unknown) => (error as { constraint?: string }).constraint,
      )
  }

  it('refuses what does not add up, rectifies more than was invoiced, is a second invoice or older than the last', async () => {
    const { id } = await issued(await paid())
    expect(await forge(id, { line: -1, gross: -2 })).toBe('lines_add_up_to_the_document')
    expect(await forge(id, {})).toBe('no_more_rectified_than_invoiced')
    expect(await forge(id, { line: 1, gross: 1, kind: 'invoice' })).toBe('invoices_one_an_order')
    expect(await forge(id, { line: 1, gross: 1, kind: 'invoice', at: '2020-01-01T00:00:00Z' })).toBe(
      'dates_only_go_forward',
    )
  })
})
