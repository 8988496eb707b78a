import { sql } from 'kysely'
import type { Call } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement, JsonText } from '../../core/http/endpoint.server.ts'
import { may } from '../../core/access/access.ts'
import { difference } from '../../core/audit/audit.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { instantOf, localOf } from '../../core/zoned-time.ts'
import type { Move } from '../events/schedule/reschedule.server.ts'
import { applyMoves, lockScheduled, planMove, taken } from '../events/schedule/reschedule.server.ts'
import { openPurchases } from '../events/notices/held-purchases.server.ts'
import type { Kickoff } from './fixture.endpoints.ts'
import { decideMatchChanges, listMatchChanges } from './fixture.endpoints.ts'
import { kickoffOf } from './matches.server.ts'

/** Changes shown at once; the rest appear when these are decided. */
const maxShown = 500

/**
 * The performance that goes with a match `m`: the one of its event that begins when the match does, or else the only
 * upcoming one.
 */
const performanceOf = sql`
  select p.id from performances p where p.event_id = m.event_id and p.status <> 'cancelled'
    and (p.starts_at = m.starts_at or (p.starts_at > now() and (select count(*) from performances o where o.event_id = m.event_id and o.starts_at > now() and o.status <> 'cancelled') = 1))
  order by p.starts_at = m.starts_at desc, p.id limit 1`

export const listMatchChangesServer = implement(listMatchChanges, async ({ db }) => {
  const {
    rows: [page],
  } = await sql<{ body: string }>`
    with open as (
      select c.*, m.name, m.competition, m.round, m.starts_at, m.event_id, m.local_date as was_date, m.local_time as was_time, m.time_zone as was_zone, m.is_tbc as was_tbc, m.status as was_status
      from match_changes c join matches m on m.id = c.match_id where c.decision = 'open' order by m.starts_at, c.id limit ${maxShown}
    )
    select json_build_object('total', (select count(*) from match_changes where decision = 'open'), 'changes', coalesce((select json_agg(json_build_object(
      'id', m.id, 'matchId', m.match_id, 'name', m.name, 'competition', m.competition, 'round', m.round,
      'was', json_build_object('localDate', m.was_date, 'localTime', to_char(m.was_time, 'HH24:MI'), 'timeZone', m.was_zone, 'isTbc', m.was_tbc, 'status', m.was_status),
      'becomes', json_build_object('localDate', m.local_date, 'localTime', to_char(m.local_time, 'HH24:MI'), 'timeZone', m.time_zone, 'isTbc', m.is_tbc, 'status', m.status),
      'source', m.source, 'foundBy', m.found_by, 'foundAt', to_char(m.found_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'performance', case when m.event_id is not null then (select json_build_object('id', p.id, 'eventName', e.name, 'isPast', p.starts_at <= now() and not p.is_date_tbd,
          'purchases', (select count(*) from purchases u where u.performance_id = p.id and u.booking_status in ${openPurchases}))
        from performances p join events e on e.id = p.event_id where p.id = (${performanceOf})) end
    ) order by m.starts_at, m.id) from open m), '[]'))::text as body`.execute(db)
  return new JsonText(page?.body ?? '{"changes":[],"total":0}')
})

interface Open extends Kickoff {
  readonly id: number
  readonly matchId: number
  readonly name: string
  readonly was: Kickoff
  readonly performanceId: number | null
  readonly source: string
}

async function lockOpen(db: Db, ids: readonly number[]): Promise<Open[]> {
  await sql`select from match_changes where id = any(${ids}::bigint[]) order by id for update`.execute(db)
  const { rows } = await sql<Open>`
    select c.id, c.match_id as "matchId", m.name, c.local_date as "localDate", c.local_time as "localTime", c.time_zone as "timeZone", c.is_tbc as "isTbc", c.status, c.source,
      (${performanceOf}) as "performanceId",
      json_build_object('localDate', m.local_date, 'localTime', to_char(m.local_time, 'HH24:MI'), 'timeZone', m.time_zone, 'isTbc', m.is_tbc, 'status', m.status) as was
    from match_changes c join matches m on m.id = c.match_id where c.id = any(${ids}::bigint[]) and c.decision = 'open' order by c.id`.execute(
    db,
  )
  return rows
}

export const decideMatchChangesServer = implement(decideMatchChanges, async (call) => {
  const {
    db,
    input: { approve, decline },
  } = call
  const open = await lockOpen(db, [...approve, ...decline])
  const known = new Set(open.map(({ id }) => id))
  if ([...approve, ...decline].some((id) => !known.has(id)))
    throw new Refusal(409, t('Some of these have already been decided. Check them again.'))
  const declined = new Set(decline)
  const approved = open.filter(({ id }) => !declined.has(id))
  await writeMatches(call, approved)
  const moved = await movePerformances(call, approved)
  await sql`
    update match_changes set decision = case when id = any(${decline}::bigint[]) then 'declined' else 'approved' end, decided_at = now(), decided_by = ${call.actor.name}
    where id = any(${[...known]}::bigint[])`.execute(db)
  for (const { matchId, name, source } of open.filter(({ id }) => declined.has(id))) {
    call.audit.record({
      action: 'kickoff-declined',
      object: 'matches',
      recordId: matchId,
      title: name,
      before: null,
      after: null,
      reason: source,
    })
  }
  return {
    approved: approved.length,
    declined: declined.size,
    performances: moved.performances,
    changes: [...moved.changes],
  }
})

async function writeMatches({ db, audit }: Pick<Call, 'db' | 'audit'>, changes: readonly Open[]): Promise<void> {
  if (changes.length === 0) return
  const values = changes.map((change) => ({
    ...becomesOf(change),
    id: change.matchId,
    startsAt: instantOf(kickoffOf(change), change.timeZone).instant,
  }))
  const { rows } = await sql<{ id: number; version: number }>`
    update matches m set local_date = g."localDate", local_time = g."localTime", time_zone = g."timeZone", starts_at = g."startsAt", is_tbc = g."isTbc", status = g.status,
      is_later = m.is_later and m.starts_at = g."startsAt", version = m.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as g (id bigint, "localDate" date, "localTime" time, "timeZone" text, "startsAt" timestamptz, "isTbc" boolean, status text)
    where m.id = g.id returning m.id, m.version`.execute(db)
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  for (const change of changes) {
    const version = versions.get(change.matchId)
    audit.record({
      action: 'kickoff-approved',
      object: 'matches',
      recordId: change.matchId,
      title: change.name,
      ...(version !== undefined && { version }),
      ...difference({ ...change.was }, becomesOf(change)),
      reason: change.source,
    })
  }
}

function becomesOf({ localDate, localTime, timeZone, isTbc, status }: Kickoff): Readonly<Record<string, unknown>> {
  return { localDate, localTime, timeZone, isTbc, status }
}

/** Moves performances with their matches, by the rules of the schedule. Past and cancelled ones stay. */
async function movePerformances(
  call: Call,
  changes: readonly Open[],
): Promise<{ performances: number; changes: readonly number[] }> {
  const moving = changes.filter(
    ({ performanceId, was, ...is }) =>
      performanceId !== null &&
      (was.localDate !== is.localDate || was.localTime !== is.localTime || was.timeZone !== is.timeZone),
  )
  if (moving.length === 0) return { performances: 0, changes: [] }
  if (!may(call.actor.grants, 'write', 'performances')) {
    throw new Refusal(
      403,
      t('Tickets are sold for {name}, so its performance would move too, and you can’t change performances.', {
        name: moving[0]?.name ?? '',
      }),
    )
  }
  const scheduled = await lockScheduled(
    call.db,
    moving.flatMap(({ performanceId }) => performanceId ?? []),
  )
  const moves = moving.flatMap((change): Move[] => {
    const of = scheduled.get(change.performanceId ?? 0)
    if (!of || of.status === 'cancelled') return []
    const planned = planMove(of, startIn(change, of.timeZone), change.status === 'postponed')
    if ('of' in planned) return [planned]
    if (planned.field === 'localDate') return []
    throw new Refusal(409, t('{name}: {problem}', { name: change.name, problem: planned.message }))
  })
  const clashes = await taken(call.db, moves)
  const clash = moving.find(({ performanceId }) => performanceId !== null && clashes.has(performanceId))
  if (clash)
    throw new Refusal(409, t('{name}: its event has another performance at that moment.', { name: clash.name }))
  return {
    performances: moves.length,
    changes: moves.length === 0 ? [] : await applyMoves(call, moves, 'moved', 'The kickoff of its match was moved'),
  }
}

/** The kickoff in the performance's time zone. */
function startIn(
  { localDate, localTime, timeZone }: Kickoff,
  zone: string,
): { localDate: string; localTime: string | null } {
  if (zone === timeZone || localTime === null) return { localDate, localTime }
  const local = localOf(instantOf(`${localDate}T${localTime}`, timeZone).instant, zone)
  return { localDate: local.slice(0, 10), localTime: local.slice(11) }
}
