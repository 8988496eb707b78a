import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { isPublicTextSql } from '../../platform/translations/store/public-texts.server.ts'
import type { FieldCounts } from './queue.endpoints.ts'
import type { Translated } from './units.server.ts'

/**
 * The parts of a `with` that count texts: `fields` has every field of every kind of record with its number of texts,
 * `written` each language's progress on it. Each table is read once, checking only whether columns are filled in, and
 * the translations are counted by their index.
 */
function countedTexts(translated: readonly Translated[]) {
  const totals = translated.map(
    ({ resource, fields }) => sql`
    select ${sql.lit(resource.name)}::text as resource, array[${sql.join(fields.map(([key]) => sql`${sql.lit(key)}::text`))}] as keys,
      array[${sql.join(fields.map(([key]) => sql`count(${sql.ref(columnOf(key))})::integer`))}] as counts from ${sql.table(tableOf(resource))}`,
  )
  return sql`
    totals as (${sql.join(totals, sql` union all `)}),
    fields as (select t.resource, k.field, t.counts[k.place] as total, k.place from totals t cross join lateral unnest(t.keys) with ordinality as k (field, place)),
    written as (
      select resource, field, locale,
        count(*) filter (where outdated_at is not null)::integer as outdated,
        count(*) filter (where outdated_at is null and status = 'machine')::integer as machine,
        count(*) filter (where outdated_at is null and status = 'draft')::integer as draft,
        count(*) filter (where outdated_at is null and status = 'in_review')::integer as in_review,
        count(*) filter (where outdated_at is null and status = 'approved')::integer as approved,
        count(*) filter (where outdated_at is null and ${isPublicTextSql('x')})::integer as public
      from translations x where not is_record_gone group by resource, field, locale
    )`
}

/** How many texts there are and how far each language is with them, in one statement. */
export async function countTexts(db: Db, translated: readonly Translated[]): Promise<FieldCounts[]> {
  if (translated.length === 0) return []
  const { rows } = await sql<FieldCounts>`
    with ${countedTexts(translated)}
    select f.resource, f.field, f.total, coalesce((
      select json_object_agg(w.locale, json_build_object('machine', w.machine, 'draft', w.draft, 'in_review', w.in_review, 'approved', w.approved, 'public', w.public, 'outdated', w.outdated))
      from written w where w.resource = f.resource and w.field = f.field), '{}') as locales
    from fields f order by f.resource, f.place`.execute(db)
  return rows
}

/**
 * The share of texts that readers get and that are not older than their source, in the language of the row called `t`,
 * in basis points; null for the default language and for languages without translation. The result equals
 * `progressOf`. The first row that asks counts all languages: nothing in the inner statement depends on the row.
 */
export function shareOfTexts(translated: readonly Translated[]) {
  return sql`(case when (t.is_enabled_on_site or t.is_in_preparation) and not t.is_default then ((
    with ${countedTexts(translated)}
    select json_object_agg(l.code, l.share) from (
      select l.code, case when sum(f.total) > 0
        then sum(least(f.total, coalesce(w.public, 0))) * 10000 / sum(f.total)
        else 10000 end as share
      from locales l cross join fields f left join written w on w.resource = f.resource and w.field = f.field and w.locale = l.code group by l.code
    ) l) ->> t.code)::integer end)`
}
