import { mineRefusals } from './mine-refusals.ts'
import { mineRowRules } from './mine-row-rules.ts'
import { mineSectionRules } from './mine-section-rules.ts'
import type { MiningInput, Proposal, Read } from './mined.ts'
import { listingsOf, worthOf } from './mined.ts'

/** Below this share of expected hits nothing is proposed: a wrong placement costs five times a missing one. */
const leastPrecision = 0.75
/** Wordings that a rule has to settle; a single one is accepted where it is found. */
const leastWordings = 2

const keyOf = ({ section, row }: { section: string; row: string | null }) => `${section}\u0000${row ?? ''}`

/** Reads every wording as it is placed now. */
function readAll({ resolverWith, wordings, decisions }: MiningInput): Read[] {
  const resolve = resolverWith([])
  const decided = new Set(decisions.map(({ section, row }) => keyOf({ section: section.toLowerCase(), row })))
  return wordings.map((one) => ({
    ...one,
    placement: resolve(one.section, one.row),
    isDecided:
      decided.has(keyOf({ section: one.section.toLowerCase(), row: one.row })) ||
      decided.has(keyOf({ section: one.section.toLowerCase(), row: null })),
  }))
}

/**
 * Rules that would settle wordings without a place, the most money first. Each is tried on everything that is placed
 * already and on every decision before it is proposed. Of rules that settle the same wordings the best is proposed alone.
 */
export async function mineRules(input: MiningInput, most: number): Promise<Proposal[]> {
  const read = readAll(input)
  const found = [
    ...(await mineSectionRules(input, read)),
    ...mineRefusals(input, read),
    ...mineRowRules(input, read),
  ].filter(({ precision }) => precision >= leastPrecision)
  const proposals: Proposal[] = []
  const settled = new Set<string>()
  let left = found.map((one) => ({ one, open: one.settles }))
  while (proposals.length < most) {
    left = left.flatMap(({ one, open }) => {
      const still = open.filter((wording) => !settled.has(keyOf(wording)))
      const texts = new Set(
        still.map(({ section, row }) => (one.rule.field === 'row' ? (row ?? '') : section).toLowerCase()),
      )
      return texts.size < leastWordings ? [] : [{ one, open: still }]
    })
    const weightOf = ({ one, open }: (typeof left)[number]) => worthOf(open) * one.precision
    const [best] = left.toSorted(
      (a, b) => weightOf(b) - weightOf(a) || b.one.rule.pattern.length - a.one.rule.pattern.length,
    )
    if (!best) break
    left = left.filter((one) => one !== best)
    for (const wording of best.open) settled.add(keyOf(wording))
    const { settles: _, ...proposal } = best.one
    proposals.push({ ...proposal, listings: listingsOf(best.open), worth: worthOf(best.open) })
  }
  return proposals
}
