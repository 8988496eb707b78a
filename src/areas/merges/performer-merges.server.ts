import { sql } from 'kysely'
import { system } from '../../kit/access.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { choiceLabelOf } from '../../kit/fields.ts'
import { formatDate } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { performers } from '../events/performers.ts'
import { renameEvents, soldMatchesOf } from '../matches/event-names.server.ts'
import type { MergeRules } from './merge-parts.server.ts'
import { namesIn } from './merge-parts.server.ts'

interface Standing { isSameKind: boolean; winnerMatches: number; loserMatches: number; kind: string; sport: string | null; winnerPublic: boolean; loserPublic: boolean }

async function standingOf(db: Db, winner: number, loser: number): Promise<Standing | undefined> {
  const { rows: [found] } = await sql<Standing>`
    select (w.kind, w.sport) is not distinct from (l.kind, l.sport) as "isSameKind", l.kind, l.sport,
      w.publication = 'published' as "winnerPublic", l.publication = 'published' as "loserPublic",
      (select count(*)::integer from matches where w.id in (home_performer_id, away_performer_id)) as "winnerMatches",
      (select count(*)::integer from matches where l.id in (home_performer_id, away_performer_id)) as "loserMatches"
    from performers w, performers l where w.id = ${winner} and l.id = ${loser}`.execute(db)
  return found
}

async function clashes(db: Db, winner: number, loser: number, take: ReadonlySet<string>): Promise<string[]> {
  const standing = await standingOf(db, winner, loser)
  const own = sql`l.id <> w.id and lower(l.competition) = lower(w.competition) and lower(l.season) = lower(w.season) and lower(coalesce(l.round, '')) = lower(coalesce(w.round, ''))`
  const against = await namesIn(sql<{ name: string }>`
    select name from matches where ${winner} in (home_performer_id, away_performer_id) and ${loser} in (home_performer_id, away_performer_id) order by starts_at, id limit 3`.execute(db))
  const { rows: twice } = await sql<{ name: string; on: string }>`
    select l.name, l.local_date as "on" from matches l join matches w on ${own}
      and (case when l.home_performer_id = ${loser} then ${winner} else l.home_performer_id end, case when l.away_performer_id = ${loser} then ${winner} else l.away_performer_id end)
        = (w.home_performer_id, w.away_performer_id)
    where ${loser} in (l.home_performer_id, l.away_performer_id) and ${winner} in (w.home_performer_id, w.away_performer_id) order by l.starts_at, l.id limit 5`.execute(db)
  const bills = await namesIn(sql<{ name: string }>`
    select p.name from lineup_performers l join lineup_performers w on w.lineup_id = l.lineup_id and w.performer_id = ${winner} join lineups p on p.id = l.lineup_id
    where l.performer_id = ${loser} order by p.name limit 5`.execute(db))
  const isOther = standing !== undefined && !standing.isSameKind
  return [
    ...against.map((name) => t('They play each other in {name}, so they are two.', { name })),
    ...twice.map(({ name, on }) => t('Both have the match {name} of {day}: delete one of the two first.', { name, day: formatDate(on) })),
    ...bills.map((name) => t('Both are on the bill of {name}: take one of them off first.', { name })),
    ...(isOther && standing.loserMatches > 0 ? [t('It has matches as a {kind} ({sport}), which this one is not: merge the other way round.', {
      kind: choiceLabelOf(performers.fields.kind, standing.kind).toLowerCase(), sport: standing.sport === null ? '–' : choiceLabelOf(performers.fields.sport, standing.sport).toLowerCase(),
    })] : []),
    ...(isOther && standing.winnerMatches > 0 && take.has('kind') ? [t('This one has matches, so it stays what it is.')] : []),
    ...(standing?.loserPublic && !standing.winnerPublic ? [t('It is on the site and this one is not: publish this one first, or merge the other way round.')] : []),
  ]
}

/** Who performs under two names is one. Each name is kept as a spelling, so that whatever bears it still finds its performer. */
export const performerRules: MergeRules = {
  // What candidates are worked out from follows each performer by itself.
  follow: ['performer_names.performer_id', 'performer_queue.performer_id', 'performer_pairs.one_id', 'performer_pairs.other_id'],
  guarded: [],
  choices: [
    ['name', 'sortName'], ['kind', 'sport'], ['genre'], ['homeVenueId'], ['league'], ['countryId'], ['biography'], ['seoTitle'], ['seoDescription'],
  ],
  unites: ['variations', 'imageIds', 'tagIds', 'sameAs', 'providerCodes', 'links'],
  adds: ({ name }, _db, { winner, take }) => ({ variations: take.has('name') ? [name, winner['name']] : name === winner['name'] ? [] : [name] }),
  clashes,
  async watch(db, { winner, loser }) {
    const before = await soldMatchesOf(db, [winner, loser])
    return () => renameEvents(db, system('merges of teams'), before)
  },
}
