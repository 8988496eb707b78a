import type { RawBuilder } from 'kysely'
import { deleteInBatches } from '../../core/jobs/delete-in-batches.server.ts'
import { sql } from 'kysely'
import type { AuditEntry } from '../../core/audit/audit.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { dots } from '../../core/resource/personal.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'
import { undoMinutes } from '../history/audit-trail.server.ts'
import type { BulkEdit, BulkResult, Outcome } from './bulk-edits.ts'
import { resultsAtOnce } from './bulk-edits.ts'
import { pageActions } from './page-actions.ts'

/** Results that are removed in one statement. */
const sweptAtOnce = 2_000

/** Bulk edits as sent to the caller, newest first. */
export async function fetchBulkEdits(
  db: Db,
  readerId: number | null,
  condition: RawBuilder<unknown>,
): Promise<BulkEdit[]> {
  const { rows } = await sql<Omit<BulkEdit, 'fileName'>>`
    select t.id, t.resource, t.action, t.change::text as change, t.filter, t.q, t.state, t.error, cardinality(t.ids) as total,
      t.changed, t.unchanged, t.refused, t.undo_of as "undoOf",
      (t.owner_id is not distinct from ${readerId}::bigint and t.changed > 0 and t.action <> all(${['undo', ...pageActions]}::text[])
        and t.finished_at is not null and t.finished_at > now() - make_interval(mins => ${undoMinutes})
        and not exists (select 1 from bulk_edits u where u.undo_of = t.id)) as "canUndo",
      json_build_object('id', p.id, 'name', coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email)) as owner,
      t.created_at as "createdAt", t.started_at as "startedAt", t.finished_at as "finishedAt", t.expires_at as "expiresAt"
    from bulk_edits t join staff p on p.id = t.owner_id where ${condition} order by t.id desc limit 100`.execute(db)
  return rows.map((row) => ({ ...row, fileName: fileNameOf(row) }))
}

/** `coupons-update-2026-11-21-1905.csv`, in UTC. */
function fileNameOf({ resource, action, createdAt }: Pick<BulkEdit, 'resource' | 'action' | 'createdAt'>): string {
  const word = action.replaceAll(/[^A-Za-z0-9-]/g, '')
  return `${resource}-${word}-${createdAt.slice(0, 10)}-${createdAt.slice(11, 16).replace(':', '')}.csv`
}

/** Some results in the order of their records' ids, with the place behind which more follow. */
export async function fetchResults(
  db: Db,
  id: number,
  { after = 0, outcome, limit = resultsAtOnce }: { after?: number; outcome?: Outcome | undefined; limit?: number } = {},
): Promise<{ results: BulkResult[]; next: number | null }> {
  const { rows } = await sql<BulkResult & { position: number }>`
    select position, record_id as "recordId", title, outcome, reason from bulk_edit_results
    where bulk_edit_id = ${id} and position > ${after} and ${outcome === undefined ? sql`true` : sql`outcome = ${outcome}`}
    order by position limit ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  return {
    results: shown.map(({ position: _, ...result }) => result),
    next: rows.length > limit ? (shown.at(-1)?.position ?? null) : null,
  }
}

/** Stores the results of records, the first of which has this position. */
export async function keepResults(db: Db, id: number, first: number, results: readonly BulkResult[]): Promise<void> {
  await sql`
    insert into bulk_edit_results (bulk_edit_id, position, record_id, title, outcome, reason)
    select ${id}::bigint, ${first}::integer + n::integer - 1, record_id, title, outcome, reason from unnest(
      ${results.map(({ recordId }) => recordId)}::bigint[], ${results.map(({ title }) => title)}::text[],
      ${results.map(({ outcome }) => outcome)}::text[], ${results.map(({ reason }) => reason)}::text[]
    ) with ordinality as given (record_id, title, outcome, reason, n)`.execute(db)
}

/** How many of some results came out how. */
export function countsOf(results: readonly BulkResult[]): Readonly<Record<Outcome, number>> {
  const count = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted).length
  return { changed: count('changed'), unchanged: count('unchanged'), refused: count('refused') }
}

/**
 * The audit entry of a bulk edit as a whole: what it covered, without anything that can name a person. Each record has
 * an entry of its own.
 */
export function entryOfBulkEdit(
  action: string,
  resource: AnyResource,
  { id, action: does, change, filter, q }: Pick<BulkEdit, 'id' | 'action' | 'change' | 'filter' | 'q'>,
  more: Readonly<Record<string, unknown>>,
): AuditEntry {
  const shown = Object.entries(JSON.parse(filter ?? '{}') as object).map(([key, condition]) => [
    key,
    fieldOf(resource, key)?.personal ? dots : (condition as unknown),
  ])
  return {
    action,
    object: resource.name,
    after: {
      bulkEdit: id,
      does,
      ...(change !== null && { fields: Object.keys(JSON.parse(change) as object) }),
      ...(shown.length > 0 && { filter: JSON.stringify(Object.fromEntries(shown)) }),
      ...(q !== null && { search: dots }),
      ...more,
    },
  }
}

/** Removes expired data, a few results at a time to keep waits short. */
export async function forgetBulkEdits(db: Db, signal: AbortSignal): Promise<void> {
  await sql`delete from bulk_selections where expires_at < now()`.execute(db)
  await deleteInBatches(
    db,
    signal,
    sql`
      delete from bulk_edit_results where (bulk_edit_id, position) in (
        select r.bulk_edit_id, r.position from bulk_edits t join bulk_edit_results r on r.bulk_edit_id = t.id where t.expires_at < now() limit ${sweptAtOnce}
      )`,
  )
  if (!signal.aborted)
    await sql`delete from bulk_edits where expires_at < now() and finished_at is not null`.execute(db)
}
