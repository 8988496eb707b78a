import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'

/** Where the books say something else than the totals that orders carry, of all orders or one. */
export async function ledgerDifferences(db: Db, orderId: number | null = null): Promise<readonly unknown[]> {
  const { rows } = await sql`
    with posted as (
      select l.purchase_id,
        sum(l.amount) filter (where l.account = 'sales') as sales,
        sum(l.amount) filter (where l.account = 'refunds') as refunds,
        sum(l.amount) filter (where l.account = 'chargebacks') as chargebacks,
        sum(l.amount) filter (where l.account = 'payment_fees') as fees,
        sum(l.amount) filter (where l.account = 'supplier_cost') as cost,
        sum(l.amount) filter (where l.account in ('suppliers', 'recoverables', 'write_offs')) as owed,
        sum(l.amount) filter (where l.account = 'taxes') as tax,
        sum(l.amount) filter (where l.account in ('gateway', 'bank', 'disputed_funds', 'customer_credit')) as net,
        sum(l.amount) filter (where l.account in ('sales', 'refunds', 'chargebacks', 'payment_fees', 'supplier_cost')) as margin
      from ledger_entries l where (${orderId}::bigint is null or l.purchase_id = ${orderId}::bigint)
        -- Those that a test entered by hand belong to no payment.
        and (l.cause <> 'capture' or l.payment_id is not null)
      group by l.purchase_id)
    select p.reference, l.*, p.captured, p.refunded, p.charged_back, p.payment_fees, p.supplier_cost, p.net_cost
    from purchases p left join posted l on l.purchase_id = p.id
    where (${orderId}::bigint is null or p.id = ${orderId}::bigint)
      and (-coalesce(l.sales, 0), coalesce(l.refunds, 0), coalesce(l.chargebacks, 0), coalesce(l.fees, 0),
        coalesce(l.cost, 0), -coalesce(l.owed, 0), -coalesce(l.tax, 0), coalesce(l.net, 0), -coalesce(l.margin, 0))
      is distinct from (p.captured::numeric, p.refunded::numeric, p.charged_back::numeric, p.payment_fees::numeric,
        p.supplier_cost::numeric, p.net_cost::numeric,
        ledger_tax(p.tax_total, p.grand_total, p.captured - p.refunded - p.charged_back)::numeric,
        (p.captured - p.refunded - p.charged_back - p.payment_fees)::numeric, p.margin::numeric)
    order by p.id limit 10`.execute(db)
  return rows
}
