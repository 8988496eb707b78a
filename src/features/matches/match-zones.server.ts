import { sql } from 'kysely'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { SaveCall } from '../../core/resource/resource.server.ts'

interface Places {
  readonly venue: string | null
  readonly venueZone: string | null
  readonly homeZone: string | null
  readonly countryZone: string | null
}

/**
 * Gives a match the zone of its venue, or of its home team's ground or country, and refuses any other than the venue's.
 * The caller must give one only if none of those is known.
 */
export async function giveZone({ draft, current, db }: SaveCall): Promise<void> {
  const isMoved =
    !current || ['venueId', 'timeZone', 'homePerformerId', 'isNeutral'].some((key) => draft[key] !== current[key])
  // Zones stored before venues determined them stay unchanged until the match moves.
  if (!isMoved && typeof draft['timeZone'] === 'string') return
  const {
    rows: [places],
  } = await sql<Places>`
    select v.name as venue, v.time_zone as "venueZone", h.time_zone as "homeZone", case when cardinality(c.time_zones) = 1 then c.time_zones[1] end as "countryZone"
    from performers p left join venues v on v.id = ${draft['venueId']} left join venues h on h.id = p.home_venue_id left join countries c on c.id = p.country_id
    where p.id = ${draft['homePerformerId']}`.execute(db)
  const { venue = null, venueZone = null } = places ?? {}
  const isSaid = typeof draft['timeZone'] === 'string' && draft['timeZone'] !== current?.['timeZone']
  if (venueZone !== null) {
    if (isSaid && draft['timeZone'] !== venueZone) {
      throw invalid({
        timeZone: t('{venue} is in {zone}. Leave the time zone empty, or choose another venue.', {
          venue: venue ?? '',
          zone: venueZone,
        }),
      })
    }
    draft['timeZone'] = venueZone
    return
  }
  if (typeof draft['timeZone'] === 'string') return
  const ofHome = draft['isNeutral'] === true ? null : (places?.homeZone ?? places?.countryZone ?? null)
  if (ofHome === null)
    throw invalid({
      timeZone: t('Choose a venue or enter a time zone.'),
    })
  draft['timeZone'] = ofHome
}
