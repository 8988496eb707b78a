import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { instanceName } from '../../core/jobs/job-runs.server.ts'
import { usualTimeout } from '../../core/jobs/job.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { queuesSince } from '../../core/jobs/queues.server.ts'
import type { Schedule } from '../../core/jobs/schedule.server.ts'
import { nextDue, scheduleOf } from '../../core/jobs/schedule.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { RunParameters } from '../../platform/jobs/run-parameters.ts'
import { failedItemsOf, parametersOf } from '../../platform/jobs/staffed-job.server.ts'
import type { RunRow } from './run-rows.server.ts'
import { runColumns, runOf, runsOf } from './run-rows.server.ts'
import { scheduleWords } from './schedule-labels.server.ts'
import { isLate, isOverdue, stateOf } from './worker-states.ts'
import type { Worker, WorkerDetails, WorkerParameter, WorkerRun } from './workers.endpoints.ts'

interface FactRow {
  readonly name: string
  readonly lastEnded: 'succeeded' | 'failed' | 'cancelled' | null
  readonly isRunning: boolean
  readonly failures: number
  /** The last run that began its work: one that was skipped says nothing of how the worker does. */
  readonly lastId: number | null
  /** When its last run was due and seen to, skipped ones included. */
  readonly lastSeen: string | null
  readonly queuedAt: string | null
  readonly reason: string | null
  readonly pausedBy: string | null
  readonly pausedAt: string | null
  readonly leftOut: number | null
  readonly cron: string | null
  readonly zone: string | null
  readonly changedAt: string | null
  readonly changedBy: string | null
  readonly waiting: number | null
  readonly lowestAt: string | null
  readonly isGrowing: boolean | null
}

interface Known {
  readonly job: Job
  readonly facts: FactRow | undefined
  readonly lastRun: WorkerRun | null
  /** When its queue was made; null: it is not known, or it has run since. */
  readonly since: Date | null
  readonly service: Service
}

/** When there were servers to run what was due. */
interface Service {
  /** The times in which one was up, the first first; null: it still is. Servers that have been gone for days are not known. */
  readonly spans: readonly { readonly since: Date; readonly until: Date | null }[]
  /** When the last run before all of those ended; null: there was none. */
  readonly lastBefore: Date | null
}

/** What is known of jobs, in two statements for any number of them. */
async function knownOf(db: Db, jobs: readonly Job[], now: Date): Promise<Known[]> {
  const names = jobs.map(({ name }) => name)
  const { rows } = await sql<FactRow>`
    select n.name, ended.state as "lastEnded", coalesce(running.is, false) as "isRunning", failed.count as failures, last.id as "lastId", seen.at as "lastSeen",
      queued.asked_at as "queuedAt", p.reason, s.name as "pausedBy", p.paused_at as "pausedAt", p.left_out as "leftOut",
      own.cron, own.zone, own.changed_at as "changedAt", changer.name as "changedBy",
      q.waiting, q.lowest_at as "lowestAt", q.is_growing as "isGrowing"
    from unnest(${names}::text[]) as n (name)
    left join lateral (select state from job_runs where name = n.name and state in ('succeeded', 'failed', 'cancelled') order by started_at desc, id desc limit 1) ended on true
    left join lateral (select id from job_runs where name = n.name and started_at is not null and state <> 'skipped' order by started_at desc, id desc limit 1) last on true
    left join lateral (select max(started_at) as at from job_runs where name = n.name) seen on true
    left join lateral (select true as is from job_runs where name = n.name and state = 'running' limit 1) running on true
    left join lateral (select asked_at from job_runs where name = n.name and state = 'queued' limit 1) queued on true
    cross join lateral (
      select count(*)::int as count from job_runs where name = n.name and state = 'failed' and finished_at > ${now.toISOString()}::timestamptz - interval '24 hours'
    ) failed
    left join paused_jobs p on p.name = n.name left join staff s on s.id = p.paused_by
    left join job_schedules own on own.name = n.name left join staff changer on changer.id = own.changed_by
    left join job_queues q on q.name = n.name`.execute(db)
  const { rows: last } = await sql<RunRow & { name: string }>`
    select r.name, ${runColumns} from job_runs r left join staff s on s.id = r.asked_by
    where r.id = any(${rows.map(({ lastId }) => lastId)}::bigint[])`.execute(db)
  const [facts, runs] = [
    new Map(rows.map((row) => [row.name, row])),
    new Map(last.map(({ name, ...run }) => [name, run])),
  ]
  const isAnyNew = jobs.some(({ name }) => !runs.has(name))
  const since = isAnyNew ? await queuesSince(db) : new Map<string, Date>()
  const service = await serviceOf(db)
  return jobs.map((job) => {
    const lastRun = runs.get(job.name)
    return {
      job,
      facts: facts.get(job.name),
      lastRun: lastRun ? runOf(lastRun, job) : null,
      since: since.get(job.name) ?? null,
      service,
    }
  })
}

/** Servers that are remembered, most of a deployment each. */
const maxSpans = 50

/**
 * This server is up in any case, though it notes so with its first job only: by its note, since a process that still builds the console
 * runs nothing. Notes from before it began are of servers that can be gone.
 */
async function serviceOf(db: Db): Promise<Service> {
  const { rows } = await sql<{ since: string; until: string | null; lastBefore: string | null }>`
    with own as (
      select coalesce((select started_at from job_servers where instance = ${instanceName}), now() - make_interval(secs => ${process.uptime()})) as at
    ), spans as (
      select at as since, null::timestamptz as until from own
      union all
      select v.started_at, case when v.seen_at > greatest(own.at, now() - interval '3 minutes') then null else v.seen_at end from job_servers v, own
      order by since desc limit ${maxSpans}
    )
    select since, until, (select max(finished_at) from job_runs where finished_at < (select min(since) from spans)) as "lastBefore"
    from spans order by since`.execute(db)
  const [first] = rows
  if (!first) throw new Error('The database did not answer.')
  return {
    spans: rows.map(({ since, until }) => ({ since: new Date(since), until: until === null ? null : new Date(until) })),
    lastBefore: first.lastBefore === null ? null : new Date(first.lastBefore),
  }
}

/** Its schedule, and from when on it counts: moments before the last run, or before it was this schedule, are past. */
function scheduled({ job, facts, since }: Known): { schedule: Schedule | null; from: Date | null } {
  const [cron, zone, changedAt] = [facts?.cron ?? null, facts?.zone ?? null, facts?.changedAt ?? null]
  return {
    schedule: cron !== null && zone !== null ? { cron, zone } : scheduleOf(job),
    from: laterOf(facts?.lastSeen ? new Date(facts.lastSeen) : since, changedAt && new Date(changedAt)),
  }
}

async function judged(one: Known) {
  const { facts, service } = one
  const { schedule, from } = scheduled(one)
  const known = {
    lastEnded: facts?.lastEnded ?? null,
    isRunning: facts?.isRunning ?? false,
    isPaused: typeof facts?.reason === 'string',
    isGrowing: facts?.isGrowing ?? false,
    dueAt: schedule && from ? await missable(schedule, from, service) : null,
  }
  return { schedule, known, changedAt: facts?.changedAt ?? null }
}

/** The first moment after `from` at which a run was due and there was a server to begin it; a break makes no worker late. */
async function missable(schedule: Schedule, from: Date, { spans, lastBefore }: Service): Promise<Date | null> {
  const [first] = await nextDue(schedule, from)
  if (!first || (lastBefore && isOverdue(first, lastBefore))) return first ?? null
  for (const { since, until } of spans) {
    const [due] = from >= since ? [first] : await nextDue(schedule, since)
    if (due && (until === null || isOverdue(due, until))) return due
  }
  return null
}

/** Milliseconds: who is due sooner needs no run in between. */
const dueSoon = 3_600_000

/** Workers that were due while no server was up and are not due again soon, each with that moment. */
export async function missedRuns(
  db: Db,
  jobs: readonly Job[],
  now: Date,
): Promise<readonly { name: string; dueAt: Date }[]> {
  const found = await Promise.all(
    (await knownOf(db, jobs, now)).map(async (one) => {
      const { schedule, from } = scheduled(one)
      const isAbout = one.facts?.isRunning === true || typeof (one.facts?.queuedAt ?? one.facts?.reason) === 'string'
      if (!schedule || !from || isAbout) return []
      const [[due], [next]] = [await nextDue(schedule, from), await nextDue(schedule, now)]
      const isDueSoon = next && next.getTime() <= now.getTime() + dueSoon
      if (!due || due >= now || isDueSoon) return []
      const seen = await missable(schedule, from, one.service)
      return seen === null || seen >= now ? [{ name: one.job.name, dueAt: due }] : []
    }),
  )
  return found.flat()
}

/** What waits for a worker, and since when more comes than is done; null where it has no queue. */
function queueIn(facts: FactRow | undefined): Worker['queue'] {
  if (typeof facts?.waiting !== 'number') return null
  return { waiting: facts.waiting, growingSince: facts.isGrowing === true ? facts.lowestAt : null }
}

interface TroubledWorker {
  readonly name: string
  readonly label: string
  /** What goes stale without it, a source text. */
  readonly stale: string
  readonly state: 'failing' | 'late' | 'growing'
  /** Of a queue that grows, whatever else is wrong. */
  readonly queue: { readonly waiting: number; readonly since: string } | null
}

/** Workers that staff have to look at: those that fail, are late or fall behind. */
export async function troubledWorkers(db: Db, jobs: readonly Job[], now: Date): Promise<TroubledWorker[]> {
  const all = await Promise.all(
    (await knownOf(db, jobs, now)).map(async (one) => {
      const state = stateOf((await judged(one)).known, now)
      if (state !== 'failing' && state !== 'late' && state !== 'growing') return []
      const queue = queueIn(one.facts)
      const growing = queue?.growingSince ? { waiting: queue.waiting, since: queue.growingSince } : null
      return [{ name: one.job.name, label: one.job.label, stale: one.job.staleWithout, state, queue: growing }]
    }),
  )
  return all.flat()
}

/** What the screens show of jobs. */
export async function workersOf(db: Db, jobs: readonly Job[], now: Date): Promise<Worker[]> {
  return await Promise.all((await knownOf(db, jobs, now)).map((known) => workerOf(known, now)))
}

async function workerOf(one: Known, now: Date): Promise<Worker> {
  const { job, facts, lastRun } = one
  const { schedule, known, changedAt } = await judged(one)
  return {
    name: job.name,
    label: t(job.label),
    does: t(job.does),
    staleWithout: t(job.staleWithout),
    state: stateOf(known, now),
    schedule: schedule && {
      ...schedule,
      words: await scheduleWords(schedule),
      changedAt,
      changedBy: facts?.changedBy ?? null,
    },
    nextRunAt: schedule && !known.isPaused ? ((await nextDue(schedule, now))[0]?.toISOString() ?? null) : null,
    lateSince: isLate(known, now) ? (known.dueAt?.toISOString() ?? null) : null,
    lastRun,
    failures: facts?.failures ?? 0,
    paused:
      typeof facts?.reason === 'string' && facts.pausedAt !== null
        ? { reason: facts.reason, by: facts.pausedBy, at: facts.pausedAt, leftOut: facts.leftOut ?? 0 }
        : null,
    queuedAt: facts?.queuedAt ?? null,
    queue: queueIn(facts),
  }
}

function laterOf(one: Date | null, other: Date | '' | null): Date | null {
  if (!one || !other) return one ?? (other || null)
  return one > other ? one : other
}

export function jobNamed(jobs: readonly Job[], name: string): Job {
  const job = jobs.find((one) => one.name === name)
  if (!job) throw new Refusal(404, t('Worker not found.'))
  return job
}

/** Parameters as a form needs them, in the caller's language. */
export function describedParameters(parameters: RunParameters): WorkerParameter[] {
  return Object.entries(parameters).map(([name, one]) => ({
    name,
    label: t(one.label),
    hint: one.hint === undefined ? null : t(one.hint),
    kind: one.kind,
    options:
      one.kind === 'choice' ? Object.entries(one.options).map(([value, label]) => ({ value, label: t(label) })) : [],
    max: one.kind === 'text' ? one.max : null,
  }))
}

/** Runs and due times that the page of a job shows. */
const [shownRuns, shownNext] = [50, 5]

export async function detailsOf(db: Db, job: Job): Promise<WorkerDetails> {
  const now = new Date()
  const [worker] = await workersOf(db, [job], now)
  if (!worker) throw new Error(`No facts about ${job.name}`)
  const { schedule } = worker
  const { rows: limits } = await sql<NonNullable<WorkerDetails['limit']>>`
    select l.at_once as "atOnce", s.name as by, l.changed_at as at from job_limits l left join staff s on s.id = l.changed_by
    where l.name = ${job.name}`.execute(db)
  return {
    ...worker,
    overlap: job.overlap,
    timeout: job.timeout ?? usualTimeout,
    nextRuns: schedule ? (await nextDue(schedule, now, shownNext)).map((at) => at.toISOString()) : [],
    parameters: describedParameters(parametersOf(job)),
    limit: limits[0] ?? null,
    hasItems: failedItemsOf(job) !== null,
    runs: await runsOf(db, job, shownRuns),
  }
}
