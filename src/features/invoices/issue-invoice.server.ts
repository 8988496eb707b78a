import { sql } from 'kysely'
import type { CompanySettings } from '../../core/settings.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { hasEinvoice } from './document-chain.ts'
import type { DraftDocument } from './invoice.endpoints.ts'
import type { InvoicedOrder } from './invoiced-order.server.ts'
import { readInvoicedOrders } from './invoiced-order.server.ts'
import { ublOf } from './ubl.ts'

export interface ToIssue {
  readonly order: Pick<InvoicedOrder, 'id' | 'reference' | 'kind' | 'customerLocale'>
  readonly draft: DraftDocument
  readonly issuer: CompanySettings
  readonly refersToId: number | null
  readonly refunds: readonly { readonly id: number; readonly amount: number }[]
  readonly issuedBy: string
  /** Only of documents that were issued before: the database gives all others the present. */
  readonly issuedAt?: string
}

/**
 * Issues documents, in their order: writes their lines and then the documents, which the database numbers, dates and chains behind
 * the lock of their series, and stores their e-invoices. As many statements for all as for one. Call it last in a transaction, as the lock is kept to its end.
 *
 * @param zone - whose days the dates of issue are
 */
export async function issueDocuments(db: Db, zone: string, all: readonly ToIssue[]): Promise<readonly number[]> {
  const { rows: ids } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('invoices', 'id')) as id from generate_series(1, ${all.length})`.execute(db)
  const rows = all.map((one, index) => ({ id: Number(ids[index]?.id), ...one }))
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g (id bigint, draft jsonb, refunds jsonb)),
    lines as (
      insert into invoice_lines (invoice_id, position, title, quantity, unit_price, tax_rate, net, tax, gross)
      select g.id, l.position, l.line ->> 'title', (l.line ->> 'quantity')::integer, (l.line ->> 'unitPrice')::bigint,
        (l.line ->> 'taxRate')::integer, (l.line ->> 'net')::bigint, (l.line ->> 'tax')::bigint, (l.line ->> 'gross')::bigint
      from given g, jsonb_array_elements(g.draft -> 'lines') with ordinality l (line, position)),
    taxes as (
      insert into invoice_taxes (invoice_id, tax_rate, net, tax, gross)
      select g.id, (x ->> 'taxRate')::integer, (x ->> 'net')::bigint, (x ->> 'tax')::bigint, (x ->> 'gross')::bigint
      from given g, jsonb_array_elements(g.draft -> 'taxes') x)
    insert into invoice_refunds (refund_id, invoice_id, amount)
    select (r ->> 'id')::bigint, g.id, (r ->> 'amount')::bigint from given g, jsonb_array_elements(g.refunds) r`.execute(
    db,
  )
  await sql`
    insert into invoices (id, kind, is_test, issued_at, issued_on, operation_on, issued_by, purchase_id, purchase_reference,
      purchase_kind, subject, refers_to_id, reason, issuer_name, issuer_tax_id, issuer_address, issuer_country, recipient_name,
      recipient_company, recipient_tax_id, recipient_address, recipient_country, locale, currency, prices_include_tax,
      tax_treatment, simplified_by, simplified_limit, net, tax, gross)
    select g.id, g.draft ->> 'kind', (g.draft ->> 'isTest')::boolean, g."issuedAt",
      (coalesce(g."issuedAt", now()) at time zone ${zone})::date, (g.draft ->> 'operationOn')::date, g."issuedBy",
      (g."order" ->> 'id')::bigint, g."order" ->> 'reference', g."order" ->> 'kind', g.draft ->> 'subject', g."refersToId", g.draft ->> 'reason',
      g.issuer ->> 'name', g.issuer ->> 'taxId', g.issuer ->> 'address', g.issuer ->> 'country',
      g.draft -> 'recipient' ->> 'name', g.draft -> 'recipient' ->> 'company', g.draft -> 'recipient' ->> 'taxId',
      g.draft -> 'recipient' ->> 'address', g.draft -> 'recipient' ->> 'country', g."order" ->> 'customerLocale',
      g.draft ->> 'currency', (g.draft ->> 'pricesIncludeTax')::boolean, g.draft ->> 'taxTreatment',
      g.draft -> 'simplified' ->> 'by', (g.draft -> 'simplified' ->> 'limit')::bigint, (g.draft ->> 'net')::bigint,
      (g.draft ->> 'tax')::bigint, (g.draft ->> 'gross')::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g (id bigint, "order" jsonb, draft jsonb, issuer jsonb,
      "refersToId" bigint, "issuedBy" text, "issuedAt" timestamptz)
    order by g.id`.execute(db)
  const issued = rows.map(({ id }) => id)
  await writeEinvoices(db, issued)
  return issued
}

/** Stores the e-invoice of each document as it is now, so that it is the same for as long as the document is kept. */
async function writeEinvoices(db: Db, ids: readonly number[]): Promise<void> {
  const wanted = new Set(ids)
  const which = sql`p.id in (select purchase_id from invoices where id = any(${ids}::bigint[]))`
  const files = (await readInvoicedOrders(db, which)).flatMap(({ issued, reference }) =>
    issued.flatMap((one) =>
      wanted.has(one.id) && hasEinvoice(one) ? [{ id: one.id, content: ublOf(one, reference) }] : [],
    ),
  )
  await sql`
    insert into invoice_files (invoice_id, format, content)
    select f.id, 'ubl', f.content from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) f (id bigint, content text)`.execute(
    db,
  )
}
