import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { columnOf } from '../../kit/fields.ts'
import { tableOf } from '../../kit/resource.ts'
import type { FieldCounts } from './queue-calls.ts'
import type { Translated } from './units.server.ts'

/**
 * How many texts there are and how far each language is with them, in one statement: each table is read once, its columns
 * only as far as being there or not, and the translations are counted by their index.
 */
export async function countTexts(db: Db, translated: readonly Translated[]): Promise<FieldCounts[]> {
  if (translated.length === 0) return []
  const totals = translated.map(({ resource, fields }) => sql`
    select ${resource.name}::text as resource, array[${sql.join(fields.map(([key]) => sql`${key}::text`))}] as keys,
      array[${sql.join(fields.map(([key]) => sql`count(${sql.ref(columnOf(key))})::integer`))}] as counts from ${sql.table(tableOf(resource))}`)
  const { rows } = await sql<FieldCounts>`
    with totals as (${sql.join(totals, sql` union all `)}),
    fields as (select t.resource, k.field, t.counts[k.place] as total, k.place from totals t cross join lateral unnest(t.keys) with ordinality as k (field, place)),
    written as (
      select resource, field, locale,
        count(*) filter (where outdated_at is not null)::integer as outdated,
        count(*) filter (where outdated_at is null and status = 'machine')::integer as machine,
        count(*) filter (where outdated_at is null and status = 'draft')::integer as draft,
        count(*) filter (where outdated_at is null and status = 'in_review')::integer as in_review,
        count(*) filter (where outdated_at is null and status = 'approved')::integer as approved
      from translations where not is_record_gone group by resource, field, locale
    )
    select f.resource, f.field, f.total, coalesce((
      select json_object_agg(w.locale, json_build_object('machine', w.machine, 'draft', w.draft, 'in_review', w.in_review, 'approved', w.approved, 'outdated', w.outdated))
      from written w where w.resource = f.resource and w.field = f.field), '{}') as locales
    from fields f order by f.resource, f.place`.execute(db)
  return rows
}
