import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Grants } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import { limitsOf, notGranted } from '../../core/access/limits.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { cityKeyOf, mayChange } from '../../core/resource/city-limits.ts'
import { columnOf } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence, tableOf } from '../../core/resource/resource.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Reference } from './merge-parts.server.ts'
import type { Found } from './merge-preview.server.ts'
import { mergeRulesOf } from './merge-rules.server.ts'
import { movable, pointsAt } from './merge-steps.server.ts'

/** Rows that a merge or its undo changes. */
interface Changed {
  readonly table: string
  /** The column that is written. Null: the rows themselves come back. */
  readonly column: string | null
  /** What follows FROM. */
  readonly rows: RawBuilder<unknown>
}

interface Merging {
  readonly db: Db
  readonly grants: Grants
  readonly resource: AnyResource
  readonly resources: readonly AnyResource[]
}

type Merged = Pick<Found, 'id' | 'title'>

/** Why the caller can't merge a record away, a refusal for each kind of record that isn't theirs to change. */
export async function refusalsOfMerge(call: Merging, duplicate: Merged): Promise<Refusal[]> {
  const { db, resource } = call
  const { rows } = await sql<{ row: { publication?: unknown } }>`
    select to_jsonb(t) as row from ${sql.table(tableOf(resource))} t where id = ${duplicate.id}`.execute(db)
  const changed = (await movable(db, resource)).map((reference): Changed => {
    const { table, column } = reference
    return { table, column, rows: sql`${sql.table(table)} where ${pointsAt(reference, duplicate.id)}` }
  })
  return await refusalsOf(call, duplicate, rows[0]?.row.publication === 'published', changed)
}

/** Why the caller can't undo a merge: a public page returns, and what was moved moves back. */
export async function refusalsOfUndo(call: Merging, survivor: Merged, id: number): Promise<Refusal[]> {
  const { db, resource } = call
  const { rows: merges } = await sql<{ wasPublished: boolean }>`
    select coalesce(duplicate ->> 'publication' = 'published', false) as "wasPublished" from merges where id = ${id}`.execute(
    db,
  )
  const { rows: moved } = await sql<Reference>`
    select distinct table_name as "table", column_name as "column", is_list as "isList" from merge_moves where merge_id = ${id}`.execute(
    db,
  )
  const back = moved.map((reference): Changed => {
    const { table, column } = reference
    const ids = sql`select unnest(m.ids) from merge_moves m where m.merge_id = ${id} and m.table_name = ${table} and m.column_name = ${column}`
    return {
      table,
      column,
      rows: sql`${sql.table(table)} where id in (${ids}) and ${pointsAt(reference, survivor.id)}`,
    }
  })
  const collapsed = (mergeRulesOf(resource.name)?.collapsed?.tables ?? []).map((table): Changed => {
    const kept = sql`(select collapsed -> ${table} from merges where id = ${id})`
    return { table, column: null, rows: sql`jsonb_populate_recordset(null::${sql.table(table)}, ${kept})` }
  })
  return await refusalsOf(call, survivor, merges[0]?.wasPublished === true, [...back, ...collapsed])
}

async function refusalsOf(
  call: Merging,
  record: Merged,
  isPublic: boolean,
  changed: readonly Changed[],
): Promise<Refusal[]> {
  const { grants, resource } = call
  const { object } = resource.access
  const mayPublish = may(grants, 'publish', object) && limitsOf(grants, 'publish', object) === null
  const refusals = isPublic && !mayPublish ? [notGranted('publish', object)] : []
  for (const one of changed) {
    const refusal = await refusalOfRows(call, record, one)
    if (refusal && !refusals.some(({ message }) => message === refusal.message)) refusals.push(refusal)
  }
  return refusals
}

/**
 * What people can't change by hand, such as what was sold, follows as it does when a record is deleted. So does what is
 * in no resource.
 */
function changedResource({ resources }: Merging, { table, column }: Changed): AnyResource | undefined {
  return resources.find(
    (one) =>
      tableOf(one) === table &&
      one.operations.includes('update') &&
      (column === null ||
        Object.entries(one.fields).some(([key, field]) => columnOf(key) === column && !field.derived)),
  )
}

async function refusalOfRows(call: Merging, record: Merged, changed: Changed): Promise<Refusal | null> {
  const { db, grants } = call
  const resource = changedResource(call, changed)
  if (!resource) return null
  const { object, update = object } = resource.access
  if (may(grants, 'write', update) && limitsOf(grants, 'write', update) === null) return null
  const key = cityKeyOf(resource)
  const city = key === null ? sql`null::bigint` : sql.ref(columnOf(key))
  // One of each city says what all of them do.
  const { rows } = await sql<{ id: number; cityId: number | null; title: string }>`
    select distinct on ("cityId") * from (
      select id, ${city} as "cityId", ${sql.ref(columnOf(resource.title))} as title from ${changed.rows}
    ) found order by "cityId", id`.execute(db)
  const closed = rows.find(({ id, cityId }) => !mayChange(grants, resource, { id, cityId }))
  if (!closed) return null
  if (!may(grants, 'ui', object))
    return new Refusal(
      403,
      t('{many} that you can’t see refer to {title}. Ask a colleague who can change them.', {
        many: t(resource.label[1]),
        title: record.title,
      }),
    )
  return new Refusal(
    403,
    t('You can’t change the {one} {record}, which refers to {title}. Ask a colleague who can.', {
      one: inSentence(t(resource.label[0])),
      record: closed.title,
      title: record.title,
    }),
  )
}
