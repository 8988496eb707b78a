import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.server.ts'
import type { Job } from './job.server.ts'
import { usualTimeout } from './job.server.ts'
import type { Cause, RunLedger } from './job-runs.server.ts'
import { createRunner, noLedger } from './job-runs.server.ts'
import type { Asked } from './queues.server.ts'
import { dueBy } from './queues.server.ts'
import { lastDue, scheduleOf } from './schedule.server.ts'

export type { Job } from './job.server.ts'

export interface Jobs {
  /** Runs a job as soon as possible, at most once for however many calls arrive before it begins. */
  wake(name: string): void
  /** Waits for what is under way, five seconds at most, and starts nothing more. The database stays open. */
  stop(): Promise<void>
}

export interface JobsOptions {
  readonly database: Database
  readonly log: Logger
  readonly jobs: readonly Job[]
  /** Where runs are written down; nowhere by default. */
  readonly ledger?: RunLedger
}

function causeOf(asked: JobWithMetadata<Asked> | undefined): Cause {
  if (asked && asked.retryCount > 0) return 'retry'
  return asked?.data?.cause ?? 'follow-up'
}

const running = new Set<Jobs>()

/** Wakes a job wherever this process runs it: code that leaves work for it, deep inside a call, knows no queue. */
export function wakeJob(name: string): void {
  for (const jobs of running) jobs.wake(name)
}

/** Milliseconds that a run under way gets to finish when the server stops. */
const stopLimit = 5_000
/** Milliseconds until the next try when the queue could not be opened. */
const startAgainAfter = 5_000

/**
 * Backends differ in what their engine can do: the embedded one cannot rebuild indexes or vacuum beside its one
 * connection.
 */
function bossOptions(database: Database) {
  const isEmbedded = database.engine === 'embedded'
  return {
    db: { executeSql: (text: string, values?: unknown[]) => execute(database, text, values) },
    backend: isEmbedded ? ('pglite' as const) : ('postgres' as const),
    ...(isEmbedded && { reindex: false, monitorVacuum: false }),
    cronWorkerIntervalSeconds: 15,
    flowIntervalSeconds: 60,
  }
}

/**
 * Creates the queue's tables where they are missing. Part of bringing the schema up to date, since it takes longer than
 * anything can keep the only connection while people are waiting.
 */
export async function installJobs(database: Database): Promise<void> {
  if (await isInstalled(database)) return
  const { getConstructionPlans } = await import('pg-boss')
  const script = getConstructionPlans('pgboss', { backend: bossOptions(database).backend })
  try {
    await database.withoutDeadline(() => execute(database, script))
  } catch (error) {
    // Another instance was a moment faster.
    if (!(await isInstalled(database))) throw error
  }
}

async function isInstalled(database: Database): Promise<boolean> {
  const {
    rows: [row],
  } = await database.pool.query<{ found: boolean }>("select to_regclass('pgboss.version') is not null as found")
  return row?.found ?? false
}

/**
 * Runs jobs by pg-boss, in its own schema of the same database: whichever instance is free takes a run, and what was
 * under way when an instance died is taken up again. It polls rarely, because `wake` says when there is something.
 *
 * Answers at once and opens the queue beside the server's own work, again and again until the database lets it.
 */
export function startJobs({ database, log, jobs, ledger = noLedger }: JobsOptions): Jobs {
  const stopping = new AbortController()
  const { signal } = stopping
  const workers = new Map<string, string>()
  const woken = new Set<string>()
  const runJob = createRunner({ database, log, ledger, signal, wake: (name) => started.wake(name) })
  let boss: PgBoss | null = null
  const opening = untilDone(open, signal, log)

  async function open(): Promise<void> {
    const { PgBoss } = await import('pg-boss')
    if (signal.aborted) return
    const opened = new PgBoss(bossOptions(database))
    opened.on('error', (error) => {
      if (!signal.aborted) log.warn({ err: error }, 'The queue of jobs met an error')
    })
    opened.on('warning', (warning) => log.info({ warning }, 'The queue of jobs warns'))
    try {
      await opened.start()
      const schedules = await ledger.schedules()
      for (const job of jobs) {
        workers.set(job.name, await addWorker(opened, job, (asked) => run(job, asked)))
        const schedule = schedules.get(job.name) ?? scheduleOf(job)
        if (schedule) await opened.schedule(job.name, schedule.cron, dueBy(schedule), { tz: schedule.zone })
      }
    } catch (error) {
      await opened.stop({ graceful: false, close: false }).catch(() => {})
      throw error
    }
    boss = opened
    for (const name of woken) await ask(opened, name)
  }

  async function run(job: Job, asked: JobWithMetadata<Asked> | undefined): Promise<void> {
    if (signal.aborted) return
    try {
      const cause = causeOf(asked)
      const due = cause === 'schedule' && asked ? asked.data?.due : undefined
      await runJob(job, cause, due && asked ? await lastDue(due, asked.createdOn) : null)
    } catch (error) {
      // The database is going or gone, and the run with it; it will be made up for.
      if (!signal.aborted) log.error({ err: error, job: job.name }, 'A job failed')
      throw error
    }
  }

  async function ask(opened: PgBoss, name: string): Promise<void> {
    await opened.send(name, null)
    const worker = workers.get(name)
    if (worker !== undefined) opened.notifyWorker(worker)
  }

  const started: Jobs = {
    wake(name) {
      if (signal.aborted || !jobs.some((job) => job.name === name)) return
      if (!boss) {
        woken.add(name)
        return
      }
      void ask(boss, name).catch((error: unknown) => {
        if (!signal.aborted)
          log.warn({ err: error, job: name }, 'A job could not be asked for; its schedule will do it')
      })
    },
    async stop() {
      running.delete(started)
      stopping.abort()
      await opening
      await boss?.stop({ graceful: true, close: false, timeout: stopLimit })
    },
  }
  running.add(started)
  return started
}

/** Tries again and again, with pauses, until it works or `signal` ends it. */
async function untilDone(open: () => Promise<void>, signal: AbortSignal, log: Logger): Promise<void> {
  while (!signal.aborted) {
    try {
      return await open()
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error }, 'The queue of jobs could not be opened; trying again')
    }
    await setTimeout(startAgainAfter, undefined, { signal }).catch(() => {})
  }
}

type Run = (asked: JobWithMetadata<Asked> | undefined) => Promise<void>

/** The job's queue and what works on it, whose id is returned. */
async function addWorker(opened: PgBoss, job: Job, run: Run): Promise<string> {
  // `short`: at most one run waits, however often one is requested.
  await opened.createQueue(job.name, {
    policy: 'short',
    retryLimit: 2,
    retryDelay: 5,
    retryBackoff: true,
    // The run ends itself when its time is up; this is for one whose instance died.
    expireInSeconds: (job.timeout ?? usualTimeout) + 60,
    deleteAfterSeconds: 3600,
  })
  return await opened.work(
    job.name,
    { pollingIntervalSeconds: 15, includeMetadata: true },
    ([asked]: JobWithMetadata<NonNullable<Asked>>[]) => run(asked),
  )
}

/** pg-boss reads dates and counts as pg gives them by itself, not as the rest of this program wants them. */
async function execute(database: Database, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  const answer = await database.pool.query({ text, ...(values && { values }), types: pg.types })
  // A script of several statements returns a list.
  const results: { rows?: unknown[] }[] = Array.isArray(answer) ? answer : [answer]
  return { rows: results.flatMap(({ rows }) => rows ?? []) }
}
