import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'

const params = z.object({ id: z.string() })

const neighbour = z.object({
  id: z.int(), name: z.string(), latitude: z.number(), longitude: z.number(),
  /** As the crow flies. */
  km: z.number(),
})
export type Neighbour = z.output<typeof neighbour>

const surroundings = z.object({
  name: z.string(), latitude: z.number(), longitude: z.number(),
  country: z.object({ id: z.int(), name: z.string(), timeZones: z.array(z.string()) }),
  /** The other cities of its country that most people know of, by popularity. */
  compatriots: z.array(neighbour),
  /** The nearest ones, of any country. */
  nearby: z.array(neighbour),
  /** Those of its country that have its name and lie so near that they may be it. */
  twins: z.array(z.object({ ...neighbour.shape, slug: z.string() })),
  /** To the nearest other city of its country; null where that has none. */
  nearestKm: z.nullable(z.number()),
  isZoneOfCountry: z.boolean(),
})
export type CitySurroundings = z.output<typeof surroundings>

export const readCitySurroundings = defineEndpoint('GET /rest/data/cities/:id/surroundings', {
  summary: 'Read which cities lie around one, in its country and beyond, and what about its place looks wrong',
  access: ['places', 'ui'], tag: 'Cities', params, output: surroundings,
})

export const readCityPages = defineEndpoint('GET /rest/data/cities/:id/pages', {
  summary: 'Read which pages a city has with subcategories: live, thin or missing',
  access: ['places', 'ui'], also: [['subcategories', 'ui']], tag: 'Cities', params,
  output: z.object({
    /** `products` on sale, `events` to come, `aliases` that are of both. */
    pages: z.array(z.object({ subcategoryId: z.int(), name: z.string(), categoryName: z.string(), products: z.int(), events: z.int(), aliases: z.int(), coverage: z.enum(['live', 'thin', 'missing']) })),
  }),
})
