import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { InvoiceDesk } from './testing/invoice-desk.server.ts'
import { openInvoiceDesk } from './testing/invoice-desk.server.ts'

let desk: InvoiceDesk
beforeAll(async () => {
  desk = await openInvoiceDesk(inject('postgresUrl'), 'invoice-files')
})
afterAll(() => desk?.server.stop())

describe('a document', () => {
  it('can be had as an e-invoice, and one that is not there cannot', async () => {
    const { id, number, einvoiceHash } = await desk.issued(await desk.paid())
    const { status, body, headers } = await desk.admin.get(`/rest/data/invoices/${id}/ubl`)
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/xml; charset=utf-8',
      `attachment; filename="${number}.xml"`,
    ])
    expect(String(body)).toContain(`<cbc:ID>${number}</cbc:ID>`)
    expect(createHash('sha256').update(String(body)).digest('hex')).toBe(einvoiceHash)
    expect((await desk.admin.get('/rest/data/invoices/999999999/ubl')).status).toBe(404)
  })

  it('has a PDF that is made once, also by two at once, and then stays the same', async () => {
    const purchaseId = await desk.paid()
    const { id, number } = await desk.issued(purchaseId)
    const path = `/rest/data/invoices/${id}/pdf`
    const together = await Promise.all([desk.admin.get(path), desk.admin.get(path)])
    const replies = [...together, await desk.admin.get(path)]
    for (const { status, headers } of replies)
      expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
        200,
        'application/pdf',
        `attachment; filename="${number}.pdf"`,
      ])
    expect(new Set(replies.map(({ body }) => String(body))).size).toBe(1)
    const { rows } = await sql<{ sha256: string; bytes: Buffer }>`
      select sha256, bytes from invoice_files where invoice_id = ${id} and format = 'pdf'`.execute(desk.db)
    const [stored] = rows
    expect(
      createHash('sha256')
        .update(stored?.bytes ?? '')
        .digest('hex'),
    ).toBe(stored?.sha256)
    expect((await desk.documentsOf(purchaseId)).issued[0]?.pdfHash).toBe(stored?.sha256)
    await expect(
      sql`update invoice_files set bytes = 'x' where invoice_id = ${id}`.execute(desk.db),
    ).rejects.toMatchObject({ constraint: 'issued_documents_stay' })
    expect((await desk.admin.get('/rest/data/invoices/999999999/pdf')).status).toBe(404)
  })
})
