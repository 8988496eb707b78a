import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'

/** What Stripe charges for a dispute, in its amounts. */
const fee = sql.lit(2_000)

const reasons = [
  'fraudulent',
  'product_not_received',
  'product_unacceptable',
  'unrecognized',
  'credit_not_processed',
  'duplicate',
  'general',
] as const

/** Inquiries, which leave the order as it is: of the newest paid orders that nothing else happened to. */
const inquiries = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'warning_needs_response',
] as const

/** Orders that were refunded before a bank took their money back as well: the check of the books finds them. */
const paidTwice = 3

// While demo data is loaded most indexes are away, so every source is read once and none is looked up per row.

/** Makes a record of each dispute in the demo’s orders, and inquiries besides, so that each status exists and adds up. */
export async function seedDisputes(trx: Db, { asOf }: SeedStory): Promise<void> {
  await sql`
    create temp table disputes_to_seed on commit drop as
    select *, (array[${sql.join([...reasons])}]::text[])[1 + position % ${reasons.length}] as reason from (
      select row_number() over (order by p.id) as position, p.id as purchase_id, p.currency, x.id as payment_id,
        x.captured as amount, opened.at as opened_at, opened.id as event_id, closed.at as closed_at, case
          when p.payment_status = 'charged_back' then 'lost' when closed.kind = 'dispute_won' then 'won'
          when row_number() over (order by p.id) % 2 = 0 then 'under_review' else 'needs_response' end as status
      from purchases p
      join (select distinct on (purchase_id) purchase_id, id, at from purchase_events where kind = 'dispute_opened'
        order by purchase_id, at) opened on opened.purchase_id = p.id
      left join (select distinct on (purchase_id) purchase_id, at, kind from purchase_events
        where kind in ('dispute_won', 'charged_back') order by purchase_id, at desc) closed on closed.purchase_id = p.id
      join (select distinct on (purchase_id) purchase_id, id, captured from payments where captured > 0
        order by purchase_id, captured desc, id) x on x.purchase_id = p.id
    ) d`.execute(trx)
  await sql`
    insert into disputes_to_seed (position, purchase_id, currency, payment_id, amount, opened_at, event_id, closed_at, status, reason)
    select 1000 + n.position, n.id, n.currency, n.payment_id, n.captured, ${asOf}::timestamptz - n.position * interval '31 hours',
      null, null, (array[${sql.join([...inquiries])}]::text[])[n.position], 'product_not_received'
    from (
      select row_number() over (order by p.created_at desc, p.id desc) as position, p.id, p.currency, x.id as payment_id, x.captured
      from (
        select id, currency, created_at from purchases
        where payment_status = 'captured' and refund_state = 'none' and next_step = 'none' and captured >= 3000
          and created_at < ${asOf}::timestamptz - interval '9 days'
          and id <> all (array(select purchase_id from disputes_to_seed))
          and id <> all (array(select purchase_id from payments where moved > 0 or split_of is not null))
        order by created_at desc, id desc limit ${inquiries.length}
      ) p join payments x on x.purchase_id = p.id and x.captured > 0
      order by p.created_at desc, p.id desc limit ${inquiries.length}
    ) n`.execute(trx)
  await sql`
    insert into disputes_to_seed (position, purchase_id, currency, payment_id, amount, opened_at, event_id, closed_at, status, reason)
    select 1100, r.purchase_id, r.currency, r.payment_id, r.amount, r.succeeded_at - interval '20 hours', null, null,
      'prevented', 'credit_not_processed'
    from refunds r join payments x on x.id = r.payment_id where r.state = 'succeeded' and r.created_at < r.succeeded_at
      and r.succeeded_at - interval '20 hours' > x.captured_at
    order by r.succeeded_at desc, r.id desc limit 1`.execute(trx)
  await sql`
    insert into disputes_to_seed (position, purchase_id, currency, payment_id, amount, opened_at, event_id, closed_at, status, reason)
    select 1200 + n.position, n.id, n.currency, n.payment_id, n.captured, n.refunded_at + interval '2 days', null,
      n.refunded_at + interval '26 days', 'lost', 'credit_not_processed'
    from (
      select row_number() over (order by p.created_at desc, p.id desc) as position, p.id, p.currency, x.id as payment_id, x.captured,
        r.refunded_at
      from purchases p join payments x on x.purchase_id = p.id and x.captured = p.captured
      join (select purchase_id, max(succeeded_at) as refunded_at from refunds group by purchase_id) r on r.purchase_id = p.id
      where p.payment_status = 'refunded' and p.coupon_id is null and p.next_step = 'none'
        and r.refunded_at < ${asOf}::timestamptz - interval '30 days'
        and not exists (select from disputes_to_seed s where s.purchase_id = p.id)
      order by p.created_at desc, p.id desc limit ${paidTwice}
    ) n`.execute(trx)
  await writeDisputes(trx, asOf)
  await followOrders(trx, asOf)
}

async function writeDisputes(trx: Db, asOf: string): Promise<void> {
  const isMoney = sql`s.status in ('needs_response', 'under_review', 'won', 'lost')`
  // Every third that was lost was never answered.
  const isAnswered = sql`(s.status in ('under_review', 'warning_under_review', 'won', 'warning_closed')
    or s.status = 'lost' and s.position % 3 <> 0)`
  await sql`
    insert into disputes (purchase_id, payment_id, provider_reference, status, reason, network_reason_code, currency, amount,
      withdrawn, reinstated, fee, movements, submissions, evidence, due_by, opened_at, withdrawn_at, reinstated_at, submitted_at,
      closed_at, created_at, updated_at)
    select s.purchase_id, s.payment_id, 'du_' || substr(md5(s.position || ' dispute ' || s.purchase_id), 1, 24), s.status, s.reason,
      case s.reason when 'fraudulent' then '10.4' when 'unrecognized' then '10.4' when 'product_not_received' then '13.1'
        when 'product_unacceptable' then '13.3' when 'credit_not_processed' then '13.6' when 'duplicate' then '12.6' else '10.5' end,
      s.currency, s.amount, case when ${isMoney} then s.amount else 0 end, case s.status when 'won' then s.amount else 0 end,
      case when ${isMoney} then round(${fee} / case when s.currency in ('ISK', 'UGX') then 100.0 else 1 end)::bigint else 0 end,
      case when s.status = 'won' then 2 when ${isMoney} then 1 else 0 end, case when ${isAnswered} then 1 else 0 end,
      case when ${isAnswered} then jsonb_build_object('product_description', p.title || '. ' || p.contents || '. Order ' || p.reference,
        'customer_name', p.customer_name, 'service_date', p.travel_date::text) else '{}' end,
      d.due_by, s.opened_at, case when ${isMoney} then s.opened_at end, case s.status when 'won' then d.closed_at end,
      case when ${isAnswered} then d.submitted_at end, d.closed_at, s.opened_at, coalesce(d.closed_at, s.opened_at)
    from disputes_to_seed s join purchases p on p.id = s.purchase_id
    cross join lateral (
      select case when s.status in ('needs_response', 'warning_needs_response')
          then greatest(s.opened_at + interval '9 days', ${asOf}::timestamptz + s.position % 40 * interval '7 hours' + interval '2 hours')
          else s.opened_at + interval '9 days' end as due_by,
        least(s.opened_at + interval '3 days', ${asOf}::timestamptz - interval '1 hour') as submitted_at,
        case when s.status in ('won', 'lost', 'warning_closed', 'prevented')
          then coalesce(s.closed_at, least(s.opened_at + interval '4 days', ${asOf}::timestamptz - interval '30 minutes')) end as closed_at
    ) d order by s.opened_at, s.purchase_id`.execute(trx)
  await sql`
    insert into dispute_answers (dispute_id, kind, state, submissions, idempotency_key, tries, requested_by, settled_at, created_at)
    select d.id, 'evidence', 'done', 0, 'seed', 1,
      (select t.id from staff t join roles r on r.id = t.role_id where r.name = 'finance' order by t.id limit 1),
      d.submitted_at, d.submitted_at
    from disputes d where d.submissions > 0`.execute(trx)
}

/** The fee is a cost of the order, its answer is due by the deadline, and its timeline names the reason. */
async function followOrders(trx: Db, asOf: string): Promise<void> {
  // By the moves that an order has: first the dispute, then what the bank decided.
  await sql`
    update purchases p set payment_status = 'disputed' from disputes d
    where d.purchase_id = p.id and d.status = 'lost' and p.payment_status = 'refunded'`.execute(trx)
  await sql`
    update purchases p set payment_fees = p.payment_fees + d.fee,
      charged_back = case when d.status = 'lost' then d.withdrawn else p.charged_back end,
      payment_status = case when d.status = 'lost' then 'charged_back' else p.payment_status end,
      bank_decides_by = case when d.status = 'under_review' then d.submitted_at + interval '75 days' end,
      due_at = case when d.status = 'needs_response' then d.due_by else p.due_at end
    from disputes d where d.purchase_id = p.id`.execute(trx)
  // While the bank decides nothing is due.
  await sql`update purchases set due_at = null where bank_decides_by is not null and next_step = 'none'`.execute(trx)
  await sql`
    update purchase_events e set detail = s.reason from disputes_to_seed s where e.purchase_id = s.purchase_id and e.id = s.event_id`.execute(
    trx,
  )
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, amount, detail)
    select d.purchase_id, d.opened_at, 'dispute_opened', 'system', d.amount, d.reason from disputes d
      join disputes_to_seed s on s.purchase_id = d.purchase_id where s.event_id is null
    union all
    select d.purchase_id, d.closed_at, 'charged_back', 'system', d.withdrawn, null from disputes d
      join disputes_to_seed s on s.purchase_id = d.purchase_id where s.event_id is null and d.status = 'lost'
    union all
    select d.purchase_id, d.submitted_at, 'dispute_answered', 'staff', d.amount, null from disputes d where d.submissions > 0
      and d.submitted_at <= ${asOf}::timestamptz`.execute(trx)
}
