import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { auditTitleOf } from '../../core/resource/personal.ts'
import type { Moving } from '../categories/subcategories-moving.server.ts'
import { events } from './event/events.ts'
import { assertMayChange } from '../../platform/references/reassign-references.server.ts'

/** Events that one move of subcategories takes along at most. */
const maxRefiled = 5_000

interface FiledEvent {
  readonly id: number
  readonly cityId: number | null
  readonly title: string
  readonly categoryId: number
}

/**
 * Locks the events of subcategories that are about to move to a category: the database moves these along.
 *
 * @throws Refusal 403 if the caller cannot change one of them, 409 if there are too many for one call
 */
async function eventsGoingAlong(
  { db, grants }: Pick<Moving, 'db' | 'grants'>,
  subcategoryIds: readonly number[],
  categoryId: number,
): Promise<FiledEvent[]> {
  const { rows } = await sql<FiledEvent>`
    select id, city_id as "cityId", name as title, category_id as "categoryId" from events
    where subcategory_id = any(${subcategoryIds}::bigint[]) and category_id <> ${categoryId} order by id limit ${maxRefiled + 1} for update`.execute(
    db,
  )
  if (rows.length > maxRefiled)
    throw new Refusal(
      409,
      t('More than {most} events are in it, which is too many at once. Move events in their list first.', {
        most: maxRefiled,
      }),
    )
  assertMayChange({ grants }, events, rows)
  return rows
}

/** Leaves the trace of a move in every event that was taken along. */
async function noteRefiled({ db, audit }: Moving, filed: readonly FiledEvent[], categoryId: number): Promise<void> {
  if (filed.length === 0) return
  const { rows } = await sql<{ id: number; version: number }>`
    update events set version = version + 1, updated_at = now() where id = any(${filed.map(({ id }) => id)}::bigint[]) returning id, version`.execute(
    db,
  )
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  for (const { id, title, categoryId: before } of filed) {
    audit.record({
      action: 'moved',
      object: events.name,
      recordId: id,
      title: auditTitleOf(events, { id, name: title }),
      version: versions.get(id) ?? 0,
      before: { categoryId: before },
      after: { categoryId },
    })
  }
}

/** Events follow their subcategories into another category, each with its trace. */
export async function refileEvents(
  moving: Moving,
  subcategoryIds: readonly number[],
  categoryId: number,
): Promise<() => Promise<void>> {
  const filed = await eventsGoingAlong(moving, subcategoryIds, categoryId)
  return () => noteRefiled(moving, filed, categoryId)
}
