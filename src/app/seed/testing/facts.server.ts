import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'

const stoppedAt = '(select as_of from demo_data)'
const reviews = ['product_reviews', 'alias_reviews', 'lineup_reviews']
const ofReviews = (columns: string) =>
  reviews.map((table) => `select '${table}' as "table", id, ${columns} from ${table}`).join(' union all ')

/**
 * Facts that no marketplace could have in its records: a query for the records that state them. The sums are in
 * identities.server.ts.
 */
const impossible: Readonly<Record<string, string>> = {
  // What was bought, and when it is used.
  'redeemed on another day than that of the visit': `
    select id from purchases where (redeemed_at at time zone time_zone)::date not between travel_date
      and (ends_at at time zone time_zone)::date`,
  'redeemed before it was confirmed, or in the future': `
    select p.id from purchases p where redeemed_at < created_at or redeemed_at > ${stoppedAt}`,
  'redeemed though nobody was let in': `
    select id from purchases where redeemed_at is not null and booking_status not in ('completed', 'confirmed')`,
  'completed before it ended': `
    select id from purchases where booking_status = 'completed' and ends_at > ${stoppedAt}`,
  'bought after it began': `
    select id from purchases where created_at >= ends_at`,
  'a product without a start that was bought with one, or the other way round': `
    select p.id from purchases p join product_options o on o.id = p.product_option_id
    where p.kind = 'product' and (p.local_time is null) <> (o.start_times = '{}')`,
  'free cancelling that ends after the visit has begun': `
    select id from purchases where cancel_until > starts_at`,
  'a ticket for an event whose performer is called as the event': `
    select p.id from purchases p join performers r on r.id = p.performer_id join events e on e.id = p.event_id
    where lower(r.name) = lower(e.name)`,
  // Money.
  'store credit of a customer who cannot be found any more': `
    select t.id from store_credits t left join customers c on c.id = t.customer_id
    where c.id is null or c.status = 'anonymised' or t.customer_name is distinct from c.name`,
  'paid before it was asked for': `
    select y.id from payments y join purchases p on p.id = y.purchase_id
    where y.created_at < p.created_at or y.authorised_at < p.created_at or y.captured_at < y.authorised_at
      or y.captured_at > ${stoppedAt}`,
  'given back before it was asked for': `
    select id from refunds where succeeded_at < created_at or created_at > ${stoppedAt} or succeeded_at > ${stoppedAt}`,
  'given back before it was paid': `
    select r.id from refunds r join payments y on y.id = r.payment_id where r.created_at < y.captured_at`,
  'approved by who asked for it': `
    select id from refunds where approved_by = requested_by`,
  'approved by a person who may give no money back': `
    select r.id from refunds r join staff s on s.id = r.approved_by
    where not exists (select from role_permissions g where g.role_id = s.role_id and g.object = 'purchases'
      and g.action = 'refund') and not exists (select from roles o where o.id = s.role_id and o.name = 'admin')`,
  'a refund whose order says that another person asked for it, or at another moment': `
    select r.id from refunds r left join staff s on s.id = r.requested_by
    where not exists (select from purchase_events e where e.purchase_id = r.purchase_id and e.kind = 'refund_requested'
      and e.at = r.created_at and e.amount = r.amount and e.actor_kind = r.initiator
      and (r.requested_by is null or e.actor_name = s.name))`,
  'a refund with an outcome before it was asked for, or that came back before it had arrived': `
    select r.id from refunds r join purchase_events e on e.purchase_id = r.purchase_id
    where e.kind in ('refund_approved', 'refund_rejected', 'refund_retried', 'refund_failed', 'refund_succeeded', 'refund_reversed')
      and e.at < r.created_at or e.kind = 'refund_reversed' and e.at < r.succeeded_at`,
  'an apology in credit that is worth nothing, or a fortune': `
    select c.id from store_credits c join currencies y on y.code = c.currency join (
      select 'EUR' as currency, 1 as rate union all select quote_currency, avg(rate) from exchange_rates
        where base_currency = 'EUR' group by quote_currency) e on e.currency = c.currency
    where c.reason = 'goodwill' and c.purchase_id is not null and c.amount / (e.rate * 10 ^ y.exponent) not between 8 and 40`,
  'a finding from before what it is about was known, or that no check has made': `
    select f.id from reconciliation_findings f left join statement_lines l on l.id = f.statement_line_id
      left join disputes d on d.purchase_id = f.purchase_id and d.status = 'lost' and f.rule = 'paid_twice'
    where f.first_seen_at < greatest(l.created_at, l.booked_at + interval '1 day', d.closed_at) or f.first_seen_at > f.last_seen_at
      or not exists (select from reconciliation_runs r where f.last_seen_at between r.started_at and r.finished_at)`,
  'a check of orders that were not placed yet, or in the future': `
    select r.id from reconciliation_runs r where r.finished_at > ${stoppedAt}
      or r.orders > (select count(*) from purchases p where p.created_at <= r.started_at)`,
  'more given back than was captured': `
    select id from purchases where refunded + refund_pending > captured`,
  'a step of a purchase before it was placed, or in the future': `
    select e.purchase_id as id from purchase_events e join purchases p on p.id = e.purchase_id
    where e.at < p.created_at or e.at > ${stoppedAt}`,
  // Coupons.
  'a code that promises another number than its discount': `
    select id from (select c.*, substring(code from '^[A-Z]+([0-9]{1,3})(?:-[0-9]+)?$')::integer as said from coupons c) c
    where said is not null and (
      (kind = 'percent' and percent <> said * 100)
      or (kind = 'fixed' and not exists (
        select from jsonb_array_elements(amounts) a join currencies y on y.code = a ->> 'currency'
        where (a ->> 'amount')::bigint = said * 10 ^ y.exponent)))`,
  'a coupon that was used before or after it was valid': `
    select r.id from coupon_redemptions r join coupons c on c.id = r.coupon_id
    where r.at < c.valid_from or r.at >= c.valid_until or r.at < c.created_at`,
  'a coupon on a channel that it is not for': `
    select r.id from coupon_redemptions r join coupons c on c.id = r.coupon_id join purchases p on p.id = r.purchase_id
    where c.channels <> '{}' and not p.channel = any(c.channels)`,
  'a coupon that was used more often than it can be': `
    select id from coupons where times_used > total_limit`,
  'a draft of a coupon that was used': `
    select id from coupons where status = 'draft' and times_used > 0`,
  // Events.
  'a performance in another city than its venue': `
    select f.id from performances f join venues v on v.id = f.venue_id where f.city_id <> v.city_id`,
  'an event at a venue of another city': `
    select e.id from events e join venues v on v.id = e.venue_id where e.city_id <> v.city_id`,
  'a performance by the clocks of another place than its venue': `
    select f.id from performances f join venues v on v.id = f.venue_id where f.time_zone <> v.time_zone`,
  'doors that open after the start': `
    select id from performances where doors_time > local_time and local_time > '06:00'`,
  'tickets on sale for what is over': `
    select id from performances where status in ('onsale', 'sold_out') and starts_at < ${stoppedAt} - interval '1 day'`,
  'tickets available where none are sold': `
    select id from performances where status in ('cancelled', 'offsale', 'sold_out', 'postponed') and available > 0`,
  'more tickets than seats': `
    select id from performances where available > capacity`,
  'sales that end before the last performance': `
    select e.id from events e join performances f on f.event_id = e.id
    where e.off_sale_at < f.created_at group by e.id`,
  'a match that its teams do not play, or at another time than is sold': `
    select m.id from matches m join events e on e.id = m.event_id
    where not e.performer_ids @> array[m.home_performer_id, m.away_performer_id]
      or not exists (select from performances f where f.event_id = e.id and f.local_date = m.local_date)`,
  'an artist on two stages at one hour': `
    select f.id from performances f join events e on e.id = f.event_id join performances g on g.id > f.id
      and g.starts_at = f.starts_at join events h on h.id = g.event_id and h.id <> e.id
    where e.type = 'concert' and h.type = 'concert' and e.performer_ids && h.performer_ids
      and f.status not in ('cancelled', 'postponed') and g.status not in ('cancelled', 'postponed')
      and f.venue_id <> g.venue_id and not exists (
        select from performer_pairs d where d.one_id = any(e.performer_ids) or d.other_id = any(e.performer_ids))`,
  // Products.
  'a price below what the provider asks': `
    select id from product_age_bands where retail < net`,
  'a product by the clocks of another place than its city': `
    select p.id from products p join cities c on c.id = p.city_id
    where p.time_zone <> c.time_zone and not 'timeZone' = any(p.overrides)`,
  // Reviews.
  'a review that was decided before it was written': `
    select id from (${ofReviews('decided_at, submitted_at')}) r where decided_at < submitted_at`,
  // Everything.
  'changed before it was made': `
    select id from purchases where updated_at < created_at
    union all select id from events where updated_at < created_at
    union all select id from performances where updated_at < created_at
    union all select id from products where updated_at < created_at
    union all select id from customers where updated_at < created_at
    union all select id from coupons where updated_at < created_at`,
}

/** What of the demo no marketplace could have: by statement the number of records, with the first few of them. */
export async function impossibleFacts(db: Db): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {}
  for (const [statement, query] of Object.entries(impossible)) {
    const { rows } = await sql<{ n: number; ids: string }>`
      select count(*)::integer as n, array_to_string((array_agg(id order by id))[1:5], ', ') as ids
      from (${sql.raw(query)}) x`.execute(db)
    const [row] = rows
    if (row && row.n > 0) found[statement] = `${row.n}: ${row.ids}`
  }
  return found
}
