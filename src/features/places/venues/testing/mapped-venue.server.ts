import { sql } from 'kysely'
import type { Maker } from '../../../../core/testing/make.server.ts'
import type { Db } from '../../../../db/tables.server.ts'

interface Making {
  readonly db: Db
  readonly records: Maker
}

/** A section's name, or its values; what is not said is a seated section in no zone without rows. */
type MadeSection = string | Readonly<Record<string, unknown>>

/** Gives a venue a configuration with a published map; without sections its map is still to come. Answers with the configuration's id. */
export async function makeMap(
  { db, records }: Making,
  sections: readonly MadeSection[],
  values: Readonly<Record<string, unknown>>,
): Promise<number> {
  const venueConfigurationId = await records.make('venue-configurations', values)
  for (const [place, section] of sections.entries())
    await records.make('venue-sections', {
      code: `s${place}`,
      position: place + 1,
      zone: null,
      rows: [],
      isGeneralAdmission: false,
      ...(typeof section === 'string' ? { name: section } : section),
      venueConfigurationId,
    })
  if (sections.length > 0)
    await sql`update venue_configurations set manifest_at = now() where id = ${venueConfigurationId}`.execute(db)
  return venueConfigurationId
}

export interface MappedVenue {
  readonly venueId: number
  readonly venueConfigurationId: number
  readonly providerId: number
  readonly eventId: number
  /** On sale, with the map. */
  readonly performanceId: number
}

/** A venue with a map, and a performance there for which listings can arrive. */
export async function mappedVenue(
  making: Making,
  sections: readonly MadeSection[],
  names: { readonly venue?: object; readonly configuration?: object; readonly provider?: object } = {},
): Promise<MappedVenue> {
  const { records } = making
  const venueId = await records.make('venues', { ...names.venue })
  const venueConfigurationId = await makeMap(making, sections, { ...names.configuration, venueId })
  const providerId = await records.make('providers', { ...names.provider })
  const eventId = await records.make('events', { venueId, providerId })
  const performanceId = await records.make('performances', {
    eventId,
    venueId,
    venueConfigurationId,
    status: 'onsale',
    isDateTbd: false,
  })
  return { venueId, venueConfigurationId, providerId, eventId, performanceId }
}
