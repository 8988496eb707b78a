import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { saysSides } from './fixture-columns.server.ts'
import type { FixtureInput, FixturePreview } from './fixture.endpoints.ts'
import { strangersOfSeason, teamsByFixtures } from './fixture-evidence.ts'
import type { FileRow } from './fixture-files.ts'
import { maxNames } from './fixture-files.ts'
import { readFixtures } from './fixture-reading.server.ts'
import { isSameKickoff, planRows } from './fixture-rows.server.ts'
import type { StoredMatch } from './fixture-rows.server.ts'
import { ofOneSeason } from './fixture-season.ts'
import { textOfFile } from './fixture-text.server.ts'
import { groundZones } from './fixture-zones.server.ts'
import type { KnownTeam, Resolved } from './team-resolution.ts'
import { resolveTeams } from './team-resolution.ts'

/** Maximum teams of one sport that are read; more than any sport has. */
const maxTeams = 20_000

interface Team extends KnownTeam {
  readonly homeVenueId: number | null
  readonly venueZone: string | null
}
/** The result of importing a file, with data that only the import itself needs. */
export interface FixturePlan {
  readonly preview: FixturePreview
  readonly teams: readonly (Resolved & { readonly homeVenueId: number | null })[]
  /** Lines that can't be read, or are of another competition or season. */
  readonly left: number
}

async function teamsOf(db: Db, sport: string): Promise<Team[]> {
  const { rows } = await sql<Team>`
    select p.id, p.name, p.variations, p.country_id as "countryId", p.home_venue_id as "homeVenueId", v.time_zone as "venueZone"
    from performers p left join venues v on v.id = p.home_venue_id where p.kind = 'team' and p.sport = ${sport} order by p.id limit ${maxTeams}`.execute(
    db,
  )
  return rows
}

async function storedMatches(db: Db, competition: string, season: string): Promise<StoredMatch[]> {
  const { rows } = await sql<StoredMatch>`
    select m.id, m.round, m.home_performer_id as "homeId", m.away_performer_id as "awayId", m.local_date as "localDate", m.local_time as "localTime",
      m.time_zone as "timeZone", m.is_tbc as "isTbc", m.status, v.time_zone as "venueZone"
    from matches m left join venues v on v.id = m.venue_id
    where lower(m.competition) = lower(${competition}) and lower(m.season) = lower(${season}) order by m.starts_at, m.id`.execute(
    db,
  )
  return rows
}

/** The zone of all times in the file, if the input says that they share one. */
const zoneOfFile = ({ timeZone, isOneZone }: FixtureInput) => (isOneZone === true ? (timeZone ?? null) : null)

/** Reads a file and previews its import; stores nothing. */
export async function planFixtures(db: Db, input: FixtureInput): Promise<FixturePlan> {
  const { text, encoding } = await textOfFile(input)
  const file = await readFixtures(text, {
    dateOrder: input.dateOrder ?? null,
    columns: input.columns ?? null,
    readings: input.readings ?? [],
  })
  const { competition, season, rows: found, others } = ofOneSeason(file, input)
  refuseTooManyNames(found)
  const known = await teamsOf(db, input.sport)
  const byId = new Map(known.map((team) => [team.id, team]))
  const zone = zoneOfFile(input)
  const stored = competition === null || season === null ? [] : await storedMatches(db, competition, season)
  const resolved = strangersOfSeason(
    teamsByFixtures(
      found,
      resolveTeams(
        found.map(({ home, away, localDate }) => ({ home, away, day: localDate })),
        known,
        input.countryId ?? null,
        input.answers ?? [],
      ),
      stored,
      byId,
      (row, match) => isSameKickoff(row, match, zone),
    ),
    stored,
    byId,
  )
  const matches = new Set(input.matches)
  const doubtful = new Set(
    found.filter((row) => isNoMatch(row, resolved) && !matches.has(row.line)).map(({ line }) => line),
  )
  const kept = withoutOthers(resolved, found, doubtful)
  const grounds = await groundZones(db, {
    rows: found.filter(({ line }) => !doubtful.has(line)),
    teams: kept,
    hostOf: ({ performerId }) => {
      const team = byId.get(performerId ?? 0)
      return team && { homeVenueZone: team.venueZone, countryId: team.countryId }
    },
    countryId: input.countryId ?? null,
    answers: input.zones ?? [],
    others: input.isOneZone === true ? null : (input.timeZone ?? null),
  })
  const rows = planRows({ rows: found, teams: resolved, stored, doubtful, grounds, zone, input })
  const unread = questionsOf(found)
  return {
    preview: {
      format: file.format,
      encoding,
      competition,
      season,
      asks: asksOf({ file, competition, season, unread, teams: kept, rows }),
      columns: file.columns && {
        headings: [...file.columns.headings],
        mapping: [...file.columns.mapping],
        sample: file.columns.sample.map((cells) => [...cells]),
      },
      unread,
      grounds: [...grounds.asked],
      rows,
      problems: [...file.problems, ...others].slice(0, 200),
      teams: kept.map(({ spellings, state, performerId, name, candidates, alike }) => ({
        key: spellings[0]?.text ?? name,
        name,
        spellings: [...spellings],
        state,
        performerId,
        candidates: [...candidates],
        alike: [...alike],
      })),
    },
    teams: kept.map((team) => ({ ...team, homeVenueId: byId.get(team.performerId ?? 0)?.homeVenueId ?? null })),
    left: file.problems.length + others.length,
  }
}

function refuseTooManyNames(rows: readonly FileRow[]): void {
  const names = new Set(rows.flatMap(({ home, away }) => [home, away])).size
  if (names > maxNames)
    throw invalid({
      content: t('The file names {n} teams. At most {most} can be matched at once, so split it by competition.', {
        n: names,
        most: maxNames,
      }),
    })
}

interface Findings extends Pick<FixturePreview, 'competition' | 'season' | 'unread' | 'rows'> {
  readonly file: Awaited<ReturnType<typeof readFixtures>>
  readonly teams: readonly Resolved[]
}

/** What has to be answered before the file can be imported. */
function asksOf({ file, competition, season, unread, teams, rows }: Findings): FixturePreview['asks'] {
  const isMapped = file.columns === null || saysSides(file.columns.mapping)
  return [
    ...(isMapped ? [] : ['columns' as const]),
    ...(competition === null ? ['competition' as const] : []),
    ...(season === null ? ['season' as const] : []),
    ...(file.asksDateOrder ? ['dateOrder' as const] : []),
    ...(unread.length > 0 ? ['readings' as const] : []),
    ...(teams.some(({ state }) => state === 'unsure') ? ['teams' as const] : []),
    ...(rows.some(({ action }) => action === 'zone') ? ['timeZone' as const] : []),
  ]
}

/** An entry of a calendar such as `Team dinner - Book restaurant`: two names that nothing else knows, and a dash between them. */
function isNoMatch(row: FileRow, teams: readonly Resolved[]): boolean {
  if (!row.isGuess) return false
  return [row.home, row.away].every((name) => {
    const team = teams.find(({ spellings }) => spellings.some(({ text }) => text === name))
    const count = team?.spellings.reduce((sum, spelling) => sum + spelling.count, 0) ?? 0
    return team?.state === 'new' && count === 1
  })
}

/** Teams that play in at least one row that is certainly a match. */
function withoutOthers(
  teams: readonly Resolved[],
  rows: readonly FileRow[],
  doubtful: ReadonlySet<number>,
): readonly Resolved[] {
  if (doubtful.size === 0) return teams
  const playing = new Set(rows.flatMap(({ line, home, away }) => (doubtful.has(line) ? [] : [home, away])))
  return teams.filter(({ spellings }) => spellings.some(({ text }) => playing.has(text)))
}

/** Times and zones to ask about, each once with the lines that have it. */
function questionsOf(rows: readonly FileRow[]): FixturePreview['unread'] {
  const asked = Map.groupBy(
    rows.filter(({ unread }) => unread !== null),
    ({ unread }) => `${unread?.kind} ${unread?.text}`,
  )
  return [...asked.values()].flatMap((same) => {
    const [first] = same
    return first?.unread
      ? [{ ...first.unread, count: same.length, lines: same.slice(0, 5).map(({ line }) => line) }]
      : []
  })
}
