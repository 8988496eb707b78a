import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { Checked } from './check-books.server.ts'
import type { Changed } from './write-findings.server.ts'
import { recordChanges } from './check-books.server.ts'

/**
 * Lines of statements that have differed from our books for more than a day at a moment: providers report some movements
 * a day late. What is missing on one side is nothing there.
 */
export function differingLines(at: string | null) {
  return sql`
    select 'statement' as rule, l.purchase_id, l.id as statement_line_id,
      coalesce(p.reference, left(coalesce(l.reference, l.source_reference), 40)) as subject, l.currency,
      case l.difference when 'fee_differs' then coalesce(l.expected_fee, 0) when 'currency_differs' then 0
        when 'twice' then 0 else coalesce(l.expected_amount, 0) end as says,
      case when l.difference = 'fee_differs' and l.kind <> 'fee' then l.fee else l.amount end as adds
    from statement_lines l left join purchases p on p.id = l.purchase_id
    where l.urgency = 2 and l.booked_at < coalesce(${at}::timestamptz, now()) - interval '1 day'`
}

/** Writes a finding for each of these lines, and closes those whose line agrees with our books again. */
export async function checkStatements(db: Db): Promise<Checked> {
  const { rows } = await sql<Changed>`
    with broken as materialized (${differingLines(null)}),
    known as materialized (select * from reconciliation_findings where statement_line_id is not null),
    written as (
      insert into reconciliation_findings as f (rule, purchase_id, statement_line_id, subject, currency, says, adds)
      select rule, purchase_id, statement_line_id, subject, currency, says, adds from broken
      on conflict (statement_line_id) where statement_line_id is not null do update set says = excluded.says,
        adds = excluded.adds, purchase_id = excluded.purchase_id, subject = excluded.subject, last_seen_at = now(),
        state = case when f.state = 'explained' and (f.says, f.adds) = (excluded.says, excluded.adds) then 'explained' else 'open' end,
        reopened = f.reopened + case when f.state = 'open'
          or f.state = 'explained' and (f.says, f.adds) = (excluded.says, excluded.adds) then 0 else 1 end,
        closed_at = null, closed_by = null, updated_at = now(), version = f.version + 1
      returning *),
    resolved as (
      update reconciliation_findings f set state = 'closed', closed_at = now(), closed_by = null, updated_at = now(),
        version = f.version + 1
      from known k where k.id = f.id and k.state <> 'closed'
        and not exists (select from broken b where b.statement_line_id = f.statement_line_id)
      returning f.*)
    select w.id, w.subject, w.rule, w.says, w.adds,
      case when k.id is null then 'found' when w.reopened > k.reopened then 'reopened' else 'seen' end as change
    from written w left join known k on k.id = w.id
    union all
    select id, subject, rule, says, adds, 'resolved' from resolved`.execute(db)
  return await recordChanges(db, rows)
}
