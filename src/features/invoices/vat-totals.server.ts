import { Readable } from 'node:stream'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { exponentOf } from '../../core/i18n/formats.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { ExportColumn } from '../../platform/transfer/export-columns.ts'
import { fileFormats } from '../../platform/transfer/export-files.server.ts'
import { mediaTypes } from '../../platform/transfer/exports.ts'
import type { VatTotals } from './invoice-books.endpoints.ts'
import { exportVatTotals, readVatTotals } from './invoice-books.endpoints.ts'
import { daysOf } from './periods.ts'
import type { VatDocuments, VatDocumentsQuery } from './vat-documents.endpoints.ts'
import { documentsAtOnce, readVatDocuments, vatRowOf } from './vat-documents.endpoints.ts'
import { decimalText } from '../../core/money.ts'

type VatRow = VatTotals['rows'][number]
type VatTotal = VatTotals['totals'][number]

/**
 * Where the tax of a document is due: where the service takes place, under the margin scheme where the issuer is, and under
 * reverse charge where the recipient is. Counsel has to confirm each.
 */
const taxCountry = sql`
  case i.tax_treatment when 'margin' then i.issuer_country when 'reverse_charge' then i.recipient_country else n.code end`

/** What each document of a period charges at each of its rates, and where that is taxed. Test documents are left out. */
function taxed(period: string): RawBuilder<unknown> {
  const [from, until] = daysOf(period)
  return sql`
    select i.id, i.currency, ${taxCountry} as country, i.tax_treatment as treatment, x.tax_rate, x.net, x.tax, x.gross,
      i.number, i.issued_on, i.kind, i.purchase_id, i.purchase_kind
    from invoices i join invoice_taxes x on x.invoice_id = i.id join purchases p on p.id = i.purchase_id
      join cities c on c.id = p.city_id join countries n on n.id = c.country_id
    where i.issued_on >= ${from}::date and i.issued_on < ${until}::date and not i.is_test`
}

/** By currency, then by the country's code and rate; a currency's total comes from the same documents, each counted once. */
async function readVat(db: Db, period: string): Promise<VatTotals> {
  const { rows } = await sql<VatRow & { isTotal: boolean }>`
    select currency, country, treatment, tax_rate as "taxRate", grouping(country) = 1 as "isTotal",
      count(distinct id)::integer as documents, sum(net)::bigint as net, sum(tax)::bigint as tax, sum(gross)::bigint as gross
    from (${taxed(period)}) d
    group by grouping sets ((currency, country, treatment, tax_rate), (currency))
    order by currency, country, tax_rate desc, treatment`.execute(db)
  return {
    rows: rows.filter(({ isTotal }) => !isTotal).map(({ isTotal: _, ...row }) => row),
    totals: rows
      .filter(({ isTotal }) => isTotal)
      .map(({ currency, documents, net, tax, gross }) => ({ currency, documents, net, tax, gross })),
  }
}

/** The documents that add up to a row, with what of each is taxed there at its rate; the newest first. */
async function readDocuments(db: Db, { period, row, page }: VatDocumentsQuery): Promise<VatDocuments> {
  const { currency, country, treatment, taxRate } = vatRowOf(row) ?? {}
  const { rows } = await sql<VatDocuments['rows'][number] & { count: number }>`
    select purchase_id as id, purchase_kind as kind, kind = 'rectifying' as "isRefund", number,
      issued_on::text as "issuedOn", net, tax, gross, (count(*) over ())::integer as count
    from (${taxed(period)}) d
    where currency = ${currency} and country = ${country} and treatment = ${treatment} and tax_rate = ${taxRate}
    order by issued_on desc, d.id desc limit ${documentsAtOnce} offset ${(Number(page ?? 1) - 1) * documentsAtOnce}`.execute(
    db,
  )
  return { count: rows[0]?.count ?? 0, rows: rows.map(({ count: _, ...one }) => one) }
}

/** The rows of each currency with its total below them, as the page has them. */
function linesOf({ rows, totals }: VatTotals): readonly Readonly<Record<string, unknown>>[] {
  return totals.flatMap((total) => [
    ...rows.filter(({ currency }) => currency === total.currency),
    { ...total, country: null, treatment: 'total', taxRate: null },
  ])
}

const amount = (key: 'net' | 'tax' | 'gross', label: string): ExportColumn => ({
  key,
  label,
  type: 'decimal',
  // Edge: the rows are those of the function above.
  read: (row) => decimalText((row as unknown as VatTotal)[key], exponentOf((row as unknown as VatTotal).currency)),
})
const text = (key: string, label: string): ExportColumn => ({
  key,
  label,
  type: 'text',
  read: (row) => (row[key] ?? null) as string | null,
})
const columns: readonly ExportColumn[] = [
  text('currency', 'Currency'),
  text('country', 'Country of the tax'),
  text('treatment', 'VAT treatment'),
  {
    key: 'tax_rate',
    label: 'Tax rate in percent',
    type: 'decimal',
    read: ({ taxRate }) => (typeof taxRate === 'number' ? decimalText(taxRate, 2) : null),
  },
  { key: 'documents', label: 'Documents', type: 'number', read: ({ documents }) => Number(documents) },
  amount('net', 'Net'),
  amount('tax', 'Tax'),
  amount('gross', 'Total'),
]

async function* inOnePage<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows
}

/** What is declared of the documents of a period. */
export const implementedVatTotals: readonly Implementation[] = [
  implement(readVatTotals, ({ db, query }) => readVat(db, query.period)),
  implement(readVatDocuments, ({ db, query }) => readDocuments(db, query)),
  implement(exportVatTotals, async ({ db, query: { period, format = 'csv' }, reply, actor, request }) => {
    const lines = linesOf(await readVat(db, period))
    const entry = { action: 'export', object: 'invoices', title: period, after: { rows: lines.length, format } }
    // A download is one of the things that people do. It reads, so it has no transaction of its own.
    await db
      .transaction()
      .execute((trx) => appendAudit(trx, [entry], { actor, requestId: request.id, address: request.clientAddress }))
    reply
      .type(`${mediaTypes[format]}${format === 'csv' ? '; charset=utf-8' : ''}`)
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `attachment; filename="vat-${period}.${format}"`)
    const content = { title: `VAT ${period}`, columns, pages: inOnePage(lines) }
    // Edge: the core passes a stream on as it is; its bytes are what the endpoint promises.
    return Readable.from(fileFormats[format].write(content), { objectMode: false }) as unknown as string
  }),
]
