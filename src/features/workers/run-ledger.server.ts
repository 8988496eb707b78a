import { sql } from 'kysely'
import { deleteInBatches } from '../../core/jobs/delete-in-batches.server.ts'
import type { RunLedger } from '../../core/jobs/job-runs.server.ts'
import type { Schedule } from '../../core/jobs/schedule.server.ts'
import type { Database } from '../../db/database.server.ts'
import { RunLog } from './run-log.server.ts'
import { createServerNotes } from './drains.server.ts'

/** How long an instance can be silent before its runs count as lost. */
const lostAfter = sql`interval '2 minutes'`

/** A job that can begin, as the ledger's statements need it. */
interface Beginning {
  readonly name: string
  readonly cause: string
  readonly due: string | null
  readonly isAlone: boolean
  readonly instance: string
  /** Seconds for which its server has been up. */
  readonly age: number
}

interface Opened {
  readonly id: number | null
  readonly parameters: Readonly<Record<string, unknown>> | null
  readonly isPaused: boolean
  readonly isDrained: boolean
  readonly isFull: boolean
  readonly isWaiting: boolean
  readonly isDone: boolean
  /** It does the work of another moment of the schedule as well. */
  readonly isForAnother: boolean
}

/** How often a place is tried for while other servers take the same one. */
const tries = 25

/**
 * Writes runs to `job_runs`: one statement when a run begins, one when it ends, and a sign of life every 15 seconds
 * between. Its unique indexes decide between instances which of them runs what.
 */
export function createRunLedger({ kysely }: Pick<Database, 'kysely'>): RunLedger {
  const noteServer = createServerNotes(kysely)
  /** Of the runs under way here. */
  const logs = new Map<number, RunLog>()
  return {
    async begin({ job, cause, dueAt, instance }) {
      const age = await noteServer(instance)
      const isAlone = job.overlap === 'skip'
      const own = { name: job.name, cause, due: dueAt?.toISOString() ?? null, isAlone, instance, age }
      for (let tried = 0; tried < tries; tried++) {
        const opened = await open(kysely, own)
        if (opened === 'raced') continue
        if (typeof opened.id === 'number') {
          if (opened.isForAnother && own.due !== null) await skip(kysely, own)
          const said = new RunLog()
          logs.set(opened.id, said)
          return { id: opened.id, parameters: opened.parameters ?? {}, keep: (log) => said.kept(log) }
        }
        if (opened.isPaused || opened.isDrained) return null
        // A place that became free before it waited woke no one, so it looks once more.
        if (opened.isWaiting) continue
        if (isAlone || (opened.isFull && own.due !== null)) await skip(kysely, own)
        if (isAlone || opened.isFull || opened.isDone) return null
        if (!(await isLimited(kysely, own.name))) return null
      }
      return null
    },

    async beat(id, counters) {
      const {
        rows: [beaten],
      } = await sql<{ isCancelled: boolean }>`
        update job_runs set beat_at = now(), counters = ${JSON.stringify(counters)}::jsonb where id = ${id} and state = 'running'
        returning cancel_asked_at is not null as "isCancelled"`.execute(kysely)
      // A run whose log can't be written is alive all the same.
      await logs
        .get(id)
        ?.write(kysely, id)
        .catch(() => {})
      return { isCancelled: beaten?.isCancelled ?? true }
    },

    async schedules() {
      const { rows } = await sql<Schedule & { name: string }>`select name, cron, zone from job_schedules`.execute(
        kysely,
      )
      return new Map(rows.map(({ name, ...schedule }) => [name, schedule]))
    },

    async end(id, { state, counters, error }) {
      const said = logs.get(id)
      logs.delete(id)
      if (error !== null) said?.add(state === 'failed' ? 'error' : 'warning', error)
      // The end of a run matters more than what it said.
      await said?.write(kysely, id).catch(() => {})
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

/**
 * Begins a run, or says why not. What staff have asked for comes first, and runs while the job is paused too. A run for
 * which there is no place is left queued: the one that ends next wakes it.
 */
async function open(kysely: Database['kysely'], run: Beginning): Promise<Opened | 'raced'> {
  const { name, isAlone, instance, due } = run
  try {
    const {
      rows: [opened],
    } = await sql<Opened>`
      with drained as (
        select from worker_drains where ended_at is null and begun_at >= now() - make_interval(secs => ${run.age})
      ), cap as (
        select at_once from job_limits where name = ${name} and not ${isAlone}
      ), busy as (
        select place from job_runs where name = ${name} and state = 'running' and exists (select from cap)
      ), free as (
        select min(g.place) as place from cap cross join generate_series(1, cap.at_once) as g (place)
        where (select count(*) from busy) < cap.at_once and not exists (select from busy where busy.place = g.place)
      ), asked as (
        update job_runs set state = 'running', started_at = now(), beat_at = now(), instance = ${instance}, is_alone = ${isAlone},
          place = (select place from free)
        where id = (select id from job_runs where name = ${name} and state = 'queued' limit 1 for update skip locked)
          and not (${isAlone} and exists (select from job_runs where name = ${name} and state = 'running' and is_alone))
          and not exists (select from drained) and (not exists (select from cap) or (select place from free) is not null)
        returning id, parameters, due_at
      ), paused as (
        update paused_jobs set left_out = left_out + 1 where name = ${name} and not exists (select from asked) returning name
      ), left_out as (
        insert into drained_jobs (name) select ${name} where exists (select from drained) and not exists (select from paused_jobs where name = ${name})
        on conflict (name) do update set left_out = drained_jobs.left_out + 1 returning name
      ), able as (
        select where not exists (select from asked) and not exists (select from paused) and not exists (select from drained)
      ), fresh as (
        insert into job_runs (name, cause, state, is_alone, due_at, started_at, beat_at, instance, place)
        select ${name}, ${run.cause}, 'running', ${isAlone}, ${due}::timestamptz, now(), now(), ${instance}, (select place from free)
        from able where not exists (select from cap) or (select place from free) is not null
        on conflict do nothing returning id
      ), waiting as (
        insert into job_runs (name, cause, state, due_at) select ${name}, ${run.cause}, 'queued', ${due}::timestamptz
        from able where exists (select from cap) and (select place from free) is null
        on conflict do nothing returning id
      )
      select coalesce((select id from asked), (select id from fresh)) as id, (select parameters from asked) as parameters,
        exists (select from paused) as "isPaused", exists (select from drained) as "isDrained", exists (select from waiting) as "isWaiting",
        exists (select from cap) and (select place from free) is null as "isFull",
        exists (select from cap cross join asked where asked.due_at is distinct from ${due}::timestamptz) as "isForAnother",
        exists (select from job_runs where name = ${name} and due_at = ${due}::timestamptz) as "isDone"`.execute(kysely)
    return opened ?? 'raced'
  } catch (error) {
    // Another server has taken the place that was free a moment ago.
    if (isUniqueViolation(error)) return 'raced'
    throw error
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

async function isLimited(kysely: Database['kysely'], name: string): Promise<boolean> {
  return (await sql`select from job_limits where name = ${name}`.execute(kysely)).rows.length > 0
}

/** A run that another one under way left no room for. A due run that has been done already is not skipped. */
async function skip(
  kysely: Database['kysely'],
  run: Pick<Beginning, 'name' | 'cause' | 'due' | 'instance'>,
): Promise<void> {
  await sql`
    insert into job_runs (name, cause, state, due_at, started_at, finished_at, instance)
    values (${run.name}, ${run.cause}, 'skipped', ${run.due}::timestamptz, now(), now(), ${run.instance})
    on conflict do nothing`.execute(kysely)
}

/** After so long without an end, a run that staff cancelled has no server: one that lives cuts it off within 35 seconds. */
const uncancelledAfter = sql`interval '1 minute'`

/** Writes down how a run ended that an instance left behind which has died, and wakes what waits for the places of such runs. */
export async function endLostRuns(
  { kysely }: Pick<Database, 'kysely'>,
  wake: (name: string) => void = () => {},
): Promise<number> {
  const { rows } = await sql<{ name: string; isAwaited: boolean }>`
    update job_runs r set state = case when cancel_asked_at is null then 'failed' else 'cancelled' end,
      finished_at = greatest(least(beat_at, now()), started_at), error = 'Its server stopped without ending it'
    where state = 'running' and (beat_at < now() - ${lostAfter} or cancel_asked_at < now() - ${uncancelledAfter})
    returning name, exists (select from job_runs q where q.name = r.name and q.state = 'queued') as "isAwaited"`.execute(
    kysely,
  )
  for (const { name, isAwaited } of rows) if (isAwaited) wake(name)
  return rows.length
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
