import { sql } from 'kysely'
import { assertInCities } from '../../../core/calls/city-limits.server.ts'
import { refusalOf } from '../../../core/resource/database-errors.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import { addVenueConfiguration } from './add-venue-configuration.ts'
import { cities } from '../geo/cities.ts'
import { venueConfigurations } from './venue-configurations.ts'
import { venues } from './venues.ts'

export const venueConfigurationsServer = serve(venueConfigurations, {
  derived: {
    cityId: sql`t.city_id`,
    sectionCount: sql`(select count(*) from venue_sections s where s.venue_configuration_id = t.id)`,
  },
})

/** Permission depends on the venue: a configuration on its own belongs to no city. */
export const addVenueConfigurationServer = implement(
  addVenueConfiguration,
  async ({ db, params, input, actor, audit }) => {
    const number = /^[1-9][0-9]{0,14}$/.test(params.id) ? Number(params.id) : 0
    const {
      rows: [venue],
    } = await sql<{
      cityId: number
      name: string
    }>`select city_id as "cityId", name from venues where id = ${number}`.execute(db)
    if (!venue) throw new Refusal(404, t('Venue not found.'))
    await assertInCities({ resource: venues, lookup: () => cities }, { actor, db }, 'places', [{ ...venue }])
    const {
      rows: [made],
    } = await sql<{ id: number }>`
    insert into venue_configurations (venue_id, city_id, name, layout, capacity)
    values (${number}, ${venue.cityId}, ${input.name}, ${input.layout}, ${input.capacity}) returning id`
      .execute(db)
      .catch((error: unknown) => {
        throw refusalOf(error, venueConfigurations)
      })
    if (!made) throw new Error('An insert answers with its row.')
    audit.record({
      action: 'create',
      object: venueConfigurations.name,
      recordId: made.id,
      title: input.name,
      version: 1,
      before: null,
      after: { venueId: number, ...input },
    })
    return { id: made.id }
  },
  { enforcesLimits: true },
)
