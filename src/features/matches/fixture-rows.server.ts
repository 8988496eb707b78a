import { instantOf, localOf } from '../../core/zoned-time.ts'
import type { FixtureInput, Kickoff, PreviewRow } from './fixture.endpoints.ts'
import type { FileRow } from './fixture-files.ts'
import type { GroundZones } from './fixture-zones.server.ts'
import type { Resolved } from './team-resolution.ts'

/** A match of the competition and season that a file is of. */
export interface StoredMatch extends Kickoff {
  readonly id: number
  readonly round: string | null
  readonly homeId: number
  readonly awayId: number
  readonly venueZone: string | null
}

/** `Matchday 3`, `Round 3` and `3` are one round in different words. */
function roundKey(round: string | null): string | null {
  if (round === null) return null
  const plain = round.trim().toLowerCase()
  return /^(?:[\p{L}\s.]*?)(\d+)\.?(?:\s*\p{L}+)?$/u.exec(plain)?.[1] ?? plain
}

const daysApart = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000

/** The match that a row is about, of those of the same two teams that no other row is about. */
function matchOf(row: FileRow, among: readonly StoredMatch[]): StoredMatch | undefined {
  const near = among.toSorted((a, b) => daysApart(a.localDate, row.localDate) - daysApart(b.localDate, row.localDate))
  const round = roundKey(row.round)
  if (round === null) return near[0]
  return (
    near.find((match) => roundKey(match.round) === round) ??
    near.find((match) => match.round === null || daysApart(match.localDate, row.localDate) <= 3)
  )
}

/** Whether a row has the day of an existing match, and its time if both are known. */
export function isSameKickoff(row: FileRow, match: StoredMatch, zone: string | null): boolean {
  const becomes = kickoffOf(row, match.timeZone, zone)
  return (
    becomes.localDate === match.localDate &&
    (becomes.localTime === null || match.localTime === null || becomes.localTime === match.localTime)
  )
}

/** A row's kickoff in the venue's time zone; without its own zone, a row is already in local time. */
function kickoffOf(row: FileRow, timeZone: string | null, zone: string | null): PreviewRow['becomes'] {
  const from = row.timeZone ?? zone ?? timeZone
  const status = row.status ?? 'scheduled'
  const isTbc = row.isTbc
  if (row.localTime === null || timeZone === null || from === null || timeZone === from)
    return { localDate: row.localDate, localTime: row.localTime, timeZone, isTbc, status }
  const local = localOf(instantOf(`${row.localDate}T${row.localTime}`, from).instant, timeZone)
  return { localDate: local.slice(0, 10), localTime: local.slice(11), timeZone, isTbc, status }
}

/** What a match would become; null if the row has nothing new. A file that knows less removes nothing. */
function changeOf(was: Kickoff, row: Pick<FileRow, 'status' | 'isTbc'>, says: Kickoff): Kickoff | null {
  const status = row.status ?? was.status
  const isSameDay = was.localDate === says.localDate
  const knowsLess = isSameDay && says.localTime === null && was.localTime !== null
  const isSame = isSameDay && (knowsLess || (was.localTime === says.localTime && was.timeZone === says.timeZone))
  const isTbc =
    isSame && !knowsLess && says.localTime !== null ? was.isTbc && says.isTbc : isSame ? was.isTbc : says.isTbc
  if (isSame && status === was.status && isTbc === was.isTbc) return null
  return isSame ? { ...was, status, isTbc } : { ...says, status }
}

interface Planned {
  readonly rows: readonly FileRow[]
  readonly teams: readonly Resolved[]
  readonly stored: readonly StoredMatch[]
  /** Lines that are no matches. */
  readonly doubtful: ReadonlySet<number>
  readonly grounds: GroundZones
  /** The zone of all times of the file, if they have one. */
  readonly zone: string | null
  readonly input: FixtureInput
}

/** The outcome for each row of a file. */
export function planRows({ rows, teams, stored, doubtful, grounds, zone, input }: Planned): PreviewRow[] {
  const bySpelling = new Map(teams.flatMap((team) => team.spellings.map(({ text }) => [text, team] as const)))
  const open = Map.groupBy(stored, ({ homeId, awayId }) => `${homeId} ${awayId}`)
  const seen = new Set<string>()
  const isZoneMissing = input.isOneZone === true && zone === null
  return rows.map((row): PreviewRow => {
    const [home, away] = [bySpelling.get(row.home), bySpelling.get(row.away)]
    const among = open.get(`${home?.performerId} ${away?.performerId}`) ?? []
    const match = matchOf(row, among)
    const key = home?.spellings[0]?.text ?? row.home
    const timeZone = match?.venueZone ?? grounds.zoneOf(key) ?? match?.timeZone ?? null
    const becomes = kickoffOf(row, timeZone, zone)
    const plain = {
      line: row.line,
      home: key,
      away: away?.spellings[0]?.text ?? row.away,
      homeName: home?.name ?? row.home,
      awayName: away?.name ?? row.away,
      round: row.round,
      matchId: null,
      becomes,
      was: null,
      venue: row.venue,
    }
    if (doubtful.has(row.line)) return { ...plain, action: 'doubt' }
    const place = `${plain.home}\n${plain.away}\n${roundKey(row.round) ?? row.localDate}`
    if (seen.has(place)) return { ...plain, action: 'twice' }
    seen.add(place)
    if (row.unread !== null) return { ...plain, action: 'unread' }
    if (home?.state === 'unsure' || away?.state === 'unsure') return { ...plain, action: 'waits' }
    if (timeZone === null || (isZoneMissing && row.timeZone === null)) return { ...plain, action: 'zone' }
    if (!match) return { ...plain, action: 'create' }
    among.splice(among.indexOf(match), 1)
    const was: Kickoff = {
      localDate: match.localDate,
      localTime: match.localTime,
      timeZone: match.timeZone,
      isTbc: match.isTbc,
      status: match.status,
    }
    const change = changeOf(was, row, { ...becomes, timeZone })
    return { ...plain, matchId: match.id, was, becomes: change ?? was, action: change ? 'change' : 'same' }
  })
}
