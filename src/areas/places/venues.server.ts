import { sql } from 'kysely'
import { serve } from '../../kit/resource.server.ts'
import { locationOf } from './cities.server.ts'
import { venues } from './venues.ts'
import { requestZoneChange } from './zone-changes.server.ts'
import { assertZoneContains } from './zone-of-point.server.ts'

export const venuesServer = serve(venues, {
  derived: {
    configurationCount: sql`(select count(*) from venue_configurations c where c.venue_id = t.id)`,
    upcomingCount: sql`(select count(*) from performances p where p.venue_id = t.id and p.starts_at > now() and p.status <> 'cancelled')`,
    mapCoverage: sql`(select round(10000.0 * count(*) filter (where c.manifest_at is not null) / nullif(count(*), 0))::integer
      from venue_configurations c where c.venue_id = t.id)`,
  },
  beforeSave: ({ draft, current }) => assertZoneContains(locationOf(draft), current && locationOf(current)),
  afterSave: requestZoneChange('venue'),
})
