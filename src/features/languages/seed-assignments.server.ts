import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { aliases } from '../aliases/aliases.ts'
import { performers } from '../events/performer/performers.ts'
import { lineups } from '../lineups/lineups.ts'
import { cities } from '../places/geo/cities.ts'
import { venues } from '../places/venues/venues.ts'
import { tags } from '../tags/tags.ts'
import { translatableFields } from '../../platform/translations/store/translatable.ts'

const given = [aliases, performers, lineups, cities, venues, tags]
/** Missing texts assigned per resource, best sellers first. */
const missingOfEach = 9

/**
 * Which of the demo's editors translates what: most of the work in progress, and the missing texts that sell. Safe to
 * run again.
 */
export async function seedAssignments(trx: Db): Promise<void> {
  const {
    rows: [there],
  } = await sql`select from translation_assignments limit 1`.execute(trx)
  if (there) return
  const missing = given.map((resource) => {
    const fields = translatableFields(resource).filter(([key]) => key !== 'slug')
    const sources = sql.join(fields.map(([key]) => sql`(${key}::text, ${sql.ref(`t.${columnOf(key)}`)}::text)`))
    return sql`(select ${resource.name}::text as resource, t.id as record_id, f.field, l.code as locale, 'missing' as status
      from ${sql.table(tableOf(resource))} t cross join lateral (values ${sources}) as f (field, source) cross join site l
        left join translation_values v on v.resource = ${resource.name} and v.record_id = t.id
      where f.source is not null and not exists (select from translations x
        where x.resource = ${resource.name} and x.record_id = t.id and x.field = f.field and x.locale = l.code and not x.is_record_gone)
      order by v.orders desc nulls last, t.id, f.field, l.code limit ${missingOfEach})`
  })
  await sql`
    with site as (select code from locales where is_enabled_on_site and not is_default),
    units as (
      (select x.resource, x.record_id, x.field, x.locale, 'begun' as status from translations x join site l on l.code = x.locale
        where x.field <> 'slug' and not x.is_record_gone and (x.outdated_at is not null or x.status in ('machine', 'draft', 'in_review')) order by x.id limit 60)
      union all ${sql.join(missing, sql` union all `)}
    ), placed as (
      select *, row_number() over (order by status, resource, record_id, field, locale) as place from units
    ), people as (
      select s.id, row_number() over (order by s.id) as place, count(*) over () as count from staff s join roles r on r.id = s.role_id
      where s.status = 'active' and r.name in ('admin', 'catalogue-editor')
    )
    insert into translation_assignments (resource, record_id, field, locale, assignee_id, assigned_by_name, assigned_at)
    select u.resource, u.record_id, u.field, u.locale, p.id, 'Ingrid Solheim', now() - make_interval(hours => (u.place * 7 % 190)::integer)
    from placed u join people p on p.place = 1 + u.place % p.count
    where u.place % 4 <> 3
    on conflict do nothing`.execute(trx)
}
