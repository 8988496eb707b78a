import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { SaveCall } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { assertEventUnsold } from './schedule/cancel-or-postpone-event.server.ts'
import { events } from './event/events.ts'
import { isUpcoming } from './event/upcoming.server.ts'
import { disputes } from './schedule/performances.server.ts'

/** Performances of the row that people can still go to. */
const upcoming = sql`p.event_id = t.id and p.status <> 'cancelled' and ${isUpcoming}`
/** Those of them that are on sale. */
const sold = sql`p.event_id = t.id and p.starts_at > now() and p.status in ('onsale', 'sold_out', 'rescheduled')`

export const eventsServer = serve(events, {
  derived: {
    timeZone: sql`(select v.time_zone from venues v where v.id = t.venue_id)`,
    nextStartsAt: sql`(select min(p.starts_at) from performances p where ${sold})`,
    nextTbaOn: sql`(select case when p.is_time_tba then p.local_date end from performances p where ${sold} order by p.starts_at, p.id limit 1)`,
    performanceCount: sql`(select count(*) from performances p where p.event_id = t.id)`,
    upcomingCount: sql`(select count(*) from performances p where ${upcoming})`,
    // What a customer pays, fees included: the same function answers the Discovery API.
    fromPrice: sql`(select o.total from event_offer(t.id) o)`,
    currency: sql`(select o.currency from event_offer(t.id) o)`,
    listingCount: sql`(select count(*) from performances p join ticket_listings l on l.performance_id = p.id and l.is_open
      where ${sold} and not exists (select from house_stock k where k.listing_id = l.id and k.taken >= k.capacity))`,
    providerCount: sql`(select count(distinct g.provider_id) from performances p cross join lateral (
      select l.provider_id from ticket_listings l where l.performance_id = p.id and l.is_open union select o.provider_id from provider_times o where o.performance_id = p.id
    ) g where ${upcoming})`,
    mapCoverage: sql`(select round(10000.0 * count(*) filter (where c.manifest_at is not null) / nullif(count(*), 0))::integer
      from performances p left join venue_configurations c on c.id = p.venue_configuration_id where ${upcoming})`,
    purchaseCount: sql`(select count(*) from purchases u where u.event_id = t.id and u.booking_status in ('confirmed', 'completed'))`,
    disputedCount: sql`(select count(distinct p.id) from performances p join ${disputes} where ${upcoming})`,
    isVenuePublished: sql`(select v.publication = 'published' from venues v where v.id = t.venue_id)`,
  },
  async beforeSave({ draft, current, db }) {
    if (draft['venueId'] !== current?.['venueId']) draft['cityId'] = await cityOf(db, draft['venueId'])
    await assertSection(db, draft, current)
    const { schedule } = draft
    if (current && schedule !== current['schedule'] && (schedule === 'cancelled' || schedule === 'postponed'))
      await assertEventUnsold(db, Number(current['id']), schedule)
    if (current && draft['superEventId'] !== null && draft['superEventId'] !== current['superEventId']) {
      await assertNoLoop(db, Number(current['id']), draft['superEventId'])
    }
  },
})

async function cityOf(db: Db, venueId: unknown): Promise<number> {
  const {
    rows: [venue],
  } = await sql<{ city_id: number }>`select city_id from venues where id = ${venueId}`.execute(db)
  if (!venue)
    throw invalid({
      venueId: t('{label} refers to a record that does not exist.', {
        label: labelOf('venueId', events.fields.venueId),
      }),
    })
  return venue.city_id
}

/** A subcategory that is not of the category is refused in words; the database would only name its rule. */
async function assertSection(db: Db, draft: SaveCall['draft'], current: SaveCall['current']): Promise<void> {
  const isSame =
    draft['categoryId'] === current?.['categoryId'] && draft['subcategoryId'] === current?.['subcategoryId']
  if (isSame || draft['subcategoryId'] === null || draft['subcategoryId'] === undefined) return
  const {
    rows: [section],
  } = await sql<{ id: number; name: string; category: string }>`
    select c.id, s.name, c.name as category from subcategories s join categories c on c.id = s.category_id where s.id = ${draft['subcategoryId']}`.execute(
    db,
  )
  if (section && section.id !== draft['categoryId']) {
    throw invalid({
      subcategoryId: t('{name} is in the category {category}: choose that one, or another subcategory.', section),
    })
  }
}

/** An event that is part of itself, by however many others, would make every climb up endless. */
async function assertNoLoop(db: Db, id: number, above: unknown): Promise<void> {
  const {
    rows: [loop],
  } = await sql`
    with recursive whole as (
      select id, super_event_id from events where id = ${above}
      union select e.id, e.super_event_id from events e join whole w on e.id = w.super_event_id
    ) select from whole where id = ${id}`.execute(db)
  if (loop) throw invalid({ superEventId: t('That event is part of this one.') })
}
