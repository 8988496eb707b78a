import { t } from '../../core/i18n/language.ts'
import { listOf } from '../../core/i18n/formats.ts'
import { noteLabels } from './resolver/notes.ts'
import { numberRangeOf } from './resolver/rewrite-rule.ts'
import type { RuleMatch, RuleScope } from './resolver/rewrite-rule.ts'
import { tokensOf } from './resolver/tokens.ts'

interface Draft {
  readonly scope: RuleScope
  readonly providerId: number | null
  readonly venueId: number | null
  readonly venueConfigurationId: number | null
  readonly performanceId: number | null
  readonly field: 'section' | 'row' | 'note'
  readonly match: RuleMatch
  readonly pattern: string
  readonly action: 'replace' | 'refuse'
  readonly replacement: string | null
  readonly validFrom: string | null
  readonly validUntil: string | null
  readonly isEnabled: boolean
}

/** The field that names the place of each scope. */
export const placeOfScope = {
  provider: 'providerId',
  venue: 'venueId',
  configuration: 'venueConfigurationId',
  performance: 'performanceId',
} as const satisfies Record<Exclude<RuleScope, 'global'>, keyof Draft>

/** The field that names the place of a scope; undefined for rules that apply everywhere. */
export const placeFieldOf = (scope: unknown) => Object.entries(placeOfScope).find(([one]) => one === scope)?.[1]

const labels = {
  providerId: () => t('Provider'),
  venueId: () => t('Venue'),
  venueConfigurationId: () => t('Configuration'),
  performanceId: () => t('Performance'),
} as const

/** What is filled in that its scope or action has no use for. Named, since a bulk edit shows messages without fields. */
export function* strayValues(draft: Pick<Draft, 'scope' | 'action' | 'replacement' | keyof typeof labels>) {
  for (const [scope, field] of Object.entries(placeOfScope))
    if (scope !== draft.scope && draft[field] !== null)
      yield { field, message: t('{field} must be blank in this scope.', { field: labels[field]() }) }
  if (draft.action === 'refuse' && draft.replacement !== null)
    yield { field: 'replacement' as const, message: t('A rule that refuses has no replacement.') }
}

/** What a replacement wants filled in that its match has not: it would be written out as it is, and read as a number. */
function unfilled({ match, replacement }: Pick<Draft, 'match' | 'replacement'>): string | null {
  if (match !== 'number_range' && replacement?.includes('{n}')) return t('Only a number range fills in a number.')
  return match !== 'pattern' && /\$\d/.test(replacement ?? '') ? t('Only a pattern fills in a group.') : null
}

/** A rule's texts that are nothing once they are read: signs are not. */
function* unread({ field, match, pattern, action, replacement }: Draft) {
  const isRead = (text: string) => tokensOf(text).length > 0
  const message = t('Enter letters or digits, not only punctuation.')
  if (match !== 'pattern' && match !== 'number_range' && !isRead(pattern)) yield { field: 'pattern' as const, message }
  if (field === 'note' || action === 'refuse' || replacement === null) return
  const lack = isRead(replacement) ? unfilled({ match, replacement }) : message
  if (lack !== null) yield { field: 'replacement' as const, message: lack }
}

/** What a rule's own fields say about each other; what depends on manifests and other rules is checked on the server. */
export function* checkRewriteRule(draft: Draft) {
  for (const [scope, field] of Object.entries(placeOfScope))
    if (scope === draft.scope && draft[field] === null) yield { field, message: t('Choose where it applies.') }
  if (draft.action === 'replace' && draft.replacement === null)
    yield { field: 'replacement' as const, message: t('Enter what it means.') }
  if (
    draft.field === 'note' &&
    draft.action === 'replace' &&
    draft.replacement !== null &&
    !(noteLabels as readonly string[]).includes(draft.replacement)
  )
    yield {
      field: 'replacement' as const,
      message: t('Enter one of the labels: {labels}.', { labels: listOf(noteLabels) }),
    }
  // One that is saved already can be disabled as it is.
  if (draft.isEnabled) yield* unread(draft)
  if (draft.match === 'number_range' && numberRangeOf(draft.pattern) === null)
    yield { field: 'pattern' as const, message: t('Enter a range such as 1-40 or Floor 1-40.') }
  if (draft.validFrom !== null && draft.validUntil !== null && draft.validUntil <= draft.validFrom)
    yield { field: 'validUntil' as const, message: t('“Ends” must be later than “Starts”.') }
}
