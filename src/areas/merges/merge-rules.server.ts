import { sql } from 'kysely'
import { t } from '../../kit/language.ts'
import { eventRules } from './event-merges.server.ts'
import type { MergeRules } from './merge-parts.server.ts'
import { namesIn } from './merge-parts.server.ts'
import { performerRules } from './performer-merges.server.ts'

export const mergeRules: Readonly<Record<string, MergeRules>> = {
  performers: performerRules,
  events: eventRules,
  cities: {
    follow: ['venue_configurations.city_id'],
    // What somebody may do must not grow by what somebody else merges.
    guarded: ['role_permissions.city_ids'],
    async clashes(db, winner, loser) {
      const roles = await namesIn(sql<{ name: string }>`
        select distinct r.name from role_permissions g join roles r on r.id = g.role_id where g.city_ids @> array[${loser}::bigint] order by 1`.execute(db))
      const { rows: [countries] } = await sql<{ one: string; other: string }>`
        select a.name as one, b.name as other from cities w join countries a on a.id = w.country_id, cities l join countries b on b.id = l.country_id
        where w.id = ${winner} and l.id = ${loser} and a.id <> b.id`.execute(db)
      const { rows: [part] } = await sql`select from cities where id = ${winner} and parent_id = ${loser}`.execute(db)
      const pages = await namesIn(sql<{ name: string }>`
        with slugs as (
          select id, city_id, title, slug, '' as locale from aliases where city_id in (${winner}, ${loser})
          union all select a.id, a.city_id, a.title, x.text, x.locale from aliases a
            join translations x on x.resource = 'aliases' and x.field = 'slug' and x.record_id = a.id where a.city_id in (${winner}, ${loser})
        )
        select distinct l.title as name from slugs l join slugs w on w.slug = l.slug and w.locale = l.locale
        where l.city_id = ${loser} and w.city_id = ${winner} order by 1 limit 5`.execute(db))
      return [
        ...roles.map((role) => t('The role {role} is limited to it: give that role this one first.', { role })),
        ...(countries ? [t('One is in {one}, the other in {other}.', countries)] : []),
        ...(part ? [t('This one is part of it: take it out first.')] : []),
        ...pages.map((name) => t('Both have an alias with the slug of {name}: change one of them.', { name })),
      ]
    },
  },
  tags: {
    follow: [],
    guarded: [],
    async clashes(db, winner, loser) {
      const { rows: [other] } = await sql`select from tags w, tags l where w.id = ${winner} and l.id = ${loser} and w.kind <> l.kind`.execute(db)
      return other ? [t('One is a tag of events, the other of tours.')] : []
    },
  },
  venues: {
    follow: [],
    guarded: [],
    unites: ['variations', 'providerCodes', 'sectionSpellings', 'imageIds'],
    // Whatever spells it as the one that goes still finds its venue.
    adds: ({ name }, _db, { winner }) => ({ variations: name === winner['name'] ? [] : [name] }),
    async clashes(db, winner, loser) {
      const configurations = await namesIn(sql<{ name: string }>`
        select l.name from venue_configurations l join venue_configurations w on lower(w.name) = lower(l.name)
        where l.venue_id = ${loser} and w.venue_id = ${winner} order by 1`.execute(db))
      const performances = await namesIn(sql<{ name: string }>`
        select e.name || ' ' || l.local_date as name from performances l join performances w on w.event_id = l.event_id and w.local_date = l.local_date
          and w.local_time is not distinct from l.local_time join events e on e.id = l.event_id
        where l.venue_id = ${loser} and w.venue_id = ${winner} order by 1 limit 5`.execute(db))
      const spellings = await namesIn(sql<{ name: string }>`
        select distinct l.entry ->> 'spelling' as name from venues a, jsonb_array_elements(a.section_spellings) as l (entry), venues b, jsonb_array_elements(b.section_spellings) as w (entry)
        where a.id = ${loser} and b.id = ${winner} and l.entry <> w.entry and lower(btrim(l.entry ->> 'spelling')) = lower(btrim(w.entry ->> 'spelling')) order by 1 limit 5`.execute(db))
      const { rows: [cities] } = await sql<{ one: string; other: string }>`
        select a.name as one, b.name as other from venues w join cities a on a.id = w.city_id, venues l join cities b on b.id = l.city_id
        where w.id = ${winner} and l.id = ${loser} and a.id <> b.id`.execute(db)
      return [
        ...configurations.map((name) => t('Both have a configuration called {name}: rename one of them.', { name })),
        ...performances.map((name) => t('Both have the performance {name}.', { name })),
        ...spellings.map((name) => t('Both have a rewrite rule for {name}: take one of them away first.', { name })),
        ...(cities ? [t('One is in {one}, the other in {other}.', cities)] : []),
      ]
    },
  },
}
