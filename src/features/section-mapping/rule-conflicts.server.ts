import { inOrder } from './resolver/rewrite-rule.ts'
import { rewriterOf, type Rewriter } from './resolver/rewriter.ts'
import type { StoredRule } from './resolvers.server.ts'
import type { RuleTrial } from './try-rule.ts'

/** Conflicts that are named. */
const maxNamed = 5

interface Read {
  readonly section: string
  readonly row: string | null
  readonly listings: number
  /** The rules that are active where the listings are. */
  readonly rules: readonly StoredRule[]
}

/** Other rules that read a rule's texts in another way: without this rule the first of them would be applied. */
export function conflictsOf(rule: StoredRule, texts: readonly Read[]): RuleTrial['conflicts'] {
  const own = rewriterOf([rule])
  const made = new Map<readonly StoredRule[], Rewriter>()
  const found = new Map<number, RuleTrial['conflicts'][number]>()
  for (const { section, row, listings, rules } of texts) {
    const text = rule.field === 'row' ? (row ?? '') : section
    const others =
      made.get(rules) ??
      rewriterOf(rules.filter((one) => one.id !== rule.id && one.field === rule.field && !one.isShadow))
    made.set(rules, others)
    const [mine, theirs] = [own(text), others(text)]
    if (mine === null || theirs === null || mine.text?.toLowerCase() === theirs.text?.toLowerCase()) continue
    const { id, pattern } = theirs.rule
    const before = found.get(id)?.listings ?? 0
    // A rule that is new is the youngest.
    const order = inOrder([{ ...rule, id: rule.id || Number.MAX_SAFE_INTEGER }, theirs.rule])
    found.set(id, { id, pattern, prevails: order[0]?.id === id, listings: before + listings })
  }
  return [...found.values()].toSorted((a, b) => b.listings - a.listings).slice(0, maxNamed)
}
