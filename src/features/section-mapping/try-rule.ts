import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { stake } from '../places/venues/map-coverage.ts'
import { ruleActions, ruleFieldsRead, ruleMatches, ruleScopes } from './resolver/rewrite-rule.ts'

const id = z.optional(z.nullable(z.int({ error: () => t('An id must be a whole number.') })))

const changes = ['placed', 'moved', 'unplaced', 'same'] as const

const counts = z.object({ listings: z.int(), worth: stake }).register(z.globalRegistry, { id: 'RuleEffect' })

const trial = z.object({
  /** Open listings whose text the rule reads. */
  listings: z.int(),
  /** Without a section today, with one under the rule. For notes: with a label more. */
  placed: counts,
  /** In another section or row than today. For notes: with other labels. */
  moved: counts,
  /** With a section today, without one under the rule. For notes: with a label less. */
  unplaced: counts,
  /** Decisions by hand that it would change: the golden cases. */
  decisions: z.array(z.object({ section: z.string(), was: z.string(), becomes: z.nullable(z.string()) })),
  /** Other rules that read the same listings otherwise, those with the most listings first; at most 5. `prevails`: over this one. */
  conflicts: z.array(z.object({ id: z.int(), pattern: z.string(), prevails: z.boolean(), listings: z.int() })),
  /** The configuration where most of them change: its sections with the listings that they gain and lose. */
  map: z.nullable(
    z.object({
      configurationId: z.int(),
      configuration: z.string(),
      sections: z.array(z.object({ name: z.string(), gains: z.int(), loses: z.int() })),
      /** Other configurations where listings change. */
      more: z.int(),
    }),
  ),
  /** Raw texts before and after, those that change first, then the most stake. At most 50. */
  texts: z.array(
    z.object({
      section: z.string(),
      row: z.nullable(z.string()),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
      change: z.enum(changes),
      listings: z.int(),
      worth: stake,
    }),
  ),
  /** True where there were more texts than are tried at once, so that the counts are of the most valuable ones. */
  isCut: z.boolean(),
})
export type RuleTrial = z.output<typeof trial>

const tried = z.strictObject({
  /** Of the rule that is being changed. */
  id,
  scope: z.enum(ruleScopes, { error: () => t('Choose where it applies.') }),
  providerId: id,
  venueId: id,
  venueConfigurationId: id,
  performanceId: id,
  field: z.enum(ruleFieldsRead, { error: () => t('Choose what it reads.') }),
  match: z.enum(ruleMatches),
  pattern: z
    .string()
    .check(
      z.minLength(1, { error: () => t('This is required.') }),
      z.maxLength(200, { error: () => t('This can have at most {max} characters.', { max: 200 }) }),
    ),
  action: z.enum(ruleActions),
  replacement: z.optional(
    z.nullable(
      z.string().check(z.maxLength(120, { error: () => t('This can have at most {max} characters.', { max: 120 }) })),
    ),
  ),
  priority: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
})
export type RuleToTry = z.input<typeof tried>

export const tryRule = defineEndpoint('POST /rest/data/rewrite-rules/try', {
  summary: 'Say what a rewrite rule would change among the open listings, without saving it',
  access: ['settings', 'ui'],
  tag: 'Rewrite rules',
  input: tried,
  output: trial,
})
