import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { idParams } from '../../../core/http/path-params.ts'

/** Venues whose listings one call can match again. */
export const maxVenuesPlaced = 200

/** What tickets are worth, in minor units, a sum a currency. Described once for all who say it. */
export const stake = z
  .array(z.object({ currency: z.string(), amount: z.int() }))
  .register(z.globalRegistry, { id: 'Stake' })
const counts = {
  listings: z.int(),
  placed: z.int(),
  tickets: z.int(),
  /** The price of every ticket that no section was found for. */
  stake,
}

const coverage = z.object({
  ...counts,
  /** Listings that are yet to be matched against the manifest. */
  due: z.int(),
  providers: z.array(z.object({ id: z.int(), name: z.string(), ...counts })),
  /** By what providers call the section, the most money at stake first. */
  sections: z.array(
    z.object({
      section: z.string(),
      /** The section's name on the map; null if it was not matched. */
      placedAs: z.nullable(z.string()),
      ...counts,
      /** In which it was not found. */
      configurations: z.array(z.object({ id: z.int(), name: z.string() })),
      providers: z.array(z.object({ id: z.int(), listings: z.int(), placed: z.int() })),
    }),
  ),
  /** How many sections there are; only the first 100 are listed. */
  total: z.int(),
})
export type MapCoverage = z.output<typeof coverage>

export const readMapCoverage = defineEndpoint('GET /rest/data/venues/:id/map-coverage', {
  summary:
    'Read which share of the open listings of a venue lies on its map, by section and provider, with the money at stake',
  access: ['places', 'ui'],
  tag: 'Venues',
  params: idParams,
  output: coverage,
})

export const placeListings = defineEndpoint('POST /rest/data/venues/listings/place', {
  summary: 'Hold the open listings of venues against their manifests again, by a job',
  access: ['places', 'write'],
  tag: 'Venues',
  input: z.strictObject({
    ids: z
      .array(z.int({ error: () => t('Every id must be a whole number.') }), {
        error: () => t('Send the venues as a list of ids.'),
      })
      .check(
        z.minLength(1, { error: () => t('Choose at least one venue.') }),
        z.maxLength(maxVenuesPlaced, {
          error: () => t('At most {most} venues at a time.', { most: maxVenuesPlaced }),
        }),
      ),
  }),
  output: z.object({ venues: z.int(), listings: z.int() }),
})
