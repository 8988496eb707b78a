import { system } from '../../core/access/access.ts'
import type { AuditEntry } from '../../core/audit/audit.server.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Changed, OrderRange } from './write-findings.server.ts'
import { writeFindings } from './write-findings.server.ts'

export interface Checked {
  readonly opened: number
  readonly resolved: number
}

/** Checks a range of orders, with each change in the audit. */
export async function checkOrders(db: Db, orders: OrderRange): Promise<Checked> {
  return await recordChanges(db, await writeFindings(db, orders))
}

/** Puts what a check changed into the audit, and counts it. */
export async function recordChanges(db: Db, changes: readonly Changed[]): Promise<Checked> {
  const news = changes.filter(({ change }) => change !== 'seen')
  await appendAudit(db, news.map(entryOf), { actor: system('reconciliation') })
  return {
    opened: news.filter(({ change }) => change !== 'resolved').length,
    resolved: news.filter(({ change }) => change === 'resolved').length,
  }
}

const actions = { found: 'find', reopened: 'reopen', resolved: 'resolve', seen: 'see' } as const

function entryOf({ id, subject, rule, says, adds, change }: Changed): AuditEntry {
  return {
    action: actions[change],
    object: 'reconciliation-findings',
    recordId: id,
    title: subject,
    after: { rule, says, adds },
  }
}
