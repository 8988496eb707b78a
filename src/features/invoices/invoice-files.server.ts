import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { hasEinvoice } from './document-chain.ts'
import { readInvoicedOrders } from './invoiced-order.server.ts'
import { ublOf } from './ubl.ts'

export interface InvoiceFile<C> {
  /** Of its document. */
  readonly number: string
  readonly content: C
}

/**
 * The PDF of a document. It is made when it is first asked for and stored; from then on it is read back, the same to the byte.
 * Two that make it at once get the one that was stored first. Call it outside of transactions: making one takes about 50 ms.
 *
 * @throws Refusal 404
 */
export async function pdfFileOf(db: Db, id: number): Promise<InvoiceFile<Buffer>> {
  const stored = await storedPdf(db, id)
  if (stored) return stored
  const { document, reference } = await readDocument(db, id)
  // Fonts and their shaping are for those who need them.
  const { pdfOf } = await import('./invoice-pdf.server.ts')
  const bytes = Buffer.from(await pdfOf(document, { reference, locale: document.locale }))
  await sql`
    insert into invoice_files (invoice_id, format, bytes) values (${id}, 'pdf', ${bytes}) on conflict do nothing`.execute(
    db,
  )
  const made = await storedPdf(db, id)
  if (!made) throw new Error('A PDF is there once it is stored.')
  return made
}

/**
 * The e-invoice of a document, in UBL. Documents of before e-invoices were stored get theirs written.
 *
 * @throws Refusal 404, also where it is simplified
 */
export async function ublFileOf(db: Db, id: number | null): Promise<InvoiceFile<string>> {
  const {
    rows: [stored],
  } = await sql<InvoiceFile<string>>`
    select i.number, f.content from invoice_files f join invoices i on i.id = f.invoice_id
    where f.invoice_id = ${id} and f.format = 'ubl'`.execute(db)
  if (stored) return stored
  const { document, reference } = await readDocument(db, id)
  if (!hasEinvoice(document))
    throw new Refusal(404, t('A simplified invoice has no e-invoice. Rectify and reissue it as a full one.'))
  return { number: document.number, content: ublOf(document, reference) }
}

async function storedPdf(db: Db, id: number): Promise<InvoiceFile<Buffer> | undefined> {
  const { rows } = await sql<InvoiceFile<Buffer>>`
    select i.number, f.bytes as content from invoice_files f join invoices i on i.id = f.invoice_id
    where f.invoice_id = ${id} and f.format = 'pdf'`.execute(db)
  return rows[0]
}

async function readDocument(db: Db, id: number | null) {
  const [order] = await readInvoicedOrders(db, sql`p.id = (select purchase_id from invoices where id = ${id})`)
  const document = order?.issued.find((one) => one.id === id)
  if (!order || !document) throw new Refusal(404, t('Invoice not found.'))
  return { document, reference: order.reference }
}
