import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import { lastDue, scheduleOf } from '../../core/jobs/schedule.server.ts'
import { checkBooksJob } from './check-books-job.server.ts'
import { differingLines } from './check-statements.server.ts'
import { maxOpenDays } from './finding-rules.ts'
import { ownFindings } from './own-findings.server.ts'
import type { Db } from '../../db/tables.server.ts'

/** What the check finds in the demo data, and what staff decided about it. */
export async function seedReconciliation(trx: Db, { asOf }: SeedStory): Promise<void> {
  const schedule = scheduleOf(checkBooksJob)
  if (!schedule) throw new Error('The check of the books runs each night.')
  const last = (await lastDue(schedule, new Date(asOf))).toISOString()
  await find(trx, last)
  await sql`
    insert into reconciliation_runs (started_at, beat_at, finished_at, orders, opened)
    select d.at, d.until, d.until, (select count(*) from purchases where created_at <= d.at),
      (select count(*) from reconciliation_findings where first_seen_at = d.at)
    from (select ${last}::timestamptz as at, least(${last}::timestamptz + interval '40 seconds', ${asOf}::timestamptz) as until) d`.execute(
    trx,
  )
  // What has been open for over a week was reported by the first check after that week.
  const late = sql`f.first_seen_at + make_interval(hours => ${24 * (maxOpenDays + 1)})`
  await sql`
    update reconciliation_findings f set last_seen_at = ${last}, created_at = f.first_seen_at,
      updated_at = ${last}, state = case n.position when 3 then 'explained' else 'open' end,
      explanation = case n.position when 3 then 'The bank decided before our refund had arrived. Recovered from the customer on the phone.' end,
      opened_at = f.first_seen_at, escalated_at = case when n.position <> 3 and ${late} <= ${last}::timestamptz then ${late} end
    from (select id, row_number() over (order by id) as position from reconciliation_findings) n
    where n.id = f.id`.execute(trx)
  await ownFindings(trx)
  // Since they were found, and one that its owner has given back today.
  await sql`
    update reconciliation_findings f set version = 1, updated_at = last_seen_at,
      assignee_id = case when f.id = (select max(id) from reconciliation_findings where state = 'open') then null else assignee_id end`.execute(
    trx,
  )
}

/** What the last check has found, each since the first check that could: there was one each night at the same time. */
async function find(trx: Db, last: string): Promise<void> {
  const firstAfter = (moment: ReturnType<typeof sql>) => sql`${last}::timestamptz
    - floor(extract(epoch from ${last}::timestamptz - ${moment}) / 86400) * interval '24 hours'`
  // All other sums are equal by the way in which they are made.
  await sql`
    insert into reconciliation_findings (rule, purchase_id, subject, currency, says, adds, first_seen_at)
    select 'paid_twice', p.id, p.reference, p.currency, 0, p.refunded + p.charged_back - p.captured, ${firstAfter(sql`m.at`)}
    from purchases p join (
      select purchase_id, max(at) as at from (
        select purchase_id, succeeded_at as at from refunds where state = 'succeeded'
        union all select purchase_id, closed_at from disputes where status = 'lost') b
      group by purchase_id) m on m.purchase_id = p.id
    where p.refunded + p.charged_back > p.captured and m.at <= ${last} order by p.id`.execute(trx)
  await sql`
    insert into reconciliation_findings (rule, purchase_id, statement_line_id, subject, currency, says, adds, first_seen_at)
    select d.*, ${firstAfter(sql`greatest(l.created_at, l.booked_at + interval '1 day')`)}
    from (${differingLines(last)}) d join statement_lines l on l.id = d.statement_line_id
    where l.created_at <= ${last} order by l.id`.execute(trx)
}
