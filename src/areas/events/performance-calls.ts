import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'

const offer = z.object({
  providerId: z.int(), provider: z.string(),
  /** Open ones, in one currency, and the tickets in them. */
  listings: z.int(), tickets: z.int(),
  /** Of the cheapest ticket, in minor units; null where nothing is open. */
  currency: z.nullable(z.string()), fromPrice: z.nullable(z.int()),
  /** When the newest of them came or was changed. */
  freshAt: z.nullable(z.string()),
  /** What the provider calls the performance; null where nobody has said. */
  code: z.nullable(z.string()),
})
export type Offer = z.output<typeof offer>

export const readOffers = defineEndpoint('GET /rest/data/performances/:id/offers', {
  summary: 'Read what each provider offers of a performance: open listings, the cheapest ticket and how fresh that is',
  access: ['performances', 'ui'], tag: 'Performances', params: z.object({ id: z.string() }), output: z.object({ offers: z.array(offer) }),
})
