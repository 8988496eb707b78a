import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams } from '../../../core/http/path-params.ts'

/** How the section of a listing compares with the one that was bought: by the rank of its zone. */
const likenesses = ['same_section', 'same_zone', 'better', 'worse', 'unknown'] as const
export type Likeness = (typeof likenesses)[number]

const candidate = z.object({
  listingId: z.int(),
  /** The provider or seller whose tickets they are. */
  seller: z.string(),
  code: z.string(),
  section: z.string(),
  row: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  likeness: z.enum(likenesses),
  /** How far its section is from the one that was bought, in hundredths of the map's width; null where a map has not both. */
  distance: z.nullable(z.int()),
  /** How many rows nearer (negative) or farther, in the same section; null where that is not known. */
  rows: z.nullable(z.int()),
  available: z.int(),
  /** For all tickets, in minor units of the order's currency. */
  cost: z.int(),
  price: z.int(),
  /** Of the order with these tickets: the customer's price stays. */
  margin: z.int(),
})
export type Replacement = z.output<typeof candidate>

export const readReplacements = defineEndpoint('GET /rest/data/purchases/:id/replacements', {
  access: ['purchases', 'ui'],
  tag: 'Purchases',
  summary: 'Compare the listings that could replace the tickets of an order, the most alike first',
  params: idParams,
  output: z
    .object({
      currency: z.string(),
      section: z.nullable(z.string()),
      row: z.nullable(z.string()),
      cost: z.int(),
      margin: z.int(),
      listings: z.array(candidate),
    })
    .register(z.globalRegistry, {
      id: 'Replacements',
      description: 'Listings of the same performance that could replace the tickets of an order.',
    }),
})
