import type { Candidate, ManifestIndex } from './manifest-index.ts'
import { bareKey, readingOf } from './manifest-index.ts'
import type { Ground, Match } from './matcher.ts'
import { anchoredMatches, namesExtra, winner } from './matcher.ts'
import { generalAdmissionMatch, namedMatches } from './named-match.ts'
import { isRowRange, rowIn } from './rows.ts'
import type { Token } from './tokens.ts'
import { keyOf, maxRead, tokensOf } from './tokens.ts'

export const refusalReasons = [
  'unknown_section',
  'ambiguous',
  'wrong_configuration',
  'row_out_of_range',
  'row_is_range',
  'parking_or_extra',
  'refused_by_rule',
  'no_map',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

export type Method = 'exact' | 'code' | 'rule' | 'decision' | Ground

/** One step on the way to an answer; trace-labels.ts puts it into words. */
export type Step =
  | { readonly did: 'cleaned'; readonly to: string }
  | { readonly did: 'row-split'; readonly row: string }
  | { readonly did: 'rule'; readonly ruleId: number; readonly from: string; readonly to: string | null }
  | { readonly did: 'exact' | 'code'; readonly name: string }
  | { readonly did: 'decided'; readonly name: string | null }
  | { readonly did: 'gone'; readonly name: string }
  | { readonly did: 'considered'; readonly names: readonly string[]; readonly more: number }
  | { readonly did: 'chose'; readonly name: string; readonly by: Ground }
  | { readonly did: 'row'; readonly row: string | null; readonly name: string }
  | { readonly did: 'refused'; readonly reason: RefusalReason; readonly names: readonly string[] }

export interface Placement {
  /** Null where the listing is placed nowhere. */
  readonly candidate: Candidate | null
  readonly row: string | null
  readonly ruleId: number | null
  readonly method: Method | null
  readonly confidence: number
  readonly reason: RefusalReason | null
  /** Sections that it could be, for staff. */
  readonly likely: readonly Candidate[]
}

/** Records steps where someone wants to know them; look-ups of millions of listings pass none. */
export type Tell = (step: Step) => void

export const refused = (
  reason: RefusalReason,
  ruleId: number | null,
  likely: readonly Candidate[],
  tell?: Tell,
): Placement => {
  tell?.({ did: 'refused', reason, names: likely.slice(0, 4).map(({ section }) => section.name) })
  return { candidate: null, row: null, ruleId, method: null, confidence: 0, reason, likely: likely.slice(0, 6) }
}

/** A row at the end of the section: "Section 101 Row 5". Never "front row". */
function splitRow(section: string, row: string | null, tell?: Tell): [string, string | null] {
  const found = /^(.*?)(?<!front|first|back|last)[\s,;-]+(?:row|fila|reihe|rang[ée]e)\s+([a-z]{1,2}|\d{1,3})\s*$/i.exec(
    section,
  )
  if (!found?.[1] || !found[2] || (row !== null && row.trim() !== '')) return [section, row]
  tell?.({ did: 'row-split', row: found[2] })
  return [found[1], found[2]]
}

function sureOf(tokens: readonly Token[], raw: string, index: ManifestIndex): [readonly Candidate[], Method] {
  const key = index.byKey.get(keyOf(tokens))
  if (key) return [key, 'exact']
  const code = index.byCode.get(raw.trim().toLowerCase())
  if (code?.every((one) => isOwnCode(one, tokens, index))) return [code, 'code']
  return [index.byBareKey.get(bareKey(tokens)) ?? [], 'exact']
}

/**
 * Whether an id can be meant by it. Sellers write names and know no ids: a bare number is none, nor is what another
 * section is called by, such as `S40` beside a Field Box 40.
 */
function isOwnCode(candidate: Candidate, tokens: readonly Token[], index: ManifestIndex): boolean {
  if (tokens.every(({ isNumber }) => isNumber)) return false
  const { numbers, letter, words } = readingOf(tokens)
  const has = ({ reading, needed, zoneWords }: Candidate) =>
    numbers.every(({ number }) => reading.numbers.some((one) => one.number === number)) &&
    (letter === null || reading.letter === letter) &&
    words.every(({ meaning }) => [...needed, ...zoneWords].some((one) => one.meaning === meaning))
  const isOfOthers = (other: Candidate) =>
    numbers.some(({ number }) => other.reading.numbers.some((one) => one.number === number)) ||
    (letter !== null && other.reading.letter === letter) ||
    (words.length > 0 && numbers.length === 0 && has(other))
  return has(candidate) || !index.candidates.some((other) => other !== candidate && isOfOthers(other))
}

/** Finds the section and row that a text means in a manifest, without rules. */
export function matchSection(raw: string, rawRow: string | null, index: ManifestIndex, tell?: Tell): Placement {
  if (index.candidates.length === 0) return refused('no_map', null, [], tell)
  const [section, row] = splitRow(raw.slice(0, maxRead), rawRow, tell)
  const tokens = tokensOf(section)
  tell?.({ did: 'cleaned', to: keyOf(tokens) })
  const [sure, how] = sureOf(tokens, section, index)
  if (sure.length > 1) return refused('ambiguous', null, sure, tell)
  if (sure[0]) {
    tell?.({ did: how === 'code' ? 'code' : 'exact', name: sure[0].section.name })
    return placeRow(sure[0], row, null, how, 1, tell)
  }
  const reading = readingOf(tokens)
  if (namesExtra(reading, index)) return refused('parking_or_extra', null, [], tell)
  const anchored = anchoredMatches(reading, index)
  const matches = anchored.length > 0 ? anchored : namedMatches(tokens, index)
  const ga = matches.length === 0 ? generalAdmissionMatch(keyOf(tokens), index) : null
  const all = ga ? [ga] : matches
  tell?.({
    did: 'considered',
    names: all.slice(0, 4).map(({ candidate }) => candidate.section.name),
    more: Math.max(0, all.length - 4),
  })
  const best = winner(all) ?? byRow(all, reading.words.length + reading.shorts.length === 0, row)
  if (!best) {
    const likely = all.map(({ candidate }) => candidate)
    return refused(
      all.length > 1 ? 'ambiguous' : 'unknown_section',
      null,
      likely.length > 0 ? likely : near(reading, index),
      tell,
    )
  }
  tell?.({ did: 'chose', name: best.candidate.section.name, by: best.ground })
  return placeRow(best.candidate, row, null, best.ground, best.confidence, tell)
}

/** Of several sections with one number, the only one that has the row; only where the listing says no other word. */
function byRow(matches: readonly Match[], isBare: boolean, row: string | null): Match | null {
  if (!isBare || row === null) return null
  const having = matches.filter(
    ({ candidate }) => candidate.rows !== null && typeof rowIn(candidate.rows, row) === 'string',
  )
  return having.length === 1 && matches.every(({ candidate }) => candidate.rows !== null) ? (having[0] ?? null) : null
}

/** Sections that share the number, for staff to choose from. */
function near({ numbers, letter }: ReturnType<typeof readingOf>, index: ManifestIndex): Candidate[] {
  const found = numbers.flatMap(({ number }) => index.byNumber.get(number) ?? [])
  return found.length > 0 || letter === null ? found : [...(index.byLetter.get(letter) ?? [])]
}

/** The answer for a section once it is known: only if it has the row. */
export function placeRow(
  candidate: Candidate,
  row: string | null,
  ruleId: number | null,
  method: Method,
  confidence: number,
  tell?: Tell,
): Placement {
  const found = rowIn(candidate.rows, row)
  if (found === undefined)
    return refused(row !== null && isRowRange(row) ? 'row_is_range' : 'row_out_of_range', ruleId, [candidate], tell)
  tell?.({ did: 'row', row: found, name: candidate.section.name })
  return { candidate, row: found, ruleId, method, confidence, reason: null, likely: [] }
}
