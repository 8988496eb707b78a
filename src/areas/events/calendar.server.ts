import { sql } from 'kysely'
import { implement, JsonText } from '../../kit/endpoint.server.ts'
import { invalid } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { openPurchases } from './held-purchases.server.ts'
import { readPerformanceCalendar } from './schedule-calls.ts'
import { addDays } from './starts.ts'

/** Days of one answer: a month with the ends of the weeks that it begins and ends in, twice over. */
const mostDays = 62

export const readPerformanceCalendarServer = implement(readPerformanceCalendar, async ({ db, query }) => {
  const { from, until, eventId, venueId, cityId, perDay = '4' } = query
  if (until < from || addDays(from, mostDays) <= until) throw invalid({ until: t('Ask for 1 to {most} days.', { most: mostDays }) })
  const only = (column: string, id: string | undefined) => (id === undefined ? sql`true` : sql`${sql.ref(column)} = ${Number(id)}`)
  const { rows: [page] } = await sql<{ text: string }>`
    with found as materialized (
      select p.id, p.event_id, p.venue_id, p.local_date, p.local_time, p.status, p.is_date_tbd,
        row_number() over (partition by p.local_date order by p.local_time nulls first, p.id) as place, count(*) over (partition by p.local_date) as count
      from performances p where p.local_date between ${from}::date and ${until}::date
        and ${only('p.event_id', eventId)} and ${only('p.venue_id', venueId)} and ${only('p.city_id', cityId)}
    ), shown as (
      select f.local_date, f.count, f.place, json_build_object(
        'id', f.id, 'eventId', f.event_id, 'event', e.name, 'venue', v.name, 'localTime', to_char(f.local_time, 'HH24:MI'), 'status', f.status,
        'isDateTbd', f.is_date_tbd, 'isDisputed', exists (select from provider_times o where o.performance_id = f.id and o.settled_at is null
          and (o.local_date, o.local_time) is distinct from (f.local_date, f.local_time)),
        'purchaseCount', (select count(*) from purchases u where u.performance_id = f.id and u.booking_status in ${openPurchases})
      ) as entry
      from found f join events e on e.id = f.event_id join venues v on v.id = f.venue_id where f.place <= ${Number(perDay)}
    )
    select json_build_object('days', coalesce((select json_agg(json_build_object('date', d.local_date, 'count', d.count, 'first', d.first) order by d.local_date)
      from (select local_date, min(count) as count, json_agg(entry order by place) as first from shown group by local_date) d), '[]'))::text as text`.execute(db)
  return new JsonText(page?.text ?? '{"days":[]}')
})
