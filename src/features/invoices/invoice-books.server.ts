import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { InvoiceHealth } from './invoice-books.endpoints.ts'
import { readInvoiceHealth, verifyInvoiceSeals } from './invoice-books.endpoints.ts'
import type { HealthFigure, HealthOrders, HealthQuery } from './invoice-health.endpoints.ts'
import { ordersAtOnce, readInvoiceHealthOrders } from './invoice-health.endpoints.ts'

/** Documents whose seals are computed in one call: few enough that no other caller waits for them. */
const sealsAtOnce = 300

/** Each series in one pass over its documents, from the first number to the last. */
async function readSeries(db: Db): Promise<InvoiceHealth['series']> {
  const { rows } = await sql<InvoiceHealth['series'][number]>`
    select issuer_tax_id as "issuerTaxId", series, year, count(*)::integer as count,
      min(number) as first, (array_agg(number order by sequence desc))[1] as last, max(issued_on)::text as "lastIssuedOn",
      (greatest(max(sequence), max(counted)) - count(distinct sequence))::integer as gaps,
      (count(*) - count(distinct sequence))::integer as duplicates,
      count(*) filter (where issued_at < at_before or issued_on < on_before)::integer as "outOfOrder",
      count(*) filter (where previous_hash <> hash_before)::integer as "brokenLinks"
    from (
      select i.issuer_tax_id, i.series, i.year, i.sequence, i.number, i.issued_at, i.issued_on, i.previous_hash,
        s.last_sequence as counted, lag(i.issued_at) over w as at_before, lag(i.issued_on) over w as on_before,
        lag(i.hash, 1, '') over w as hash_before
      from invoices i join invoice_series s using (issuer_tax_id, series, year)
      window w as (partition by i.issuer_tax_id, i.series, i.year order by i.sequence)
    ) i group by issuer_tax_id, series, year order by issuer_tax_id, year desc, series`.execute(db)
  return rows
}

/** Each paid order with its documents. What is received = its documents + not invoiced − not rectified + difference. */
const orders = sql`
  with documents as (
    select purchase_id, sum(gross) filter (where kind in ('invoice', 'simplified')) as invoiced,
      coalesce(sum(gross) filter (where kind in ('rectifying', 'correction')), 0) as rectified,
      -- Not all that is rectified was refunded: what a correction takes back the invoice after it charges again.
      -coalesce(sum((select sum(r.amount) from invoice_refunds r where r.invoice_id = invoices.id)), 0) as given_back
    from invoices where not is_test group by purchase_id),
  paid as (
    select p.id, p.kind, p.reference, p.currency, p.captured, p.refunded, p.captured - p.refunded as received,
      coalesce(d.invoiced, 0) as invoiced, coalesce(d.rectified, 0) as rectified,
      case when d.invoiced is null then p.captured - p.refunded else 0 end as not_invoiced,
      case when d.invoiced is not null then p.refunded + d.given_back else 0 end as not_rectified
    from purchases p left join documents d on d.purchase_id = p.id
    where p.captured > 0 and not exists (select from payments x
      where x.purchase_id = p.id and x.provider = 'test' and x.captured > 0)),
  orders as (
    select *, invoiced + rectified as net, received - not_invoiced + not_rectified - invoiced - rectified as difference
    from paid)`

/** Documents beside payments and refunds, by currency. */
async function readMoney(db: Db): Promise<InvoiceHealth['money']> {
  const { rows } = await sql<InvoiceHealth['money'][number]>`
    ${orders}
    select currency, sum(invoiced)::bigint as invoiced, sum(rectified)::bigint as rectified,
      sum(captured)::bigint as captured, sum(refunded)::bigint as refunded,
      sum(not_invoiced)::bigint as "notInvoiced", sum(not_rectified)::bigint as "notRectified",
      sum(difference)::bigint as difference
    from orders group by currency having sum(invoiced) > 0 order by sum(invoiced) desc, currency`.execute(db)
  return rows
}

const columns: Readonly<Record<HealthFigure, RawBuilder<number>>> = {
  difference: sql`difference`,
  received: sql`received`,
  net: sql`net`,
  notInvoiced: sql`not_invoiced`,
  notRectified: sql`not_rectified`,
  captured: sql`captured`,
  refunded: sql`-refunded`,
  invoiced: sql`invoiced`,
  rectified: sql`rectified`,
}

/** The orders that add up to one figure, the largest amounts first. */
async function readOrders(db: Db, { currency, figure, page }: HealthQuery): Promise<HealthOrders> {
  const { rows } = await sql<HealthOrders['rows'][number] & { count: number; sum: number }>`
    ${orders}
    select id, kind, reference, ${columns[figure]}::bigint as amount, (count(*) over ())::integer as count,
      (sum(${columns[figure]}) over ())::bigint as sum
    from orders where currency = ${currency} and ${columns[figure]} <> 0
    order by abs(${columns[figure]}) desc, id
    limit ${ordersAtOnce} offset ${(Number(page ?? 1) - 1) * ordersAtOnce}`.execute(db)
  const [{ count, sum } = { count: 0, sum: 0 }] = rows
  return { count, sum, rows: rows.map(({ id, kind, reference, amount }) => ({ id, kind, reference, amount })) }
}

/** What shows that the books are in order. */
export const implementedInvoiceBooks: readonly Implementation[] = [
  implement(readInvoiceHealth, async ({ db }) => ({ series: await readSeries(db), money: await readMoney(db) })),
  implement(readInvoiceHealthOrders, ({ db, query }) => readOrders(db, query)),
  implement(verifyInvoiceSeals, async ({ db, query }) => {
    const { rows } = await sql<{ id: number; number: string; isSound: boolean }>`
      select i.id, i.number, i.hash = invoice_hash(i) as "isSound" from invoices i
      where i.id > ${Number(query.after ?? 0)} order by i.id limit ${sealsAtOnce}`.execute(db)
    return {
      checked: rows.length,
      wrong: rows.filter(({ isSound }) => !isSound).map(({ number }) => number),
      next: rows.length < sealsAtOnce ? null : (rows.at(-1)?.id ?? null),
    }
  }),
]
