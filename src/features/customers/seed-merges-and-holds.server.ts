import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'

/** A customer who had two accounts, and two with a legal hold: one is active, one was lifted. */
export async function seedMergesAndHolds(trx: Db, { asOf }: SeedStory): Promise<void> {
  await seedHolds(trx, asOf)
  await seedMerge(trx, asOf)
}

const finance = sql`(select s.id from staff s join roles r on r.id = s.role_id where r.name = 'finance' order by s.id limit 1)`

/** The customers of two disputes that are open, the newest that waits for our answer first. */
async function seedHolds(trx: Db, asOf: string): Promise<void> {
  await sql`
    with disputed as (
      select p.customer_id, min(d.opened_at) as opened_at, min(d.status) as status
      from disputes d join purchases p on p.id = d.purchase_id
      where d.status in ('needs_response', 'under_review') and p.customer_id is not null group by p.customer_id),
    numbered as (
      select d.*, row_number() over (order by d.status, d.opened_at desc, d.customer_id) as place from disputed d)
    insert into legal_holds (customer_id, reason, placed_by, placed_at, until_on, lifted_by, lifted_at, lifted_for)
    select customer_id, case place when 1 then 'Disputed payment: the bank has not decided' else 'Letter from the customer’s lawyer' end,
      ${finance}, least(opened_at + interval '2 hours', ${asOf}::timestamptz - interval '2 hours'), (${asOf}::timestamptz + interval '180 days')::date,
      case place when 2 then ${finance} end, case place when 2 then least(greatest(opened_at + interval '3 hours', ${asOf}::timestamptz - interval '1 day'), ${asOf}::timestamptz) end,
      case place when 2 then 'The lawyer withdrew the claim' end
    from numbered where place <= 2 order by place`.execute(trx)
}

/**
 * Two accounts of one name and country. The newer one goes: it has orders, and nothing that would move at the moment of the load,
 * such as store credit or a session.
 */
async function seedMerge(trx: Db, asOf: string): Promise<void> {
  await sql`
    with free as materialized (
      select c.id, c.name, c.country_id, c.created_at from customers c
      where c.status = 'active'
        and exists (select from purchases p where p.customer_id = c.id)
        and not exists (select from store_credits s where s.customer_id = c.id)
        and not exists (select from legal_holds h where h.customer_id = c.id)),
    pair as (
      select o.id as survivor, c.id as loser
      from free c join free o on o.name = c.name and o.country_id = c.country_id and o.created_at < c.created_at
      where c.created_at < ${asOf}::timestamptz - interval '10 days'
        and not exists (select from customer_sessions s where s.customer_id = c.id)
      order by c.created_at desc, c.id limit 1)
    update customers c set status = 'merged', merged_into_id = pair.survivor, phone = null, tags = '{}', risk_notes = null,
      marketing_consent_at = null, updated_at = ${asOf}::timestamptz - interval '2 days'
    from pair where c.id = pair.loser`.execute(trx)
}
