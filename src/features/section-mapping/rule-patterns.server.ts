import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { compilePattern } from './resolver/pattern.ts'
import type { RewriteRule } from './resolver/rewrite-rule.ts'

/** @throws Refusal 422 for a pattern that would never run: not even a disabled rule is kept with one */
export function assertReadable({ match, pattern }: Pick<RewriteRule, 'match' | 'pattern'>): void {
  if (match === 'pattern' && compilePattern(pattern) === null)
    throw invalid({
      pattern: t(
        'This pattern is too long, too large or not valid. Look-around and back references are not available.',
      ),
    })
}

/** @throws Refusal 422 for a group that the pattern lacks: it would be written out as it is, and read as a number */
export function assertGroups({
  match,
  pattern,
  replacement,
}: Pick<RewriteRule, 'match' | 'pattern' | 'replacement'>): void {
  const groups = match === 'pattern' ? (compilePattern(pattern)?.groupCount() ?? 0) : 9
  // The engine has no group 0.
  const isLacking = (group: number) => group === 0 || group > groups
  const lacking = [...(replacement?.matchAll(/\$(\d)/g) ?? [])].find(({ 1: one }) => isLacking(Number(one)))
  if (lacking) throw invalid({ replacement: t('The pattern has no group {sign}.', { sign: lacking[0] }) })
}
