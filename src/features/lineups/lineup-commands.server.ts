import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { implement, JsonText } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Billed } from './lineup.endpoints.ts'
import { previewContents, readBill, reviewContents, writeBill } from './lineup.endpoints.ts'
import type { LineupQuery } from './lineup-members.server.ts'
import { isToCome, membersSql, refreshLineup, storedBill, storedQuery } from './lineup-members.server.ts'

const idOf = ({ id }: { id: string }) => (/^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0)
const missing = () => new Refusal(404, t('Lineup not found.'))

async function billOf(db: Db, id: number): Promise<Billed[]> {
  const { rows } = await sql<Billed>`
    select p.id as "performerId", p.name, p.kind, b.role from lineup_performers b join performers p on p.id = b.performer_id
    where b.lineup_id = ${id} order by b.position, b.id`.execute(db)
  return rows
}

export const readBillServer = implement(readBill, async ({ db, params }) => {
  const {
    rows: [lineup],
  } = await sql`select from lineups where id = ${idOf(params)}`.execute(db)
  if (!lineup) throw missing()
  return { performers: await billOf(db, idOf(params)) }
})

const inWords = (bill: readonly Billed[]) => bill.map(({ name, role }) => `${name} (${role})`)

export const writeBillServer = implement(writeBill, async ({ db, params, input: { performers }, audit }) => {
  const id = idOf(params)
  const {
    rows: [lineup],
  } = await sql<{ name: string }>`select name from lineups where id = ${id} for update`.execute(db)
  if (!lineup) throw missing()
  const ids = performers.map(({ performerId }) => performerId)
  if (new Set(ids).size < ids.length) throw invalid({ performers: t('A performer is on the bill twice.') })
  const before = await billOf(db, id)
  const { rows: known } = await sql<{
    id: number
  }>`select id from performers where id = any(${ids}::bigint[]) for share`.execute(db)
  if (known.length < ids.length) throw invalid({ performers: t('One of the performers doesn’t exist.') })
  const isSame =
    before.length === performers.length &&
    performers.every(
      ({ performerId, role }, at) => before[at]?.performerId === performerId && before[at]?.role === role,
    )
  if (isSame) return { performers: before }
  await sql`delete from lineup_performers where lineup_id = ${id}`.execute(db)
  await sql`
    insert into lineup_performers (lineup_id, performer_id, position, role)
    select ${id}, g.id, g.place, g.role from unnest(${ids}::bigint[], ${performers.map(({ role }) => role)}::text[]) with ordinality as g (id, role, place)`.execute(
    db,
  )
  const after = await billOf(db, id)
  const {
    rows: [row],
  } = await sql<{
    version: number
  }>`update lineups set version = version + 1, updated_at = now() where id = ${id} returning version`.execute(db)
  await refreshLineup(db, id)
  audit.record({
    action: 'bill-changed',
    object: 'lineups',
    recordId: id,
    title: lineup.name,
    before: { bill: inWords(before) },
    after: { bill: inWords(after) },
    ...(row && { version: row.version }),
  })
  return { performers: after }
})

/** The day of performance `p`; null while it is undecided, because the day it had is kept in its place. */
const knownDay = sql`(case when not p.is_date_tbd then p.local_date end)`

/** Whether event `n` is on another day than in snapshot `th`. Of a postponed one, older snapshots have the day that it had before. */
const hasMoved = sql`(th.day is distinct from n.local_date::text and not (coalesce(n.is_date_tbd, false) and th.schedule = 'postponed'))`

/** Everything about the events that the panel shows. */
async function contentsOf(db: Db, id: number | null, query: LineupQuery): Promise<string> {
  const bill = id === null ? sql`'{}'::bigint[]` : storedBill(id)
  const left = { ...query, excludedEventIds: [], maxEvents: 200 }
  const {
    rows: [page],
  } = await sql<{ body: string }>`
    with members as materialized ${membersSql(query, bill)},
    snapshot as (select * from lineup_snapshots where lineup_id = ${id}),
    then_in as (select g.id, g.name, g.day, g.schedule from snapshot s, jsonb_to_recordset(s.events) as g (id bigint, name text, day text, schedule text)),
    next as (
      select distinct on (m.id) m.id, p.is_date_tbd, ${knownDay} as local_date, case when not p.is_date_tbd then p.local_time end as local_time, p.time_zone
      from members m join performances p on p.event_id = m.id where ${isToCome} order by m.id, p.is_date_tbd, p.starts_at, p.id
    )
    select json_build_object(
      'events', (select coalesce(json_agg(json_build_object(
        'id', e.id, 'name', e.name, 'isPinned', m.is_pinned, 'venue', v.name, 'city', c.name,
        'localDate', n.local_date, 'localTime', to_char(n.local_time, 'HH24:MI'), 'timeZone', n.time_zone, 'isDateTbd', coalesce(n.is_date_tbd, false), 'schedule', e.schedule, 'publication', e.publication,
        'change', case when not exists (select from snapshot) then 'none' when th.id is null then 'new' when ${hasMoved} then 'moved'
          when (th.name, th.schedule) is distinct from (e.name, e.schedule) then 'changed' else 'none' end,
        'was', case when th.id is not null and ${hasMoved} then th.day end
      ) order by m.position), '[]') from members m join events e on e.id = m.id join venues v on v.id = e.venue_id join cities c on c.id = e.city_id
        left join next n on n.id = m.id left join then_in th on th.id = m.id),
      'total', coalesce((select max(total) from members), 0),
      'excluded', (select coalesce(json_agg(json_build_object('id', e.id, 'name', e.name) order by e.name), '[]') from events e
        where e.id = any(${query.excludedEventIds}::bigint[]) and e.id in (select o.id from ${membersSql(left, bill)} o)),
      'gone', (select coalesce(json_agg(json_build_object('id', th.id, 'name', th.name) order by th.name), '[]') from then_in th where th.id not in (select id from members)),
      'reviewedAt', (select to_char(reviewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from snapshot),
      'reviewedBy', (select reviewed_by from snapshot)
    )::text as body`.execute(db)
  return page?.body ?? '{}'
}

export const previewContentsServer = implement(
  previewContents,
  async ({ db, input: { id, ...query } }) => new JsonText(await contentsOf(db, id, query)),
  { transaction: false },
)

export const reviewContentsServer = implement(reviewContents, async ({ db, params, actor, audit }) => {
  const id = idOf(params)
  const query = await storedQuery(db, id)
  if (!query) throw missing()
  await refreshLineup(db, id)
  const {
    rows: [kept],
  } = await sql<{ events: number; reviewedAt: string; name: string }>`
    with now_in as (
      select le.event_id as id, min(le.position) as position from lineup_events le where le.lineup_id = ${id} group by le.event_id
    ), facts as (
      select n.id, n.position, e.name, e.schedule, (select ${knownDay}::text from performances p where p.event_id = e.id and ${isToCome} order by p.is_date_tbd, p.starts_at, p.id limit 1) as day
      from now_in n join events e on e.id = n.id
    )
    insert into lineup_snapshots (lineup_id, event_ids, events, reviewed_by)
    select ${id}, coalesce(array_agg(id order by position), '{}'), coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'day', day, 'schedule', schedule) order by position), '[]'), ${actor.name}
    from facts
    on conflict (lineup_id) do update set event_ids = excluded.event_ids, events = excluded.events, reviewed_by = excluded.reviewed_by, reviewed_at = now()
    returning cardinality(event_ids) as events, reviewed_at as "reviewedAt", (select name from lineups where id = ${id}) as name`.execute(
    db,
  )
  if (!kept) throw missing()
  audit.record({
    action: 'contents-reviewed',
    object: 'lineups',
    recordId: id,
    title: kept.name,
    before: null,
    after: { events: kept.events },
  })
  return { events: kept.events, reviewedAt: kept.reviewedAt }
})
