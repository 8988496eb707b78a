import type { FileRow } from './fixture-files.ts'
import type { KnownTeam, Resolved } from './team-resolution.ts'
import { likenessOf } from './team-names.ts'

/** A match that is here, of the competition and season of a file. */
interface KnownMatch {
  readonly homeId: number
  readonly awayId: number
  readonly localDate: string
}

/** Candidates that a season's other teams are offered as; more than a league has. */
const maxOffered = 30

type Open = Resolved & { readonly state: 'new' | 'unsure' }
const isOpen = (team: Resolved | undefined): team is Open => team?.state === 'new' || team?.state === 'unsure'

/**
 * Identifies teams by their matches: in one competition and season, the team that meets another at its kickoff is the
 * other team of that match. Two such matches, or one whose team has a similar name, leave no doubt; a single one is
 * asked about. Teams found this way identify others, so this repeats until nothing new is found.
 *
 * @param isSameKickoff - whether a row of the file has the day of a match, and its time if both are known
 */
export function teamsByFixtures<Match extends KnownMatch>(
  rows: readonly FileRow[],
  resolved: readonly Resolved[],
  stored: readonly Match[],
  byId: ReadonlyMap<number, KnownTeam>,
  isSameKickoff: (row: FileRow, match: Match) => boolean,
): Resolved[] {
  const teams = [...resolved]
  const placeOf = new Map(teams.flatMap(({ spellings }, at) => spellings.map(({ text }) => [text, at] as const)))
  const [byHome, byAway] = [Map.groupBy(stored, ({ homeId }) => homeId), Map.groupBy(stored, ({ awayId }) => awayId)]
  const days = daysOf(rows, placeOf)
  for (let isNew = true; isNew;) {
    isNew = false
    for (const [at, votes] of votesOf()) {
      const team = teams[at]
      if (!isOpen(team)) continue
      const told = resolveBy(team, votes)
      if (told === team) continue
      teams[at] = told
      isNew ||= told.state === 'spelling'
    }
  }
  return teams

  /** How many rows say of an open team that it is which one. */
  function votesOf(): Map<number, Map<number, number>> {
    const votes = new Map<number, Map<number, number>>()
    for (const row of rows) {
      const [home, away] = [placeOf.get(row.home) ?? -1, placeOf.get(row.away) ?? -1]
      for (const [open, sure, among, other] of [
        [away, home, byHome, 'awayId'],
        [home, away, byAway, 'homeId'],
      ] as const) {
        const known = teams[sure]?.performerId
        if (!isOpen(teams[open]) || typeof known !== 'number' || isOpen(teams[sure])) continue
        const id = among.get(known)?.find((match) => isSameKickoff(row, match))?.[other]
        if (id === undefined || plays(id, open)) continue
        const counts = votes.get(open) ?? new Map<number, number>()
        votes.set(open, counts.set(id, (counts.get(id) ?? 0) + 1))
      }
    }
    return votes
  }

  /** Whether the file has the team under another name that plays on one of the days, so that it is another one. */
  function plays(id: number, open: number): boolean {
    return teams.some(
      ({ performerId }, at) =>
        performerId === id && at !== open && [...(days.get(at) ?? [])].some((day) => days.get(open)?.has(day)),
    )
  }

  function resolveBy(team: Open, votes: ReadonlyMap<number, number>): Resolved {
    const [first, ...more] = [...votes].toSorted((a, b) => b[1] - a[1])
    if (!first) return team
    const found = [first, ...more].flatMap(([id, count]) => {
      const known = byId.get(id)
      return known ? [{ known, count }] : []
    })
    const [best] = found
    if (!best) return team
    const { known, count } = best
    const isAlike = isLike(team, known)
    const candidates = [
      ...found.map(({ known: { id, name } }) => ({
        performerId: id,
        name,
        score: 0.9,
        why: 'fixture' as const,
        isElsewhere: false,
      })),
      ...team.candidates.filter(({ performerId }) => !votes.has(performerId)),
    ]
    if (more.length === 0 && (isAlike || count > 1))
      return { ...team, state: 'spelling', performerId: known.id, name: known.name, candidates }
    const isSame = candidates.every(({ performerId }, at) => team.candidates[at]?.performerId === performerId)
    return team.state === 'unsure' && isSame ? team : { ...team, state: 'unsure', candidates }
  }
}

const isLike = ({ spellings }: Resolved, { name, variations }: KnownTeam) =>
  spellings.some(({ text }) => [name, ...variations].some((known) => likenessOf(text, known) !== null))

function daysOf(rows: readonly FileRow[], placeOf: ReadonlyMap<string, number>): Map<number, Set<string>> {
  const days = new Map<number, Set<string>>()
  for (const { home, away, localDate } of rows)
    for (const name of [home, away]) {
      const at = placeOf.get(name) ?? -1
      days.set(at, (days.get(at) ?? new Set()).add(localDate))
    }
  return days
}

/**
 * Teams do not join a league during the season. So when most of a season's teams are known, a name that resembles none
 * is asked about: it is probably one of them under another name.
 */
export function strangersOfSeason(
  resolved: readonly Resolved[],
  stored: readonly KnownMatch[],
  byId: ReadonlyMap<number, KnownTeam>,
): Resolved[] {
  const playing = new Set(stored.flatMap(({ homeId, awayId }) => [homeId, awayId]))
  // A cup has fewer matches than teams.
  if (stored.length < 2 * playing.size || stored.length === 0) return [...resolved]
  const named = new Set(resolved.map(({ performerId }) => performerId))
  const missing = [...playing].flatMap((id) => (named.has(id) ? [] : (byId.get(id) ?? [])))
  return resolved.map((team) =>
    team.state !== 'new' || missing.length === 0
      ? team
      : {
          ...team,
          state: 'unsure',
          candidates: missing
            .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
            .slice(0, maxOffered)
            .map(({ id, name }) => ({ performerId: id, name, score: 0.5, why: 'season' as const, isElsewhere: false })),
        },
  )
}
