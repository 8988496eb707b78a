import type { Likeness } from './team-names.ts'
import { coreName, likely, likenessOf, plainName, sure } from './team-names.ts'

/** A match of a file as far as teams are concerned: two names that meet on a day. */
export interface Meeting { readonly home: string; readonly away: string; readonly day: string }

/** A team that is here already. */
export interface KnownTeam {
  readonly id: number
  readonly name: string
  readonly variations: readonly string[]
  readonly countryId: number | null
}

/** What somebody has answered about a spelling: which team it is, that it is a new one (null), or the same as another of the file. */
export interface Answer { readonly spelling: string; readonly performerId: number | null; readonly sameAs?: string | undefined }

export interface Candidate {
  readonly performerId: number
  readonly name: string
  readonly score: number
  readonly why: Likeness
  /** It is kept in another country than the one whose teams the file is of. */
  readonly isElsewhere: boolean
}

export interface Resolved {
  /** What the file calls it, the most frequent spelling first. */
  readonly spellings: readonly { readonly text: string; readonly count: number }[]
  /** `unsure`: somebody has to say. */
  readonly state: 'known' | 'spelling' | 'new' | 'unsure' | 'answered'
  /** The team that it is; null for a new one, and while it is unsure. */
  readonly performerId: number | null
  /** The team's name, here or as a new one would have it. */
  readonly name: string
  readonly candidates: readonly Candidate[]
  /** Other teams of the file that it may be the same as, by their name. */
  readonly alike: readonly string[]
}

/** Who meets whom, and who plays on which day: two names that do either are two teams. */
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

interface Cluster { readonly spellings: string[] }

/** Spellings that differ only in the legal form belong together, unless the calendar says otherwise. */
function clustersOf(names: readonly string[], calendar: Calendar, given: readonly Answer[]): Cluster[] {
  const answers = new Map(given.map(({ spelling, performerId }) => [spelling, performerId]))
  const clusters: Cluster[] = []
  for (const name of names) {
    const home = clusters.find(({ spellings }) => spellings.some((other) => coreName(other) === coreName(name))
      && !calendar.areTwoOf(spellings, [name]) && spellings.every((other) => answers.get(other) === answers.get(name)))
    if (home) home.spellings.push(name)
    else clusters.push({ spellings: [name] })
  }
  for (const { spelling, sameAs } of given) {
    const [one, other] = [spelling, sameAs].map((name) => clusters.find(({ spellings }) => spellings.includes(name ?? '')))
    if (!one || !other || one === other) continue
    other.spellings.push(...one.spellings)
    clusters.splice(clusters.indexOf(one), 1)
  }
  return clusters
}

function candidatesOf(spellings: readonly string[], teams: readonly KnownTeam[], countryId: number | null): Candidate[] {
  return teams.flatMap((team) => {
    const best = spellings.flatMap((spelling) => [team.name, ...team.variations].flatMap((name) => likenessOf(spelling, name) ?? []))
      .toSorted((a, b) => b.score - a.score)[0]
    if (!best || best.score < likely) return []
    const isElsewhere = countryId !== null && team.countryId !== null && team.countryId !== countryId
    return [{ performerId: team.id, name: team.name, score: best.score, why: best.why, isElsewhere }]
  }).toSorted((a, b) => b.score - a.score || a.performerId - b.performerId)
}

/**
 * Says for every spelling of a file which team it is. Sure: the same name or variation, or one that differs in its legal
 * form alone, of exactly one team. Two that meet, or play on one day, are two teams, however alike. What is merely likely
 * is asked; what nothing is like is a new team.
 *
 * @param teams - the teams of the sport that are here
 * @param countryId - where the file's teams are from, if that is known: a namesake elsewhere is never taken unasked
 */
export function resolveTeams(meetings: readonly Meeting[], teams: readonly KnownTeam[], countryId: number | null, given: readonly Answer[]): Resolved[] {
  const counts = new Map<string, number>()
  for (const { home, away } of meetings) for (const name of [home, away]) counts.set(name, (counts.get(name) ?? 0) + 1)
  const calendar = new Calendar(meetings)
  const answers = new Map(given.filter(({ sameAs }) => sameAs === undefined).map(({ spelling, performerId }) => [spelling, performerId]))
  const names = [...counts.keys()].toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || a.localeCompare(b, 'en'))
  const byWord = wordIndex(teams)
  const clusters = clustersOf(names, calendar, given).map(({ spellings }) => ({
    spellings, candidates: candidatesOf(spellings, byWord(spellings), countryId), answer: spellings.map((spelling) => answers.get(spelling)).find((answer) => answer !== undefined),
  }))
  // Who is sure takes the team, so that somebody else of the file who plays on the same day is not asked about it.
  const owners = clusters.flatMap((cluster) => {
    const owner = ownTeam(cluster.candidates)
    return owner === null ? [] : [{ performerId: owner, spellings: cluster.spellings }]
  })
  const isTaken = (performerId: number, spellings: readonly string[]) => owners.some((owner) => (
    owner.performerId === performerId && owner.spellings !== spellings && calendar.areTwoOf(owner.spellings, spellings)))

  return clusters.map((cluster): Resolved => {
    const { spellings, answer } = cluster
    const counted = spellings.map((text) => ({ text, count: counts.get(text) ?? 0 }))
    const owner = ownTeam(cluster.candidates)
    const disputed = owner !== null && isTaken(owner, spellings)
    const candidates = disputed ? cluster.candidates : cluster.candidates.filter(({ performerId }) => !isTaken(performerId, spellings))
    const alike = clusters.filter((other) => other !== cluster && !calendar.areTwoOf(other.spellings, spellings)
      && other.spellings.some((one) => spellings.some((mine) => (likenessOf(one, mine)?.score ?? 0) >= likely))).map((other) => other.spellings[0] ?? '')
    const base = { spellings: counted, candidates: candidates.slice(0, 5), alike: alike.slice(0, 5) }
    const nameOf = (id: number) => teams.find((team) => team.id === id)?.name ?? ''
    const own = spellings[0] ?? ''
    if (answer !== undefined) return { ...base, state: 'answered', performerId: answer, name: answer === null ? own : nameOf(answer) }
    if (owner !== null && !disputed) {
      const [best] = candidates
      const isKnown = spellings.every((spelling) => isSpelled(teams, owner, spelling))
      return { ...base, state: isKnown ? 'known' : 'spelling', performerId: owner, name: best?.name ?? own }
    }
    return { ...base, state: candidates.length > 0 || alike.length > 0 ? 'unsure' : 'new', performerId: null, name: own }
  })
}

function isSpelled(teams: readonly KnownTeam[], id: number, spelling: string): boolean {
  const team = teams.find((one) => one.id === id)
  return team !== undefined && [team.name, ...team.variations].some((name) => plainName(name) === plainName(spelling))
}

/** The one team that candidates leave no doubt about, else null. */
function ownTeam(candidates: readonly Candidate[]): number | null {
  const certain = candidates.filter(({ score, isElsewhere }) => score >= sure && !isElsewhere)
  const exact = certain.filter(({ score }) => score === 1)
  const [only] = exact.length === 1 ? exact : certain.length === 1 ? certain : []
  return only?.performerId ?? null
}

/** Teams that share the beginning of a word with a name, or of its initials: the others cannot be alike, and are many. */
function wordIndex(teams: readonly KnownTeam[]): (spellings: readonly string[]) => readonly KnownTeam[] {
  const found = new Map<string, Set<KnownTeam>>()
  for (const team of teams) {
    for (const start of startsOf([team.name, ...team.variations])) found.set(start, (found.get(start) ?? new Set()).add(team))
  }
  return (spellings) => [...new Set([...startsOf(spellings)].flatMap((start) => [...found.get(start) ?? []]))]
}

function startsOf(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => {
    const words = [...new Set([...coreName(name).split(' '), ...plainName(name).split(' ')])]
    const initials = coreName(name).split(' ').map((word) => word.slice(0, 1)).join('')
    return [...words, initials].map((word) => word.slice(0, 2))
  }))
}
