import { sql } from 'kysely'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { ResourceServer, SaveCall } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { translatedShareOf } from '../../platform/translations/store/translated-share.server.ts'
import { isToCome, refreshLineup } from './lineup-members.server.ts'
import { lineups } from './lineups.ts'

const own = sql`lineup_events le where le.lineup_id = t.id`
const days = sql`lineup_events le join performances p on p.event_id = le.event_id where le.lineup_id = t.id and p.status <> 'cancelled' and not p.is_date_tbd`

/** The venue determines the city; another city beside it would contradict it. */
async function assertVenueInCity({ draft, current, db }: SaveCall): Promise<void> {
  if (
    draft['venueId'] === null ||
    (current && draft['venueId'] === current['venueId'] && draft['cityId'] === current['cityId'])
  )
    return
  const {
    rows: [venue],
  } = await sql<{ name: string; city: string; cityId: number }>`
    select v.name, c.name as city, c.id as "cityId" from venues v join cities c on c.id = v.city_id where v.id = ${draft['venueId']}`.execute(
    db,
  )
  if (!venue || draft['cityId'] === venue.cityId) return
  if (draft['cityId'] !== null && draft['cityId'] !== current?.['cityId'])
    throw invalid({ venueId: t('{venue} is in {city}.', { venue: venue.name, city: venue.city }) })
  draft['cityId'] = venue.cityId
}

export const lineupsServer: ResourceServer = serve(lineups, {
  derived: {
    performerCount: sql`(select count(*) from lineup_performers lp where lp.lineup_id = t.id)`,
    eventCount: sql`(select count(distinct le.event_id) from ${own})`,
    upcomingCount: sql`(select count(distinct le.event_id) from ${own} and exists (select from performances p where p.event_id = le.event_id and ${isToCome}))`,
    changeCount: sql`(select (select count(*) from ${own} and le.event_id <> all(s.event_ids))
      + (select count(*) from unnest(s.event_ids) as was (id) where not exists (select from ${own} and le.event_id = was.id))
      from lineup_snapshots s where s.lineup_id = t.id)`,
    onSaleShare: sql`(select round(10000.0 * count(*) filter (where f.is_sold) / nullif(count(*), 0))::integer from (
      select exists (select from performances p where p.event_id = w.event_id and p.starts_at > now() and p.status in ('onsale', 'rescheduled') and p.available > 0) as is_sold
      from (select distinct le.event_id from ${own}) w where exists (select from performances p where p.event_id = w.event_id and ${isToCome})) f)`,
    translatedShare: translatedShareOf(lineups),
    rating: sql`(select r.average from review_totals r where r.kind = 'lineup' and r.subject_id = t.id)`,
    reviewCount: sql`coalesce((select r.review_count from review_totals r where r.kind = 'lineup' and r.subject_id = t.id), 0)`,
    firstOn: sql`(select min(p.local_date) from ${days})`,
    lastOn: sql`(select max(p.local_date) from ${days})`,
  },
  beforeSave: assertVenueInCity,
  afterSave: ({ db, id }) => refreshLineup(db, id),
})
