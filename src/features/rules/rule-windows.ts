import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { copyOutcome } from '../../core/outcome.ts'

/** Maximum rules shifted at once. */
const maxShifted = 500
/** Days that a window is shifted by at most: ten years and their leap days. */
export const maxDays = 3_653

const days = () => t('Enter a whole number of days from {low} to {high}, except 0.', { low: -maxDays, high: maxDays })

/** One result per id; an unchanged rule gives the reason. `copyId`: the rule copied from it. */
const results = z.object({
  results: z.array(copyOutcome),
})
export type WindowResults = z.output<typeof results>

export const shiftRuleWindows = defineEndpoint('POST /rest/data/rules/shift-windows', {
  summary:
    'Shift the windows of rules by calendar days of the business zone, or copy the rules, switched off, so much later',
  access: ['rules', 'write'],
  tag: 'Rules',
  output: results,
  input: z.strictObject({
    ids: z
      .array(z.int({ error: () => t('Every id must be a whole number.') }), {
        error: () => t('Send the rules as a list of ids.'),
      })
      .check(
        z.minLength(1, { error: () => t('Choose at least one rule.') }),
        z.maxLength(maxShifted, { error: () => t('At most {most} rules at a time.', { most: maxShifted }) }),
      ),
    days: z.int({ error: days }).check(
      z.minimum(-maxDays, { error: days }),
      z.maximum(maxDays, { error: days }),
      z.refine((n) => n !== 0, { error: days }),
    ),
    /** True leaves the rules alone and makes copies with the shifted window. */
    copies: z.optional(z.boolean({ error: () => t('Use true or false.') })),
  }),
})
