import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'

/** How long it takes from what a person asks for to the credit. */
const sent = sql`interval '4 minutes'`

/** What a euro buys, by currency: what people are given as an apology is worth about as much in each. */
const perEuro = (asOf: string) => sql`(
  select 'EUR' as currency, 1::numeric as rate
  union all (select distinct on (quote_currency) quote_currency, rate from exchange_rates
    where base_currency = 'EUR' and as_of <= ${asOf}::timestamptz order by quote_currency, as_of desc, id desc))`

/**
 * Euros in minor units of a currency, as people write prices: about three digits, the last a 0 or a 5. `of` has its rate and
 * exponent.
 */
const worth = (euros: ReturnType<typeof sql>, of: string) => sql`(
  select (round(v.amount / v.step) * v.step)::bigint from (
    select w.amount, greatest(1, 5 * 10::numeric ^ (floor(log(w.amount)) - 2)) as step
    from (select (${euros}) * ${sql.ref(`${of}.rate`)} * 10::numeric ^ ${sql.ref(`${of}.exponent`)} as amount) w) v)`

/**
 * Credit in each state: from refunds that went to credit, given as goodwill, spent on an order beside a card, and expired.
 * Providers with statements are left alone, whose lines were made before.
 */
export async function seedStoreCredit(trx: Db, { asOf }: SeedStory): Promise<void> {
  await seedRefunded(trx, asOf)
  await seedGoodwill(trx, asOf)
  await seedSpent(trx, asOf)
}

/** Orders whose customers took credit for a part of what they had paid. */
async function seedRefunded(trx: Db, asOf: string): Promise<void> {
  await sql`
    create temp table credit_to_refund on commit drop as
    select x.id as payment_id, p.id as purchase_id, p.customer_id, p.currency, x.captured / 4 as amount,
      least(p.created_at + interval '9 days', ${asOf}::timestamptz - interval '1 day') as at,
      (select t.id from staff t join roles r on r.id = t.role_id where r.name = 'finance' order by t.id limit 1) as by_id
    from payments x join purchases p on p.id = x.purchase_id
    where x.state = 'captured' and x.provider = 'adyen' and x.split_of is null and x.moved = 0 and p.captured = x.captured and p.refund_state = 'none'
      and p.payment_status = 'captured' and p.next_step = 'none' and p.customer_id is not null and p.captured >= 4000
      and not exists (select from refunds r where r.purchase_id = p.id)
      and not exists (select from disputes d where d.purchase_id = p.id)
      and p.created_at < ${asOf}::timestamptz - interval '20 days'
    order by p.created_at desc, p.id desc limit 5`.execute(trx)
  await sql`
    update purchases p set refunded = s.amount, refund_state = 'partial', payment_status = 'partially_refunded'
    from credit_to_refund s where s.purchase_id = p.id`.execute(trx)
  await sql`
    insert into refunds (purchase_id, payment_id, state, currency, amount, kind, reason, initiator, paid_by, destination,
      idempotency_key, requested_by, approved_by, succeeded_at, created_at, updated_at)
    select purchase_id, payment_id, 'succeeded', currency, amount, 'goodwill', 'quality', 'staff', 'platform', 'credit', 'seed',
      by_id, null, at, at - ${sent}, at
    from credit_to_refund order by at, purchase_id`.execute(trx)
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount)
    select s.purchase_id, e.at, e.kind, e.by, e.name, s.amount
    from credit_to_refund s left join staff t on t.id = s.by_id
    cross join lateral (values
      (s.at - ${sent}, 'refund_requested', 'staff', t.name), (s.at, 'refund_succeeded', 'system', null)) e (at, kind, by, name)
    order by e.at, s.purchase_id`.execute(trx)
  await sql`
    insert into store_credits (customer_id, currency, amount, reason, purchase_id, refund_id, granted_by, expires_at, created_at,
      updated_at)
    select s.customer_id, s.currency, s.amount, 'refund', s.purchase_id, r.id, s.by_id, s.at + interval '1 year', s.at, s.at
    from credit_to_refund s join refunds r on r.purchase_id = s.purchase_id order by s.at, s.purchase_id`.execute(trx)
}

/** Goodwill for the buyers of some orders: open, about to end, or past its last day. */
async function seedGoodwill(trx: Db, asOf: string): Promise<void> {
  await sql`
    insert into store_credits (customer_id, currency, amount, expired, reason, note, purchase_id, granted_by, expires_at, created_at,
      updated_at)
    select s.customer_id, s.currency, a.amount, case when s.ends > ${asOf}::timestamptz then 0 else a.amount end, 'goodwill',
      (array['Waited an hour at the entrance', 'Audio guide was broken', 'Guide came late and left early'])[1 + s.place % 3],
      s.id, (select t.id from staff t join roles r on r.id = t.role_id where r.name = 'finance' order by t.id limit 1), s.ends,
      s.since, least(s.ends, ${asOf}::timestamptz)
    from (
      select p.id, p.customer_id, p.currency, c.exponent, e.rate, row_number() over (order by p.created_at desc, p.id)::integer as place,
        date_trunc('day', p.created_at) + interval '1 day' as since,
        case when row_number() over (order by p.created_at desc, p.id) = 2 then date_trunc('day', ${asOf}::timestamptz) + interval '9 days'
          when row_number() over (order by p.created_at desc, p.id) % 4 = 0 then date_trunc('day', p.created_at) + interval '21 days'
          else date_trunc('day', p.created_at) + interval '366 days' end as ends
      from purchases p join currencies c on c.code = p.currency join ${perEuro(asOf)} e on e.currency = p.currency
      where p.customer_id is not null and p.booking_status = 'completed' and c.exponent = 2
        and p.created_at < ${asOf}::timestamptz - interval '30 days' and p.created_at > ${asOf}::timestamptz - interval '300 days'
        and not exists (select from store_credits o where o.customer_id = p.customer_id)
      order by p.created_at desc, p.id limit 12) s
    cross join lateral (select ${worth(sql`10 + s.place % 5 * 5`, 's')} as amount) a
    order by s.since, s.id`.execute(trx)
}

/** Some orders were paid with credit in part: their card took that much less. */
async function seedSpent(trx: Db, asOf: string): Promise<void> {
  await sql`
    create temp table credit_to_spend on commit drop as
    select x.id as payment_id, p.id as purchase_id, p.customer_id, p.currency, p.reference, x.captured_at, x.created_at,
      x.captured / 4 as amount, c.exponent, e.rate
    from payments x join purchases p on p.id = x.purchase_id join currencies c on c.code = p.currency
      join ${perEuro(asOf)} e on e.currency = p.currency
    where x.state = 'captured' and x.provider = 'adyen' and x.split_of is null and x.moved = 0 and x.authorised = x.captured and p.captured = x.captured
      and p.refund_state = 'none' and p.payment_status = 'captured' and p.customer_id is not null and p.captured >= 4000
      and not exists (select from refunds r where r.purchase_id = p.id)
      and not exists (select from disputes d where d.purchase_id = p.id)
      and x.captured_at < ${asOf}::timestamptz - interval '2 days'
    order by x.captured_at desc, x.id limit 5`.execute(trx)
  await sql`
    insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, authorised_at,
      created_at, updated_at)
    select purchase_id, 'store_credit', 'store_credit', 'authorised', currency, amount, 0, 0, reference || '-2', created_at,
      created_at, captured_at
    from credit_to_spend order by captured_at, purchase_id`.execute(trx)
  await sql`
    with given as (
      insert into store_credits (customer_id, currency, amount, reason, note, granted_by, expires_at, created_at, updated_at)
      select s.customer_id, s.currency, s.amount + s.purchase_id % 2 * ${worth(sql`5`, 's')}, 'goodwill', 'Tour was cut short by rain',
        (select t.id from staff t join roles r on r.id = t.role_id where r.name = 'finance' order by t.id limit 1),
        date_trunc('day', s.captured_at) + interval '300 days', s.created_at - interval '20 days', s.captured_at
      from credit_to_spend s order by s.captured_at, s.purchase_id returning id, customer_id, currency, updated_at
    )
    insert into store_credit_uses (credit_id, payment_id, amount, created_at, changed_at)
    select g.id, x.id, s.amount, s.captured_at, s.captured_at
    from credit_to_spend s join payments x on x.purchase_id = s.purchase_id and x.provider = 'store_credit'
    join given g on g.customer_id = s.customer_id and g.currency = s.currency and g.updated_at = s.captured_at
    order by s.captured_at, s.purchase_id`.execute(trx)
  // In one statement, because an order is held against all of its payments after each.
  await sql`
    update payments x set state = 'captured', captured_at = s.captured_at,
      authorised = case x.provider when 'store_credit' then x.authorised else x.authorised - s.amount end,
      captured = case x.provider when 'store_credit' then x.authorised else x.captured - s.amount end
    from credit_to_spend s where x.id = s.payment_id or x.purchase_id = s.purchase_id and x.provider = 'store_credit'`.execute(
    trx,
  )
  // The triggers say now, and demo data is the same whenever it is loaded.
  await sql`
    update store_credits c set updated_at = u.created_at from store_credit_uses u where u.credit_id = c.id`.execute(trx)
  await sql`update store_credit_uses set changed_at = created_at`.execute(trx)
}
