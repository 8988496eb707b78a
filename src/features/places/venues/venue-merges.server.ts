import { sql } from 'kysely'
import { t } from '../../../core/i18n/language.ts'
import type { MergeRules } from '../../../platform/merges/merge-parts.server.ts'
import { namesIn } from '../../../platform/merges/merge-parts.server.ts'

/** What keeps two venues from being merged, which lists they unite, and what one of them takes over from the other. */
export const venueMergeRules: MergeRules = {
  follow: [],
  guarded: [],
  choices: [['description'], ['seoTitle'], ['seoDescription'], ['website'], ['address'], ['capacity']],
  unites: ['variations', 'providerCodes', 'imageIds', 'accessibility', 'entrances'],
  // Whatever spells it as the one that goes still finds its venue.
  adds: ({ name }, _db, { survivor }) => ({ variations: name === survivor['name'] ? [] : [name] }),
  async clashes(db, survivor, duplicate) {
    const configurations = await namesIn(
      sql<{ name: string }>`
        select l.name from venue_configurations l join venue_configurations w on lower(w.name) = lower(l.name)
        where l.venue_id = ${duplicate} and w.venue_id = ${survivor} order by 1`.execute(db),
    )
    const performances = await namesIn(
      sql<{ name: string }>`
        select e.name || ' ' || l.local_date as name from performances l join performances w on w.event_id = l.event_id and w.local_date = l.local_date
          and w.local_time is not distinct from l.local_time join events e on e.id = l.event_id
        where l.venue_id = ${duplicate} and w.venue_id = ${survivor} order by 1 limit 5`.execute(db),
    )
    const {
      rows: [cities],
    } = await sql<{ one: string; other: string }>`
        select a.name as one, b.name as other from venues w join cities a on a.id = w.city_id, venues l join cities b on b.id = l.city_id
        where w.id = ${survivor} and l.id = ${duplicate} and a.id <> b.id`.execute(db)
    return [
      ...configurations.map((name) => t('Both have a configuration called {name}. Rename one first.', { name })),
      ...performances.map((name) => t('Both have the performance {name}.', { name })),
      ...(cities ? [t('One is in {one}, the other in {other}.', cities)] : []),
    ]
  },
}
