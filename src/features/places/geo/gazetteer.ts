import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'

const place = z.object({
  geonameId: z.int(),
  name: z.string(),
  countryCode: z.string(),
  /** Null where the country is not among ours. */
  countryId: z.nullable(z.int()),
  latitude: z.number(),
  longitude: z.number(),
  timeZone: z.string(),
  population: z.int(),
  /** One of our cities that is within ten kilometres of it. */
  known: z.nullable(z.object({ id: z.int(), name: z.string() })),
})
export type GazetteerPlace = z.output<typeof place>

export const searchGazetteer = defineEndpoint('GET /rest/data/cities/gazetteer', {
  summary: 'Look for cities of the world by name, with their coordinates and time zone, the largest first',
  access: ['places', 'ui'],
  query: z.object({
    q: z.optional(z.string().check(z.maxLength(80, { error: () => t('A name has at most 80 characters.') }))),
  }),
  output: z.object({ places: z.array(place) }),
  tag: 'Cities',
})
