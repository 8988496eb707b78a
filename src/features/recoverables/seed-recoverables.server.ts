import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'

/** How many of the newest refunds that suppliers pay become claims. */
const claims = 60

/** What suppliers give back for refunds of orders that cost us nothing any more, of every age and in every state. */
export async function seedRecoverables(trx: Db, { asOf }: SeedStory): Promise<void> {
  await sql`
    create temp table recoverables_to_seed on commit drop as
    select r.id as refund_id, p.id as purchase_id, p.provider_id, p.cost_currency, r.paid_by, r.succeeded_at,
      row_number() over (order by r.succeeded_at desc, r.id) as position, extract(day from ${asOf}::timestamptz - r.succeeded_at) as age,
      round(r.amount * 0.8 / p.fx_rate / 10::numeric ^ ((select exponent from currencies where code = p.currency)
        - (select exponent from currencies where code = p.cost_currency)))::bigint as amount
    from refunds r join purchases p on p.id = r.purchase_id
    where r.state = 'succeeded' and r.paid_by <> 'platform' and p.net_cost = 0 and p.fx_rate > 0
      and r.succeeded_at < ${asOf}::timestamptz
    order by r.succeeded_at desc, r.id limit ${claims}`.execute(trx)
  await sql`delete from recoverables_to_seed where amount <= 0`.execute(trx)
  await sql`
    update refunds r set net_return = s.amount from recoverables_to_seed s where s.refund_id = r.id`.execute(trx)
  await sql`
    insert into recoverables (purchase_id, refund_id, provider_id, owed_by, state, currency, amount, arose_at, reason, decided_by,
      decided_at, created_at, updated_at)
    select s.purchase_id, s.refund_id, s.provider_id, s.paid_by, d.state, s.cost_currency, s.amount, s.succeeded_at,
      case d.state when 'settled' then 'On the supplier''s credit note of the month'
        when 'written_off' then 'The supplier has gone out of business' end,
      case when d.state <> 'open' then (
        select t.id from staff t join roles r on r.id = t.role_id where r.name = 'finance' order by t.id limit 1) end,
      d.at, s.succeeded_at, coalesce(d.at, s.succeeded_at)
    from recoverables_to_seed s cross join lateral (
      select x.state, case when x.state <> 'open' then least(s.succeeded_at + interval '20 days', ${asOf}::timestamptz - interval '1 hour') end as at
      from (select case when s.age < 20 or s.position % 3 = 0 then 'open' when s.position % 11 = 1 then 'written_off'
        else 'settled' end as state) x) d
    order by s.succeeded_at, s.refund_id`.execute(trx)
}
