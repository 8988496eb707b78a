import * as z from 'zod/mini'
import { stake } from '../places/venues/map-coverage.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { refusalReasons } from './resolver/resolver.ts'

const moves = z.object({
  /** Of listings that lost their section, by currency. */
  lost: z.object({ listings: z.int(), stake }),
  /** Those that lost their section first, then the newest. At most 100. */
  moves: z.array(
    z.object({
      id: z.int(),
      configuration: z.string(),
      why: z.enum(['manifest', 'rule', 'decision']),
      ruleId: z.nullable(z.int()),
      section: z.string(),
      from: z.string(),
      to: z.nullable(z.string()),
      reason: z.nullable(z.enum(refusalReasons)),
      listings: z.int(),
      stake: z.int(),
      currency: z.string(),
      movedAt: z.string(),
    }),
  ),
})
export type SectionMoves = z.output<typeof moves>

export const readSectionMoves = defineEndpoint('GET /rest/data/venues/:id/section-moves', {
  summary:
    'Read which listings of a venue changed their section when they were placed again, why, and what they are worth',
  access: ['places', 'ui'],
  tag: 'Venues',
  params: idParams,
  output: moves,
})
