import { sql } from 'kysely'
import type { Grants } from '../../kit/access.ts'
import type { AuditEntry } from '../../kit/audit.server.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { auditTitleOf } from '../../kit/personal.ts'
import { events } from '../events/events.ts'
import { assertMayChange } from '../successors/hand-over.server.ts'

/** Events that one move of subcategories takes along at most. */
export const mostRefiled = 5_000

interface Refiling { readonly db: Db; readonly grants: Grants; note(entry: AuditEntry): void }
export interface FiledEvent { readonly id: number; readonly cityId: number | null; readonly title: string; readonly categoryId: number }

/**
 * Locks the events of subcategories that are about to move to a category: the database takes these along.
 *
 * @throws Refusal 403 where one of them is not the caller's to change, 409 where they are too many for one call
 */
export async function eventsGoingAlong({ db, grants }: Pick<Refiling, 'db' | 'grants'>, subcategoryIds: readonly number[], categoryId: number): Promise<FiledEvent[]> {
  const { rows } = await sql<FiledEvent>`
    select id, city_id as "cityId", name as title, category_id as "categoryId" from events
    where subcategory_id = any(${subcategoryIds}::bigint[]) and category_id <> ${categoryId} order by id limit ${mostRefiled + 1} for update`.execute(db)
  if (rows.length > mostRefiled) throw new Refusal(409, t('More than {most} events are in it, which is too many at once. Move events in their list first.', { most: mostRefiled }))
  assertMayChange({ grants }, events, rows)
  return rows
}

/** Leaves the trace of a move in every event that was taken along. */
export async function noteRefiled({ db, note }: Refiling, filed: readonly FiledEvent[], categoryId: number): Promise<void> {
  if (filed.length === 0) return
  const { rows } = await sql<{ id: number; version: number }>`
    update events set version = version + 1, updated_at = now() where id = any(${filed.map(({ id }) => id)}::bigint[]) returning id, version`.execute(db)
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  for (const { id, title, categoryId: before } of filed) {
    note({
      action: 'moved', object: events.name, recordId: id, title: auditTitleOf(events, { id, name: title }), version: versions.get(id) ?? 0,
      before: { categoryId: before }, after: { categoryId },
    })
  }
}
