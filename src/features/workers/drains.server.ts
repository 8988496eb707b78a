import { sql } from 'kysely'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { DrainState } from './drain.endpoints.ts'

/** Milliseconds between two notes that a server is up. */
const noteEvery = 15_000
/** How long a server can be silent before it counts as stopped: jobs of each minute reach every server by then. */
const goneAfter = sql`interval '3 minutes'`

/**
 * Notes that this server is up whenever a job comes to it, and answers for how many seconds it has been. Durations, not
 * moments: clocks of servers differ, and whether it started before a drain is decided by the database's.
 */
export function createServerNotes(kysely: Database['kysely']): (instance: string) => Promise<number> {
  const born = performance.now()
  const noted = new Map<string, number>()
  return async (instance) => {
    const now = performance.now()
    const age = (now - born) / 1_000
    if (now - (noted.get(instance) ?? -Infinity) >= noteEvery) {
      noted.set(instance, now)
      await sql`
        insert into job_servers (instance, started_at) values (${instance}, now() - make_interval(secs => ${age}))
        on conflict (instance) do update set seen_at = greatest(now(), job_servers.seen_at)`.execute(kysely)
    }
    return age
  }
}

export async function drainStateOf(db: Db, thisInstance: string): Promise<DrainState> {
  const {
    rows: [drain],
  } = await sql<NonNullable<DrainState['drain']>>`
    select s.name as "by", d.begun_at as at, d.reason, (select coalesce(sum(left_out), 0)::int from drained_jobs) as "leftOut"
    from worker_drains d left join staff s on s.id = d.begun_by where d.ended_at is null`.execute(db)
  const { rows: servers } = await sql<DrainState['servers'][number]>`
    select v.instance, v.started_at as "startedAt", v.seen_at as "seenAt", coalesce(r.running, 0)::int as running, v.instance = ${thisInstance} as "isThis",
      exists (select from worker_drains d where d.ended_at is null and d.begun_at >= v.started_at) as "isDrained"
    from job_servers v
    left join (select instance, count(*) as running, max(beat_at) as beat_at from job_runs where state = 'running' group by instance) r
      on r.instance = v.instance
    where greatest(v.seen_at, r.beat_at) > now() - ${goneAfter}
    order by v.started_at, v.instance`.execute(db)
  return { drain: drain ?? null, servers }
}

/** Ends the drain that is on. Answers what it left out, to be woken once this is committed; null: none was on. */
export async function endDrain(db: Db, by: number | null): Promise<readonly string[] | null> {
  const { rows } = await sql`
    update worker_drains set ended_at = greatest(now(), begun_at), ended_by = ${by} where ended_at is null returning id`.execute(
    db,
  )
  if (rows.length === 0) return null
  const { rows: left } = await sql<{ name: string }>`
    with gone as (delete from drained_jobs returning name)
    select name from gone union select name from job_runs where state = 'queued'`.execute(db)
  return left.map(({ name }) => name)
}

/**
 * A drain is over once every server that it drained has gone and another is up: that is the deployment it was for. Only
 * a server that is not drained gets here.
 */
export async function endDrainOfGoneServers(database: Database): Promise<boolean> {
  const left = await database.kysely.transaction().execute(async (db) => {
    const { rows } = await sql`
      select from worker_drains d where d.ended_at is null
        and exists (select from job_servers where started_at > d.begun_at and seen_at > now() - ${goneAfter})
        and not exists (select from job_servers where started_at <= d.begun_at and seen_at > now() - ${goneAfter})`.execute(
      db,
    )
    return rows.length > 0 ? await endDrain(db, null) : null
  })
  for (const name of left ?? []) wakeJob(name)
  return left !== null
}

/** Those of the last days say when there was no server, which makes no worker late. */
export async function forgetServers({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  await sql`delete from job_servers where seen_at < now() - interval '3 days'`.execute(kysely)
}
