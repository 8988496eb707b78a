import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import { differingLines } from './check-statements.server.ts'
import type { Db } from '../../db/tables.server.ts'

/** What the check finds in the demo data, and what staff decided about it. */
export async function seedReconciliation(trx: Db, { asOf }: SeedStory): Promise<void> {
  // All other sums are equal by the way in which they are made.
  await sql`
    insert into reconciliation_findings (rule, purchase_id, subject, currency, says, adds)
    select 'paid_twice', id, reference, currency, 0, refunded + charged_back - captured from purchases
    where refunded + charged_back > captured order by id`.execute(trx)
  await sql`
    insert into reconciliation_findings (rule, purchase_id, statement_line_id, subject, currency, says, adds)
    ${differingLines(asOf)} order by l.id`.execute(trx)
  await sql`
    insert into reconciliation_runs (started_at, beat_at, finished_at, orders, opened)
    select d.at, d.at, d.at + interval '40 seconds', (select count(*) from purchases), (select count(*) from reconciliation_findings)
    from (select date_trunc('day', ${asOf}::timestamptz at time zone 'UTC') at time zone 'UTC' - interval '21 hours' as at) d`.execute(
    trx,
  )
  await sql`
    update reconciliation_findings f set first_seen_at = d.first, last_seen_at = d.last, created_at = d.first,
      updated_at = d.last, state = case n.position when 3 then 'explained' else 'open' end,
      explanation = case n.position when 3 then 'The bank decided before our refund had arrived. Recovered from the customer on the phone.' end,
      assignee_id = case when n.position = 1 then (
        select s.id from staff s join roles r on r.id = s.role_id where r.name = 'finance' order by s.id limit 1) end
    from (select id, row_number() over (order by id) as position from reconciliation_findings) n,
      (select ${asOf}::timestamptz - interval '6 days' as first, ${asOf}::timestamptz - interval '10 hours' as last) d
    where n.id = f.id`.execute(trx)
}
