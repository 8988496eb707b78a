import { rewriterOf } from '../resolver/rewriter.ts'
import { decisionWeight, precisionOf } from './evidence.ts'
import type { Candidate } from './found-rule.ts'
import { phrasesOf } from './hypotheses.ts'
import type { MinedRule, MiningInput, Read } from './mined.ts'
import { listingsOf, maxExamples, triedRule, worthOf } from './mined.ts'

/** Decisions that share a phrase before it is proposed to be no section. */
const leastDecisions = 2

/** Phrases that people marked as an extra in several wordings, and that nothing placed has. */
export function mineRefusals({ decisions }: MiningInput, read: readonly Read[]): Candidate[] {
  const times = new Map<string, number>()
  for (const { section, sectionName } of decisions)
    if (sectionName === null) for (const phrase of phrasesOf(section)) times.set(phrase, (times.get(phrase) ?? 0) + 1)
  return [...times].flatMap(([phrase, decided]) => {
    if (decided < leastDecisions) return []
    const rule: MinedRule = {
      field: 'section',
      match: 'token_map',
      pattern: phrase,
      action: 'refuse',
      replacement: null,
    }
    const reads = rewriterOf([triedRule(rule)])
    const hit = read.filter(({ section }) => reads(section) !== null)
    const isRight =
      hit.every(({ placement }) => placement.candidate === null) &&
      decisions.every(({ section, sectionName }) => sectionName === null || reads(section) === null)
    const settles = hit.filter(
      ({ isDecided, placement }) =>
        !isDecided && (placement.reason === 'unknown_section' || placement.reason === 'ambiguous'),
    )
    if (!isRight || settles.length === 0) return []
    return [
      {
        rule,
        precision: precisionOf({ pro: decided * decisionWeight, contra: 0 }),
        evidence: { agreeing: 0, conflicting: 0, decided, numbers: 0, rows: 0, missing: 0, isAbbreviation: false },
        settles,
        listings: listingsOf(settles),
        worth: worthOf(settles),
        examples: settles
          .toSorted((a, b) => b.worth - a.worth)
          .slice(0, maxExamples)
          .map(({ section, row, listings, worth }) => ({ section, row, after: null, listings, worth })),
      },
    ]
  })
}
