import type { ManifestIndex } from '../resolver/manifest-index.ts'
import { wordOf } from '../resolver/manifest-index.ts'
import { keyOf, tokensOf } from '../resolver/tokens.ts'
import { noise } from '../resolver/trade-vocabulary.ts'
import { abbreviates } from '../resolver/word-match.ts'
import type { Evidence } from './evidence.ts'
import { decisionWeight, precisionOf, weightOfNumber, weightOfRow } from './evidence.ts'
import { areOpposite, hasMeaning, meaningsOf, phrasesOf } from './hypotheses.ts'
import type { Decided, MinedRule, MiningInput, Read } from './mined.ts'
import { listingsOf, maxExamples, triedRule, worthOf } from './mined.ts'
import type { Candidate as FoundRule } from './found-rule.ts'

/** Phrases that are tried, those with the most money first. */
const maxPhrases = 40
/** How much better the best meaning of a phrase has to explain it than the next. */
const margin = 1.3
/** Placements that agree for each one that would move. */
const leastAgreeing = 20

const isWithoutSection = ({ placement, isDecided }: Read) =>
  !isDecided && (placement.reason === 'unknown_section' || placement.reason === 'ambiguous')

interface Tried {
  readonly found: FoundRule
  readonly pro: number
}

/** Numbers under which sections have all words of a replacement. */
function numbersUnder(replacement: string, index: ManifestIndex): ReadonlySet<string> {
  const words = tokensOf(replacement).map(({ text }) => text)
  const own = index.candidates.filter(({ reading, section }) => {
    const said = [...reading.tokens, ...tokensOf(section.zone ?? '')].map(({ text }) => text)
    return words.every((word) => said.includes(word) || noise.has(word))
  })
  return new Set(own.flatMap(({ reading }) => reading.numbers.at(-1)?.number ?? []))
}

/** How well a phrase's letters stand for words: 0 to 1. */
const spells = (phrase: string, replacement: string): number =>
  Math.max(
    ...phrase.split(' ').map((word) =>
      abbreviates(
        word,
        tokensOf(replacement).map(({ text }) => wordOf(text)),
      ),
    ),
  )

interface Phrase {
  readonly phrase: string
  readonly hit: readonly Read[]
  readonly decisions: readonly Decided[]
}

/** What a rule would do with every wording and decision that it reads; null where it would do harm. */
function tryMeaning(replacement: string, { phrase, hit, decisions }: Phrase, input: MiningInput): Tried | null {
  const { index, resolverWith } = input
  const rule: MinedRule = { field: 'section', match: 'token_map', pattern: phrase, action: 'replace', replacement }
  const resolve = resolverWith([triedRule(rule)])
  const broken = decisions.some(
    ({ section, row, sectionName }) => (resolve(section, row).candidate?.section.name ?? null) !== sectionName,
  )
  if (broken) return null
  const after = hit.map((one) => ({ one, now: resolve(one.section, one.row) }))
  const before = after.filter(({ one }) => one.placement.candidate !== null && !one.isDecided)
  const isSame = ({ one, now }: (typeof after)[number]) =>
    now.candidate?.section.id === one.placement.candidate?.section.id && now.row === one.placement.row
  const agreeing = before.filter(isSame).length
  const conflicting = before.length - agreeing
  if (conflicting * leastAgreeing > agreeing) return null
  const open = after.filter(({ one }) => isWithoutSection(one))
  const placed = open.filter(({ now }) => now.candidate !== null)
  const numbers = new Set<string>()
  const under = numbersUnder(replacement, index)
  let pro = agreeing + decisions.length * decisionWeight
  for (const { one } of placed) {
    const key = keyOf(tokensOf(one.section))
    const number = tokensOf(one.section).findLast(({ isNumber }) => isNumber)?.text
    if (!numbers.has(key)) pro += number === undefined ? 0.5 : weightOfNumber(number, under)
    numbers.add(key)
  }
  const rowed = placed.filter(({ one, now }) => one.row !== null && now.row !== null)
  for (const { now } of rowed) pro += weightOfRow(now.row ?? '', index)
  // Letters of the words in their order make a meaning likelier, and never prove it.
  const letters = spells(phrase, replacement)
  pro *= 1 + letters
  const missing = open.length - placed.length
  const evidence: Evidence = {
    agreeing,
    conflicting,
    decided: decisions.length,
    numbers: numbers.size,
    rows: rowed.length,
    missing,
    isAbbreviation: letters > 0,
  }
  const settles = placed.map(({ one }) => one)
  return {
    pro,
    found: {
      rule,
      precision: precisionOf({ pro, contra: conflicting + missing }),
      evidence,
      settles,
      listings: listingsOf(settles),
      worth: worthOf(settles),
      examples: placed
        .toSorted((a, b) => b.one.worth - a.one.worth)
        .slice(0, maxExamples)
        .map(({ one: { section, row, listings, worth }, now }) => ({
          section,
          row,
          after: now.candidate && { section: now.candidate.section.name, row: now.row },
          listings,
          worth,
        })),
    },
  }
}

/** The one meaning of a phrase that explains its wordings clearly better than any other. */
function bestMeaning(phrase: Phrase, input: MiningInput): FoundRule | null {
  const open = phrase.hit.filter(isWithoutSection)
  const named = phrase.decisions.filter(({ sectionName }) => sectionName !== null)
  if (open.length === 0 || named.length < phrase.decisions.length) return null
  if (named.length === 0 && hasMeaning(phrase.phrase)) return null
  const texts = [...new Set(open.map(({ section }) => section))].map((section) => ({ section }))
  const meanings = meaningsOf(
    phrase.phrase,
    [...named.map(({ section, sectionName }) => ({ section, only: sectionName ?? '' })), ...texts],
    input.index,
  )
  const tried = meanings
    .filter((replacement) => !areOpposite(phrase.phrase, replacement))
    .flatMap((replacement) => tryMeaning(replacement, phrase, input) ?? [])
    .toSorted((a, b) => b.pro - a.pro)
  const [best, next] = tried
  if (!best || best.found.settles.length === 0 || (next && best.pro < next.pro * margin)) return null
  return best.found
}

/** Words that stand for other words: the same phrase in several wordings that have no place. */
export async function mineSectionRules(input: MiningInput, read: readonly Read[]): Promise<FoundRule[]> {
  const byPhrase = new Map<string, Read[]>()
  const open = new Map<string, { worth: number; readonly texts: Set<string> }>()
  for (const one of read)
    for (const phrase of phrasesOf(one.section)) {
      const hit = byPhrase.get(phrase)
      if (hit) hit.push(one)
      else byPhrase.set(phrase, [one])
      if (!isWithoutSection(one)) continue
      const own = open.get(phrase) ?? { worth: 0, texts: new Set<string>() }
      own.worth += one.worth
      own.texts.add(keyOf(tokensOf(one.section)))
      open.set(phrase, own)
    }
  const shared = [...open]
    .filter(([, { texts }]) => texts.size > 1)
    .toSorted((a, b) => b[1].worth - a[1].worth)
    .slice(0, maxPhrases)
  const decided = input.decisions.map((one) => ({ one, phrases: phrasesOf(one.section) }))
  const found: FoundRule[] = []
  for (const [phrase] of shared) {
    await input.pause()
    const decisions = decided.filter(({ phrases }) => phrases.includes(phrase)).map(({ one }) => one)
    const best = bestMeaning({ phrase, hit: byPhrase.get(phrase) ?? [], decisions }, input)
    if (best) found.push(best)
  }
  return found
}
