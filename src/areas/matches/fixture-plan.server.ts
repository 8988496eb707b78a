import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { invalid } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { instantOf, localOf } from '../../kit/zoned-time.ts'
import type { FixtureInput, FixturePreview, Kickoff, PreviewRow } from './fixture-calls.ts'
import type { FileRow } from './fixture-files.ts'
import { mostNames } from './fixture-files.ts'
import { readFixtures } from './fixture-reading.server.ts'
import type { KnownTeam, Resolved } from './team-resolution.ts'
import { resolveTeams } from './team-resolution.ts'

/** Teams of one sport that are looked at; more than any sport has. */
const mostTeams = 20_000

interface Team extends KnownTeam { readonly homeVenueId: number | null; readonly venueZone: string | null; readonly countryZone: string | null }
interface Stored extends Kickoff { readonly id: number; readonly round: string | null; readonly homeId: number; readonly awayId: number; readonly venueZone: string | null }

/** What importing a file would do, with what only the import itself needs. */
export interface FixturePlan {
  readonly preview: FixturePreview
  readonly teams: readonly (Resolved & { readonly homeVenueId: number | null })[]
}

async function teamsOf(db: Db, sport: string): Promise<Team[]> {
  const { rows } = await sql<Team>`
    select p.id, p.name, p.variations, p.country_id as "countryId", p.home_venue_id as "homeVenueId", v.time_zone as "venueZone",
      (select c.time_zones[1] from countries c where c.id = p.country_id and cardinality(c.time_zones) = 1) as "countryZone"
    from performers p left join venues v on v.id = p.home_venue_id where p.kind = 'team' and p.sport = ${sport} order by p.id limit ${mostTeams}`.execute(db)
  return rows
}

async function storedMatches(db: Db, competition: string, season: string): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select m.id, m.round, m.home_performer_id as "homeId", m.away_performer_id as "awayId", m.local_date as "localDate", m.local_time as "localTime",
      m.time_zone as "timeZone", m.is_tbc as "isTbc", m.status, v.time_zone as "venueZone"
    from matches m left join venues v on v.id = m.venue_id
    where lower(m.competition) = lower(${competition}) and lower(m.season) = lower(${season}) order by m.starts_at, m.id`.execute(db)
  return rows
}

/** `Matchday 3`, `Round 3` and `3` are one round in different words. */
export function roundKey(round: string | null): string | null {
  if (round === null) return null
  const plain = round.trim().toLowerCase()
  return /^(?:[\p{L}\s.]*?)(\d+)\.?(?:\s*\p{L}+)?$/u.exec(plain)?.[1] ?? plain
}

const daysApart = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000

/** The match that a row is about, of those of the same two teams that no other row is about. */
function matchOf(row: FileRow, among: readonly Stored[]): Stored | undefined {
  const near = among.toSorted((a, b) => daysApart(a.localDate, row.localDate) - daysApart(b.localDate, row.localDate))
  const round = roundKey(row.round)
  if (round === null) return near[0]
  return near.find((match) => roundKey(match.round) === round)
    ?? near.find((match) => match.round === null || daysApart(match.localDate, row.localDate) <= 3)
}

/** The zone of a country that has only one. */
async function zoneOfCountry(db: Db, id: number | null): Promise<string | null> {
  const { rows: [country] } = await sql<{ zone: string }>`select time_zones[1] as zone from countries where id = ${id} and cardinality(time_zones) = 1`.execute(db)
  return country?.zone ?? null
}

/** The zones of a file: what somebody has said about them, and that of the country that all its teams are from. */
interface Zones { readonly said: string | null; readonly isOne: boolean; readonly ofCountry: string | null }

/**
 * By whose clocks a match is played: those of its venue or the home team's, of the country where that has one zone, of what
 * the file or somebody says, or as it is kept here. Null where nothing of that is known: the zone of whoever imports says nothing.
 */
function groundZone(row: FileRow, home: Team | undefined, match: Stored | undefined, { said, ofCountry }: Zones): string | null {
  const ofFile = row.timeZone !== null && /^(?:Etc\/)?(?:UTC|GMT)$/i.test(row.timeZone) ? null : row.timeZone
  return match?.venueZone ?? home?.venueZone ?? ofFile ?? home?.countryZone ?? (home === undefined || home.countryId === null ? ofCountry : null) ?? said ?? match?.timeZone ?? null
}

/** A row's kickoff by the clocks of the place. */
function kickoffOf(row: FileRow, timeZone: string | null, { said, isOne }: Zones): PreviewRow['becomes'] {
  const from = row.timeZone ?? (isOne ? said : timeZone)
  const status = row.status ?? 'scheduled'
  if (row.localTime === null || timeZone === null || from === null || timeZone === from) return { localDate: row.localDate, localTime: row.localTime, timeZone, isTbc: row.isTbc, status }
  const local = localOf(instantOf(`${row.localDate}T${row.localTime}`, from).instant, timeZone)
  return { localDate: local.slice(0, 10), localTime: local.slice(11), timeZone, isTbc: row.isTbc, status }
}

/** What a match would become; null where the row says nothing new. A file that knows less takes nothing back. */
export function changeOf(was: Kickoff, row: Pick<FileRow, 'status' | 'isTbc'>, says: Kickoff): Kickoff | null {
  const status = row.status ?? was.status
  const isSameDay = was.localDate === says.localDate
  const knowsLess = isSameDay && says.localTime === null && was.localTime !== null
  const isSame = isSameDay && (knowsLess || (was.localTime === says.localTime && was.timeZone === says.timeZone))
  const isTbc = isSame && !knowsLess && says.localTime !== null ? was.isTbc && says.isTbc : isSame ? was.isTbc : says.isTbc
  if (isSame && status === was.status && isTbc === was.isTbc) return null
  return isSame ? { ...was, status, isTbc } : { ...says, status }
}

/** Reads a file and says what importing it would do; stores nothing. */
export async function planFixtures(db: Db, input: FixtureInput): Promise<FixturePlan> {
  const file = readFixtures(input.content, { dateOrder: input.dateOrder ?? null })
  const zones: Zones = { said: input.timeZone ?? null, isOne: input.isOneZone === true, ofCountry: await zoneOfCountry(db, input.countryId ?? null) }
  const names = new Set(file.rows.flatMap(({ home, away }) => [home, away])).size
  if (names > mostNames) throw invalid({ content: t('The file names {n} teams. At most {most} can be told apart at once, so split it by competition.', { n: names, most: mostNames }) })
  const [first] = file.rows
  const competition = input.competition ?? first?.competition ?? file.competition
  const season = input.season ?? first?.season ?? file.season
  const known = await teamsOf(db, input.sport)
  const byId = new Map(known.map((team) => [team.id, team]))
  const resolved = resolveTeams(file.rows.map(({ home, away, localDate }) => ({ home, away, day: localDate })), known, input.countryId ?? null, input.answers ?? [])
  const bySpelling = new Map(resolved.flatMap((team) => team.spellings.map(({ text }) => [text, team] as const)))
  const stored = competition === null || season === null ? [] : await storedMatches(db, competition, season)
  const open = Map.groupBy(stored, ({ homeId, awayId }) => `${homeId} ${awayId}`)
  const seen = new Set<string>()

  const rows = file.rows.map((row): PreviewRow => {
    const [home, away] = [bySpelling.get(row.home), bySpelling.get(row.away)]
    const host = byId.get(home?.performerId ?? 0)
    const among = open.get(`${home?.performerId} ${away?.performerId}`) ?? []
    const match = matchOf(row, among)
    const timeZone = groundZone(row, host, match, zones)
    const becomes = kickoffOf(row, timeZone, zones)
    const plain = {
      line: row.line, home: home?.spellings[0]?.text ?? row.home, away: away?.spellings[0]?.text ?? row.away, homeName: home?.name ?? row.home, awayName: away?.name ?? row.away,
      round: row.round, matchId: null, becomes, was: null, venue: row.venue,
    }
    const key = `${plain.home}\n${plain.away}\n${roundKey(row.round) ?? row.localDate}`
    if (seen.has(key)) return { ...plain, action: 'twice' }
    seen.add(key)
    if (home?.state === 'unsure' || away?.state === 'unsure') return { ...plain, action: 'waits' }
    if (timeZone === null || (zones.isOne && zones.said === null && row.timeZone === null)) return { ...plain, action: 'zone' }
    if (!match) return { ...plain, action: 'create' }
    among.splice(among.indexOf(match), 1)
    const was: Kickoff = { localDate: match.localDate, localTime: match.localTime, timeZone: match.timeZone, isTbc: match.isTbc, status: match.status }
    const change = changeOf(was, row, { ...becomes, timeZone })
    return { ...plain, matchId: match.id, was, becomes: change ?? was, action: change ? 'change' : 'same' }
  })

  const asks: FixturePreview['asks'] = [
    ...(competition === null ? ['competition' as const] : []), ...(season === null ? ['season' as const] : []),
    ...(file.asksDateOrder ? ['dateOrder' as const] : []), ...(resolved.some(({ state }) => state === 'unsure') ? ['teams' as const] : []),
    ...(rows.some(({ action }) => action === 'zone') ? ['timeZone' as const] : []),
  ]
  return {
    preview: {
      format: file.format, competition, season, asks, rows, problems: file.problems.slice(0, 200),
      teams: resolved.map(({ spellings, state, performerId, name, candidates, alike }) => ({
        key: spellings[0]?.text ?? name, name, spellings: [...spellings], state, performerId, candidates: [...candidates], alike: [...alike],
      })),
    },
    teams: resolved.map((team) => ({ ...team, homeVenueId: byId.get(team.performerId ?? 0)?.homeVenueId ?? null })),
  }
}
