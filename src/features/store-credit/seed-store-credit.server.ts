import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'

/**
 * Credit in each state: from refunds that went to credit, given as goodwill, spent on an order beside a card, and expired.
 * Providers with statements are left alone, whose lines were made before.
 */
export async function seedStoreCredit(trx: Db, { asOf }: SeedStory): Promise<void> {
  // The newest refunds whose customers took credit instead.
  await sql`
    update refunds r set destination = 'credit', psp_reference = null from (
      select r.id from refunds r join payments x on x.id = r.payment_id join purchases p on p.id = r.purchase_id
      where r.state = 'succeeded' and x.provider = 'adyen' and r.paid_by = 'platform' and p.customer_id is not null
        and r.succeeded_at between ${asOf}::timestamptz - interval '200 days' and ${asOf}::timestamptz
      order by r.succeeded_at desc, r.id limit 8) s
    where s.id = r.id`.execute(trx)
  await sql`
    insert into store_credits (customer_id, currency, amount, reason, purchase_id, refund_id, granted_by, expires_at, created_at,
      updated_at)
    select p.customer_id, r.currency, r.amount, 'refund', p.id, r.id, r.requested_by, r.succeeded_at + interval '1 year',
      r.succeeded_at, r.succeeded_at
    from refunds r join purchases p on p.id = r.purchase_id where r.destination = 'credit' order by r.succeeded_at, r.id`.execute(
    trx,
  )
  await seedGoodwill(trx, asOf)
  await seedSpent(trx, asOf)
}

/** Goodwill for the buyers of some orders: open, or past its last day. */
async function seedGoodwill(trx: Db, asOf: string): Promise<void> {
  await sql`
    insert into store_credits (customer_id, currency, amount, expired, reason, note, purchase_id, granted_by, expires_at, created_at,
      updated_at)
    select s.customer_id, s.currency, s.amount, case when s.ends > ${asOf}::timestamptz then 0 else s.amount end, 'goodwill',
      (array['Waited an hour at the entrance', 'Audio guide was broken', 'Guide came late and left early'])[1 + s.place % 3],
      s.id, (select t.id from staff t join roles r on r.id = t.role_id where r.name = 'finance' order by t.id limit 1), s.ends,
      s.since, least(s.ends, ${asOf}::timestamptz)
    from (
      select p.id, p.customer_id, p.currency, c.exponent, row_number() over (order by p.created_at desc, p.id)::integer as place,
        (10 + row_number() over (order by p.created_at desc, p.id) % 5 * 5) * (10 ^ c.exponent)::bigint as amount,
        date_trunc('day', p.created_at) + interval '1 day' as since,
        date_trunc('day', p.created_at) + case when row_number() over (order by p.created_at desc, p.id) % 4 = 0
          then interval '21 days' else interval '366 days' end as ends
      from purchases p join currencies c on c.code = p.currency
      where p.customer_id is not null and p.booking_status = 'completed' and p.currency <> 'JPY'
        and p.created_at < ${asOf}::timestamptz - interval '30 days' and p.created_at > ${asOf}::timestamptz - interval '300 days'
        and not exists (select from store_credits o where o.customer_id = p.customer_id)
      order by p.created_at desc, p.id limit 12) s
    order by s.since, s.id`.execute(trx)
}

/** Some orders were paid with credit in part: their card took that much less. */
async function seedSpent(trx: Db, asOf: string): Promise<void> {
  await sql`
    create temp table credit_to_spend on commit drop as
    select x.id as payment_id, p.id as purchase_id, p.customer_id, p.currency, p.reference, x.captured_at, x.created_at,
      x.captured / 4 as amount
    from payments x join purchases p on p.id = x.purchase_id
    where x.state = 'captured' and x.provider = 'adyen' and x.authorised = x.captured and p.captured = x.captured
      and p.refund_state = 'none' and p.payment_status = 'captured' and p.customer_id is not null and p.captured >= 4000
      and not exists (select from refunds r where r.purchase_id = p.id)
      and not exists (select from disputes d where d.purchase_id = p.id)
      and x.captured_at < ${asOf}::timestamptz - interval '2 days'
    order by x.captured_at desc, x.id limit 5`.execute(trx)
  await sql`
    update payments x set authorised = x.authorised - s.amount, captured = x.captured - s.amount
    from credit_to_spend s where s.payment_id = x.id`.execute(trx)
  await sql`
    with paid as (
      insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, authorised_at,
        captured_at, created_at, updated_at)
      select purchase_id, 'store_credit', 'store_credit', 'captured', currency, amount, amount, 0, reference || '-credit', created_at,
        captured_at, created_at, captured_at
      from credit_to_spend returning id, purchase_id, captured, captured_at
    ), given as (
      insert into store_credits (customer_id, currency, amount, spent, reason, note, granted_by, expires_at, created_at, updated_at)
      select s.customer_id, s.currency, s.amount + case when s.purchase_id % 2 = 0 then 0 else 500 end, s.amount, 'goodwill',
        'Tour was cut short by rain', (select t.id from staff t join roles r on r.id = t.role_id where r.name = 'finance' order by t.id limit 1),
        date_trunc('day', s.captured_at) + interval '300 days', s.created_at - interval '20 days', s.captured_at
      from credit_to_spend s returning id, customer_id, currency, spent, updated_at
    )
    insert into store_credit_uses (credit_id, payment_id, amount, state, created_at, changed_at)
    select g.id, paid.id, paid.captured, 'redeemed', paid.captured_at, paid.captured_at
    from paid join credit_to_spend s on s.purchase_id = paid.purchase_id
    join given g on g.customer_id = s.customer_id and g.currency = s.currency and g.spent = s.amount and g.updated_at = s.captured_at`.execute(
    trx,
  )
}
