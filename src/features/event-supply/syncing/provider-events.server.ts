import { sql } from 'kysely'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { wakeJob } from '../../../core/jobs/jobs.server.ts'
import type { StoredColumns } from '../../../platform/stored-texts/stored-columns.server.ts'
import { saidIn, setSaid } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { SyncedProvider } from './event-rows.server.ts'
import { syncedProvider } from './event-rows.server.ts'
import { removeCodes, writeCodes } from './match-events.server.ts'
import type { ProviderEvent, ProviderEvents } from './provider-events.endpoints.ts'
import { eventSyncJobOf } from './sync-events.server.ts'
import { decideProviderEvents, eventsShown, eventStates, listProviderEvents } from './provider-events.endpoints.ts'

export function implementProviderEvents(): readonly Implementation[] {
  return [
    implement(listProviderEvents, async ({ db, params, query }) => {
      const provider = await known(db, params.code)
      const counts = await countsOf(db, provider)
      const state = query.state ?? eventStates.find((one) => counts[one] > 0) ?? 'matched'
      const events = await eventsOf(db, provider, state, query.after ?? 0)
      const { rows } = await sql<{ readAt: string | null } & StoredColumns>`
        select finished_at as "readAt", problem as detail, problem_said as said from supplier_syncs where supplier = ${provider.code}`.execute(
        db,
      )
      const { readAt = null, detail = null, said = null } = rows[0] ?? {}
      return {
        counts,
        readAt,
        problem: saidIn({ detail, said }),
        events: events.slice(0, eventsShown),
        more: Math.max(0, events.length - eventsShown),
      }
    }),

    implement(decideProviderEvents, async ({ db, params, input, actor, audit }) => {
      const provider = await known(db, params.code)
      const { decision, ids, performanceId } = input
      if (performanceId !== undefined) await assertFree(db, provider, performanceId, ids)
      const before = await locked(db, provider, ids)
      const decided = await decide(db, provider, {
        decision,
        ids,
        performanceId: performanceId ?? null,
        by: actor.name,
      })
      const removed = before.filter(
        ({ id, state, performanceId: was }) =>
          state === 'matched' && decided.some((one) => one.id === id && one.performanceId !== was),
      )
      const taken = await removeCodes(
        db,
        provider,
        removed.flatMap(({ performanceId: was, code }) => (was === null ? [] : { performanceId: was, code })),
      )
      const given = await writeCodes(
        db,
        provider,
        decided.map(({ id }) => id),
      )
      for (const entry of [...taken, ...given]) audit.record(entry)
      if (decision === 'match') wakeJob(eventSyncJobOf(provider.code))
      return { changed: decided.length }
    }),
  ]
}

async function known(db: Db, code: string): Promise<SyncedProvider> {
  const provider = await syncedProvider(db, code)
  if (!provider) throw new Refusal(404, t('Provider not found.'))
  return provider
}

async function countsOf(db: Db, { id }: SyncedProvider): Promise<ProviderEvents['counts']> {
  const { rows } = await sql<{ state: ProviderEvent['state']; n: number }>`
    select state, count(*)::integer as n from provider_events where provider_id = ${id} and (gone_at is null or state = 'matched') group by 1`.execute(
    db,
  )
  const counts = { suggested: 0, matched: 0, unmatched: 0, ignored: 0 }
  for (const { state, n } of rows) counts[state] = n
  return counts
}

/** One more than are shown. */
async function eventsOf(db: Db, { id }: SyncedProvider, state: string, after: number): Promise<ProviderEvent[]> {
  const { rows } = await sql<ProviderEvent & Pick<StoredColumns, 'said'>>`
    select t.id, t.code, t.name, t.venue, t.city, t.local_date as "localDate", to_char(t.local_time, 'HH24:MI') as "localTime", t.state, t.method, t.confidence,
      t.is_locked as "isLocked", t.decided_by as "decidedBy", t.gone_at is not null as "isGone", t.listings, t.left_out as "leftOut", t.listings_at as "listingsAt", t.problem, t.problem_said as said,
      case when p.id is not null then json_build_object('id', p.id, 'name', e.name, 'venue', v.name, 'localDate', p.local_date,
        'localTime', to_char(p.local_time, 'HH24:MI')) end as performance
    from provider_events t left join performances p on p.id = t.performance_id left join events e on e.id = p.event_id left join venues v on v.id = p.venue_id
    where t.provider_id = ${id} and t.state = ${state} and (t.gone_at is null or t.state = 'matched')
    order by t.problem is null, t.local_date, t.id offset ${after} limit ${eventsShown + 1}`.execute(db)
  return rows.map(({ said, ...event }) => ({ ...event, problem: saidIn({ detail: event.problem, said }) }))
}

async function assertFree(
  db: Db,
  { id }: SyncedProvider,
  performanceId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 1) throw invalid({ performanceId: t('Choose one event for this performance.') })
  const { rows } = await sql<{ other: string | null }>`
    select (select name from provider_events o where o.provider_id = ${id} and o.performance_id = p.id and o.state = 'matched' and o.id <> ${ids[0]}) as other
    from performances p where p.id = ${performanceId}`.execute(db)
  const [found] = rows
  if (!found) throw invalid({ performanceId: t('Performance not found.') })
  if (found.other !== null)
    throw invalid({
      performanceId: t('Already matched with {event}. Reset that match first.', { event: found.other }),
    })
}

interface Before {
  readonly id: number
  readonly code: string
  readonly state: ProviderEvent['state']
  readonly performanceId: number | null
}

/** Two people who decide at once come one after the other. */
async function locked(db: Db, { id }: SyncedProvider, ids: readonly number[]): Promise<readonly Before[]> {
  const { rows } = await sql<Before>`
    select id, code, state, performance_id as "performanceId" from provider_events
    where provider_id = ${id} and id = any(${[...ids]}::bigint[]) order by id for update`.execute(db)
  return rows
}

interface Decision {
  readonly decision: 'match' | 'ignore' | 'reset'
  readonly ids: readonly number[]
  readonly performanceId: number | null
  readonly by: string
}

/** Writes what was decided, in one statement. Of two suggestions of one performance the first is matched. */
async function decide(
  db: Db,
  { id }: SyncedProvider,
  { decision, ids, performanceId, by }: Decision,
): Promise<readonly Pick<Before, 'id' | 'performanceId'>[]> {
  const own = sql`provider_id = ${id} and id = any(${[...ids]}::bigint[])`
  const { rows } =
    decision === 'match'
      ? await sql<Pick<Before, 'id' | 'performanceId'>>`
          update provider_events t set state = 'matched', performance_id = w.performance_id, method = 'manual', is_locked = true, decided_by = ${by},
            matched_at = coalesce(t.matched_at, now()), due_at = now(), tries = 0, updated_at = now(),
            confidence = case when t.performance_id = w.performance_id then t.confidence end
          from (select distinct on (wanted) id, wanted as performance_id from (select id, coalesce(${performanceId}::bigint, performance_id) as wanted
              from provider_events where ${own} and (${performanceId}::bigint is not null or state in ('suggested', 'matched'))) x
            where wanted is not null order by wanted, id) w
          where t.id = w.id and not exists (select from provider_events o where o.provider_id = ${id} and o.id <> t.id and o.performance_id = w.performance_id
            and o.state = 'matched')
          returning t.id, t.performance_id as "performanceId"`.execute(db)
      : await sql<Pick<Before, 'id' | 'performanceId'>>`
          update provider_events set state = ${decision === 'ignore' ? 'ignored' : 'unmatched'}, performance_id = null, method = null, confidence = null, matched_at = null,
            is_locked = ${decision === 'ignore'}, decided_by = ${decision === 'ignore' ? by : null}, listings = 0, left_out = 0, ${setSaid('problem', null)}, updated_at = now()
          where ${own} returning id, performance_id as "performanceId"`.execute(db)
  return rows
}
