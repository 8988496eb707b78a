import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { recordIdIn } from '../../core/record-id.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import type { ChargedLine } from './compose-invoice.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'

interface RefundRow {
  readonly id: number
  readonly amount: number
  readonly lines: readonly { readonly position: number; readonly amount: number }[]
  readonly reason: string
}

/** An order as its documents see it. */
export interface InvoicedOrder {
  readonly id: number
  readonly reference: string
  readonly kind: 'product' | 'event'
  readonly title: string
  readonly currency: string
  readonly grandTotal: number
  readonly captured: number
  readonly cityId: number
  readonly customerName: string
  readonly customerCountry: string
  readonly customerLocale: string
  readonly travelDate: string
  readonly isTest: boolean
  readonly lines: readonly ChargedLine[]
  /** Those that succeeded and that no document is for yet. */
  readonly refunds: readonly RefundRow[]
  /** What of those that succeeded has documents. */
  readonly documented: readonly RefundRow[]
  readonly hasRefunds: boolean
  readonly issued: readonly IssuedDocument[]
}

const isoInstant = sql`to_char(i.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** What belongs to the orders `chosen`, each part read once for all of them. */
const parts = sql`
  lines as (
    select l.purchase_id, json_agg(json_build_object('position', l.position, 'kind', l.kind, 'title', l.title,
      'quantity', l.quantity, 'unitPrice', l.unit_price, 'amount', l.amount, 'taxRate', l.tax_rate) order by l.position) as all
    from purchase_lines l where l.purchase_id in (select id from chosen) group by l.purchase_id),
  tests as (
    select distinct purchase_id from payments
    where purchase_id in (select id from chosen) and provider = 'test' and captured > 0),
  back as (
    select r.purchase_id, coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount, 'lines', r.lines,
      'reason', r.reason) order by r.id) filter (where c.refund_id is null), '[]') as open,
      coalesce(json_agg(json_build_object('id', r.id, 'amount', c.amount, 'lines', r.lines,
        'reason', r.reason) order by r.id) filter (where c.refund_id is not null), '[]') as documented
    from chosen o join refunds r on r.purchase_id = o.id left join invoice_refunds c on c.refund_id = r.id
    where r.state = 'succeeded' group by r.purchase_id),
  documents as (
    select i.purchase_id, json_agg(json_build_object(
      'id', i.id, 'kind', i.kind, 'number', i.number, 'isTest', i.is_test, 'issuedAt', ${isoInstant}, 'issuedOn', i.issued_on,
      'issuedBy', i.issued_by, 'operationOn', i.operation_on, 'subject', i.subject, 'hash', i.hash, 'reason', i.reason,
      'refersTo', (select json_build_object('kind', o.kind, 'number', o.number, 'issuedOn', o.issued_on, 'rectifiedBy',
          case when i.kind in ('invoice', 'simplified') then (select json_build_object('number', c.number, 'issuedOn', c.issued_on)
            from invoices c where c.refers_to_id = o.id and c.kind = 'correction') end)
        from invoices o where o.id = i.refers_to_id),
      'issuer', json_build_object('name', i.issuer_name, 'taxId', i.issuer_tax_id, 'address', i.issuer_address,
        'country', i.issuer_country),
      'recipient', json_build_object('name', i.recipient_name, 'company', i.recipient_company, 'taxId', i.recipient_tax_id,
        'address', i.recipient_address, 'country', i.recipient_country),
      'currency', i.currency, 'pricesIncludeTax', i.prices_include_tax,
      'taxTreatment', i.tax_treatment,
      'simplified', case i.kind when 'simplified' then
        json_build_object('by', i.simplified_by, 'limit', i.simplified_limit) end,
      'locale', i.locale,
      'sent', (select coalesce(json_agg(json_build_object('to', s.recipient, 'by', s.sent_by, 'state', s.state,
          'at', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.id desc), '[]')
        from invoice_messages s where s.invoice_id = i.id),
      'einvoiceHash', (select f.sha256 from invoice_files f where f.invoice_id = i.id and f.format = 'ubl'),
      'pdfHash', (select f.sha256 from invoice_files f where f.invoice_id = i.id and f.format = 'pdf'), 'net', i.net, 'tax', i.tax, 'gross', i.gross,
      'lines', (select coalesce(json_agg(json_build_object('title', l.title, 'quantity', l.quantity, 'unitPrice', l.unit_price,
          'taxRate', l.tax_rate, 'net', l.net, 'tax', l.tax, 'gross', l.gross) order by l.position), '[]')
        from invoice_lines l where l.invoice_id = i.id),
      'taxes', (select coalesce(json_agg(json_build_object('taxRate', x.tax_rate, 'net', x.net, 'tax', x.tax, 'gross', x.gross)
          order by x.tax_rate), '[]') from invoice_taxes x where x.invoice_id = i.id)
    ) order by i.id) as all
    from invoices i where i.purchase_id in (select id from chosen) group by i.purchase_id)`

/** Orders with their documents, in one statement however many there are. */
export async function readInvoicedOrders(db: Db, which: RawBuilder<unknown>): Promise<readonly InvoicedOrder[]> {
  const { rows } = await sql<InvoicedOrder>`
    with chosen as (select p.id from purchases p where ${which}), ${parts}
    select p.id, p.reference, p.kind, p.title, p.currency, p.grand_total as "grandTotal", p.captured, p.city_id as "cityId",
      p.customer_name as "customerName", p.customer_country as "customerCountry", p.customer_locale as "customerLocale",
      p.travel_date::text as "travelDate", t.purchase_id is not null as "isTest", coalesce(l.all, '[]') as lines,
      coalesce(b.open, '[]') as refunds, coalesce(b.documented, '[]') as documented,
      b.purchase_id is not null as "hasRefunds", coalesce(d.all, '[]') as issued
    from chosen c join purchases p on p.id = c.id left join lines l on l.purchase_id = p.id
    left join tests t on t.purchase_id = p.id left join back b on b.purchase_id = p.id
    left join documents d on d.purchase_id = p.id order by p.id`.execute(db)
  return rows
}

/**
 * One order. With `isLocked` nothing changes it until the transaction ends: it is the first lock of every command on an
 * order, and what it waited for is read after it.
 *
 * @throws Refusal 404
 */
export async function readInvoicedOrder(
  db: Db,
  id: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<InvoicedOrder> {
  const which = sql`p.id = ${recordIdIn(id)}`
  if (isLocked) await sql`select from purchases p where ${which} for no key update`.execute(db)
  const [order] = await readInvoicedOrders(db, which)
  if (!order) throw new Refusal(404, t('Purchase not found.'))
  return order
}
