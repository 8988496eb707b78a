import { sql } from 'kysely'
import { verifyAudit } from '../audit/chain.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Reply } from './test-context.server.ts'

export interface Trace {
  readonly action: string
  readonly object: string
  readonly record_id: string | null
  readonly title: string | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** The audit rows of the request behind a reply. */
export async function tracesOf(db: Db, reply: Reply): Promise<Trace[]> {
  const { rows } = await sql<Trace>`
    select action, object, record_id, title, before, after from audit_log
    where request_id = ${reply.headers.get('x-request-id')} order by id`.execute(db)
  return rows
}

/** How many rows the audit has; throws where its chain is broken. */
export async function auditLength(db: Db): Promise<number> {
  const verdict = await verifyAudit(db)
  if (verdict.broken) throw new Error(`Row ${verdict.broken.id} of the audit: ${verdict.broken.why}`)
  return verdict.rows
}
