import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { t } from '../../core/i18n/language.ts'
import { outlierCommands, outlierResolutions, outlierStatuses } from './outlier-kinds.ts'

const evidence = z.object({
  /** What it most likely means, the best first. */
  candidates: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      zone: z.nullable(z.string()),
      /** From 0 to 1. */
      confidence: z.number(),
      reasons: z.array(z.string()),
    }),
  ),
  /** Names of the configuration's sections in the order of the map; for a row that is not there, the section's rows. */
  choices: z.array(z.string()),
  /** The section that the listings are in, where only their row, price or number is in question. */
  section: z.nullable(z.string()),
  /** The most expensive first, 50 at most. */
  listings: z.array(
    z.object({
      id: z.int(),
      code: z.string(),
      provider: z.string(),
      performance: z.string(),
      date: z.string(),
      section: z.string(),
      row: z.nullable(z.string()),
      quantity: z.int(),
      price: z.int(),
      currency: z.string(),
      /** What is wrong with this one beyond the outlier's kind: its price in words, or whose listing is alike. */
      remark: z.nullable(z.string()),
    }),
  ),
  /** How the wording was read, step by step. */
  trace: z.array(z.string()),
  /** Decisions about the same wording at the venue, and the latest ones about its map. */
  decisions: z.array(
    z.object({
      id: z.int(),
      section: z.string(),
      row: z.nullable(z.string()),
      sectionName: z.nullable(z.string()),
      configuration: z.string(),
      ruleId: z.nullable(z.int()),
      by: z.nullable(z.string()),
      at: z.string(),
      isSameWording: z.boolean(),
    }),
  ),
})
export type OutlierEvidence = z.output<typeof evidence>

export const readOutlierEvidence = defineEndpoint('GET /rest/data/ticket-map-outliers/:id/evidence', {
  summary: 'Read what an outlier can mean, its listings, how its wording was read and past decisions',
  access: ['settings', 'ui'],
  tag: 'Ticket map outliers',
  params: idParams,
  output: evidence,
})

const name = (max: number) =>
  z.optional(z.nullable(z.string({ error: () => t('This must be text.') }).check(z.trim(), z.maxLength(max))))

export const decideOutlier = defineEndpoint('POST /rest/data/ticket-map-outliers/:id/decide', {
  summary:
    'Decide what an outlier means: a rule, a mapping, a section of the map, an extra, nothing for now; or reopen',
  access: ['settings', 'write'],
  tag: 'Ticket map outliers',
  params: idParams,
  input: z.strictObject({
    version: z.int({ error: () => t('Send the version that you opened.') }),
    command: z.enum(outlierCommands, { error: () => t('Choose a command.') }),
    /** For a rule and a mapping: the section that is meant, or the row. For a new section: its name. */
    target: name(120),
    /** Of a new section. */
    zone: name(80),
    /** A rule for every configuration of the venue, in place of this one. */
    isForVenue: z.optional(z.boolean()),
    /** A rule can change an earlier decision only if it says so. */
    overridesDecisions: z.optional(z.boolean()),
    /** The day on which an ignored outlier comes back: YYYY-MM-DD. */
    until: name(10),
  }),
  output: z.object({
    id: z.int(),
    version: z.int(),
    status: z.enum(outlierStatuses),
    resolution: z.nullable(z.enum(outlierResolutions)),
    /** Listings that are placed again because of it. */
    listings: z.int(),
    ruleId: z.nullable(z.int()),
  }),
})
