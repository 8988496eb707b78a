import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { IssuedDocument, ReissuePreview } from './invoice.endpoints.ts'
import { formOf, simplificationsIn } from './simplified.ts'
import { forgeDocuments } from './testing/forged-documents.server.ts'
import type { InvoiceDesk } from './testing/invoice-desk.server.ts'
import { openInvoiceDesk } from './testing/invoice-desk.server.ts'
import { seriesFaults } from './testing/series-faults.server.ts'

const nameless = { company: null, taxId: null, address: null }
const sale = { gross: 40_000, currency: 'EUR', taxTreatment: 'standard', recipient: nameless } as const
const spain = simplificationsIn('ES')

describe('the form of an invoice', () => {
  it('is simplified up to the limit of the issuer’s country, and says so', () => {
    expect(formOf(sale, spain)).toEqual({
      simplified: { by: 'spain', limit: 40_000 },
      why: 'Simplified invoice: no company, tax ID or address, and the total is at most €400.00.',
    })
    expect(formOf({ ...sale, gross: 40_001 }, spain)).toEqual({
      simplified: null,
      why: 'Full invoice: the total is above €400.00, the limit of simplified ones.',
    })
    expect(formOf({ ...sale, gross: 10_000 }, simplificationsIn('FR')).simplified?.by).toBe('directive')
    expect(formOf({ ...sale, gross: 10_001 }, simplificationsIn('FR')).simplified).toBeNull()
    expect(formOf({ ...sale, gross: 1 }, simplificationsIn('US')).simplified).toBeNull()
  })

  it('is simplified up to EUR 3,000 only where staff say that it is for passenger transport', () => {
    const transport = { ...sale, gross: 300_000 }
    expect(formOf(transport, spain).simplified).toBeNull()
    expect(formOf(transport, spain, 'spain_transport').simplified).toEqual({ by: 'spain_transport', limit: 300_000 })
    expect(formOf({ ...sale, gross: 300_001 }, spain, 'spain_transport').simplified).toBeNull()
    expect(formOf({ ...sale, gross: 1 }, simplificationsIn('FR'), 'spain_transport').simplified?.by).toBe('directive')
  })

  it('is full where the recipient is named, under reverse charge, and where staff choose it', () => {
    for (const key of ['company', 'taxId', 'address'] as const)
      expect(formOf({ ...sale, recipient: { ...nameless, [key]: 'X' } }, spain).simplified).toBeNull()
    expect(formOf({ ...sale, taxTreatment: 'reverse_charge' }, spain).simplified).toBeNull()
    expect(formOf(sale, spain, 'full')).toEqual({ simplified: null, why: 'Full invoice, as chosen.' })
  })
})

describe('a simplified invoice', () => {
  let desk: InvoiceDesk
  beforeAll(async () => {
    desk = await openInvoiceDesk(inject('postgresUrl'), 'simplified')
  })
  afterAll(() => desk?.server.stop())
  const post = (id: number, input: object) =>
    desk.admin.post(desk.path(id, 'invoice'), input, { 'idempotency-key': desk.key() })
  const simplified = async (id: number) => (await post(id, {})).body as IssuedDocument

  it('is proposed with what allows it, and counts in a series of its own', async () => {
    const id = await desk.paid()
    const { invoice, simplifications } = await desk.documentsOf(id)
    expect(invoice.draft).toMatchObject({ kind: 'simplified', simplified: simplifications[0] })
    const [one, other] = [await simplified(id), await simplified(await desk.paid())]
    expect([one.kind, one.number, other.number].map((said) => said.replace(/-20\d\d-/, '-'))).toEqual([
      'simplified',
      'SIM-000001',
      'SIM-000002',
    ])
    expect(await seriesFaults(desk.db)).toEqual([])
  })

  it('is full where the recipient is named or staff choose it, and refused where it cannot be', async () => {
    const recipient = { name: 'Ana', company: null, taxId: null, address: 'Calle Mayor 1', country: 'ES' }
    expect(((await post(await desk.paid(), { recipient })).body as IssuedDocument).kind).toBe('invoice')
    expect(((await post(await desk.paid(), { form: 'full' })).body as IssuedDocument).kind).toBe('invoice')
    expect(await post(await desk.paid(), { recipient, form: 'spain' })).toMatchObject({
      status: 422,
      body: { fields: { form: 'Full invoice: the recipient has a company, tax ID or address.' } },
    })
    expect(((await post(await desk.paid(), { form: 'spain_transport' })).body as IssuedDocument).simplified?.by).toBe(
      'spain_transport',
    )
  })

  it('has a PDF that says what allows it and no e-invoice, and neither has what rectifies it', async () => {
    const id = await desk.paid()
    const invoice = await simplified(id)
    expect(invoice.einvoiceHash).toBeNull()
    await desk.refund(id, 100)
    const credit = (await desk.issue(id, 'refund-invoice')).body as IssuedDocument
    expect(credit).toMatchObject({ einvoiceHash: null, refersTo: { kind: 'simplified', number: invoice.number } })
    for (const one of [invoice, credit]) {
      expect(await desk.admin.get(`/rest/data/invoices/${one.id}/ubl`)).toMatchObject({
        status: 404,
        body: { message: 'A simplified invoice has no e-invoice. Rectify and reissue it as a full one.' },
      })
      expect((await desk.admin.get(`/rest/data/invoices/${one.id}/pdf`)).status).toBe(200)
    }
  })

  it('becomes a full one with an e-invoice where the customer asks for it, and stays one where they do not', async () => {
    const id = await desk.paid()
    const first = await simplified(id)
    const reissue = async (input: object) => {
      const { token } = (await desk.admin.post(desk.path(id, 'reissue-invoice/preview'), input)).body as ReissuePreview
      const call = { ...input, token }
      return (await desk.admin.post(desk.path(id, 'reissue-invoice'), call, { 'idempotency-key': desk.key() }))
        .body as IssuedDocument
    }
    const { name, country } = first.recipient
    const again = await reissue({ recipient: { ...nameless, name: `${name} Sol`, country }, reason: 'Misspelt' })
    expect([again.kind, again.simplified]).toEqual(['simplified', first.simplified])
    const full = await reissue({
      recipient: { name, company: 'Sol & Co', taxId: 'ESB12345678', address: 'Calle Mayor 1', country: 'ES' },
      reason: 'Full invoice requested',
    })
    expect(full).toMatchObject({
      kind: 'invoice',
      simplified: null,
      refersTo: { kind: 'simplified', number: again.number },
    })
    const xml = (await desk.admin.get(`/rest/data/invoices/${full.id}/ubl`)).body as string
    expect(xml).toContain(`<cac:InvoiceDocumentReference><cbc:ID>${again.number}`)
    const { issued } = await desk.documentsOf(id)
    expect(issued.map(({ kind }) => kind)).toEqual(['simplified', 'correction', 'simplified', 'correction', 'invoice'])
    expect(issued.reduce((sum, { gross }) => sum + gross, 0)).toBe(first.gross)
    expect(await seriesFaults(desk.db)).toEqual([])
  })

  it('is held to its limit and to a recipient without tax id by the database', async () => {
    const { id } = await simplified(await desk.paid())
    const none = { simplified_by: null, simplified_limit: null }
    const replacedBy = (kind: string, columns: object) =>
      forgeDocuments(desk.db, id, [
        { kind: 'correction', factor: -1, columns: none },
        { kind, factor: 1, columns: { ...columns } },
      ])
    expect(await replacedBy('simplified', { simplified_limit: 1 })).toBe('a_simplified_invoice_is_small')
    expect(await replacedBy('simplified', none)).toBe('a_simplified_invoice_has_its_ground')
    expect(await replacedBy('invoice', {})).toBe('a_simplified_invoice_has_its_ground')
    for (const column of ['recipient_tax_id', 'recipient_company', 'recipient_address'])
      expect(await replacedBy('simplified', { [column]: 'ESB12345678' })).toBe('a_simplified_invoice_names_no_taxpayer')
    expect(await replacedBy('simplified', {})).toBe('taken')
    const full = await desk.issued(await desk.paid())
    expect(
      await forgeDocuments(desk.db, full.id, [
        { kind: 'correction', factor: -1 },
        { kind: 'simplified', factor: 1, columns: { simplified_by: 'spain', simplified_limit: 40_000 } },
      ]),
    ).toBe('it_rectifies_an_invoice_of_its_order')
  })
})
