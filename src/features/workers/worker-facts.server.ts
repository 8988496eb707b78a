import { sql } from 'kysely'
import { t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { queuesSince } from '../../core/jobs/queues.server.ts'
import type { Schedule } from '../../core/jobs/schedule.server.ts'
import { nextDue } from '../../core/jobs/schedule.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { scheduleWords } from './schedule-words.server.ts'
import { isLate, stateOf } from './worker-states.ts'
import type { Worker, WorkerRun } from './workers.endpoints.ts'

interface RunRow extends Omit<WorkerRun, 'counters'> {
  readonly counters: Readonly<Record<string, number>>
}

interface FactRow {
  readonly name: string
  readonly lastEnded: 'succeeded' | 'failed' | 'cancelled' | null
  readonly isRunning: boolean
  readonly failures: number
  readonly lastId: number | null
  readonly queuedAt: string | null
  readonly reason: string | null
  readonly pausedBy: string | null
  readonly pausedAt: string | null
  readonly leftOut: number | null
}

const runColumns = sql`r.id, r.state, r.cause, r.due_at as "dueAt", s.name as "askedBy", r.asked_at as "askedAt",
  r.started_at as "startedAt", r.finished_at as "finishedAt", r.beat_at as "beatAt", r.instance, r.counters, r.error`

function runOf({ counters, ...row }: RunRow, job: Job): WorkerRun {
  return {
    ...row,
    counters: Object.entries(counters).map(([key, count]) => ({ label: t(job.counts?.[key] ?? key), count })),
  }
}

/** The newest runs of a job. */
export async function runsOf(db: Db, job: Job, limit: number): Promise<WorkerRun[]> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from job_runs r left join staff s on s.id = r.asked_by
    where r.name = ${job.name} order by r.started_at desc nulls first, r.id desc limit ${limit}`.execute(db)
  return rows.map((row) => runOf(row, job))
}

/** When each job runs by itself. */
export function scheduleOf({ cron }: Job): Schedule | null {
  return cron === undefined ? null : { cron, zone: 'UTC' }
}

/** What the screens show of jobs, in two statements for any number of them. */
export async function workersOf(db: Db, jobs: readonly Job[], now: Date): Promise<Worker[]> {
  const names = jobs.map(({ name }) => name)
  const { rows } = await sql<FactRow>`
    select n.name, ended.state as "lastEnded", coalesce(running.is, false) as "isRunning", failed.count as failures, last.id as "lastId",
      queued.asked_at as "queuedAt", p.reason, s.name as "pausedBy", p.paused_at as "pausedAt", p.left_out as "leftOut"
    from unnest(${names}::text[]) as n (name)
    left join lateral (select state from job_runs where name = n.name and state in ('succeeded', 'failed', 'cancelled') order by started_at desc, id desc limit 1) ended on true
    left join lateral (select id from job_runs where name = n.name and started_at is not null order by started_at desc, id desc limit 1) last on true
    left join lateral (select true as is from job_runs where name = n.name and state = 'running' limit 1) running on true
    left join lateral (select asked_at from job_runs where name = n.name and state = 'queued' limit 1) queued on true
    cross join lateral (
      select count(*)::int as count from job_runs where name = n.name and state = 'failed' and finished_at > ${now.toISOString()}::timestamptz - interval '24 hours'
    ) failed
    left join paused_jobs p on p.name = n.name left join staff s on s.id = p.paused_by`.execute(db)
  const { rows: last } = await sql<RunRow & { name: string }>`
    select r.name, ${runColumns} from job_runs r left join staff s on s.id = r.asked_by
    where r.id = any(${rows.map(({ lastId }) => lastId)}::bigint[])`.execute(db)
  const [facts, runs] = [
    new Map(rows.map((row) => [row.name, row])),
    new Map(last.map(({ name, ...run }) => [name, run])),
  ]
  const since = jobs.some(({ name }) => !runs.has(name)) ? await queuesSince(db) : new Map<string, Date>()
  return await Promise.all(
    jobs.map(async (job) => {
      const lastRun = runs.get(job.name)
      return await workerOf(job, {
        facts: facts.get(job.name),
        lastRun: lastRun ? runOf(lastRun, job) : null,
        since: since.get(job.name) ?? null,
        now,
      })
    }),
  )
}

interface Known {
  readonly facts: FactRow | undefined
  readonly lastRun: WorkerRun | null
  readonly since: Date | null
  readonly now: Date
}

async function workerOf(job: Job, { facts, lastRun, since, now }: Known): Promise<Worker> {
  const schedule = scheduleOf(job)
  const from = lastRun?.startedAt ? new Date(lastRun.startedAt) : since
  const isPaused = typeof facts?.reason === 'string'
  const known = {
    lastEnded: facts?.lastEnded ?? null,
    isRunning: facts?.isRunning ?? false,
    isPaused,
    dueAt: schedule && from ? ((await nextDue(schedule, from))[0] ?? null) : null,
  }
  return {
    name: job.name,
    label: t(job.label),
    does: t(job.does),
    staleWithout: t(job.staleWithout),
    state: stateOf(known, now),
    schedule: schedule && { ...schedule, words: await scheduleWords(schedule) },
    nextRunAt: schedule && !isPaused ? ((await nextDue(schedule, now))[0]?.toISOString() ?? null) : null,
    lateSince: isLate(known, now) ? (known.dueAt?.toISOString() ?? null) : null,
    lastRun,
    failures: facts?.failures ?? 0,
    paused:
      typeof facts?.reason === 'string' && facts.pausedAt !== null
        ? { reason: facts.reason, by: facts.pausedBy, at: facts.pausedAt, leftOut: facts.leftOut ?? 0 }
        : null,
    queuedAt: facts?.queuedAt ?? null,
  }
}
