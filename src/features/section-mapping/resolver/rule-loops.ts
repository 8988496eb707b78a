import type { ManifestIndex } from './manifest-index.ts'
import type { RewriteRule } from './rewrite-rule.ts'
import { numberRangeOf } from './rewrite-rule.ts'
import type { Rewriter } from './rewriter.ts'
import { rewriterOf } from './rewriter.ts'
import { keyOf, tokensOf } from './tokens.ts'

/** What takes the place of a number or group of a rule, and texts that are tried in all: saving a rule takes no longer. */
const [maxValues, maxTexts] = [150, 20_000]
/** More steps than this never end. */
const maxSteps = 20

/** Numbers and letters that the maps call sections by, or their rows: what groups and number ranges stand for. */
export function valuesOn(indexes: readonly ManifestIndex[], field: RewriteRule['field']): string[] {
  const values = indexes.flatMap(({ candidates }) =>
    candidates.flatMap(({ section, reading }) =>
      field === 'row' ? section.rows : (reading.numbers.at(-1)?.number ?? reading.letter ?? []),
    ),
  )
  return [...new Set(values)].slice(0, maxValues)
}

/** Texts that a rule makes, with each value in the place of a number or group. */
function resultsOf({ action, match, replacement }: RewriteRule, values: readonly string[]): string[] {
  if (action === 'refuse' || replacement === null) return []
  if (match === 'exact') return [replacement]
  if (match === 'prefix' || match === 'token_map') return [replacement, ...values.map((one) => `${replacement} ${one}`)]
  return values.map((one) => replacement.replaceAll(/\{n\}|\$\d/g, one))
}

/** The first and the last number of ranges, so that ranges which no map has are followed too. */
const endsOf = ({ match, pattern }: RewriteRule): string[] => {
  const range = match === 'number_range' ? numberRangeOf(pattern) : null
  return range ? [String(range.from), String(range.to)] : []
}

/** The rules that a text passes if it comes back to what it was, or never ends; null where it comes to an end. */
function circle(start: string, rewrite: Rewriter): readonly RewriteRule[] | null {
  const seen = new Map<string, number>()
  const passed: RewriteRule[] = []
  let text = start
  while (passed.length < maxSteps) {
    const key = keyOf(tokensOf(text))
    const before = seen.get(key)
    if (before !== undefined) return passed.slice(before)
    seen.set(key, passed.length)
    const next = rewrite(text)
    // What stays as it is has come to its end.
    if (next === null || next.text === null || keyOf(tokensOf(next.text)) === key) return null
    passed.push(next.rule)
    text = next.text
  }
  return passed
}

/**
 * The rules by which a text would be rewritten in a circle if this rule joined them. In a circle its input is what one of
 * them makes, so all that they make of `values` is followed.
 */
export function loopOf(
  rule: RewriteRule,
  rules: readonly RewriteRule[],
  values: readonly string[] = [],
): readonly RewriteRule[] | null {
  if (rule.action === 'refuse') return null
  const all = [...rules.filter(({ id }) => id !== rule.id), rule]
  const [own, rewrite] = [rewriterOf([rule]), rewriterOf(all)]
  const ends = [...new Set(all.flatMap(endsOf))].slice(0, maxValues)
  const filled = [...new Set([...values, ...ends, '1', 'a'])]
  const texts = new Set([rule.pattern, ...all.flatMap((one) => resultsOf(one, filled))])
  for (const text of [...texts].slice(0, maxTexts)) {
    if (own(text) === null) continue
    const found = circle(text, rewrite)
    if (found !== null) return [...new Set(found)]
  }
  return null
}
