import type { Likeness } from './team-names.ts'
import { coreName, likely, likenessOf, plainName, sure } from './team-names.ts'

/** A match of a file reduced to its teams: two names that meet on a day. */
export interface Meeting {
  readonly home: string
  readonly away: string
  readonly day: string
}

/** A team that is here already. */
export interface KnownTeam {
  readonly id: number
  readonly name: string
  readonly variations: readonly string[]
  readonly countryId: number | null
}

/**
 * The user's answer about a spelling: which team it is, that it is a new one (null), or that it is the same as another
 * in the file.
 */
export interface Answer {
  readonly spelling: string
  readonly performerId: number | null
  readonly sameAs?: string | undefined
}

interface Candidate {
  readonly performerId: number
  readonly name: string
  readonly score: number
  readonly why: Likeness
  /** Our team's country differs from the country of the file's teams. */
  readonly isElsewhere: boolean
}

export interface Resolved {
  /** Its names in the file, the most frequent spelling first. */
  readonly spellings: readonly { readonly text: string; readonly count: number }[]
  /** `unsure`: the user must decide. */
  readonly state: 'known' | 'spelling' | 'new' | 'unsure' | 'answered'
  /** The team that it is; null for a new one, and while it is unsure. */
  readonly performerId: number | null
  /** The team's name, here or as a new one would have it. */
  readonly name: string
  readonly candidates: readonly Candidate[]
  /** Names of other teams in the file that can be the same one. */
  readonly alike: readonly string[]
}

/** Comparisons for all names of a file together, and teams that are named to choose from. */
const maxCompared = 30_000
const maxShown = 5

/** Who meets whom, and who plays on which day: two names that do either are different teams. */
class Calendar {
  readonly #days = new Map<string, Set<string>>()
  readonly #met = new Set<string>()

  constructor(meetings: readonly Meeting[]) {
    for (const { home, away, day } of meetings) {
      this.#met.add(`${home}\n${away}`).add(`${away}\n${home}`)
      for (const name of [home, away]) this.#days.set(name, (this.#days.get(name) ?? new Set()).add(day))
    }
  }

  areTwo(a: string, b: string): boolean {
    if (a === b) return false
    if (this.#met.has(`${a}\n${b}`)) return true
    const [one, other] = [this.#days.get(a), this.#days.get(b)]
    return one !== undefined && other !== undefined && [...one].some((day) => other.has(day))
  }

  areTwoOf(a: readonly string[], b: readonly string[]): boolean {
    return a.some((one) => b.some((other) => this.areTwo(one, other)))
  }
}

interface Cluster {
  readonly spellings: string[]
}

/** Spellings that differ only in the legal form belong together, unless the calendar says otherwise. */
function clustersOf(names: readonly string[], calendar: Calendar, given: readonly Answer[]): Cluster[] {
  const answers = new Map(given.map(({ spelling, performerId }) => [spelling, performerId]))
  const clusters: Cluster[] = []
  const byCore = new Map<string, Cluster[]>()
  for (const name of names) {
    const same = byCore.get(coreName(name)) ?? []
    const home = same.find(
      ({ spellings }) =>
        !calendar.areTwoOf(spellings, [name]) && spellings.every((other) => answers.get(other) === answers.get(name)),
    )
    if (home) home.spellings.push(name)
    else {
      const cluster = { spellings: [name] }
      clusters.push(cluster)
      byCore.set(coreName(name), [...same, cluster])
    }
  }
  for (const { spelling, sameAs } of given) {
    const [one, other] = [spelling, sameAs].map((name) =>
      clusters.find(({ spellings }) => spellings.includes(name ?? '')),
    )
    if (!one || !other || one === other) continue
    other.spellings.push(...one.spellings)
    clusters.splice(clusters.indexOf(one), 1)
  }
  return clusters
}

function candidatesOf(
  spellings: readonly string[],
  teams: readonly KnownTeam[],
  countryId: number | null,
): Candidate[] {
  return teams
    .flatMap((team) => {
      const best = spellings
        .flatMap((spelling) => [team.name, ...team.variations].flatMap((name) => likenessOf(spelling, name) ?? []))
        .toSorted((a, b) => b.score - a.score)[0]
      if (!best || best.score < likely) return []
      const isElsewhere = countryId !== null && team.countryId !== null && team.countryId !== countryId
      return [{ performerId: team.id, name: team.name, score: best.score, why: best.why, isElsewhere }]
    })
    .toSorted((a, b) => b.score - a.score || a.performerId - b.performerId)
}

/**
 * Resolves every spelling of a file to a team. Certain: the same name or variation, or one that differs only in its
 * legal form, of exactly one team. Two that meet, or play on the same day, are different teams, however alike. Likely
 * matches are asked about; a name that resembles none is a new team.
 *
 * @param teams - the existing teams of the sport
 * @param countryId - the country of the file's teams, if known: a namesake elsewhere is never accepted without asking
 */
export function resolveTeams(
  meetings: readonly Meeting[],
  teams: readonly KnownTeam[],
  countryId: number | null,
  given: readonly Answer[],
): Resolved[] {
  const counts = new Map<string, number>()
  for (const { home, away } of meetings) for (const name of [home, away]) counts.set(name, (counts.get(name) ?? 0) + 1)
  const calendar = new Calendar(meetings)
  const answers = new Map(
    given.filter(({ sameAs }) => sameAs === undefined).map(({ spelling, performerId }) => [spelling, performerId]),
  )
  const names = [...counts.keys()].toSorted(
    (a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || a.localeCompare(b, 'en'),
  )
  const nearTeams = nameIndex(teams, ({ name, variations }) => [name, ...variations])
  const byId = new Map(teams.map((team) => [team.id, team]))
  const clustered = clustersOf(names, calendar, given)
  const most = Math.floor(maxCompared / Math.max(1, clustered.length))
  const clusters = clustered.map(({ spellings }) => ({
    spellings,
    candidates: candidatesOf(spellings, nearTeams(spellings, most), countryId),
    answer: spellings.map((spelling) => answers.get(spelling)).find((answer) => answer !== undefined),
  }))
  const nearClusters = nameIndex(clusters, (cluster) => cluster.spellings)
  // A certain match claims its team, so that the user is not asked whether another name of the same day is that team
  // too.
  const owners = clusters.flatMap((cluster) => {
    const owner = ownTeam(cluster.candidates)
    return owner === null ? [] : [{ performerId: owner, spellings: cluster.spellings }]
  })
  const isTaken = (performerId: number, spellings: readonly string[]) =>
    owners.some(
      (owner) =>
        owner.performerId === performerId &&
        owner.spellings !== spellings &&
        calendar.areTwoOf(owner.spellings, spellings),
    )

  return clusters.map((cluster): Resolved => {
    const { spellings, answer } = cluster
    const counted = spellings.map((text) => ({ text, count: counts.get(text) ?? 0 }))
    const owner = ownTeam(cluster.candidates)
    const disputed = owner !== null && isTaken(owner, spellings)
    const candidates = disputed
      ? cluster.candidates
      : cluster.candidates.filter(({ performerId }) => !isTaken(performerId, spellings))
    const base = {
      spellings: counted,
      candidates: candidates.slice(0, maxShown),
      alike: alikeIn(nearClusters(spellings, most), cluster, calendar),
    }
    const nameOf = (id: number) => byId.get(id)?.name ?? ''
    const own = spellings[0] ?? ''
    if (answer !== undefined)
      return { ...base, state: 'answered', performerId: answer, name: answer === null ? own : nameOf(answer) }
    if (owner !== null && !disputed) {
      const [best] = candidates
      const isKnown = spellings.every((spelling) => isSpelled(byId.get(owner), spelling))
      return { ...base, state: isKnown ? 'known' : 'spelling', performerId: owner, name: best?.name ?? own }
    }
    return {
      ...base,
      state: candidates.length > 0 || base.alike.length > 0 ? 'unsure' : 'new',
      performerId: null,
      name: own,
    }
  })
}

/** The first few other teams in the file that can be the same one. */
function alikeIn(clusters: readonly Cluster[], own: Cluster, calendar: Calendar): string[] {
  const alike: string[] = []
  for (const other of clusters) {
    if (alike.length === maxShown) break
    const isAlike =
      other !== own &&
      other.spellings.some((one) => own.spellings.some((mine) => (likenessOf(one, mine)?.score ?? 0) >= likely))
    if (isAlike && !calendar.areTwoOf(other.spellings, own.spellings)) alike.push(other.spellings[0] ?? '')
  }
  return alike
}

function isSpelled(team: KnownTeam | undefined, spelling: string): boolean {
  return team !== undefined && [team.name, ...team.variations].some((name) => plainName(name) === plainName(spelling))
}

/** The only team that the candidates leave no doubt about, otherwise null. */
function ownTeam(candidates: readonly Candidate[]): number | null {
  const certain = candidates.filter(({ score, isElsewhere }) => score >= sure && !isElsewhere)
  const exact = certain.filter(({ score }) => score === 1)
  const [only] = exact.length === 1 ? exact : certain.length === 1 ? certain : []
  return only?.performerId ?? null
}

/**
 * Finds entries whose names share the beginning of a word or of its initials: nothing else can be alike, which rules
 * out most. The number of results is limited, so that no file takes minutes to compare; the same core name is never
 * left out.
 */
function nameIndex<T>(
  items: readonly T[],
  namesOf: (item: T) => readonly string[],
): (spellings: readonly string[], most: number) => readonly T[] {
  const [byStart, byCore] = [new Map<string, Set<T>>(), new Map<string, Set<T>>()]
  for (const item of items) {
    const names = namesOf(item)
    for (const start of startsOf(names)) byStart.set(start, (byStart.get(start) ?? new Set()).add(item))
    for (const name of names) byCore.set(coreName(name), (byCore.get(coreName(name)) ?? new Set()).add(item))
  }
  const none: ReadonlySet<T> = new Set()
  return (spellings, most) => {
    const found = new Set(spellings.flatMap((spelling) => [...(byCore.get(coreName(spelling)) ?? none)]))
    // A rare start is stronger evidence than a common one.
    const sets = [...startsOf(spellings)].map((start) => byStart.get(start) ?? none).toSorted((a, b) => a.size - b.size)
    for (const items of sets) {
      for (const item of items) {
        if (found.size >= most) return [...found]
        found.add(item)
      }
    }
    return [...found]
  }
}

function startsOf(names: readonly string[]): Set<string> {
  return new Set(
    names.flatMap((name) => {
      const words = [...new Set([...coreName(name).split(' '), ...plainName(name).split(' ')])]
      const initials = coreName(name)
        .split(' ')
        .map((word) => word.slice(0, 1))
        .join('')
      return [...words, initials].map((word) => word.slice(0, 2))
    }),
  )
}
