import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { noteLabels } from './resolver/notes.ts'
import { refusalReasons } from './resolver/resolver.ts'
import { ruleActions, ruleFieldsRead } from './resolver/rewrite-rule.ts'

export const placement = z
  .object({
    /** As the provider writes it. */
    section: z.string(),
    row: z.nullable(z.string()),
    note: z.nullable(z.string()),
    configuration: z.nullable(z.string()),
    /** Where it is, as stored. Null where it has no section; `reason` says why. */
    placed: z.nullable(z.string()),
    placedRow: z.nullable(z.string()),
    method: z.nullable(z.enum(['exact', 'code', 'rule', 'decision', 'words', 'abbreviation', 'number'])),
    reason: z.nullable(z.enum(refusalReasons)),
    /** When it was placed, bought or answered. */
    recordedAt: z.nullable(z.string()),
    /** Of those in `rules`, the one that placed or refused it. */
    ruleId: z.nullable(z.int()),
    /** Where it would be placed now, if that is somewhere else. */
    now: z.nullable(z.object({ placed: z.nullable(z.string()), row: z.nullable(z.string()) })),
    /** The rules that read its section, row or note, with their authors. */
    rules: z.array(
      z.object({
        id: z.int(),
        field: z.enum(ruleFieldsRead),
        pattern: z.string(),
        action: z.enum(ruleActions),
        replacement: z.nullable(z.string()),
        isEnabled: z.boolean(),
        author: z.nullable(z.string()),
        createdAt: z.string(),
      }),
    ),
    /** Who decided about this wording by hand. */
    decision: z.nullable(z.object({ by: z.nullable(z.string()), at: z.string() })),
    /** What its note says. */
    labels: z.array(z.enum(noteLabels)),
    /** How it is read now, step by step. */
    trace: z.array(z.string()),
  })
  .register(z.globalRegistry, {
    id: 'SectionPlacement',
    description: 'Where a raw section and row were placed, by which rule, word or decision, and who made it when.',
  })
export type SectionPlacement = z.output<typeof placement>

export const readListingPlacement = defineEndpoint('GET /rest/data/ticket-listings/:id/placement', {
  summary: 'Read why a listing is in its section: the rule, words or decision, its author and every step',
  access: ['settings', 'ui'],
  tag: 'Ticket map outliers',
  params: idParams,
  output: placement,
})
