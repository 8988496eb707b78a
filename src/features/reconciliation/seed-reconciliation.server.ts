import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import { differingLines } from './check-statements.server.ts'
import { ownFindings } from './own-findings.server.ts'
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
    update reconciliation_findings f set first_seen_at = w.first, last_seen_at = d.last, created_at = w.first,
      updated_at = d.last, state = case n.position when 3 then 'explained' else 'open' end,
      explanation = case n.position when 3 then 'The bank decided before our refund had arrived. Recovered from the customer on the phone.' end,
      opened_at = w.first, escalated_at = case when n.position = 2 then d.last end
    from (select id, row_number() over (order by id) as position from reconciliation_findings) n
    cross join (select ${asOf}::timestamptz - interval '10 hours' as last) d
    -- One has been open for over a week.
    cross join lateral (select ${asOf}::timestamptz - case n.position when 2 then interval '9 days' else interval '6 days' end as first) w
    where n.id = f.id`.execute(trx)
  await ownFindings(trx)
  // Since they were found, and one that its owner has given back today.
  await sql`
    update reconciliation_findings f set version = 1, updated_at = last_seen_at,
      assignee_id = case when f.id = (select max(id) from reconciliation_findings where state = 'open') then null else assignee_id end`.execute(
    trx,
  )
}
