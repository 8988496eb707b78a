import { listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { ManifestIndex } from './resolver/manifest-index.ts'
import type { RewriteRule } from './resolver/rewrite-rule.ts'
import { resolverOf } from './resolver/resolve.ts'
import { rewriterOf } from './resolver/rewriter.ts'
import { tokensOf, singular } from './resolver/tokens.ts'
import { noise } from './resolver/trade-vocabulary.ts'

interface Checked {
  readonly configuration: { readonly name: string }
  readonly index: ManifestIndex
}

/** Names that a message has at most. */
const maxNames = 4

/** Names of the maps, or rows of their sections, that a rule would rewrite although they are right. */
export const hitsRightNames = (rule: RewriteRule, targets: readonly Checked[]): string[] =>
  rewritten(
    rule,
    targets.flatMap(({ index }) =>
      index.candidates.flatMap(({ section }) => (rule.field === 'row' ? section.rows : [section.name])),
    ),
  )

/** The first of some texts that a rule reads. */
export function rewritten(rule: RewriteRule, texts: readonly string[]): string[] {
  const rewrite = rewriterOf([rule])
  const names = new Set<string>()
  for (const text of texts) {
    if (rewrite(text) !== null) names.add(text)
    if (names.size === maxNames) break
  }
  return [...names]
}

/** What is wrong with a replacement, in words; null where every target has what it names. */
export function missingReplacement(rule: RewriteRule, targets: readonly Checked[]): string | null {
  const { replacement, scope } = rule
  if (rule.action === 'refuse' || replacement === null || targets.length === 0) return null
  const lacking = targets.filter(({ index }) => !has(index, rule, replacement))
  const isWide = scope === 'global' || scope === 'provider'
  if (lacking.length === 0 || (isWide && lacking.length < targets.length)) return null
  return lacking.length === targets.length
    ? t('No map in its scope has {name}.', { name: replacement })
    : t('{configurations} {n, plural, one {does} other {do}} not have {name}: choose a configuration as its scope.', {
        configurations: listOf(lacking.slice(0, 3).map(({ configuration }) => configuration.name)),
        n: lacking.length,
        name: replacement,
      })
}

function has(index: ManifestIndex, rule: RewriteRule, replacement: string): boolean {
  if (rule.field === 'row')
    return (
      rule.match !== 'exact' ||
      index.candidates.some(({ section }) =>
        section.rows.some((row) => row.toLowerCase() === replacement.toLowerCase()),
      )
    )
  if (rule.match === 'exact') return resolverOf(index, [])(replacement, null).candidate !== null
  // Words that only mean "section" name none, and a section's zone is part of what it can be called.
  const words = tokensOf(replacement.replace(/\{n\}|\$\d/g, ' '))
    .filter(({ text }) => !noise.has(text))
    .map(({ text }) => singular(text))
  return index.candidates.some(({ reading, section }) => {
    const said = [...reading.tokens, ...tokensOf(section.zone ?? '')].map(({ text }) => singular(text))
    return words.every((word) => said.includes(word))
  })
}
