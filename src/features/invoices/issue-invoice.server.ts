import { sql } from 'kysely'
import type { CompanySettings } from '../../core/settings.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { charges, hasEinvoice } from './document-chain.ts'
import type { DraftDocument, IssuedDocument } from './invoice.endpoints.ts'
import type { InvoicedOrder } from './invoiced-order.server.ts'
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

/** What the database gives a document as it is inserted. */
interface Given {
  readonly id: number
  readonly number: string
  readonly issuedAt: string
  readonly issuedOn: string
  readonly hash: string
  readonly rectifiedBy: NonNullable<IssuedDocument['refersTo']>['rectifiedBy']
}

/**
 * Issues documents, in their order: writes their lines and then the documents, which the database numbers, dates and chains behind
 * the lock of their series, and stores their e-invoices. As many statements for all as for one. Call it last in a transaction, as
 * the lock is kept to its end; so nothing is read once it is taken.
 *
 * @param zone - whose days the dates of issue are
 */
export async function issueDocuments(
  db: Db,
  zone: string,
  all: readonly ToIssue[],
): Promise<readonly IssuedDocument[]> {
  const ids = await insertLines(db, all)
  const rows = all.map((one, index) => ({ id: ids[index] ?? 0, ...one }))
  const given = await insertDocuments(db, zone, rows)
  const issued = rows.map((row) => issuedOf(row, given, rows))
  return await writeEinvoices(
    db,
    issued.map((document, index) => ({ document, reference: rows[index]?.order.reference ?? '' })),
  )
}

type Row = ToIssue & { readonly id: number }

/**
 * Gives each document its id and writes what it consists of.
 *
 * @returns the ids, in the order of the documents
 */
async function insertLines(db: Db, all: readonly ToIssue[]): Promise<readonly number[]> {
  // Only what is written travels: an order knows all that was issued before.
  const parts = all.map(({ draft: { lines, taxes }, refunds }) => ({ lines, taxes, refunds }))
  const { rows } = await sql<{ id: number }>`
    with given as (
      select nextval(pg_get_serial_sequence('invoices', 'id')) as id, g.place, g.part
      from (select part, place from jsonb_array_elements(${JSON.stringify(parts)}::jsonb) with ordinality e (part, place) order by place) g),
    lines as (
      insert into invoice_lines (invoice_id, position, title, quantity, unit_price, tax_rate, net, tax, gross)
      select g.id, l.position, l.line ->> 'title', (l.line ->> 'quantity')::integer, (l.line ->> 'unitPrice')::bigint,
        (l.line ->> 'taxRate')::integer, (l.line ->> 'net')::bigint, (l.line ->> 'tax')::bigint, (l.line ->> 'gross')::bigint
      from given g, jsonb_array_elements(g.part -> 'lines') with ordinality l (line, position)),
    taxes as (
      insert into invoice_taxes (invoice_id, tax_rate, net, tax, gross)
      select g.id, (x ->> 'taxRate')::integer, (x ->> 'net')::bigint, (x ->> 'tax')::bigint, (x ->> 'gross')::bigint
      from given g, jsonb_array_elements(g.part -> 'taxes') x),
    back as (
      insert into invoice_refunds (refund_id, invoice_id, amount)
      select (r ->> 'id')::bigint, g.id, (r ->> 'amount')::bigint from given g, jsonb_array_elements(g.part -> 'refunds') r)
    select id from given order by place`.execute(db)
  return rows.map(({ id }) => Number(id))
}

async function insertDocuments(db: Db, zone: string, rows: readonly Row[]): Promise<ReadonlyMap<number, Given>> {
  const heads = rows.map(({ order: { id, reference, kind, customerLocale }, draft, refunds: _, ...row }) => ({
    ...row,
    order: { id, reference, kind, customerLocale },
    draft: { ...draft, lines: [], taxes: [] },
  }))
  const { rows: given } = await sql<Given>`
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
    from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) g (id bigint, "order" jsonb, draft jsonb, issuer jsonb,
      "refersToId" bigint, "issuedBy" text, "issuedAt" timestamptz)
    order by g.id
    returning id, number, to_char(issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "issuedAt",
      issued_on::text as "issuedOn", hash, (select json_build_object('number', c.number, 'issuedOn', c.issued_on)
        from invoices c where c.refers_to_id = invoices.refers_to_id and c.kind = 'correction') as "rectifiedBy"`.execute(
    db,
  )
  return new Map(given.map((one) => [one.id, one]))
}

/** A document as it is read back: what it was to say, and what the database gave it. */
function issuedOf(
  { id, draft, order, issuer, issuedBy, refersToId }: Row,
  given: ReadonlyMap<number, Given>,
  rows: readonly Row[],
): IssuedDocument {
  const own = given.get(id)
  if (!own) throw new Error('A document is there once it is issued.')
  const { number, issuedAt, issuedOn, hash } = own
  // A statement does not see what it inserts itself.
  const correction = rows.find((one) => one.draft.kind === 'correction' && one.refersToId === refersToId)
  const beside = correction && given.get(correction.id)
  const rectifiedBy = beside ? { number: beside.number, issuedOn: beside.issuedOn } : own.rectifiedBy
  const { name, taxId, address, country } = issuer
  return {
    ...contentOf(draft),
    id,
    number,
    issuedAt,
    issuedOn,
    issuedBy,
    hash,
    issuer: { name, taxId, address, country },
    refersTo: draft.refersTo && { ...draft.refersTo, rectifiedBy: charges(draft) ? rectifiedBy : null },
    locale: order.customerLocale,
    einvoiceHash: null,
    pdfHash: null,
    sent: [],
  }
}

/** Drafts of refunds say more than a document does. */
function contentOf(draft: DraftDocument): DraftDocument {
  const { kind, isTest, operationOn, subject, refersTo, reason, issuer, recipient, currency } = draft
  const { pricesIncludeTax, taxTreatment, simplified, lines, taxes, net, tax, gross } = draft
  const said = { kind, isTest, operationOn, subject, refersTo, reason, issuer, recipient, currency }
  return { ...said, pricesIncludeTax, taxTreatment, simplified, lines, taxes, net, tax, gross }
}

interface Written {
  readonly document: IssuedDocument
  /** Of its order. */
  readonly reference: string
}

/** Stores the e-invoice of each document as it is now, so that it is the same for as long as the document is kept. */
async function writeEinvoices(db: Db, written: readonly Written[]): Promise<readonly IssuedDocument[]> {
  const files = written.flatMap(({ document, reference }) =>
    hasEinvoice(document) ? [{ id: document.id, content: ublOf(document, reference) }] : [],
  )
  if (files.length === 0) return written.map(({ document }) => document)
  const { rows } = await sql<{ id: number; hash: string }>`
    insert into invoice_files (invoice_id, format, content)
    select f.id, 'ubl', f.content from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) f (id bigint, content text)
    returning invoice_id as id, sha256 as hash`.execute(db)
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]))
  return written.map(({ document }) => ({ ...document, einvoiceHash: hashes.get(document.id) ?? null }))
}
