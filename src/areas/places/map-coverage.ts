import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'

/** Venues whose listings are placed anew at once. */
export const mostVenuesPlaced = 200

/** In minor units of a currency: the price of every ticket that no section was found for. */
const stake = z.array(z.object({ currency: z.string(), amount: z.int() }))
const counts = { listings: z.int(), placed: z.int(), tickets: z.int(), stake }

const coverage = z.object({
  ...counts,
  /** Listings that have not been held against the manifest yet. */
  due: z.int(),
  providers: z.array(z.object({ id: z.int(), name: z.string(), ...counts })),
  /** By what providers call the section, the most money at stake first. */
  sections: z.array(z.object({
    section: z.string(),
    /** What the map calls it; null where it was placed nowhere. */
    placedAs: z.nullable(z.string()),
    ...counts,
    /** In which it was not found. */
    configurations: z.array(z.object({ id: z.int(), name: z.string() })),
    providers: z.array(z.object({ id: z.int(), listings: z.int(), placed: z.int() })),
  })),
  /** How many sections there are; the first 100 are told. */
  total: z.int(),
})
export type MapCoverage = z.output<typeof coverage>

export const readMapCoverage = defineEndpoint('GET /rest/data/venues/:id/map-coverage', {
  summary: 'Read which share of the open listings of a venue lies on its map, by section and provider, with the money at stake',
  access: ['places', 'ui'], tag: 'Venues', params: z.object({ id: z.string() }), output: coverage,
})

export const placeListings = defineEndpoint('POST /rest/data/venues/listings/place', {
  summary: 'Hold the open listings of venues against their manifests anew, by a job',
  access: ['places', 'write'], tag: 'Venues',
  input: z.strictObject({
    ids: z.array(z.int({ error: () => t('Every id is a whole number.') }), { error: () => t('Say which venues, as a list of ids.') }).check(
      z.minLength(1, { error: () => t('Choose at least one venue.') }), z.maxLength(mostVenuesPlaced, { error: () => t('At most {most} venues at a time.', { most: mostVenuesPlaced }) })),
  }),
  output: z.object({ venues: z.int(), listings: z.int() }),
})
