import { sql } from 'kysely'
import { implement, JsonText } from '../../../core/http/endpoint.server.ts'
import { invalid } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { parseList } from '../../../core/list/list-query.server.ts'
import { whereSql } from '../../../core/list/list-sql.server.ts'
import { openPurchases } from '../notices/held-purchases.server.ts'
import { performancesServer } from './performances.server.ts'
import { performances } from '../performance/performances.ts'
import { readPerformanceCalendar } from '../notices/schedule.endpoints.ts'
import { addDays } from '../performance/starts.ts'

/** Days of one answer: a month with the ends of the weeks that it begins and ends in, twice over. */
const maxDays = 62

/** `timeZone` is the IANA time zone of the days when a filter names none. */
export const implementPerformanceCalendar = (timeZone: string) =>
  implement(readPerformanceCalendar, async ({ db, query }) => {
    const { from, until, eventId, perDay = '4', ...narrowed } = query
    const list = parseList(performances, narrowed, timeZone)
    if (until < from || addDays(from, maxDays) <= until)
      throw invalid({ until: t('Ask for 1 to {most} days.', { most: maxDays }) })
    const {
      rows: [page],
    } = await sql<{ text: string }>`
    with found as materialized (
      select t.id, t.event_id, t.venue_id, t.local_date, t.local_time, t.status, t.is_date_tbd,
        row_number() over (partition by t.local_date order by t.local_time nulls first, t.id) as place, count(*) over (partition by t.local_date) as count
      from performances t where t.local_date between ${from}::date and ${until}::date
        and ${eventId === undefined ? sql`true` : sql`t.event_id = ${Number(eventId)}`} and ${whereSql(performancesServer, list)}
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
      from (select local_date, min(count) as count, json_agg(entry order by place) as first from shown group by local_date) d), '[]'))::text as text`.execute(
      db,
    )
    return new JsonText(page?.text ?? '{"days":[]}')
  })
