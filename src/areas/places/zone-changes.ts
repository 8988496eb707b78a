import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'

/** Performances that a report names one by one; of more it says how many. */
export const mostNamed = 200

const oddity = z.object({
  performanceId: z.int(),
  event: z.string(),
  /** The wall clock: `2026-03-29T02:30`. */
  local: z.string(),
})

const zoneChange = z.object({
  id: z.int(),
  from: z.string(),
  to: z.string(),
  by: z.string(),
  at: z.string(),
  /** When the last performance had been looked at; null while the job is at work. */
  finishedAt: z.nullable(z.string()),
  changed: z.int(),
  venues: z.int(),
  products: z.int(),
  /** Purchases to come whose customers may have the old moment in their calendars. */
  purchases: z.int(),
  /** Left as they were: the clocks of the new zone skip that time. Somebody has to choose another. */
  skipped: z.array(oddity),
  /** The clocks show that time twice; the first was taken. */
  doubled: z.array(oddity),
})
export type ZoneChange = z.output<typeof zoneChange>

const params = z.object({ id: z.string() })
const output = z.object({ changes: z.array(zoneChange) })

export const listCityZoneChanges = defineEndpoint('GET /rest/data/cities/:id/zone-changes', {
  summary: 'Read what became of the performances of a city when its time zone was changed, the newest change first',
  access: ['places', 'ui'], params, output, tag: 'Cities',
})

export const listVenueZoneChanges = defineEndpoint('GET /rest/data/venues/:id/zone-changes', {
  summary: 'Read what became of the performances of a venue when its time zone was changed, the newest change first',
  access: ['places', 'ui'], params, output, tag: 'Venues',
})
