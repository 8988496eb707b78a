import { sql } from 'kysely'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { detailsOf, jobNamed, workersOf } from './worker-facts.server.ts'
import { listWorkers, pauseWorker, readWorker, resumeWorker, runWorker } from './workers.endpoints.ts'

/** Milliseconds after which the call's transaction has usually, and nearly always, committed. */
const soon = [80, 1_500] as const

export function implementWorkers({ jobs }: Pick<ServerContext, 'jobs'>): readonly Implementation[] {
  const named = (name: string): Job => jobNamed(jobs(), name)

  return [
    implement(listWorkers, ({ db }) => workersOf(db, jobs(), new Date())),

    implement(readWorker, ({ db, params }) => detailsOf(db, named(params.name))),

    implement(runWorker, async ({ db, params, input, actor, audit }) => {
      const job = named(params.name)
      const paused = await pauseOf(db, job.name)
      if (paused && input.evenIfPaused !== true)
        throw new Refusal(
          409,
          t('{worker} is paused: {reason}. Run it once anyway?', { worker: t(job.label), reason: paused.reason }),
          {
            error: 'WorkerPaused',
          },
        )
      const { retryOf } = input
      if (retryOf !== undefined && !(await hasFailed(db, job.name, retryOf)))
        throw invalid({ retryOf: t('Only a failed run can be retried.') })
      const {
        rows: [asked],
      } = await sql<{ id: number }>`
        insert into job_runs (name, cause, state, asked_by)
        values (${job.name}, ${retryOf === undefined ? 'manual' : 'retry'}, 'queued', ${actor.id})
        on conflict do nothing returning id`.execute(db)
      if (asked)
        audit.record({
          action: 'run',
          object: 'workers',
          title: job.label,
          after: { name: job.name, run: asked.id, ...(retryOf !== undefined && { retryOf }) },
        })
      wakeSoon(job.name)
      return await detailsOf(db, job)
    }),

    implement(pauseWorker, async ({ db, params, input, actor, audit }) => {
      const job = named(params.name)
      const {
        rows: [paused],
      } = await sql<{ name: string }>`
        insert into paused_jobs (name, reason, paused_by) values (${job.name}, ${input.reason}, ${actor.id})
        on conflict (name) do nothing returning name`.execute(db)
      if (!paused) throw new Refusal(409, t('{worker} is paused already.', { worker: t(job.label) }))
      audit.record({
        action: 'pause',
        object: 'workers',
        title: job.label,
        after: { name: job.name },
        reason: input.reason,
      })
      return await detailsOf(db, job)
    }),

    implement(resumeWorker, async ({ db, params, audit }) => {
      const job = named(params.name)
      const {
        rows: [resumed],
      } = await sql<{ reason: string; leftOut: number }>`
        delete from paused_jobs where name = ${job.name} returning reason, left_out as "leftOut"`.execute(db)
      if (!resumed) throw new Refusal(409, t('{worker} is not paused.', { worker: t(job.label) }))
      audit.record({
        action: 'resume',
        object: 'workers',
        title: job.label,
        before: { reason: resumed.reason },
        after: { name: job.name, leftOut: resumed.leftOut },
      })
      if (resumed.leftOut > 0) wakeSoon(job.name)
      return await detailsOf(db, job)
    }),
  ]
}

function wakeSoon(name: string): void {
  for (const delay of soon) setTimeout(() => wakeJob(name), delay).unref()
}

async function hasFailed(db: Db, name: string, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from job_runs where id = ${id} and name = ${name} and state = 'failed'`.execute(
    db,
  )
  return rows.length > 0
}

async function pauseOf(db: Db, name: string): Promise<{ reason: string } | undefined> {
  return (await sql<{ reason: string }>`select reason from paused_jobs where name = ${name}`.execute(db)).rows[0]
}
