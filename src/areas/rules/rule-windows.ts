import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'

/** Rules that are shifted at once. */
export const mostShifted = 500
/** Days that a window is shifted by at most: ten years and their leap days. */
export const mostDays = 3_653

const days = () => t('Give a whole number of days from {low} to {high}, and not 0.', { low: -mostDays, high: mostDays })

/** One result for each id; a rule that stayed as it was says why. `copyId`: the rule that was made of it. */
const results = z.object({ results: z.array(z.object({ id: z.int(), ok: z.boolean(), message: z.optional(z.string()), copyId: z.optional(z.int()) })) })
export type WindowResults = z.output<typeof results>

export const shiftRuleWindows = defineEndpoint('POST /rest/data/rules/shift-windows', {
  summary: 'Shift the windows of rules by some days of 24 hours, or make copies of the rules that hold so much later; copies are switched off',
  access: ['rules', 'write'], tag: 'Rules', output: results,
  input: z.strictObject({
    ids: z.array(z.int({ error: () => t('Every id is a whole number.') }), { error: () => t('Say which rules, as a list of ids.') }).check(
      z.minLength(1, { error: () => t('Choose at least one rule.') }), z.maxLength(mostShifted, { error: () => t('At most {most} rules at a time.', { most: mostShifted }) })),
    days: z.int({ error: days }).check(z.minimum(-mostDays, { error: days }), z.maximum(mostDays, { error: days }), z.refine((n) => n !== 0, { error: days })),
    /** True leaves the rules alone and makes copies with the shifted window. */
    copies: z.optional(z.boolean({ error: () => t('Say true or false.') })),
  }),
})
