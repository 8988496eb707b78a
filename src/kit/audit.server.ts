import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from './access.ts'
import type { Db } from './endpoint.server.ts'
import { isSameJson } from './same-json.ts'

/** One thing that was done. `before` and `after` hold only the fields that differ. */
export interface AuditEntry {
  action: string
  object: string
  recordId?: string | number | null
  title?: string | null
  before?: Readonly<Record<string, unknown>> | null
  after?: Readonly<Record<string, unknown>> | null
  reason?: string
  /** Where it is not the caller: signing in, and work that the server does by itself. */
  actor?: Actor
}

export interface AuditOrigin { actor: Actor; requestId?: string | null; address?: string | null }

/** Appends entries to the chain. Must be the transaction's last statement: from here on other writers wait for it. */
export async function appendAudit(db: Db, entries: readonly AuditEntry[], origin: AuditOrigin): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((entry) => {
    const actor = entry.actor ?? origin.actor
    return {
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      actor_email: actor.email,
      actor_role: actor.role,
      action: entry.action,
      object: entry.object,
      record_id: entry.recordId === undefined || entry.recordId === null ? null : String(entry.recordId),
      title: entry.title ?? null,
      before: entry.before ?? null,
      after: entry.after ?? null,
      reason: entry.reason ?? null,
      request_id: origin.requestId ?? null,
      address: origin.address ?? null,
    }
  })
  await sql`select audit_append(${JSON.stringify(rows)}::jsonb)`.execute(db)
}

/** The fields that differ, as they were and as they are. */
export function difference(
  before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const changed = Object.keys(after).filter((key) => !isSameJson(before[key], after[key]))
  return {
    before: Object.fromEntries(changed.map((key) => [key, before[key] ?? null])),
    after: Object.fromEntries(changed.map((key) => [key, after[key] ?? null])),
  }
}

export interface AuditVerdict {
  rows: number
  head: string
  /** The first row that does not fit, and why; null when the chain is whole. */
  broken: { id: number; why: string } | null
}

interface ChainRow { id: number; previous_hash: string; hash: string; text: string }

/** Walks the chain in pages, so that it neither holds the database nor grows with the audit. */
export async function verifyAudit(db: Db, pageSize = 2_000): Promise<AuditVerdict> {
  const { rows: [head] } = await sql<{ last_id: number; hash: string }>`select last_id, hash from audit_head`.execute(db)
  if (!head) return { rows: 0, head: '', broken: { id: 0, why: 'The head of the chain is missing.' } }
  let previous = '0'.repeat(64)
  let last = 0
  // Rows that are appended while this runs lie behind the head that was read and are left for the next time.
  while (last < head.last_id) {
    const { rows } = await sql<ChainRow>`
      select id, previous_hash, hash, audit_text(audit_log) as text
      from audit_log where id > ${last} and id <= ${head.last_id} order by id limit ${pageSize}`.execute(db)
    if (rows.length === 0) break
    for (const row of rows) {
      const broken = flaw(row, last, previous)
      if (broken) return { rows: last, head: head.hash, broken: { id: row.id, why: broken } }
      previous = row.hash
      last = row.id
    }
  }
  if (last !== head.last_id) {
    return { rows: last, head: head.hash, broken: { id: last + 1, why: `Rows ${last + 1} to ${head.last_id} are missing.` } }
  }
  const whole = previous === head.hash
  return { rows: last, head: head.hash, broken: whole ? null : { id: last, why: 'The head names another last row.' } }
}

function flaw(row: ChainRow, last: number, previous: string): string | null {
  if (row.id !== last + 1) return `Rows ${last + 1} to ${row.id - 1} are missing.`
  if (row.previous_hash !== previous) return 'It does not follow the row before it.'
  const hash = createHash('sha256').update(row.text).digest('hex')
  return hash === row.hash ? null : 'Its content was changed after it was written.'
}
