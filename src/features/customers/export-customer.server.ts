import { PassThrough, Readable } from 'node:stream'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { assertPersonalData } from '../../core/access/limits.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { CsvCell } from '../../core/csv.ts'
import { byteOrderMark, csvText } from '../../core/csv.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { requireFreshSignIn } from '../../platform/auth/sign-in/fresh-sign-in.server.ts'
import { exportCustomer } from './customer.endpoints.ts'
import type { DataTable } from './customer-data.server.ts'
import { dataOfCustomer } from './customer-data.server.ts'
import { assertPresent, customerAt, traceOfCustomer } from './customer-records.server.ts'
import { leftOutOfData } from './left-out-of-data.ts'

interface File {
  readonly name: string
  readonly records: number
}

/**
 * What the customer gets who asks for their data. The records are gathered before the first byte leaves, so that the audit says
 * how many there were; PDFs follow one at a time.
 */
export const exportCustomerServer = implement(
  exportCustomer,
  async ({ params, input: { reason }, db, actor, request, reply }) => {
    requireFreshSignIn(actor, t('export a customer’s data'))
    assertPersonalData(actor, 'users')
    assertPersonalData(actor, 'purchases')
    const customer = await customerAt(db, params.id)
    assertPresent(customer)
    const { id } = customer
    const zip = new ZipFile()
    const files: File[] = []
    let invoices: readonly number[] = []
    for await (const found of dataOfCustomer(db, id)) {
      if (found.rows.length === 0) continue
      files.push(...addTable(zip, found))
      if (found.table === 'invoices') invoices = found.rows.map((row) => Number(row['id']))
    }
    const documents = await addDocuments(zip, db, invoices)
    addContents(zip, id, [...files, ...documents])
    await db.transaction().execute((trx) =>
      appendAudit(
        trx,
        [
          {
            action: 'export-data',
            ...traceOfCustomer(id),
            after: { records: files.reduce((sum, { records }) => sum + records, 0) / 2, documents: documents.length },
            reason,
          },
        ],
        { actor, requestId: request.id, address: request.clientAddress },
      ),
    )
    reply
      .type('application/zip')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `attachment; filename="customer-${id}.zip"`)
    // Edge: the core passes a stream on as it is; its bytes are what the endpoint promises.
    return sent(zip) as unknown as string
  },
  { transaction: 'own' },
)

/** The names that people have for tables; others are called like their table. */
const fileNames: Readonly<Record<string, string>> = {
  customers: 'profile',
  customer_consents: 'consents',
  customer_sessions: 'sessions',
  purchases: 'orders',
  purchase_lines: 'order-items',
  purchase_events: 'order-timeline',
  customer_requests: 'requests',
  record_notes: 'notes',
  coupon_redemptions: 'coupons',
}

function addTable(zip: ZipFile, { table, columns, rows }: DataTable): readonly File[] {
  const name = fileNames[table] ?? table.replaceAll('_', '-')
  zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `json/${name}.json`)
  const lines = [columns, ...rows.map((row) => columns.map((column) => cellOf(row[column])))]
  zip.addBuffer(Buffer.from(byteOrderMark + csvText(lines)), `csv/${name}.csv`)
  return [`json/${name}.json`, `csv/${name}.csv`].map((path) => ({ name: path, records: rows.length }))
}

function cellOf(value: unknown): CsvCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return { exact: String(value) }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The PDFs of invoices that are stored, read one at a time while the file travels. */
async function addDocuments(zip: ZipFile, db: Db, invoices: readonly number[]): Promise<readonly File[]> {
  const { rows } = await sql<{ id: number; number: string }>`
    select i.id, i.number from invoices i
    where i.id = any(${[...invoices]}::bigint[])
      and exists (select from invoice_files f where f.invoice_id = i.id and f.format = 'pdf')
    order by i.id`.execute(db)
  return rows.map(({ id, number }) => {
    // Two issuers can have used one number.
    const name = `invoices/${number}-${id}.pdf`
    zip.addReadStreamLazy(
      name,
      { compress: false },
      (done) =>
        void storedPdf(db, id).then(
          (bytes) => done(null, Readable.from([bytes], { objectMode: false })),
          (error: unknown) => done(error, Readable.from([])),
        ),
    )
    return { name, records: 1 }
  })
}

async function storedPdf(db: Db, id: number): Promise<Buffer> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from invoice_files where invoice_id = ${id} and format = 'pdf'`.execute(db)
  if (!rows[0]) throw new Error('A stored PDF is never deleted.')
  return rows[0].bytes
}

function addContents(zip: ZipFile, id: number, files: readonly File[]): void {
  const contents = {
    customer: id,
    exportedAt: new Date().toISOString(),
    files,
    leftOut: leftOutOfData.map(({ what, why }) => ({ what: t(what), why: t(why) })),
  }
  zip.addBuffer(Buffer.from(`${JSON.stringify(contents, null, 2)}\n`), 'contents.json')
}

function sent(zip: ZipFile): Readable {
  const out = new PassThrough()
  // Breaking off tells the client that the file is incomplete.
  zip.on('error', (error: Error) => out.destroy(error))
  zip.end()
  zip.outputStream.pipe(out)
  return out
}
