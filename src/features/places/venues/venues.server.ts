import { sql } from 'kysely'
import { serve } from '../../../core/resource/resource.server.ts'
import { locationOf } from '../geo/cities.server.ts'
import { isOpen } from './map-coverage.server.ts'
import { venues } from './venues.ts'
import { requestZoneChange } from '../geo/zone-changes.server.ts'
import { assertZoneContains } from '../geo/zone-of-point.server.ts'

const openListings = sql`performances p join ticket_listings l on l.performance_id = p.id where p.venue_id = t.id and ${isOpen}`

export const venuesServer = serve(venues, {
  derived: {
    providerCodeWords: sql`t.provider_code_words`,
    configurationCount: sql`(select count(*) from venue_configurations c where c.venue_id = t.id)`,
    upcomingCount: sql`(select count(*) from performances p where p.venue_id = t.id and p.starts_at > now() and p.status <> 'cancelled')`,
    mapCoverage: sql`(select round(10000.0 * count(*) filter (where c.manifest_at is not null) / nullif(count(*), 0))::integer
      from venue_configurations c where c.venue_id = t.id)`,
    openListingCount: sql`(select count(*) from ${openListings})`,
    unplacedCount: sql`(select count(*) from ${openListings} and l.venue_section_id is null)`,
    placedShare: sql`(select round(10000.0 * count(l.venue_section_id) / nullif(count(*), 0))::integer from ${openListings})`,
  },
  async beforeSave({ draft, current }) {
    await assertZoneContains(locationOf(draft), current && locationOf(current))
  },
  afterSave: requestZoneChange('venue'),
})
