import { sql } from 'kysely'
import { t } from '../../../core/i18n/language.ts'
import type { MergeRules } from '../../../platform/merges/merge-parts.server.ts'
import { namesIn } from '../../../platform/merges/merge-parts.server.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

/** What keeps two cities from being merged, and what only one of them has that the other can take over. */
export const cityMergeRules: MergeRules = {
  follow: ['venue_configurations.city_id'],
  // Merging cities must not widen anyone's permissions.
  guarded: ['role_permissions.city_ids'],
  choices: [
    ['viatorDestination'],
    ['tiqetsCity'],
    ['tourcmsLocation'],
    ['unLocode'],
    ['metropolitanCode'],
    ['subdivision'],
    ['radiusKm'],
    ['heroImageId'],
    ['description'],
    ['seoTitle'],
    ['seoDescription'],
  ],
  async clashes(db, survivor, duplicate) {
    const roles = await namesIn(
      sql<{ name: string }>`
        select distinct r.name from role_permissions g join roles r on r.id = g.role_id where g.city_ids @> array[${duplicate}::bigint] order by 1`.execute(
        db,
      ),
    )
    const {
      rows: [countries],
    } = await sql<{ one: string; other: string }>`
        select a.name as one, b.name as other from cities w join countries a on a.id = w.country_id, cities l join countries b on b.id = l.country_id
        where w.id = ${survivor} and l.id = ${duplicate} and a.id <> b.id`.execute(db)
    const {
      rows: [part],
    } = await sql`select from cities where id = ${survivor} and parent_id = ${duplicate}`.execute(db)
    const pages = await namesIn(
      sql<{ name: string }>`
        with slugs as (
          select id, city_id, title, slug, '' as locale from aliases where city_id in (${survivor}, ${duplicate})
          union all select a.id, a.city_id, a.title, x.text, x.locale from aliases a
            join translations x on x.resource = 'aliases' and x.field = 'slug' and x.record_id = a.id where a.city_id in (${survivor}, ${duplicate})
        )
        select distinct l.title as name from slugs l join slugs w on w.slug = l.slug and w.locale = l.locale
        where l.city_id = ${duplicate} and w.city_id = ${survivor} order by 1 limit 5`.execute(db),
    )
    return [
      ...roles.map((role) =>
        t('The role {role} is limited to it. Add this one to that role first.', { role: roleTitle(role) }),
      ),
      ...(countries ? [t('One is in {one}, the other in {other}.', countries)] : []),
      ...(part ? [t('This one is part of it. Remove it first.')] : []),
      ...pages.map((name) => t('Both have an alias with the slug of {name}. Change one first.', { name })),
    ]
  },
}
