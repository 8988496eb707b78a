import type { ManifestIndex } from './manifest-index.ts'
import type { Placement, Tell } from './resolver.ts'
import { matchSection, refused } from './resolver.ts'
import type { RewriteRule } from './rewrite-rule.ts'
import type { Rewrite } from './rewriter.ts'
import { rewriterOf } from './rewriter.ts'
import { keyOf, tokensOf } from './tokens.ts'

/** Where a text belongs; the same text and row always get the same answer. */
export type Resolver = (section: string, row: string | null, tell?: Tell) => Placement

/** Answers kept for texts that come again. A full store is emptied, so memory stays flat. */
const maxKept = 20_000

/**
 * The one way from what a provider wrote to a section of a manifest: clean, rules from the narrowest scope, matcher,
 * refusal. `rules` are those that apply to the venue, the provider and the performance; `elsewhere` are the venue's
 * other configurations, which can have a section that is missing here.
 */
export function resolverOf(
  index: ManifestIndex,
  rules: readonly RewriteRule[],
  elsewhere: readonly ManifestIndex[] = [],
): Resolver {
  const rewriteSection = rewriterOf(rules.filter(({ field }) => field === 'section'))
  const rewriteRow = rewriterOf(rules.filter(({ field }) => field === 'row'))
  const rewritten = new Map<string, Rewrite | null>()
  const kept = new Map<string, Placement>()

  const rewriteOnce = (section: string): Rewrite | null => {
    const known = rewritten.get(section)
    if (known !== undefined) return known
    // What is right already is never rewritten.
    const isRight = index.byKey.has(keyOf(tokensOf(section)))
    const rewrite = isRight ? null : rewriteSection(section)
    if (rewritten.size >= maxKept) rewritten.clear()
    rewritten.set(section, rewrite)
    return rewrite
  }

  const here = (section: string, row: string | null, tell?: Tell): Placement => {
    const found = matchSection(section, row, index, tell)
    if (found.reason !== 'unknown_section') return found
    const there = elsewhere.flatMap((other) => matchSection(section, row, other).candidate ?? [])
    return there.length === 0 ? found : { ...refused('wrong_configuration', null, there, tell), likely: [] }
  }

  const decide = (section: string, row: string | null, tell?: Tell): Placement => {
    if (index.candidates.length === 0) return matchSection(section, row, index, tell)
    const rewrite = rewriteOnce(section)
    if (rewrite) tell?.({ did: 'rule', ruleId: rewrite.rule.id, from: section, to: rewrite.text })
    if (rewrite?.text === null) return refused('refused_by_rule', rewrite.rule.id, [], tell)
    const ofRow = row === null || row === '' ? null : rewriteRow(row)
    if (ofRow) tell?.({ did: 'rule', ruleId: ofRow.rule.id, from: row ?? '', to: ofRow.text })
    if (ofRow?.text === null) return refused('refused_by_rule', ofRow.rule.id, [], tell)
    const found = here(rewrite?.text ?? section, ofRow?.text ?? row, tell)
    const ruleId = rewrite?.rule.id ?? ofRow?.rule.id ?? null
    if (ruleId === null) return found
    return found.candidate === null
      ? { ...found, ruleId }
      : { ...found, ruleId, method: 'rule', confidence: Math.max(found.confidence, 0.98) }
  }

  return (section, row, tell) => {
    if (tell) return decide(section, row, tell)
    const key = row === null ? section : `${section}\u0000${row}`
    const known = kept.get(key)
    if (known) return known
    const placement = decide(section, row)
    if (kept.size >= maxKept) kept.clear()
    kept.set(key, placement)
    return placement
  }
}
