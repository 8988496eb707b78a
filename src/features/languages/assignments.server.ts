import { sql } from 'kysely'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { defineNotice, notify } from '../../platform/inbox/notices.server.ts'
import { staffCan } from '../../platform/inbox/staff-with.server.ts'
import { textLocales } from '../../platform/translations/store/translation-store.server.ts'
import type { Translator } from './queue.endpoints.ts'
import { assignUnits, listTranslators } from './queue.endpoints.ts'
import { seenBy, translatedResources } from './units.server.ts'

/** Staff who can write translations. People who have left keep no assignments. */
const translators = sql`(
  select s.id, s.name from staff s where s.status = 'active' and ${staffCan('write', sql`'translations'`)})`

/** To the person whose texts they are now. */
const textsAssigned = defineNotice<{ by: string; count: number }>({
  kind: 'texts-assigned',
  label: msg('Texts assigned to you'),
  object: 'translations',
  write: ({ by, count }) => ({
    title: t('{by} assigned {count, plural, one {# text} other {# texts}} to you', { by, count }),
  }),
})

/** Assigns texts to translators. Missing texts can be assigned too. */
export function implementAssignments(resources: readonly AnyResource[]): readonly Implementation[] {
  const translated = translatedResources(resources)
  return [
    implement(listTranslators, async ({ db }) => {
      const { rows } = await sql<Translator>`
        with able as (select * from ${translators} as t), wrote as (select distinct translator_id as id from translations where translator_id is not null)
        select s.id, s.name, a.id is not null as "mayTranslate", w.id is not null as "hasWritten"
        from staff s left join able a on a.id = s.id left join wrote w on w.id = s.id where a.id is not null or w.id is not null order by s.name, s.id`.execute(
        db,
      )
      return rows
    }),

    implement(assignUnits, async ({ db, actor, input, audit }) => {
      const seen = seenBy(translated, actor)
      const locales = (await textLocales(db)).filter(({ isDefault }) => !isDefault)
      for (const { resource, field, locale } of input.units) {
        const fields = seen.find((one) => one.resource.name === resource)?.fields
        if (!fields?.some(([key]) => key === field))
          throw invalid({ units: t('No texts to translate in {name}.', { name: `${resource} ${field}` }) })
        if (!locales.some(({ code }) => code === locale))
          throw invalid({
            units: t('Nothing is translated into {code}: it is neither published nor in preparation.', {
              code: locale,
            }),
          })
      }
      const to = await translatorOf(db, input.assigneeId)
      const titles = await titlesOf(
        db,
        seen.map(({ resource }) => resource),
        input.units,
      )
      const there = input.units.filter(({ resource, recordId }) => titles.has(`${resource}:${recordId}`))
      const column = (key: 'resource' | 'recordId' | 'field' | 'locale') => there.map((unit) => unit[key])
      const given = sql`unnest(${column('resource')}::text[], ${column('recordId')}::bigint[], ${column('field')}::text[], ${column('locale')}::text[]) as g (resource, record_id, field, locale)`
      const { rows: changed } =
        to === null
          ? await sql<Changed>`
          delete from translation_assignments a using ${given}
          where (a.resource, a.record_id, a.field, a.locale) = (g.resource, g.record_id, g.field, g.locale)
          returning a.resource, a.record_id as "recordId", a.field, a.locale`.execute(db)
          : await sql<Changed>`
          insert into translation_assignments as a (resource, record_id, field, locale, assignee_id, assigned_by_name)
          select distinct g.resource, g.record_id, g.field, g.locale, ${to.id}::bigint, left(${actor.name}, 160) from ${given}
          on conflict (resource, record_id, field, locale) do update set assignee_id = excluded.assignee_id, assigned_by_name = excluded.assigned_by_name, assigned_at = now()
          where a.assignee_id <> excluded.assignee_id
          returning a.resource, a.record_id as "recordId", a.field, a.locale`.execute(db)
      if (changed.length > 0 && to !== null && to.id !== actor.id)
        await notify(db, textsAssigned, {
          to: [to.id],
          data: { by: actor.name, count: changed.length },
          path: '/translations/list?for=me',
        })
      for (const [key, own] of Map.groupBy(changed, ({ resource, recordId }) => `${resource}:${recordId}`)) {
        const [first] = own
        if (!first) continue
        audit.record({
          action: to === null ? 'translation-unassigned' : 'translation-assigned',
          object: first.resource,
          recordId: first.recordId,
          title: titles.get(key) ?? '',
          before: null,
          after: Object.fromEntries(own.map(({ field, locale }) => [`${field} (${locale})`, to?.name ?? null])),
        })
      }
      return { assigned: changed.length }
    }),
  ]
}

interface Changed {
  readonly resource: string
  readonly recordId: number
  readonly field: string
  readonly locale: string
}

async function translatorOf(db: Db, id: number | null): Promise<{ id: number; name: string } | null> {
  if (id === null) return null
  const {
    rows: [found],
  } = await sql<{ id: number; name: string }>`select id, name from ${translators} as t where id = ${id}`.execute(db)
  if (!found) throw invalid({ assigneeId: t('No translator has this id.') })
  return found
}

/** The titles of the records, in one statement; missing records have no title. */
async function titlesOf(
  db: Db,
  resources: readonly AnyResource[],
  units: readonly Changed[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(units.map(({ recordId }) => recordId))]
  const branches = resources
    .filter(({ name }) => units.some(({ resource }) => resource === name))
    .map(
      (resource) => sql`
    select ${`${resource.name}:`}::text || id as key, ${sql.ref(columnOf(resource.title))}::text as title from ${sql.table(tableOf(resource))} where id = any(${ids}::bigint[])`,
    )
  if (branches.length === 0) return new Map()
  const { rows } = await sql<{ key: string; title: string }>`${sql.join(branches, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ key, title }) => [key, title]))
}
