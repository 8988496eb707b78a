import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { notify } from '../../platform/inbox/notices.server.ts'
import { staffWith } from '../../platform/inbox/staff-with.server.ts'
import { findingOverdue, notifyOwner } from './finding-notices.server.ts'
import { maxOpenDays } from './finding-rules.ts'
import { reconciliationFindings } from './reconciliation-findings.ts'

/** Findings dealt with in one run; those beyond are next. */
const atOnce = 500

interface Owned {
  readonly id: number
  readonly subject: string
  readonly assigneeId: number
}

/**
 * Gives each open finding that no one can work on an owner: the person whose order it is, else the one with the fewest of those who can
 * give money back, administrators only where there is no one else. The owner of one who has left is found again.
 *
 * @returns how many got an owner
 */
export async function ownFindings(db: Db): Promise<readonly Owned[]> {
  const [owners, able] = [await staffWith(db, 'refund', 'purchases'), await staffWith(db, 'write', 'purchases')]
  const { rows } = await sql<Owned>`
    with people as (
      select s.id, row_number() over (order by (select count(*) from reconciliation_findings o
        where o.assignee_id = s.id and o.state = 'open'), s.id) - 1 as place, count(*) over () as many
      from staff s join roles r on r.id = s.role_id
      where s.id = any(${owners}::bigint[]) and (r.name <> 'admin' or not exists (
        select from staff x join roles y on y.id = x.role_id where x.id = any(${owners}::bigint[]) and y.name <> 'admin'))
    ), orphans as (
      select f.id, p.assignee_id as own, row_number() over (order by f.id) - 1 as place
      from reconciliation_findings f left join purchases p on p.id = f.purchase_id
      where f.state = 'open' and (f.assignee_id is null or f.assignee_id <> all(${able}::bigint[]))
      order by f.id limit ${atOnce}
    ), given as (
      select o.id, case when o.own = any(${able}::bigint[]) then o.own
        else (select w.id from people w where w.place = o.place % w.many) end as owner
      from orphans o
    )
    update reconciliation_findings f set assignee_id = g.owner, updated_at = now(), version = f.version + 1
    from given g where g.id = f.id and g.owner is not null
    returning f.id, f.subject, f.assignee_id as "assigneeId"`.execute(db)
  return rows
}

/** The same, as news for the owners and in the audit. */
export async function giveFindingsOwners(db: Db): Promise<number> {
  const owned = await ownFindings(db)
  await appendAudit(
    db,
    owned.map(({ id, subject, assigneeId }) => ({
      action: 'assign',
      object: reconciliationFindings.name,
      recordId: id,
      title: subject,
      after: { assigneeId },
    })),
    { actor: system('reconciliation') },
  )
  for (const to of new Set(owned.map(({ assigneeId }) => assigneeId)))
    await notifyOwner(db, { to, by: null, ids: owned.filter((one) => one.assigneeId === to).map(({ id }) => id) })
  return owned.length
}

interface Late {
  readonly id: number
  readonly subject: string
  readonly rule: string
  readonly difference: number
  readonly currency: string
  readonly owner: string | null
  readonly assigneeId: number | null
}

/** Reports what has been open for too long, once for each time it opens; what is snoozed waits until that ends. */
export async function escalateFindings(db: Db): Promise<number> {
  const { rows } = await sql<Late>`
    update reconciliation_findings f set escalated_at = now()
    where f.id in (select id from reconciliation_findings where state = 'open' and escalated_at is null
        and opened_at < now() - make_interval(days => ${maxOpenDays}) and coalesce(snoozed_until <= now(), true)
      order by opened_at, id limit ${atOnce})
    returning f.id, f.subject, f.rule, f.adds - f.says as difference, f.currency, f.assignee_id as "assigneeId",
      (select s.name from staff s where s.id = f.assignee_id) as owner`.execute(db)
  if (rows.length === 0) return 0
  const people = await staffWith(db, 'refund', 'purchases')
  await notify(
    db,
    findingOverdue,
    rows.map(({ id, assigneeId, ...data }) => ({
      to: [...new Set(assigneeId === null ? people : [...people, assigneeId])],
      data,
      record: { resource: reconciliationFindings.name, id },
      key: String(id),
    })),
  )
  return rows.length
}
