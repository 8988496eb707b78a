import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

/**
 * Matches for the existing sports events, each linked to its own, and changes of kickoffs that are yet to be decided.
 * Safe to run again.
 */
export async function seedMatches(trx: Db): Promise<void> {
  const {
    rows: [there],
  } = await sql`select from matches limit 1`.execute(trx)
  if (there) return
  await sql`
    with played as (
      select distinct on (e.id) e.id as event_id, e.name as event_name, e.performer_ids[1] as home, e.performer_ids[2] as away, h.sport, p.venue_id, p.local_date, p.local_time, p.time_zone, p.starts_at, p.status,
        case when extract(month from p.local_date) >= 7 then extract(year from p.local_date) else extract(year from p.local_date) - 1 end::integer as year
      from events e join performances p on p.event_id = e.id
        join performers h on h.id = e.performer_ids[1] and h.kind = 'team' join performers a on a.id = e.performer_ids[2] and a.kind = 'team' and a.sport = h.sport
      where e.type = 'sport' and cardinality(e.performer_ids) = 2 order by e.id, p.starts_at
    ), placed as (
      select *, row_number() over (partition by sport, year order by starts_at, event_id) as place from played
    )
    insert into matches (name, competition, season, round, home_performer_id, away_performer_id, venue_id, local_date, local_time, time_zone, starts_at, is_tbc, status, demand_tier, event_id, created_at)
    select '?', case sport when 'football' then 'Continental Football Cup' when 'basketball' then 'Hardwood Series' when 'ice_hockey' then 'Northern Ice League' when 'baseball' then 'Diamond Series'
        when 'american_football' then 'Gridiron League' when 'cricket' then 'Pavilion Trophy' else 'Union Rugby Series' end,
      year || '/' || lpad(((year + 1) % 100)::text, 2, '0'), case when place % 17 = 16 then 'Semi-final, tie ' || place else 'Matchday ' || place end, home, away, venue_id, local_date, local_time, time_zone, starts_at,
      local_time is null or (starts_at > now() and place % 11 = 5),
      case when status = 'cancelled' then 'cancelled' when starts_at < now() then 'played' when status = 'postponed' or place % 29 = 13 then 'postponed' else 'scheduled' end,
      case when starts_at > now() - interval '60 days' then (array['a', 'b', 'b', 'c', null])[1 + place % 5] end,
      case when place % 7 <> 6 then event_id end, now() - interval '120 days'
    from placed on conflict do nothing`.execute(trx)
  // Announcements since: another time, another day, and a postponement.
  await sql`
    insert into match_changes (match_id, local_date, local_time, time_zone, is_tbc, status, source, found_by, found_at)
    select id, case when place % 3 = 1 then local_date + 1 else local_date end, case when place % 3 = 0 then local_time else (local_time + interval '90 minutes')::time end, time_zone, place % 3 = 0,
      case when place % 3 = 0 then 'postponed' else 'scheduled' end, 'fixtures-' || lower(replace(competition, ' ', '-')) || '.ics', 'Mateo Villanueva', now() - make_interval(hours => place::integer)
    from (select *, row_number() over (order by starts_at, id) as place from matches where starts_at > now() + interval '5 days' and status = 'scheduled' and local_time between '10:00' and '21:00' order by starts_at, id limit 7) m
    on conflict do nothing`.execute(trx)
}
