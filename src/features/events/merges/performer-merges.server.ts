import { sql } from 'kysely'
import { system } from '../../../core/access/access.ts'
import type { Db } from '../../../db/tables.server.ts'
import { choiceLabelOf } from '../../../core/resource/choice-labels.ts'
import { formatDate } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { performers } from '../performer/performers.ts'
import { renameEvents, soldMatchesOf } from '../performer/event-names.server.ts'
import type { MergeRules } from '../../../platform/merges/merge-parts.server.ts'
import { namesIn } from '../../../platform/merges/merge-parts.server.ts'

interface Standing {
  isSameKind: boolean
  survivorMatches: number
  duplicateMatches: number
  kind: string
  sport: string | null
}

async function readBaseGrants(db: Db, survivor: number, duplicate: number): Promise<Standing | undefined> {
  const {
    rows: [found],
  } = await sql<Standing>`
    select (w.kind, w.sport) is not distinct from (l.kind, l.sport) as "isSameKind", l.kind, l.sport,
      (select count(*)::integer from matches where w.id in (home_performer_id, away_performer_id)) as "survivorMatches",
      (select count(*)::integer from matches where l.id in (home_performer_id, away_performer_id)) as "duplicateMatches"
    from performers w, performers l where w.id = ${survivor} and l.id = ${duplicate}`.execute(db)
  return found
}

async function clashes(db: Db, survivor: number, duplicate: number, take: ReadonlySet<string>): Promise<string[]> {
  const standing = await readBaseGrants(db, survivor, duplicate)
  const own = sql`l.id <> w.id and lower(l.competition) = lower(w.competition) and lower(l.season) = lower(w.season) and lower(coalesce(l.round, '')) = lower(coalesce(w.round, ''))`
  const against = await namesIn(
    sql<{ name: string }>`
    select name from matches where ${survivor} in (home_performer_id, away_performer_id) and ${duplicate} in (home_performer_id, away_performer_id) order by starts_at, id limit 3`.execute(
      db,
    ),
  )
  const { rows: twice } = await sql<{ name: string; on: string }>`
    select l.name, l.local_date as "on" from matches l join matches w on ${own}
      and (case when l.home_performer_id = ${duplicate} then ${survivor} else l.home_performer_id end, case when l.away_performer_id = ${duplicate} then ${survivor} else l.away_performer_id end)
        = (w.home_performer_id, w.away_performer_id)
    where ${duplicate} in (l.home_performer_id, l.away_performer_id) and ${survivor} in (w.home_performer_id, w.away_performer_id) order by l.starts_at, l.id limit 5`.execute(
    db,
  )
  const bills = await namesIn(
    sql<{ name: string }>`
    select p.name from lineup_performers l join lineup_performers w on w.lineup_id = l.lineup_id and w.performer_id = ${survivor} join lineups p on p.id = l.lineup_id
    where l.performer_id = ${duplicate} order by p.name limit 5`.execute(db),
  )
  const isOther = standing !== undefined && !standing.isSameKind
  return [
    ...against.map((name) => t('They play each other in {name}, so they are different.', { name })),
    ...twice.map(({ name, on }) =>
      t('Both have the match {name} of {day}. Delete one first.', { name, day: formatDate(on) }),
    ),
    ...bills.map((name) => t('Both are on the bill of {name}. Remove one first.', { name })),
    ...(isOther && standing.duplicateMatches > 0
      ? [
          t('It has matches as a {kind} ({sport}), which this one is not: merge the other way round.', {
            kind: choiceLabelOf(performers.fields.kind, standing.kind).toLowerCase(),
            sport: standing.sport === null ? '–' : choiceLabelOf(performers.fields.sport, standing.sport).toLowerCase(),
          }),
        ]
      : []),
    ...(isOther && standing.survivorMatches > 0 && take.has('kind')
      ? [t('This one has matches, so this can’t change.')]
      : []),
  ]
}

/**
 * Merges two names of one performer. Each name is kept as a spelling, so anything that uses it still finds its
 * performer.
 */
export const performerRules: MergeRules = {
  // Duplicate candidates are derived data and follow each performer on their own.
  follow: [
    'performer_names.performer_id',
    'performer_queue.performer_id',
    'performer_pairs.one_id',
    'performer_pairs.other_id',
  ],
  guarded: [],
  choices: [
    ['name', 'sortName'],
    ['kind', 'sport'],
    ['genre'],
    ['homeVenueId'],
    ['league'],
    ['countryId'],
    ['biography'],
    ['seoTitle'],
    ['seoDescription'],
  ],
  unites: ['variations', 'imageIds', 'tagIds', 'sameAs', 'providerCodes', 'links'],
  adds: ({ name }, _db, { survivor, take }) => ({
    variations: take.has('name') ? [name, survivor['name']] : name === survivor['name'] ? [] : [name],
  }),
  clashes,
  async watch(db, { survivor, duplicate }) {
    const before = await soldMatchesOf(db, [survivor, duplicate])
    return () => renameEvents(db, system('merges of teams'), before)
  },
}
