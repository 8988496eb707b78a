import { listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Candidate, ManifestIndex, Reading } from '../section-mapping/resolver/manifest-index.ts'
import { readingOf } from '../section-mapping/resolver/manifest-index.ts'
import type { Placement } from '../section-mapping/resolver/resolver.ts'
import { keyOf, tokensOf } from '../section-mapping/resolver/tokens.ts'
import { likeness } from '../section-mapping/resolver/word-match.ts'

/** Why a section is suggested. */
export type SuggestionReason =
  | { readonly because: 'decided'; readonly times: number }
  | { readonly because: 'likely'; readonly of: number }
  | { readonly because: 'number'; readonly number: string }
  | { readonly because: 'words'; readonly words: readonly string[] }

export interface Suggestion {
  readonly candidate: Candidate
  /** From 0 to 1. A suggestion is never certain, or it would be a placement. */
  readonly confidence: number
  readonly reasons: readonly SuggestionReason[]
}

/** What people decided about a wording at the venue: names of sections, and how often each. */
export type PastDecisions = ReadonlyMap<string, number>

const maxSuggested = 5
const leastConfidence = 0.2

interface Likeness {
  readonly score: number
  readonly words: readonly string[]
  readonly number: string | null
}

/** How much a text and a section's name have in common. Another number is another section. */
function compare(said: Reading, { reading, zoneWords }: Candidate): Likeness {
  const own = reading.numbers.at(-1)?.number ?? null
  const isSameNumber = own !== null && said.numbers.some(({ number }) => number === own)
  const isOther = !isSameNumber && own !== null && said.numbers.length > 0
  if (isOther || (own !== null && said.numbers.length === 0 && said.words.length === 0))
    return { score: 0, words: [], number: null }
  const shared = said.words.flatMap((word) => {
    const best = Math.max(0, ...[...reading.words, ...zoneWords].map((one) => likeness(word, one)))
    return best > 0 ? [{ text: word.text, best }] : []
  })
  const sum = shared.reduce((total, { best }) => total + best, 0)
  const size = said.words.length + reading.words.length
  const words = size === 0 ? 0 : Math.min(1, (2 * sum) / size)
  const score = isSameNumber ? 0.5 + words / 2 : own === null ? words : words * 0.3
  return { score, words: shared.map(({ text }) => text), number: isSameNumber ? own : null }
}

/** The sections that a wording without a place can mean, the likeliest first, with reasons. */
export function suggestSections(
  raw: string,
  placement: Placement,
  index: ManifestIndex,
  past: PastDecisions,
): Suggestion[] {
  const said = readingOf(tokensOf(raw))
  const decided = new Map([...past].map(([name, times]) => [keyOf(tokensOf(name)), times]))
  const found = index.candidates.flatMap((candidate): Suggestion[] => {
    const times = decided.get(keyOf(candidate.reading.tokens)) ?? 0
    const isLikely = placement.likely.includes(candidate)
    const like = compare(said, candidate)
    const confidence = Math.min(
      0.95,
      (times > 0 ? 0.75 : 0) + (isLikely ? 0.3 / placement.likely.length : 0) + like.score * 0.6,
    )
    if (confidence < leastConfidence) return []
    const reasons: SuggestionReason[] = [
      ...(times > 0 ? [{ because: 'decided', times } as const] : []),
      ...(isLikely ? [{ because: 'likely', of: placement.likely.length } as const] : []),
      ...(like.number === null ? [] : [{ because: 'number', number: like.number } as const]),
      ...(like.words.length > 0 ? [{ because: 'words', words: like.words } as const] : []),
    ]
    return [{ candidate, confidence, reasons }]
  })
  return found
    .toSorted((a, b) => b.confidence - a.confidence || a.candidate.section.id - b.candidate.section.id)
    .slice(0, maxSuggested)
}

/** The best suggestion, if it is better than the next: of two alike none is the better guess. */
export function bestSuggestion([best, next]: readonly Suggestion[]): Suggestion | null {
  return best && (!next || best.confidence > next.confidence + 0.02) ? best : null
}

/** A reason as a sentence. */
export function reasonInWords(reason: SuggestionReason): string {
  switch (reason.because) {
    case 'decided':
      return t('{n, plural, one {Decided this way once} other {Decided this way # times}} at this venue', {
        n: reason.times,
      })
    case 'likely':
      return reason.of === 1
        ? t('Only matching section')
        : t('One of {n, plural, one {# section that fits} other {# sections that fit}}', { n: reason.of })
    case 'number':
      return t('Same number: {number}', { number: reason.number })
    case 'words':
      return t('Shared words: {words}', { words: listOf(reason.words) })
  }
}
