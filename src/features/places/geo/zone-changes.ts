import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams } from '../../../core/http/path-params.ts'

/** Performances that a report lists; beyond that, it gives only the number. */
export const maxNamed = 200

const oddity = z
  .object({
    performanceId: z.int(),
    event: z.string(),
    /** The wall clock: `2026-03-29T02:30`. */
    local: z.string(),
  })
  .register(z.globalRegistry, { id: 'ZoneChangeOddity' })

const zoneChange = z
  .object({
    id: z.int(),
    from: z.string(),
    to: z.string(),
    by: z.string(),
    at: z.string(),
    /** When the last performance was processed; null while the job is running. */
    finishedAt: z.nullable(z.string()),
    changed: z.int(),
    venues: z.int(),
    products: z.int(),
    /** Upcoming purchases whose customers can have the old time in their calendars. */
    purchases: z.int(),
    /** Left unchanged: clocks in the new zone skip that time, so staff must choose another. */
    skipped: z.array(oddity),
    /** The clocks show that time twice; the first was taken. */
    doubled: z.array(oddity),
  })
  .register(z.globalRegistry, { id: 'ZoneChange' })
export type ZoneChange = z.output<typeof zoneChange>

const output = z.object({ changes: z.array(zoneChange) }).register(z.globalRegistry, { id: 'ZoneChanges' })

export const listCityZoneChanges = defineEndpoint('GET /rest/data/cities/:id/zone-changes', {
  summary: 'Read what became of the performances of a city when its time zone was changed, the newest change first',
  access: ['places', 'ui'],
  params: idParams,
  output,
  tag: 'Cities',
})

export const listVenueZoneChanges = defineEndpoint('GET /rest/data/venues/:id/zone-changes', {
  summary: 'Read what became of the performances of a venue when its time zone was changed, the newest change first',
  access: ['places', 'ui'],
  params: idParams,
  output,
  tag: 'Venues',
})
