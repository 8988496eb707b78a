import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { recordIdIn } from '../../core/record-id.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import type { ChargedLine } from './compose-invoice.ts'
import type { IssuedDocument } from './invoice-calls.ts'

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
  readonly hasRefunds: boolean
  readonly issued: readonly IssuedDocument[]
}

/** The documents of the order `p`. */
const documents = sql`(
  select coalesce(json_agg(json_build_object(
    'id', i.id, 'kind', i.kind, 'number', i.number, 'isTest', i.is_test,
    'issuedAt', to_char(i.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'issuedOn', i.issued_on,
    'issuedBy', i.issued_by, 'operationOn', i.operation_on, 'subject', i.subject, 'hash', i.hash, 'reason', i.reason,
    'refersTo', (select json_build_object('number', o.number, 'issuedOn', o.issued_on) from invoices o where o.id = i.refers_to_id),
    'issuer', json_build_object('name', i.issuer_name, 'taxId', i.issuer_tax_id, 'address', i.issuer_address,
      'country', i.issuer_country),
    'recipient', json_build_object('name', i.recipient_name, 'company', i.recipient_company, 'taxId', i.recipient_tax_id, 'address', i.recipient_address, 'country', i.recipient_country),
    'currency', i.currency, 'pricesIncludeTax', i.prices_include_tax, 'net', i.net, 'tax', i.tax, 'gross', i.gross,
    'lines', (select coalesce(json_agg(json_build_object('title', l.title, 'quantity', l.quantity, 'unitPrice', l.unit_price,
        'taxRate', l.tax_rate, 'net', l.net, 'tax', l.tax, 'gross', l.gross) order by l.position), '[]')
      from invoice_lines l where l.invoice_id = i.id),
    'taxes', (select coalesce(json_agg(json_build_object('taxRate', x.tax_rate, 'net', x.net, 'tax', x.tax, 'gross', x.gross)
        order by x.tax_rate), '[]') from invoice_taxes x where x.invoice_id = i.id)
  ) order by i.id), '[]') from invoices i where i.purchase_id = p.id)`

/** Orders with their documents, in one statement. */
export async function readInvoicedOrders(
  db: Db,
  which: RawBuilder<unknown>,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<readonly InvoicedOrder[]> {
  const { rows } = await sql<InvoicedOrder>`
    select p.id, p.reference, p.kind, p.title, p.currency, p.grand_total as "grandTotal", p.captured, p.city_id as "cityId",
      p.customer_name as "customerName", p.customer_country as "customerCountry", p.customer_locale as "customerLocale",
      p.travel_date::text as "travelDate",
      exists (select from payments x where x.purchase_id = p.id and x.provider = 'test' and x.captured > 0) as "isTest",
      (select coalesce(json_agg(json_build_object('position', l.position, 'kind', l.kind, 'title', l.title,
          'quantity', l.quantity, 'unitPrice', l.unit_price, 'amount', l.amount, 'taxRate', l.tax_rate) order by l.position), '[]')
        from purchase_lines l where l.purchase_id = p.id) as lines,
      (select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount, 'lines', r.lines, 'reason', r.reason)
          order by r.id), '[]') from refunds r
        where r.purchase_id = p.id and r.state = 'succeeded'
          and not exists (select from invoice_refunds i where i.refund_id = r.id)) as refunds,
      exists (select from refunds r where r.purchase_id = p.id and r.state = 'succeeded') as "hasRefunds",
      ${documents} as issued
    from purchases p where ${which} order by p.id ${isLocked ? sql`for no key update of p` : sql``}`.execute(db)
  return rows
}

/**
 * One order. With `isLocked` nothing changes it until the transaction ends: it is the first lock of every command on an
 * order.
 *
 * @throws Refusal 404
 */
export async function readInvoicedOrder(
  db: Db,
  id: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<InvoicedOrder> {
  const [order] = await readInvoicedOrders(db, sql`p.id = ${recordIdIn(id)}`, { isLocked })
  if (!order) throw new Refusal(404, t('Purchase not found.'))
  return order
}
