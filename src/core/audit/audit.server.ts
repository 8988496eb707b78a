import { sql, type RawBuilder } from 'kysely'
import { LIVE_CHANNEL } from '../../db/listen.server.ts'
import type { Actor } from '../access/access.ts'
import type { Db } from '../../db/tables.server.ts'
import { isSameJson } from '../same-json.ts'

/** One thing that was done. `before` and `after` contain only the fields that differ. */
export interface AuditEntry {
  action: string
  object: string
  recordId?: string | number | null
  title?: string | null
  before?: Readonly<Record<string, unknown>> | null
  after?: Readonly<Record<string, unknown>> | null
  reason?: string
  /** The record's new version, where it has one: callers that already have it need not read it again. */
  version?: number
  /** Where it is not the caller: signing in, and work that the server does by itself. */
  actor?: Actor
}

/** Where a call says what it did. */
export interface AuditTrail {
  /** Adds a row to the audit, written with the transaction's last statement. */
  record(entry: AuditEntry): void
}

export interface AuditOrigin {
  actor: Actor
  requestId?: string | null
  address?: string | null
  /** The console tab that made the change, which is not notified of it again. */
  tab?: string | null
}

/**
 * Writes entries in the transaction that they describe. Best as its last statement, so that ids follow the order in
 * which changes build on each other. The sealer takes them into the chain once they are committed. `together` is a WITH clause of
 * what they describe, which then goes in the same trip to the database.
 */
export async function appendAudit(
  db: Db,
  entries: readonly AuditEntry[],
  origin: AuditOrigin,
  together?: RawBuilder<unknown>,
): Promise<void> {
  if (entries.length === 0) {
    // It would be dropped without a word.
    if (together) throw new Error('What is written together with the audit needs an entry in it.')
    return
  }
  const rows = entries.map((entry) => {
    const actor = entry.actor ?? origin.actor
    return {
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      actor_email: actor.email,
      actor_role: actor.elevation?.to.join(' + ') ?? actor.role,
      action: entry.action,
      object: entry.object,
      record_id: entry.recordId === undefined || entry.recordId === null ? null : String(entry.recordId),
      title: entry.title ?? null,
      before: entry.before ?? null,
      after: entry.after ?? null,
      reason: entry.reason ?? null,
      real_actor_id: actor.behind?.id ?? null,
      real_actor_name: actor.behind?.name ?? null,
      real_actor_email: actor.behind?.email ?? null,
      elevated_from: actor.elevation?.from ?? null,
      request_id: origin.requestId ?? null,
      address: origin.address ?? null,
      // Not kept: the database passes these on to those who watch (`change_notices`).
      version: entry.version ?? null,
      tab: origin.tab ?? null,
    }
  })
  await sql`${together ?? sql``} select audit_append(${JSON.stringify(rows)}::jsonb)`.execute(db)
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** Tells of each time that this process has written into the audit, shortly before that is committed. */
export function listenToWriting(listener: () => void): { stop(): void } {
  listeners.add(listener)
  return { stop: () => void listeners.delete(listener) }
}

/** Says that records of a resource changed, where the audit's row for it does not come with the change itself. */
export async function announceChange(db: Db, resource: string, tab: string | null): Promise<void> {
  const notice = JSON.stringify({ kind: 'change', object: resource, count: 0, at: new Date().toISOString(), tab })
  await sql`select pg_notify(${LIVE_CHANNEL}, ${notice})`.execute(db)
}

/** The fields that differ, as they were and as they are. */
export function difference(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const changed = Object.keys(after).filter((key) => !isSameJson(before[key], after[key]))
  return {
    before: Object.fromEntries(changed.map((key) => [key, before[key] ?? null])),
    after: Object.fromEntries(changed.map((key) => [key, after[key] ?? null])),
  }
}
