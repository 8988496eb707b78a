import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { wholeListExport } from '../../platform/transfer/whole-list-export.ts'
import { causes, runStates, workerStates } from './worker-states.ts'

const tag = 'Workers'
const read = ['settings', 'ui'] as const
const write = ['settings', 'write'] as const

const givenParameters = z.record(z.string(), z.union([z.string(), z.boolean()]))

const parameter = z
  .object({
    name: z.string(),
    label: z.string(),
    hint: z.nullable(z.string()),
    kind: z.enum(['choice', 'date', 'flag', 'text']),
    /** Of a choice. */
    options: z.array(z.object({ value: z.string(), label: z.string() })),
    /** Characters of a text. */
    max: z.nullable(z.int()),
  })
  .register(z.globalRegistry, { id: 'WorkerParameter' })
export type WorkerParameter = z.output<typeof parameter>

const run = z
  .object({
    id: z.int(),
    state: z.enum(runStates),
    cause: z.enum(causes),
    /** The moment of its schedule that it is for. */
    dueAt: z.nullable(z.string()),
    askedBy: z.nullable(z.string()),
    askedAt: z.string(),
    startedAt: z.nullable(z.string()),
    finishedAt: z.nullable(z.string()),
    /** The last sign of life. */
    beatAt: z.nullable(z.string()),
    instance: z.nullable(z.string()),
    counters: z.array(z.object({ label: z.string(), count: z.int() })),
    error: z.nullable(z.string()),
    /** When staff asked it to stop. */
    cancelAskedAt: z.nullable(z.string()),
    /** What staff set for it. */
    parameters: givenParameters,
    /** How many lines it has said. */
    logLines: z.int(),
  })
  .register(z.globalRegistry, { id: 'WorkerRun' })
export type WorkerRun = z.output<typeof run>

const facts = {
  name: z.string(),
  label: z.string(),
  does: z.string(),
  /** The blast radius: what goes stale while it is down. */
  staleWithout: z.string(),
  state: z.enum(workerStates),
  schedule: z.nullable(
    z.object({
      cron: z.string(),
      zone: z.string(),
      words: z.string(),
      /** When staff set it in place of the job's own. */
      changedAt: z.nullable(z.string()),
      changedBy: z.nullable(z.string()),
    }),
  ),
  nextRunAt: z.nullable(z.string()),
  /** When it should have run. */
  lateSince: z.nullable(z.string()),
  /** The last run that began. */
  lastRun: z.nullable(run),
  /** Runs that failed within 24 hours. */
  failures: z.int(),
  paused: z.nullable(
    z.object({
      reason: z.string(),
      by: z.nullable(z.string()),
      at: z.string(),
      /** How often it would have run since. */
      leftOut: z.int(),
    }),
  ),
  /** When staff asked for a run that has not begun. */
  queuedAt: z.nullable(z.string()),
  /** What waited for it when that was last counted, and since when that grows; null: it has no queue. */
  queue: z.nullable(z.object({ waiting: z.int(), growingSince: z.nullable(z.string()) })),
}

const worker = z.object(facts).register(z.globalRegistry, { id: 'Worker' })
export type Worker = z.output<typeof worker>

const workerDetails = z
  .object({
    ...facts,
    overlap: z.enum(['share', 'skip']),
    /** Seconds that a run can take. */
    timeout: z.int(),
    nextRuns: z.array(z.string()),
    /** What staff can set for a run. */
    parameters: z.array(parameter),
    /** How many runs can be under way at once, where staff have limited it. */
    limit: z.nullable(z.object({ atOnce: z.int(), by: z.nullable(z.string()), at: z.string() })),
    /** Whether its items can be replayed one by one. */
    hasItems: z.boolean(),
    /** The newest first. */
    runs: z.array(run),
  })
  .register(z.globalRegistry, { id: 'WorkerDetails' })
export type WorkerDetails = z.output<typeof workerDetails>

const params = z.object({
  name: z.string().check(z.maxLength(64)).register(z.globalRegistry, { parameter: 'Worker' }),
})

export const listWorkers = defineEndpoint('GET /rest/data/workers', {
  summary: 'Every job of the server with its state, schedule, last run and failures',
  access: read,
  tag,
  output: z.array(worker),
})

export const exportWorkers = wholeListExport('workers', 'settings')

export const readWorker = defineEndpoint('GET /rest/data/workers/:name', {
  summary: 'One job with its next and its last runs',
  access: read,
  tag,
  params,
  output: workerDetails,
})

const logLine = z.object({ at: z.string(), level: z.enum(['info', 'warning', 'error']), text: z.string() })
export type RunLogLine = z.output<typeof logLine>

export const readRunLog = defineEndpoint('GET /rest/data/workers/:name/runs/:run/log', {
  summary: 'Read what a run said, the oldest first',
  access: read,
  tag,
  params: z.object({ ...params.shape, run: z.string().check(z.maxLength(15)) }),
  output: z.object({
    lines: z.array(logLine),
    /** The oldest, which are kept no longer: a run has 200 lines at most. */
    dropped: z.int(),
  }),
})

export const runWorker = defineEndpoint('POST /rest/data/workers/:name/run', {
  summary: 'Run a job as soon as possible; a run that waits already is that run',
  access: write,
  tag,
  params,
  input: z.strictObject({
    /** Runs a paused job too, which stays paused. */
    evenIfPaused: z.optional(z.boolean({ error: () => t('Run while paused must be true or false.') })),
    /** The failed run that this one repeats. */
    retryOf: z.optional(z.int({ error: () => t('Send the id of a run.') }).check(z.positive())),
    /** By the names of the job's parameters; those of the failed run if it repeats one and they are left out. */
    parameters: z.optional(givenParameters),
  }),
  output: workerDetails,
})

export const pauseWorker = defineEndpoint('POST /rest/data/workers/:name/pause', {
  summary: 'Stop a job from running by its schedule or when other work wakes it',
  access: write,
  tag,
  params,
  input: z.strictObject({
    reason: z
      .string({ error: () => t('Enter a reason.') })
      .check(
        z.trim(),
        z.minLength(1, { error: () => t('Enter a reason.') }),
        z.maxLength(300, { error: () => t('Enter at most 300 characters.') }),
      ),
  }),
  output: workerDetails,
})

export const resumeWorker = defineEndpoint('POST /rest/data/workers/:name/resume', {
  summary: 'Let a paused job run again, at once where it left runs out',
  access: write,
  tag,
  params,
  output: workerDetails,
})

const schedule = {
  cron: z.string({ error: () => t('Enter a schedule.') }).check(z.maxLength(100)),
  zone: z.string({ error: () => t('Enter a time zone.') }).check(z.maxLength(64)),
}

export const previewSchedule = defineEndpoint('GET /rest/data/worker-schedules/preview', {
  summary: 'What a schedule means: its words and its next five moments',
  access: read,
  tag,
  query: z.object(schedule),
  output: z.object({ words: z.string(), nextRuns: z.array(z.string()) }),
})

export const changeSchedule = defineEndpoint('PUT /rest/data/workers/:name/schedule', {
  summary: 'Set when a job runs, on every server and until it is reset',
  access: write,
  tag,
  params,
  input: z.strictObject(schedule),
  output: workerDetails,
})

export const resetSchedule = defineEndpoint('DELETE /rest/data/workers/:name/schedule', {
  summary: 'Let a job run by its own schedule again',
  access: write,
  tag,
  params,
  output: workerDetails,
})

export const cancelRun = defineEndpoint('POST /rest/data/workers/:name/cancel', {
  summary: 'Stop a run: it ends what it has begun, or is cut off after 20 seconds',
  access: write,
  tag,
  params,
  input: z.strictObject({ run: z.int({ error: () => t('Send the id of a run.') }).check(z.positive()) }),
  output: workerDetails,
})

export const setConcurrency = defineEndpoint('PUT /rest/data/workers/:name/concurrency', {
  summary: 'Set how many runs of a job can be under way at once over all servers; null: no limit',
  access: write,
  tag,
  params,
  input: z.strictObject({
    atOnce: z.nullable(
      z
        .int({ error: () => t('Enter a whole number.') })
        .check(
          z.minimum(1, { error: () => t('Enter a number from 1 to 20.') }),
          z.maximum(20, { error: () => t('Enter a number from 1 to 20.') }),
        ),
    ),
  }),
  output: workerDetails,
})

const item = z.object({
  id: z.string(),
  title: z.string(),
  error: z.nullable(z.string()),
  failedAt: z.string(),
  attempts: z.int(),
  href: z.string(),
  values: givenParameters,
})
export type WorkerItem = z.output<typeof item>

const failedItems = z
  .object({
    count: z.int(),
    /** The latest 50. */
    items: z.array(item),
    /** What can be edited before an item is replayed. */
    fields: z.array(parameter),
  })
  .register(z.globalRegistry, { id: 'WorkerItems' })
export type WorkerItems = z.output<typeof failedItems>

export const listFailedItems = defineEndpoint('GET /rest/data/workers/:name/items', {
  summary: 'What a job gave up and you can retry, the latest first',
  access: read,
  tag,
  params,
  output: failedItems,
})

export const replayItems = defineEndpoint('POST /rest/data/workers/:name/items/replay', {
  summary: 'Put items that a job gave up back into its queue, one of them with other values',
  access: write,
  tag,
  params,
  input: z.strictObject({
    ids: z
      .array(z.string().check(z.maxLength(40)))
      .check(z.minLength(1, { error: () => t('Select at least one item.') }), z.maxLength(100)),
    /** In place of what the item has; only with one id. */
    values: z.optional(givenParameters),
  }),
  output: z.object({ replayed: z.array(z.string()) }),
})
