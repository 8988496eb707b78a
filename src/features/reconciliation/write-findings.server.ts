import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

// Every identity in one statement over a range of orders: each source is added up once, by the index of its order.

const scale = sql`10::numeric ^ ((select exponent from currencies c where c.code = p.currency)
  - (select exponent from currencies c where c.code = p.cost_currency))`

/** Each check: what the order says, and what its source adds up to. */
const checks = sql`(values
  ('lines', p.grand_total, coalesce(l.grand, 0)),
  ('grand_total', p.grand_total, p.items_total + p.fees_total + p.tax_total - p.discount_total),
  ('captured', p.captured, coalesce(x.captured, 0)),
  ('refunded', p.refunded, coalesce(r.refunded, 0)),
  ('refund_pending', p.refund_pending, coalesce(r.pending, 0)),
  ('charged_back', p.charged_back, coalesce(d.lost, 0)),
  ('payment_fees', p.payment_fees, coalesce(x.fee, 0) + coalesce(d.fee, 0)),
  ('supplier_cost', p.supplier_cost, round(p.net_cost * p.fx_rate * ${scale})),
  ('net_received', p.captured - p.refunded - p.charged_back - p.payment_fees, coalesce(g.net, 0)),
  ('disputed_funds', coalesce(d.open, 0), coalesce(g.disputed, 0)),
  ('margin', p.margin, coalesce(g.margin, 0)),
  ('tax', ledger_tax(p.tax_total, p.grand_total, p.captured - p.refunded - p.charged_back), coalesce(g.tax, 0)),
  ('store_credit', coalesce(s.spent, 0) - coalesce(s.given, 0), coalesce(g.credit, 0)),
  ('ledger_balance', 0, coalesce(b.off, 0)),
  -- A refund that is not rectified yet is a matter of time, and no break.
  ('net_invoiced', case when i.invoiced is null then 0 else p.captured - p.refunded end,
    coalesce(i.invoiced - greatest(p.refunded - i.given_back, 0), 0)),
  ('paid_twice', 0, greatest(p.refunded + p.charged_back - p.captured, 0))
) as c (rule, says, adds)`

/** Orders by their numbers: a range, or of one those that are named. */
export interface OrderRange {
  readonly after: number
  readonly upTo: number
  readonly ids?: readonly number[]
}

function within(column: string, { after, upTo, ids }: OrderRange) {
  return ids
    ? sql`${sql.ref(column)} = any(${ids}::bigint[])`
    : sql`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${upTo}`
}

/** Orders of a range whose sums disagree, with both amounts. */
function brokenIn(orders: OrderRange) {
  const range = within('purchase_id', orders)
  return sql`
    with l as (select purchase_id, sum(amount) as grand from purchase_lines where ${range} group by purchase_id),
    x as (select purchase_id, sum(captured) as captured, sum(fee) as fee from payments where ${range} group by purchase_id),
    r as (select purchase_id, sum(amount) filter (where state = 'succeeded') as refunded,
        sum(amount) filter (where state in ('requested', 'approved', 'processing')) as pending
      from refunds where ${range} group by purchase_id),
    d as (select purchase_id, sum(withdrawn - reinstated) filter (where status = 'lost') as lost,
        sum(withdrawn - reinstated) filter (where status in ('needs_response', 'under_review')) as open, sum(fee) as fee
      from disputes where ${range} group by purchase_id),
    e as (select purchase_id, posting, currency, account, amount from ledger_entries where ${range}),
    g as (select e.purchase_id, sum(amount) filter (where account in ('gateway', 'bank', 'disputed_funds', 'customer_credit')) as net,
        sum(amount) filter (where account = 'disputed_funds') as disputed,
        sum(amount) filter (where account = 'customer_credit') as credit,
        -sum(amount) filter (where account = 'taxes') as tax,
        -sum(amount) filter (where account in ('sales', 'refunds', 'chargebacks', 'payment_fees', 'supplier_cost')) as margin
      from e join purchases o on o.id = e.purchase_id and o.currency = e.currency group by e.purchase_id),
    b as (select purchase_id, sum(abs(off)) as off from (
        select purchase_id, sum(amount) as off from e group by purchase_id, posting, currency having sum(amount) <> 0) u
      group by purchase_id),
    s as (select purchase_id, sum(spent) as spent, sum(given) as given from (
        select x.purchase_id, u.amount as spent, 0 as given from payments x join store_credit_uses u on u.payment_id = x.id
        where ${range} and u.state = 'redeemed'
        union all select purchase_id, 0, amount from store_credits where ${range} and reason = 'refund') c
      group by purchase_id),
    i as (select purchase_id, sum(gross) as invoiced,
        coalesce(sum((select sum(r.amount) from invoice_refunds r where r.invoice_id = invoices.id)), 0) as given_back
      from invoices where ${range} and not is_test group by purchase_id)
    select p.id as purchase_id, p.reference, p.currency, c.rule, c.says::bigint as says, c.adds::bigint as adds
    from purchases p
    left join l on l.purchase_id = p.id left join x on x.purchase_id = p.id left join r on r.purchase_id = p.id
    left join d on d.purchase_id = p.id left join g on g.purchase_id = p.id left join b on b.purchase_id = p.id
    left join s on s.purchase_id = p.id left join i on i.purchase_id = p.id cross join lateral ${checks}
    where ${within('p.id', orders)} and c.says <> c.adds`
}

export interface Changed {
  readonly id: number
  readonly subject: string
  readonly rule: string
  readonly change: 'found' | 'reopened' | 'resolved' | 'seen'
  readonly says: number
  readonly adds: number
}

/**
 * Checks a range of orders, and writes down what is broken and what no longer is. What was closed and is broken again opens
 * again, and so does what was explained as long as its amounts were others. The sums themselves stay as they are.
 */
export async function writeFindings(db: Db, orders: OrderRange): Promise<readonly Changed[]> {
  const { rows } = await sql<Changed>`
    with broken as materialized (${brokenIn(orders)}),
    known as materialized (select * from reconciliation_findings where statement_line_id is null
      and ${within('purchase_id', orders)}),
    written as (
      insert into reconciliation_findings as f (rule, purchase_id, subject, currency, says, adds)
      select rule, purchase_id, reference, currency, says, adds from broken
      on conflict (rule, purchase_id) where statement_line_id is null do update set says = excluded.says, adds = excluded.adds, last_seen_at = now(),
        state = case when f.state = 'explained' and (f.says, f.adds) = (excluded.says, excluded.adds) then 'explained' else 'open' end,
        reopened = f.reopened + case when f.state = 'open'
          or f.state = 'explained' and (f.says, f.adds) = (excluded.says, excluded.adds) then 0 else 1 end,
        closed_at = null, closed_by = null, updated_at = now(), version = f.version + 1
      returning *),
    resolved as (
      update reconciliation_findings f set state = 'closed', closed_at = now(), closed_by = null, updated_at = now(),
        version = f.version + 1
      from known k where k.id = f.id and k.state <> 'closed'
        and not exists (select from broken b where b.purchase_id = f.purchase_id and b.rule = f.rule)
      returning f.*)
    select w.id, w.subject, w.rule, w.says, w.adds,
      case when k.id is null then 'found' when w.reopened > k.reopened then 'reopened' else 'seen' end as change
    from written w left join known k on k.id = w.id
    union all
    select id, subject, rule, says, adds, 'resolved' from resolved`.execute(db)
  return rows
}
