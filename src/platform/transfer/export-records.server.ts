import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { traceOfQuery } from '../../core/resource/personal.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { Export } from './exports.ts'

/** Pieces that are removed in one statement. */
const sweptAtOnce = 50

/** Exports as they travel, the newest first. */
export async function fetchExports(db: Db, condition: RawBuilder<unknown>): Promise<Export[]> {
  const { rows } = await sql<Omit<Export, 'fileName'>>`
    select t.id, t.resource, t.format, t.filter, t.q, t.sort, t.columns, t.state, t.rows_done as "rowsDone", t.rows_total as "rowsTotal",
      t.bytes, t.error, json_build_object('id', p.id, 'name', coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.email)) as owner,
      t.created_at as "createdAt", t.started_at as "startedAt", t.finished_at as "finishedAt", t.expires_at as "expiresAt"
    from exports t join staff p on p.id = t.owner_id where ${condition} order by t.id desc limit 100`.execute(db)
  return rows.map((row) => ({ ...row, fileName: fileNameOf(row) }))
}

/** `coupons-2026-11-21-1905.csv`, in UTC: only the resource and the time, so it contains nothing that a user typed. */
function fileNameOf({ resource, createdAt, format }: Pick<Export, 'resource' | 'createdAt' | 'format'>): string {
  return `${resource}-${createdAt.slice(0, 10)}-${createdAt.slice(11, 16).replace(':', '')}.${format}`
}

/** What the audit keeps of an export for good: the request, without anything that can name a person. */
export function traceOfExport(
  resource: AnyResource,
  { id, format, filter, q, sort, columns }: Export,
): Record<string, unknown> {
  return { export: id, format, sort, columns, ...traceOfQuery(resource, { filter, q }) }
}

/** Removes the files of exports that can't be downloaded, a few pieces at a time to keep waits short. */
export async function sweepFiles(db: Db, condition: RawBuilder<unknown>, signal: AbortSignal): Promise<void> {
  for (let gone = 1n; gone > 0n && !signal.aborted;) {
    const { numAffectedRows } = await sql`
      delete from export_chunks where (export_id, position) in (
        select c.export_id, c.position from exports t join export_chunks c on c.export_id = t.id where ${condition} limit ${sweptAtOnce}
      )`.execute(db)
    gone = numAffectedRows ?? 0n
  }
}

/** Removes expired exports, and the files of those that were cancelled or failed. */
export async function forgetExports(db: Db, signal: AbortSignal): Promise<void> {
  await sweepFiles(db, sql`t.expires_at < now() or t.state in ('cancelled', 'failed')`, signal)
  if (!signal.aborted) await sql`delete from exports where expires_at < now() and finished_at is not null`.execute(db)
}
