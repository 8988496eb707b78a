import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'

const stoppedAt = '(select as_of from demo_data)'

/** What must be true for every row: a query for the rows for which it is not. */
const broken: Readonly<Record<string, string>> = {
  'the lines add up to the totals': `
    select p.id from purchases p left join (
      select purchase_id, sum(amount) as grand, sum(amount) filter (where kind in ('item', 'adjustment')) as items,
        coalesce(sum(amount) filter (where kind = 'fee'), 0) as fees,
          coalesce(sum(amount) filter (where kind = 'tax'), 0) as tax,
        -coalesce(sum(amount) filter (where kind = 'discount'), 0) as discount
      from purchase_lines group by purchase_id
    ) l on l.purchase_id = p.id
    where (p.grand_total, p.items_total, p.fees_total, p.tax_total, p.discount_total)
      is distinct from (l.grand, l.items, l.fees, l.tax, l.discount)`,
  'what was captured and what it cost is what the payments say': `
    select p.id from purchases p left join (
      select purchase_id, sum(captured) as captured, sum(fee) as fee, bool_and(currency is not null)
        from payments group by purchase_id
    ) x on x.purchase_id = p.id
    left join (select purchase_id, sum(fee) as fee from disputes group by purchase_id) d on d.purchase_id = p.id
    where p.captured <> coalesce(x.captured, 0) or p.payment_fees <> coalesce(x.fee, 0) + coalesce(d.fee, 0)
      or p.captured not in (0, p.grand_total)`,
  'what went back, or is about to, is what the refunds say': `
    select p.id from purchases p left join (
      select purchase_id, sum(amount) filter (where state = 'succeeded') as done,
        sum(amount) filter (where state in ('requested', 'approved', 'processing')) as pending
      from refunds group by purchase_id
    ) r on r.purchase_id = p.id
    where p.refunded <> coalesce(r.done, 0) or p.refund_pending <> coalesce(r.pending, 0)`,
  'the refund state is the worst of the refunds': `
    select p.id from purchases p left join (
      select purchase_id, bool_or(state = 'failed') as failed, bool_or(state = 'requested') as requested,
        bool_or(state in ('approved', 'processing')) as processing
      from refunds group by purchase_id
    ) r on r.purchase_id = p.id
    where p.refund_state <> case when r.failed then 'failed' when r.requested
      then 'requested' when r.processing then 'processing'
      when p.refunded = 0 then 'none' when p.refunded = p.captured then 'full' else 'partial' end`,
  'the lines of a refund add up to it and exceed none of the purchase': `
    select r.id from refunds r where r.kind = 'lines' and (
      r.amount <> (select sum((e ->> 'amount')::bigint) from jsonb_array_elements(r.lines) e)
      or exists (select from jsonb_array_elements(r.lines) e
        left join purchase_lines l on l.purchase_id = r.purchase_id
          and l.position = (e ->> 'position')::integer
        where l.amount is null or (e ->> 'amount')::bigint > l.amount))`,
  'payments and refunds are in the currency of their purchase': `
    select x.id from (select id, purchase_id, currency from payments union all select id, purchase_id,
      currency from refunds) x
    left join purchases p on p.id = x.purchase_id where p.currency is distinct from x.currency`,
  'the cost is the net cost at the rate': `
    select p.id from purchases p join currencies own on own.code = p.currency
      join currencies cost on cost.code = p.cost_currency
    where p.supplier_cost <> round(p.net_cost * p.fx_rate * 10::numeric ^ (own.exponent - cost.exponent))`,
  'the margin is what is left': `
    select id from purchases
      where margin <> captured - refunded - charged_back - supplier_cost - payment_fees`,
  'store credit is what the ledger owes its customers': `
    select customer_id from (
      select customer_id, currency, amount - spent - expired as credit from store_credits
      union all select customer_id, currency, amount from ledger_entries where account = 'customer_credit'
    ) b group by customer_id, currency having sum(credit) <> 0`,
  'credit is held and spent by its uses': `
    select c.id from store_credits c cross join lateral (select coalesce(sum(amount) filter (where state = 'held'), 0) as held,
      coalesce(sum(amount) filter (where state = 'redeemed'), 0) as spent from store_credit_uses where credit_id = c.id) u
    where c.held <> u.held or c.spent <> u.spent`,
  'every posting of the ledger is balanced in each currency': `
    select posting from ledger_entries group by posting, currency having sum(amount) <> 0`,
  'the ledger adds up to the totals of its order': `
    select p.id from purchases p left join (
      select purchase_id, -sum(amount) filter (where account = 'sales') as captured,
        sum(amount) filter (where account = 'refunds') as refunded,
        sum(amount) filter (where account = 'chargebacks') as charged_back,
        sum(amount) filter (where account = 'payment_fees') as fees,
        sum(amount) filter (where account = 'supplier_cost') as cost, -sum(amount) filter (where account in ('suppliers', 'recoverables', 'write_offs')) as owed,
        sum(amount) filter (where account in ('gateway', 'bank', 'disputed_funds', 'customer_credit')) as net,
        -sum(amount) filter (where account in ('sales', 'refunds', 'chargebacks', 'payment_fees', 'supplier_cost')) as margin
      from ledger_entries group by purchase_id
    ) l on l.purchase_id = p.id
    where (coalesce(l.captured, 0), coalesce(l.refunded, 0), coalesce(l.charged_back, 0), coalesce(l.fees, 0),
        coalesce(l.cost, 0), coalesce(l.owed, 0), coalesce(l.net, 0), coalesce(l.margin, 0))
      is distinct from (p.captured::numeric, p.refunded::numeric, p.charged_back::numeric, p.payment_fees::numeric,
        p.supplier_cost::numeric, p.net_cost::numeric,
        (p.captured - p.refunded - p.charged_back - p.payment_fees)::numeric, p.margin::numeric)`,
  'the ledger adds up to every payment and refund': `
    select x.id from payments x left join (select payment_id, sum(amount) as net from ledger_entries
      where account in ('gateway', 'bank', 'disputed_funds', 'customer_credit') group by payment_id) l on l.payment_id = x.id
    where coalesce(l.net, 0) <> x.captured - x.fee - (select coalesce(sum(r.amount), 0) from refunds r
      where r.payment_id = x.id and r.state = 'succeeded')
      - (select coalesce(sum(d.fee), 0) from disputes d where d.payment_id = x.id)`,
  'what the bank took, or is deciding on, is what the disputes say': `
    select p.id from purchases p left join (
      select purchase_id, sum(withdrawn - reinstated) filter (where status = 'lost') as lost,
        bool_or(status in ('needs_response', 'under_review')) as is_open
      from disputes group by purchase_id
    ) d on d.purchase_id = p.id
    where p.charged_back <> coalesce(d.lost, 0) or (p.payment_status = 'disputed') <> coalesce(d.is_open, false)`,
  'disputed money is with the bank only while it decides': `
    select l.purchase_id from ledger_entries l where l.account = 'disputed_funds' and not exists (
      select from disputes d where d.purchase_id = l.purchase_id and d.status in ('needs_response', 'under_review'))
    group by l.purchase_id having sum(l.amount) <> 0`,
  'nothing is posted that has not happened': `select id from ledger_entries where posted_at > ${stoppedAt}`,
  'a ticket is for its performance as it stands in the catalogue': `
    select p.id from purchases p left join performances f on f.id = p.performance_id left
      join events e on e.id = f.event_id
    where p.kind = 'event' and ((p.event_id, p.venue_id, p.city_id, p.starts_at, p.travel_date, p.title,
      p.provider_id)
      is distinct from (f.event_id, f.venue_id, f.city_id, f.starts_at, f.local_date, e.name, e.provider_id)
      or not (p.performer_id is null or p.performer_id = any (e.performer_ids)))`,
  // Titles that staff have written since are not those of the day of the sale.
  'a product was sold as it stands in the catalogue': `
    select p.id from purchases p left join products d on d.id = p.product_id left
      join product_options o on o.id = p.product_option_id
    where p.kind = 'product' and (p.city_id, p.time_zone, p.title, p.provider_id, p.product_id)
      is distinct from (d.city_id, d.time_zone, case when 'title' = any (d.overrides) then p.title else d.title end, d.provider_id, o.product_id)`,
  'units are those of the option': `
    select l.purchase_id from purchase_lines l join purchases p on p.id = l.purchase_id
    left join product_age_bands b on b.id = l.product_age_band_id
    where p.kind = 'product' and l.kind = 'item' and (b.product_id, coalesce(b.option_id, p.product_option_id)) is distinct from (p.product_id, p.product_option_id)`,
  'as many were delivered as the fulfilment says': `
    select p.id from purchases p join (
      select purchase_id, sum(delivered) as delivered, sum(quantity) filter (where kind = 'item') as quantity
      from purchase_lines group by purchase_id
    ) l on l.purchase_id = p.id
    where p.quantity <> l.quantity or (p.fulfilment_status = 'delivered') <> (p.quantity = l.delivered)`,
  'the contact is the customer’s': `
    select p.id from purchases p left join customers c on c.id = p.customer_id
    where p.customer_id is not null and ((p.customer_name, p.customer_email, p.customer_locale)
      is distinct from (c.name, c.email, c.locale) or c.created_at > p.created_at)
      -- An order stays under the account that placed it, which was merged since.
      and not exists (select from customers m where m.merged_into_id = c.id
        and (p.customer_name, p.customer_email, p.customer_locale) = (m.name, m.email, m.locale) and m.created_at <= p.created_at)`,
  'whatever waits for somebody has its time, and nothing else': `select id from purchases
    where (due_at is null) <> (next_step = 'none')`,
  'nothing has happened yet that lies ahead': `
    select p.id from purchases p where p.created_at > ${stoppedAt} or p.updated_at > ${stoppedAt}
    union all select e.purchase_id from purchase_events e join purchases p on p.id = e.purchase_id
      where e.at > ${stoppedAt} or e.at < p.created_at
    union all select x.purchase_id from payments x join purchases p on p.id = x.purchase_id
      where x.created_at < p.created_at or x.captured_at < x.authorised_at or x.captured_at > ${stoppedAt}
    union all select r.purchase_id from refunds r join purchases p on p.id = r.purchase_id
      where r.created_at < p.created_at or r.created_at > ${stoppedAt} or r.succeeded_at > ${stoppedAt}`,
  'what is over is completed, and nothing else is': `
    select id from purchases where booking_status = 'completed' and ends_at > ${stoppedAt}
      or booking_status = 'confirmed' and ends_at <= ${stoppedAt}`,
  'nobody travels before buying': 'select id from purchases where starts_at < created_at',
  // An order that was split from another was sold when that was.
  'later numbers are not older': `
    select id from (select id, created_at < lag(created_at) over (order by id) as older from purchases p
      where not exists (select from purchase_events e where e.purchase_id = p.id and e.kind = 'split_from')) o
      where older`,
  'every coupon on a purchase has its redemption': `
    select p.id from purchases p full join coupon_redemptions r on r.purchase_id = p.id
    where (p.coupon_id is not null or r.id is not null)
      and (p.coupon_id, p.discount_total, p.currency) is distinct from (r.coupon_id, r.amount, r.currency)`,
  'coupons know how often they were used': `
    select c.id from coupons c where c.times_used <> (
      select count(*) from coupon_redemptions r where r.coupon_id = c.id and r.state <> 'released')`,
  'coupons know what they have brought': `
    select coupon_id from (
      select r.coupon_id, r.currency, count(*) as uses, sum(r.amount) as discount, sum(p.captured - p.refunded - p.charged_back) as revenue, sum(p.margin) as margin
      from coupon_redemptions r join purchases p on p.id = r.purchase_id where r.state = 'consumed' group by 1, 2
    ) added full join coupon_results kept using (coupon_id, currency)
    where (added.uses, added.discount, added.revenue, added.margin) is distinct from (kept.uses, kept.discount, kept.revenue, kept.margin)`,
  // Families are of every age, and products not on sale can have their suppliers' mistakes.
  'age bands leave no gap and do not overlap': `
    select product_id from (
      select b.product_id, b.min_age, lag(b.max_age) over (partition by o.id order by b.min_age) as before
        from product_options o join products p on p.id = o.product_id join product_age_bands b on b.product_id = p.id and coalesce(b.option_id, o.id) = o.id
        where b.type <> 'FAMILY' and p.status = 'live'
    ) b where before is not null and min_age <> before + 1`,
  'every product has one default option': `
    select p.id from products p where 1 <> (select count(*) from product_options o where o.product_id = p.id
      and o.is_default)`,
  'products count their options and the changes that wait': `
    select p.id from products p where p.option_count <> (select count(*) from product_options o where o.product_id = p.id)
      or p.drift_count <> (select count(*) from product_drifts d where d.product_id = p.id and d.state = 'open')`,
  'published events have something ahead': `
    select e.id from events e where e.publication = 'published'
      and not exists (select from performances f where f.event_id = e.id and f.starts_at > ${stoppedAt})`,
  'products start at what a unit costs that somebody can buy alone': `
    select p.id from products p cross join lateral product_from_unit(p.id) as u
    where p.pricing_per = 'UNIT' and (p.net_from, p.retail_from) <> (u.net, u.retail)`,
  'nothing is sold for more than it is bought': 'select id from products where net_from > retail_from',
}

/** The identities that are broken, with how many rows break each. */
export async function brokenIdentities(db: Db): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [name, query] of Object.entries(broken)) {
    const {
      rows: [row],
    } = await sql<{ count: number }>`select count(*) as count
      from (${sql.raw(query)}) as b`.execute(db)
    if (row && row.count > 0) found[name] = row.count
  }
  return found
}

/**
 * References that the load could have broken, as it passes over the database's own checks: each with its
 * count.
 */
export async function danglingReferences(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; from: string; column: string; to: string; key: string }>`
    select c.conname as name, c.conrelid::regclass::text as "from", a.attname as "column",
      c.confrelid::regclass::text as "to", k.attname as key
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace`.execute(db)
  const found: Record<string, number> = {}
  for (const { name, from, column, to, key } of rows) {
    const {
      rows: [row],
    } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(from)} f where f.${sql.ref(column)} is not null
        and not exists (select from ${sql.table(to)} t
          where t.${sql.ref(key)} = f.${sql.ref(column)})`.execute(db)
    if (row && row.count > 0) found[name] = row.count
  }
  return found
}
