import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams } from '../../../core/http/path-params.ts'

const candidate = z.object({
  id: z.int(),
  name: z.string(),
  city: z.string(),
  address: z.nullable(z.string()),
  /** From 0 to 100. */
  score: z.int(),
  /** How alike the names are, variations included, from 0 to 100. */
  likeness: z.int(),
  /** Between the two, as the crow flies. */
  metres: z.int(),
  isSameAddress: z.boolean(),
  upcoming: z.int(),
})
export type VenueDuplicate = z.output<typeof candidate>

export const readVenueDuplicates = defineEndpoint('GET /rest/data/venues/:id/duplicates', {
  summary: 'Read possible duplicates of a venue, with the evidence: names, distance and address',
  access: ['places', 'ui'],
  tag: 'Venues',
  params: idParams,
  output: z.object({ candidates: z.array(candidate) }),
})
