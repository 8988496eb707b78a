export const ruleScopes = ['global', 'provider', 'venue', 'configuration', 'performance'] as const
export type RuleScope = (typeof ruleScopes)[number]
export const ruleFieldsRead = ['section', 'row', 'note'] as const
export const ruleMatches = ['exact', 'prefix', 'token_map', 'number_range', 'pattern'] as const
export type RuleMatch = (typeof ruleMatches)[number]
export const ruleActions = ['replace', 'refuse'] as const

/** What the resolver needs of a rule. */
export interface RewriteRule {
  readonly id: number
  readonly scope: RuleScope
  readonly field: (typeof ruleFieldsRead)[number]
  readonly match: RuleMatch
  readonly pattern: string
  readonly action: (typeof ruleActions)[number]
  readonly replacement: string | null
  readonly priority: number
}

/** The narrowest scope first, then the highest priority, then the oldest rule. */
export function inOrder(rules: readonly RewriteRule[]): RewriteRule[] {
  return rules.toSorted(
    (a, b) => ruleScopes.indexOf(b.scope) - ruleScopes.indexOf(a.scope) || b.priority - a.priority || a.id - b.id,
  )
}

/** "Floor 1-40" or "1-40": words that stand before a number, and the numbers. */
export interface NumberRange {
  readonly words: string
  readonly from: number
  readonly to: number
}

export function numberRangeOf(pattern: string): NumberRange | null {
  const found = /^(.*?)\s*(\d{1,5})\s*[-–]\s*(\d{1,5})$/.exec(pattern.trim())
  if (!found) return null
  const [from, to] = [Number(found[2]), Number(found[3])]
  return from <= to ? { words: found[1] ?? '', from, to } : null
}
