import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams } from '../../../core/http/path-params.ts'

const offer = z.object({
  providerId: z.int(),
  provider: z.string(),
  /** Open ones, in one currency, and the tickets in them. */
  listings: z.int(),
  tickets: z.int(),
  /** For the cheapest ticket, in minor units; null if no listing is open. */
  currency: z.nullable(z.string()),
  fromPrice: z.nullable(z.int()),
  /** When the newest of them came or was changed. */
  freshAt: z.nullable(z.string()),
  /** The provider's id for the performance; null when unknown. */
  code: z.nullable(z.string()),
})
export type Offer = z.output<typeof offer>

export const readOffers = defineEndpoint('GET /rest/data/performances/:id/offers', {
  summary: 'Read what each provider offers of a performance: open listings, the cheapest ticket and how fresh that is',
  access: ['performances', 'ui'],
  tag: 'Performances',
  params: idParams,
  output: z.object({ offers: z.array(offer) }),
})
