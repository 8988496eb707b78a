import { sql } from 'kysely'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Engagement } from './performer-events.endpoints.ts'
import { listLeagues, maxNamesakes, readNamesakes } from '../performer/performer.endpoints.ts'
import { readEngagements } from './performer-events.endpoints.ts'

/** Performances that are shown; the rest is in the list of performances. */
const maxShown = 8

const readNamesakesServer = implement(readNamesakes, async ({ db, query: { name } }) => {
  const { rows } = await sql<{ id: number; name: string; kind: string; sport: string | null }>`
    select p.id, p.name, p.kind, p.sport from performers p join performer_names n on n.performer_id = p.id and n.name_key = performer_key(${name})
    order by n.is_own desc, p.popularity desc, p.id limit ${maxNamesakes}`.execute(db)
  return { namesakes: rows }
})

const listLeaguesServer = implement(listLeagues, async ({ db }) => {
  const { rows } = await sql<{ league: string }>`
    select league from performers where league is not null group by league order by count(*) desc, league limit 200`.execute(
    db,
  )
  return { leagues: rows.map(({ league }) => league) }
})

const readEngagementsServer = implement(
  readEngagements,
  async ({ db, params }) => {
    const id = /^[1-9][0-9]{0,14}$/.test(params.id) ? Number(params.id) : 0
    const {
      rows: [found],
    } = await sql<{ next: Engagement[]; upcoming: number; past: number }>`
    with own as materialized (
      select p.id, p.event_id, e.name, p.local_date, p.local_time, p.is_date_tbd, p.status, p.venue_id, p.starts_at, (p.starts_at > now() or p.is_date_tbd) as is_to_come
      from events e join performances p on p.event_id = e.id where e.performer_ids @> array[${id}::bigint]
    )
    select (select count(*)::integer from own where is_to_come and status <> 'cancelled') as upcoming, (select count(*)::integer from own where not is_to_come and status <> 'cancelled') as past,
      (select coalesce(json_agg(json_build_object('performanceId', o.id, 'eventId', o.event_id, 'eventName', o.name, 'localDate', o.local_date, 'localTime', to_char(o.local_time, 'HH24:MI'),
        'isDateTbd', o.is_date_tbd, 'status', o.status, 'venue', v.name, 'city', c.name) order by o.starts_at, o.id), '[]')
        from (select * from own where is_to_come order by starts_at, id limit ${maxShown}) o join venues v on v.id = o.venue_id join cities c on c.id = v.city_id) as next
    from performers where id = ${id}`.execute(db)
    if (!found) throw new Refusal(404, t('Performer not found.'))
    return found
  },
  { transaction: false },
)

export const performerCallServers: readonly Implementation[] = [
  readNamesakesServer,
  listLeaguesServer,
  readEngagementsServer,
]
