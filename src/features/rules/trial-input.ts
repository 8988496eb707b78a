import * as z from 'zod/mini'
import { t } from '../../core/i18n/language.ts'
import { checkDraft, parseDraft } from '../../core/resource/draft.ts'
import type { AnyResource } from '../../core/resource/resource.ts'

/** What a rule of any kind is tried with before it is saved. */
export const trialInput = z.strictObject({
  /** The stored rule that is being changed; null while it is new. */
  id: z.nullable(z.int({ error: () => t('A rule’s id must be a whole number.') })),
  draft: z.record(z.string(), z.unknown(), { error: () => t('Send the rule as it would be saved.') }),
})

/** Days that a rule is tried on, the last ones. */
export const trialDays = 30
/** Purchases per trial. The embedded database makes other callers wait for the whole call. */
export const maxExamined = 4_000

/**
 * The values of a rule that is not saved yet, by the rules for one that is. Its name doesn't affect what it does, so it can
 * be missing.
 *
 * @throws Refusal 422 with a sentence for each field that is wrong
 */
export function readUnsaved(rules: AnyResource, draft: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isNamed = typeof draft['name'] === 'string' && draft['name'].trim() !== ''
  const values = parseDraft(rules, isNamed ? draft : { ...draft, name: t('This rule') }, null)
  checkDraft(rules, values)
  return values
}
