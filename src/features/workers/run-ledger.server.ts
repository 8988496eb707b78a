import { sql } from 'kysely'
import { deleteInBatches } from '../../core/jobs/delete-in-batches.server.ts'
import type { RunLedger } from '../../core/jobs/job-runs.server.ts'
import type { Schedule } from '../../core/jobs/schedule.server.ts'
import type { Database } from '../../db/database.server.ts'

/** How long an instance can be silent before its runs count as lost. */
const lostAfter = sql`interval '2 minutes'`

interface Opened {
  readonly id: number | null
  readonly isPaused: boolean
}

/**
 * Writes runs to `job_runs`: one statement when a run begins, one when it ends, and a sign of life every 15 seconds
 * between. Its unique indexes decide between instances which of them runs what.
 */
export function createRunLedger({ kysely }: Pick<Database, 'kysely'>): RunLedger {
  return {
    async begin({ job, cause, dueAt, instance }) {
      const isAlone = job.overlap === 'skip'
      const own = { name: job.name, cause, due: dueAt?.toISOString() ?? null, isAlone, instance }
      // What staff have asked for comes first, and runs while the job is paused too.
      const {
        rows: [opened],
      } = await sql<Opened>`
        with asked as (
          update job_runs set state = 'running', started_at = now(), beat_at = now(), instance = ${instance}, is_alone = ${isAlone}
          where id = (select id from job_runs where name = ${own.name} and state = 'queued' limit 1 for update skip locked)
            and not (${isAlone} and exists (select from job_runs where name = ${own.name} and state = 'running' and is_alone))
          returning id
        ), paused as (
          update paused_jobs set left_out = left_out + 1 where name = ${own.name} and not exists (select from asked) returning name
        ), fresh as (
          insert into job_runs (name, cause, state, is_alone, due_at, started_at, beat_at, instance)
          select ${own.name}, ${own.cause}, 'running', ${isAlone}, ${own.due}::timestamptz, now(), now(), ${instance}
          where not exists (select from asked) and not exists (select from paused)
          on conflict do nothing returning id
        )
        select coalesce((select id from asked), (select id from fresh)) as id, exists (select from paused) as "isPaused"`.execute(
        kysely,
      )
      if (typeof opened?.id === 'number') return opened.id
      if (isAlone && !opened?.isPaused) await skip(kysely, own)
      return null
    },

    async beat(id, counters) {
      const {
        rows: [beaten],
      } = await sql<{ isCancelled: boolean }>`
        update job_runs set beat_at = now(), counters = ${JSON.stringify(counters)}::jsonb where id = ${id} and state = 'running'
        returning cancel_asked_at is not null as "isCancelled"`.execute(kysely)
      return { isCancelled: beaten?.isCancelled ?? true }
    },

    async schedules() {
      const { rows } = await sql<Schedule & { name: string }>`select name, cron, zone from job_schedules`.execute(
        kysely,
      )
      return new Map(rows.map(({ name, ...schedule }) => [name, schedule]))
    },

    async end(id, { state, counters, error }) {
      const {
        rows: [ended],
      } = await sql<{ isAskedAgain: boolean }>`
        update job_runs r set state = ${state}, finished_at = greatest(now(), r.started_at), counters = ${JSON.stringify(counters)}::jsonb, error = ${error}
        where r.id = ${id} and r.state = 'running'
        returning exists (select from job_runs q where q.name = r.name and q.state = 'queued') as "isAskedAgain"`.execute(
        kysely,
      )
      return { isAskedAgain: ended?.isAskedAgain ?? false }
    },
  }
}

/** A run that another one under way left no room for. A due run that has been done already is not skipped. */
async function skip(
  kysely: Database['kysely'],
  run: { name: string; cause: string; due: string | null; instance: string },
): Promise<void> {
  await sql`
    insert into job_runs (name, cause, state, due_at, started_at, finished_at, instance)
    values (${run.name}, ${run.cause}, 'skipped', ${run.due}::timestamptz, now(), now(), ${run.instance})
    on conflict do nothing`.execute(kysely)
}

/** Writes down as failed what an instance left behind that has died. */
export async function endLostRuns({ kysely }: Pick<Database, 'kysely'>): Promise<number> {
  const { numAffectedRows } = await sql`
    update job_runs set state = 'failed', finished_at = greatest(beat_at, started_at), error = 'Its server stopped without ending it'
    where state = 'running' and beat_at < now() - ${lostAfter}`.execute(kysely)
  return Number(numAffectedRows ?? 0n)
}

/** Rows that one statement deletes. */
const page = 1_000
/** Runs of each job that are kept whatever their age: a job that runs once a month has a history too. */
const keptOfEach = 30

/** Deletes runs whose time is up. `names` are the jobs that there are. */
export async function forgetRuns(
  { kysely }: Pick<Database, 'kysely'>,
  names: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  return await deleteInBatches(
    kysely,
    signal,
    sql`
      with kept as (
        select n.name, r.started_at as since from unnest(${names}::text[]) as n (name) left join lateral (
          select started_at from job_runs where name = n.name and started_at is not null
          order by started_at desc, id desc offset ${keptOfEach - 1} limit 1) r on true
      )
      delete from job_runs where id in (
        select r.id from job_runs r left join kept k on k.name = r.name
        where r.finished_at < now() - interval '3 days'
          and (r.state in ('succeeded', 'skipped') or r.finished_at < now() - interval '30 days')
          and (k.name is null or r.started_at < k.since)
        order by r.finished_at limit ${page})`,
  )
}
