import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { traceOfQuery } from '../../kit/personal.ts'
import type { AnyResource } from '../../kit/resource.ts'
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

/** `coupons-2026-11-21-1905.csv`, in UTC: of the resource and the moment alone, so nothing that anybody typed is in it. */
function fileNameOf({ resource, createdAt, format }: Pick<Export, 'resource' | 'createdAt' | 'format'>): string {
  return `${resource}-${createdAt.slice(0, 10)}-${createdAt.slice(11, 16).replace(':', '')}.${format}`
}

/** What the audit keeps of an export for good: what was asked for, without what may name a person. */
export function traceOfExport(resource: AnyResource, { id, format, filter, q, sort, columns }: Export): Record<string, unknown> {
  return { export: id, format, sort, columns, ...traceOfQuery(resource, { filter, q }) }
}

/** Removes the files of exports that nobody can download, a few pieces at a time so that nobody waits for it. */
export async function sweepFiles(db: Db, condition: RawBuilder<unknown>, signal: AbortSignal): Promise<void> {
  for (let gone = 1n; gone > 0n && !signal.aborted;) {
    const { numAffectedRows } = await sql`
      delete from export_chunks where (export_id, position) in (
        select c.export_id, c.position from exports t join export_chunks c on c.export_id = t.id where ${condition} limit ${sweptAtOnce}
      )`.execute(db)
    gone = numAffectedRows ?? 0n
  }
}

/** Removes what has expired, and what is left of exports that came to nothing. */
export async function forgetExports(db: Db, signal: AbortSignal): Promise<void> {
  await sweepFiles(db, sql`t.expires_at < now() or t.state in ('cancelled', 'failed')`, signal)
  if (!signal.aborted) await sql`delete from exports where expires_at < now() and finished_at is not null`.execute(db)
}
