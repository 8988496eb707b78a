import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import type { InvoiceHealth } from './invoice-books.endpoints.ts'
import type { IssuedDocument, ReissuePreview } from './invoice.endpoints.ts'
import type { Forged } from './testing/forged-documents.server.ts'
import { forgeDocuments } from './testing/forged-documents.server.ts'
import type { InvoiceDesk } from './testing/invoice-desk.server.ts'
import { openInvoiceDesk } from './testing/invoice-desk.server.ts'
import { seriesFaults } from './testing/series-faults.server.ts'

let desk: InvoiceDesk
let admin: Client
beforeAll(async () => {
  desk = await openInvoiceDesk(inject('postgresUrl'), 'reissues')
  admin = desk.admin
})
afterAll(() => desk?.server.stop())

const company = { name: 'Ana García', company: 'Ana & Co', taxId: 'ES B-1234567.8', address: null, country: 'ES' }
const correction = { recipient: company, reason: 'Asked for an invoice to the company' }
const previewed = (id: number, input: object = correction) =>
  admin.post(desk.path(id, 'reissue-invoice/preview'), input)
const apply = (id: number, input: object, key = desk.key(), client = admin) =>
  client.post(desk.path(id, 'reissue-invoice'), input, { 'idempotency-key': key })
async function reissue(id: number, input: object = correction): Promise<IssuedDocument> {
  const { token } = (await previewed(id, input)).body as ReissuePreview
  const { status, body } = await apply(id, { ...input, token })
  if (status !== 201) throw new Error(`Not reissued: ${JSON.stringify(body)}`)
  return body as IssuedDocument
}
const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as { error: string }).error]
const sumOf = (documents: readonly IssuedDocument[], key: 'net' | 'tax' | 'gross') =>
  documents.reduce((sum, one) => sum + one[key], 0)

describe('an invoice that is corrected', () => {
  it('is shown with both documents first, which issues nothing', async () => {
    const id = await desk.paid()
    const invoice = await desk.issued(id)
    const { status, body } = await previewed(id)
    expect([status, body]).toMatchObject([
      200,
      {
        takenBack: { kind: 'correction', gross: -invoice.gross, tax: -invoice.tax, recipient: invoice.recipient },
        reissued: { kind: 'invoice', gross: invoice.gross, tax: invoice.tax, recipient: { taxId: 'ESB12345678' } },
      },
    ])
    expect((await desk.documentsOf(id)).issued).toHaveLength(1)
  })

  it('is taken back in full in the series of what rectifies, and replaced by one that refers to both', async () => {
    const id = await desk.paid()
    const invoice = await desk.issued(id)
    const reissued = await reissue(id)
    const { issued, invoice: next, reissueBlockedReason } = await desk.documentsOf(id)
    const [first, taken, last] = issued
    expect([first, last, issued.length]).toEqual([invoice, reissued, 3])
    expect(taken).toMatchObject({
      kind: 'correction',
      number: expect.stringMatching(/^REC-/),
      refersTo: { number: invoice.number },
      reason: correction.reason,
      lines: invoice.lines.map(({ title, gross }) => ({ title, gross: -gross })),
    })
    expect(reissued).toMatchObject({
      kind: 'invoice',
      number: expect.stringMatching(/^INV-/),
      refersTo: { number: invoice.number, rectifiedBy: { number: taken?.number, issuedOn: taken?.issuedOn } },
      lines: invoice.lines,
      recipient: { ...company, taxId: 'ESB12345678' },
    })
    for (const key of ['net', 'tax', 'gross'] as const) expect(sumOf(issued, key)).toBe(invoice[key])
    expect([reissued.issuedAt >= invoice.issuedAt, reissued.einvoiceHash === null]).toEqual([true, false])
    expect([next.draft, reissueBlockedReason]).toEqual([null, null])
    expect(await seriesFaults(desk.db)).toEqual([])
    const { rows } = await sql<{ detail: string; before: unknown; after: unknown; reason: string }>`
      select e.detail, a.before, a.after, a.reason from purchase_events e
      join audit_log a on a.record_id = e.purchase_id::text and a.action = 'reissue-invoice'
      where e.purchase_id = ${id} and e.kind = 'invoice_reissued'`.execute(desk.db)
    expect(rows).toMatchObject([
      {
        detail: `${invoice.number} → ${reissued.number}`,
        before: { number: invoice.number },
        after: { number: reissued.number, rectifiedBy: taken?.number },
        reason: correction.reason,
      },
    ])
  })

  it('says in its e-invoice and its PDF what it replaces', async () => {
    const id = await desk.paid()
    const invoice = await desk.issued(id)
    const reissued = await reissue(id)
    const xml = (await admin.get(`/rest/data/invoices/${reissued.id}/ubl`)).body as string
    expect(xml.match(/<cac:InvoiceDocumentReference><cbc:ID>[^<]+/g)).toEqual(
      [invoice.number, reissued.refersTo?.rectifiedBy?.number].map(
        (number) => `<cac:InvoiceDocumentReference><cbc:ID>${number}`,
      ),
    )
    const taken = (await desk.documentsOf(id)).issued[1]
    const credit = (await admin.get(`/rest/data/invoices/${taken?.id}/ubl`)).body as string
    expect(credit).toContain('<CreditNote ')
    expect((await admin.get(`/rest/data/invoices/${taken?.id}/pdf`)).status).toBe(200)
  })

  it('charges only what earlier refunds left of it, and later refunds rectify the one that replaced it', async () => {
    const id = await desk.paid()
    const invoice = await desk.issued(id)
    await desk.refund(id, 333)
    const credit = (await desk.issue(id, 'refund-invoice')).body as IssuedDocument
    const reissued = await reissue(id)
    expect([reissued.gross, reissued.tax]).toEqual([invoice.gross - 333, invoice.tax + credit.tax])
    await desk.refund(id, reissued.gross)
    const rest = (await desk.issue(id, 'refund-invoice')).body as IssuedDocument
    expect(rest).toMatchObject({ gross: -reissued.gross, tax: -reissued.tax, refersTo: { number: reissued.number } })
    expect(sumOf((await desk.documentsOf(id)).issued, 'tax')).toBe(0)
    expect(code(await previewed(id))).toEqual([409, 'AllRectified'])
  })

  it('can be corrected again, and its VAT treatment too, there and back', async () => {
    const id = await desk.paid()
    const invoice = await desk.issued(id)
    await desk.refund(id, 100)
    await desk.issue(id, 'refund-invoice')
    const exempt = await reissue(id, { taxTreatment: 'exempt', reason: 'The museum is exempt' })
    expect([exempt.taxTreatment, exempt.tax, exempt.gross]).toEqual(['exempt', 0, invoice.gross - 100])
    const standard = await reissue(id, { taxTreatment: 'standard', reason: 'It is not exempt' })
    const { issued } = await desk.documentsOf(id)
    const left = sumOf(issued.slice(0, 2), 'tax')
    expect([standard.taxTreatment, standard.tax, standard.gross]).toEqual(['standard', left, invoice.gross - 100])
    expect(issued.map(({ kind }) => kind)).toEqual([
      'invoice',
      'rectifying',
      'correction',
      'invoice',
      'correction',
      'invoice',
    ])
  })

  it('is refused where nothing changes, without a reason, and where there is no invoice', async () => {
    const id = await desk.paid()
    expect(code(await previewed(id))).toEqual([409, 'NoInvoice'])
    const { recipient } = await desk.issued(id)
    expect(await previewed(id, { recipient, reason: 'No change' })).toMatchObject({
      status: 422,
      body: { fields: { recipient: 'Nothing would change. Correct something first.' } },
    })
    expect(await previewed(id, { ...correction, reason: ' ' })).toMatchObject({
      status: 422,
      body: { fields: { reason: 'Enter a reason.' } },
    })
    expect(await previewed(id, { taxTreatment: 'reverse_charge', reason: 'Abroad' })).toMatchObject({ status: 422 })
    const reader = await desk.server.signIn('read-only')
    expect((await apply(id, { ...correction, token: 'x' }, undefined, reader)).status).toBe(403)
  })

  it('is not issued where the documents are no longer those of the preview', async () => {
    const id = await desk.paid()
    await desk.issued(id)
    const { token } = (await previewed(id)).body as ReissuePreview
    const otherwise = { ...correction, recipient: { ...company, name: 'Eva' } }
    expect(code(await apply(id, { ...otherwise, token }))).toEqual([409, 'PreviewChanged'])
    await desk.refund(id, 100)
    await desk.issue(id, 'refund-invoice')
    const stale = await apply(id, { ...correction, token })
    expect(code(stale)).toEqual([409, 'PreviewChanged'])
    const { current } = stale.body as { current: ReissuePreview }
    expect((await apply(id, { ...correction, token: current.token })).status).toBe(201)
  })

  it('is issued once where its call is repeated, and not without a key', async () => {
    const id = await desk.paid()
    await desk.issued(id)
    const { token } = (await previewed(id)).body as ReissuePreview
    expect((await admin.post(desk.path(id, 'reissue-invoice'), { ...correction, token })).status).toBe(428)
    const key = desk.key()
    const [one, same] = [await apply(id, { ...correction, token }, key), await apply(id, { ...correction, token }, key)]
    expect([one.status, same.body]).toEqual([201, one.body])
    expect((await desk.documentsOf(id)).issued).toHaveLength(3)
  })

  it('changes no sum of the series', async () => {
    const differences = async () =>
      ((await admin.get('/rest/data/invoice-health')).body as InvoiceHealth).money.map(({ difference }) => difference)
    const before = await differences()
    const id = await desk.paid()
    await desk.issued(id)
    await desk.refund(id, 200)
    await desk.issue(id, 'refund-invoice')
    await desk.refund(id, 50)
    await reissue(id)
    expect(new Set([...before, ...(await differences())])).toEqual(new Set([0]))
  })
})

describe('the database', () => {
  const forge = (of: number, documents: readonly Forged[]) => forgeDocuments(desk.db, of, documents)
  const correctionOf = (factor: number) => ({ kind: 'correction', factor })
  const replacement = { kind: 'invoice', factor: 1 }

  it('takes an invoice back once, in full, and never without the one that replaces it', async () => {
    const { id } = await desk.issued(await desk.paid())
    expect(await forge(id, [replacement])).toBe('a_reissue_charges_what_was_taken_back')
    expect(await forge(id, [correctionOf(-1), { ...replacement, factor: 2 }])).toBe(
      'a_reissue_charges_what_was_taken_back',
    )
    expect(await forge(id, [correctionOf(-1)])).toBe('a_correction_is_followed_by_an_invoice')
    expect(await forge(id, [correctionOf(-2), replacement])).toBe('no_more_rectified_than_invoiced')
    expect(await forge(id, [correctionOf(-1), replacement])).toBe('taken')
    expect(await forge(id, [correctionOf(-1), replacement])).toBe('no_more_rectified_than_invoiced')
    expect(await forge(id, [replacement])).toBe('invoices_replaced_once')
  })

  it('takes back no less than is left', async () => {
    const purchase = await desk.paid()
    const { id } = await desk.issued(purchase)
    await desk.refund(purchase, 100)
    await desk.issue(purchase, 'refund-invoice')
    expect(await forge(id, [correctionOf(-1), replacement])).toBe('no_more_rectified_than_invoiced')
    const whole = await desk.issued(await desk.paid())
    expect(await forge(whole.id, [{ kind: 'correction', factor: 0 }, replacement])).toBe(
      'a_correction_takes_back_all_that_is_left',
    )
  })
})
