import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams } from '../../../core/http/path-params.ts'

const neighbour = z
  .object({
    id: z.int(),
    name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    /** Straight-line distance. */
    km: z.number(),
  })
  .register(z.globalRegistry, { id: 'NeighbouringCity' })

const surroundings = z.object({
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  country: z.object({ id: z.int(), name: z.string(), timeZones: z.array(z.string()) }),
  /** The other cities of its country that most people know of, by popularity. */
  compatriots: z.array(neighbour),
  /** The nearest ones, of any country. */
  nearby: z.array(neighbour),
  /** Cities of its country with the same name, near enough to be the same one. */
  twins: z.array(z.object({ ...neighbour.shape, slug: z.string() })),
  /** To the nearest other city of its country; null if there is none. */
  nearestKm: z.nullable(z.number()),
  isZoneOfCountry: z.boolean(),
})
export type CitySurroundings = z.output<typeof surroundings>

export const readCitySurroundings = defineEndpoint('GET /rest/data/cities/:id/surroundings', {
  summary: 'Read which cities lie around one, in its country and beyond, and what about its place looks wrong',
  access: ['places', 'ui'],
  tag: 'Cities',
  params: idParams,
  output: surroundings,
})

export const readCityPages = defineEndpoint('GET /rest/data/cities/:id/pages', {
  summary: 'Read which pages a city has with subcategories: live, thin or missing',
  access: ['places', 'ui'],
  also: [['subcategories', 'ui']],
  tag: 'Cities',
  params: idParams,
  output: z.object({
    /** `products` on sale, upcoming `events`, and `aliases` for both. */
    pages: z.array(
      z.object({
        subcategoryId: z.int(),
        name: z.string(),
        categoryName: z.string(),
        products: z.int(),
        events: z.int(),
        aliases: z.int(),
        coverage: z.enum(['live', 'thin', 'missing']),
      }),
    ),
  }),
})
