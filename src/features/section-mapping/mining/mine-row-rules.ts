import { clean } from '../resolver/tokens.ts'
import { rewriterOf } from '../resolver/rewriter.ts'
import { precisionOf, weightOfRow } from './evidence.ts'
import type { Candidate } from './found-rule.ts'
import type { MinedRule, MiningInput, Read } from './mined.ts'
import { listingsOf, maxExamples, triedRule, worthOf } from './mined.ts'

/** Letters before a row's number at most: longer ones are words of another kind. */
const affix = /^([a-z]{1,12})[^a-z0-9]*\d+$/

/** Letters that stand before the numbers of rows, where the map has the numbers alone: "R12", "Fila 12". */
export function mineRowRules({ index, resolverWith, decisions }: MiningInput, read: readonly Read[]): Candidate[] {
  const open = read.filter(({ placement, row }) => placement.reason === 'row_out_of_range' && row !== null)
  const prefixes = Map.groupBy(open, ({ row }) => affix.exec(clean(row ?? '').trim())?.[1] ?? '')
  return [...prefixes].flatMap(([prefix, own]) => {
    if (prefix === '' || own.length < 2) return []
    const rule: MinedRule = {
      field: 'row',
      match: 'number_range',
      pattern: `${prefix.toUpperCase()} 1-999`,
      action: 'replace',
      replacement: '{n}',
    }
    const reads = rewriterOf([triedRule(rule)])
    const resolve = resolverWith([triedRule(rule)])
    const hit = read.filter(({ row }) => row !== null && reads(row) !== null)
    const after = hit.map((one) => ({ one, now: resolve(one.section, one.row) }))
    const before = after.filter(({ one }) => one.placement.candidate !== null)
    const isSame = ({ one, now }: (typeof after)[number]) =>
      now.candidate?.section.id === one.placement.candidate?.section.id && now.row === one.placement.row
    const isBroken = decisions.some(
      ({ section, row, sectionName }) =>
        row !== null && reads(row) !== null && (resolve(section, row).candidate?.section.name ?? null) !== sectionName,
    )
    if (isBroken || before.some((one) => !isSame(one))) return []
    const tried = after.filter(({ one }) => one.placement.candidate === null)
    const placed = tried.filter(({ now }) => now.candidate !== null)
    const settles = placed.map(({ one }) => one)
    const pro = placed.reduce(
      (total, { now }) => total + Math.max(0.5, weightOfRow(now.row ?? '', index)),
      before.length,
    )
    const missing = tried.length - placed.length
    return [
      {
        rule,
        precision: precisionOf({ pro, contra: missing }),
        evidence: {
          agreeing: before.length,
          conflicting: 0,
          decided: 0,
          numbers: 0,
          rows: placed.length,
          missing,
          isAbbreviation: false,
        },
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
    ]
  })
}
