import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LIVE_CHANNEL } from '../db/listen.server.ts'
import type { Actor } from './access.ts'
import type { Db } from './endpoint.server.ts'
import { t } from './language.ts'
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
  /** The record's version from now on, where it has one: whoever holds it already need not read it again. */
  version?: number
  /** Where it is not the caller: signing in, and work that the server does by itself. */
  actor?: Actor
}

export interface AuditOrigin {
  actor: Actor
  requestId?: string | null
  address?: string | null
  /** The console's tab that did it, which is not told of it again. */
  tab?: string | null
}

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
      // Not kept: the database passes these on to those who watch (0016_live.sql).
      version: entry.version ?? null,
      tab: origin.tab ?? null,
    }
  })
  await sql`select audit_append(${JSON.stringify(rows)}::jsonb)`.execute(db)
}

/** Says that records of a resource changed, where the audit's row for it does not come with the change itself. */
export async function announceChange(db: Db, resource: string, tab: string | null): Promise<void> {
  const notice = JSON.stringify({ kind: 'change', object: resource, count: 0, at: new Date().toISOString(), tab })
  await sql`select pg_notify(${LIVE_CHANNEL}, ${notice})`.execute(db)
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

/** The end of the chain: what its last row has to be. */
export interface AuditHead { readonly lastId: number; readonly hash: string }

/** A place in the chain: the row that has been checked last, and its hash. */
export interface ChainPlace { readonly lastId: number; readonly hash: string }

/** Before the first row. */
export const chainStart: ChainPlace = { lastId: 0, hash: '0'.repeat(64) }

interface ChainRow { id: number; previous_hash: string; hash: string; text: string }

/** Null when the one row that holds it is gone. */
export async function readAuditHead(db: Db): Promise<AuditHead | null> {
  const { rows: [head] } = await sql<AuditHead>`select last_id as "lastId", hash from audit_head`.execute(db)
  return head ?? null
}

/**
 * Walks on from a place in the chain, over `pageSize` rows at most and none beyond the head. Answers with the place
 * reached and, when it ends there for good, what is wrong with the next row (or null when all of it is whole).
 */
export async function verifyAuditPart(
  db: Db, head: AuditHead, from: ChainPlace, pageSize = 2_000,
): Promise<{ place: ChainPlace; isDone: boolean; broken: AuditVerdict['broken'] }> {
  let place = from
  const { rows } = await sql<ChainRow>`
    select id, previous_hash, hash, audit_text(audit_log) as text
    from audit_log where id > ${from.lastId} and id <= ${head.lastId} order by id limit ${pageSize}`.execute(db)
  const end = (broken: AuditVerdict['broken']) => ({ place, isDone: true, broken })
  for (const row of rows) {
    const broken = flaw(row, place.lastId, place.hash)
    if (broken) return end({ id: row.id, why: broken })
    place = { lastId: row.id, hash: row.hash }
  }
  if (rows.length > 0 && place.lastId < head.lastId) return { place, isDone: false, broken: null }
  if (place.lastId !== head.lastId) return end({ id: place.lastId + 1, why: t('Rows {n} to {lastId} are missing.', { n: place.lastId + 1, lastId: head.lastId }) })
  return end(place.hash === head.hash ? null : { id: place.lastId, why: t('The head names another last row.') })
}

/** Walks the chain in pages, so that it neither holds the database nor grows with the audit. */
export async function verifyAudit(db: Db, pageSize = 2_000): Promise<AuditVerdict> {
  // Rows that are appended while this runs lie behind the head that was read and are left for the next time.
  const head = await readAuditHead(db)
  if (!head) return { rows: 0, head: '', broken: { id: 0, why: t('The head of the chain is missing.') } }
  let part = await verifyAuditPart(db, head, chainStart, pageSize)
  while (!part.isDone) part = await verifyAuditPart(db, head, part.place, pageSize)
  return { rows: part.place.lastId, head: head.hash, broken: part.broken }
}

function flaw(row: ChainRow, last: number, previous: string): string | null {
  if (row.id !== last + 1) return t('Rows {n} to {n2} are missing.', { n: last + 1, n2: row.id - 1 })
  if (row.previous_hash !== previous) return t('It does not follow the row before it.')
  const hash = createHash('sha256').update(row.text).digest('hex')
  return hash === row.hash ? null : t('Its content was changed after it was written.')
}
