import { sql } from 'kysely'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { Db } from '../../db/tables.server.ts'
import type { GivenParameters } from '../../platform/jobs/run-parameters.ts'
import { checkParameters } from '../../platform/jobs/run-parameters.ts'
import { checkOf, parametersOf } from '../../platform/jobs/staffed-job.server.ts'
import { implementWholeListExport } from '../../platform/transfer/whole-list-export.server.ts'
import { runLogOf } from './run-log.server.ts'
import { wakeForQueued, wakeSoon } from './wake-soon.server.ts'
import { detailsOf, jobNamed, workersOf } from './worker-facts.server.ts'
import { workerList } from './worker-list.ts'
import {
  exportWorkers,
  listWorkers,
  pauseWorker,
  readRunLog,
  readWorker,
  resumeWorker,
  runWorker,
} from './workers.endpoints.ts'

export function implementWorkers({
  jobs,
  database,
}: Pick<ServerContext, 'jobs' | 'database'>): readonly Implementation[] {
  const named = (name: string): Job => jobNamed(jobs(), name)

  return [
    implement(listWorkers, ({ db }) => workersOf(db, jobs(), new Date())),

    implementWholeListExport(exportWorkers, workerList(), async (db) =>
      (await workersOf(db, jobs(), new Date())).map(({ schedule, lastRun, nextRunAt, ...worker }) => ({
        ...worker,
        schedule: schedule && `${schedule.words}, ${schedule.zone}`,
        lastRun: lastRun?.startedAt,
        result: lastRun?.state,
        nextRun: nextRunAt,
      })),
    ),

    implement(readWorker, ({ db, params }) => detailsOf(db, named(params.name))),

    implement(readRunLog, async ({ db, params }) => {
      const log = await runLogOf(db, named(params.name).name, recordIdIn(params.run))
      if (!log) throw new Refusal(404, t('Run not found.'))
      return log
    }),

    runServer(named, database.kysely),

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

function runServer(named: (name: string) => Job, kysely: Db): Implementation {
  return implement(runWorker, async ({ db, params, input, actor, audit }) => {
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
    const failed = retryOf === undefined ? {} : await failedRun(db, job.name, retryOf)
    if (failed === null) throw invalid({ retryOf: t('Only a failed run can be retried.') })
    const parameters = checkedParameters(job, input.parameters ?? failed)
    const {
      rows: [asked],
    } = await sql<{ id: number }>`
        insert into job_runs (name, cause, state, asked_by, parameters)
        values (${job.name}, ${retryOf === undefined ? 'manual' : 'retry'}, 'queued', ${actor.id}, ${JSON.stringify(parameters)}::jsonb)
        on conflict do nothing returning id`.execute(db)
    const isSet = Object.keys(parameters).length > 0
    if (!asked && isSet) throw new Refusal(409, t('A run is waiting to start. Cancel it, or wait until it has begun.'))
    if (asked)
      audit.record({
        action: 'run',
        object: 'workers',
        title: job.label,
        after: {
          name: job.name,
          run: asked.id,
          ...(retryOf !== undefined && { retryOf }),
          ...(isSet && { parameters }),
        },
      })
    wakeForQueued(kysely, job.name)
    return await detailsOf(db, job)
  })
}

/** What a failed run was given; null: it did not fail, or was not found. */
async function failedRun(db: Db, name: string, id: number): Promise<GivenParameters | null> {
  const { rows } = await sql<{ parameters: GivenParameters }>`
    select parameters from job_runs where id = ${id} and name = ${name} and state = 'failed'`.execute(db)
  return rows[0]?.parameters ?? null
}

/** The parameters of a run, checked by the job's own description of it. */
function checkedParameters(job: Job, given: GivenParameters): GivenParameters {
  const read = checkParameters(parametersOf(job), given)
  const checked = 'values' in read ? (checkOf(job)?.(read.values) ?? read) : read
  if ('faults' in checked) throw invalid(checked.faults)
  return checked.values
}

async function pauseOf(db: Db, name: string): Promise<{ reason: string } | undefined> {
  return (await sql<{ reason: string }>`select reason from paused_jobs where name = ${name}`.execute(db)).rows[0]
}
