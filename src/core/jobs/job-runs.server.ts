import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { pid } from 'node:process'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.server.ts'
import { errorText } from './error-text.ts'
import type { Job } from './job.server.ts'
import { usualTimeout } from './job.server.ts'
import type { Schedule } from './schedule.server.ts'

/** Why a run began: its schedule, or code that woke the job, or another try after a failure. */
export type Cause = 'schedule' | 'follow-up' | 'retry'

type Counters = Readonly<Record<string, number>>

interface RunEnd {
  readonly state: 'succeeded' | 'failed' | 'cancelled'
  readonly counters: Counters
  /** Without personal data. */
  readonly error: string | null
}

/** A run under way. */
interface OpenedRun {
  readonly id: number
  readonly parameters: Readonly<Record<string, unknown>>
  /** The log that its job is given, in place of the server's. */
  readonly keep?: (log: Logger) => Logger
}

/** Where runs are written down. The core calls it; a feature keeps it. */
export interface RunLedger {
  /**
   * Opens a run. Null: it must not happen, because the job is paused, its server is drained, the run due at that moment
   * has been done by someone, or as many as can be are under way.
   */
  begin(run: {
    readonly job: Job
    readonly cause: Cause
    /** The moment of its schedule that it is for. */
    readonly dueAt: Date | null
    readonly instance: string
  }): Promise<OpenedRun | null>
  /** A sign of life. Answers whether the run should end. */
  beat(id: number, counters: Counters): Promise<{ readonly isCancelled: boolean }>
  /** The schedules that staff have set in place of the jobs' own, by the jobs' names. */
  schedules(): Promise<ReadonlyMap<string, Schedule>>
  /** Closes a run. Answers whether another has been asked for since. */
  end(id: number, end: RunEnd): Promise<{ readonly isAskedAgain: boolean }>
}

/** The ledger of servers that keep none, such as those of tests. */
export const noLedger: RunLedger = {
  begin: async () => ({ id: 0, parameters: {} }),
  beat: async () => ({ isCancelled: false }),
  end: async () => ({ isAskedAgain: false }),
  schedules: async () => new Map(),
}

/** Milliseconds between signs of life, and those that a run gets to end by itself once its signal has aborted. */
const usualPace = { beatEvery: 15_000, grace: 20_000 }

/** This process, among those on one database. */
export const instanceName = `${hostname().slice(0, 40)}-${pid}-${randomBytes(2).toString('hex')}`

class RunStopped extends Error {}

export interface RunnerOptions {
  readonly database: Database
  readonly log: Logger
  readonly ledger: RunLedger
  /** Aborts when the server stops. */
  readonly signal: AbortSignal
  readonly wake: (name: string) => void
  readonly instance?: string
  readonly pace?: typeof usualPace
}

/** Runs a job once and writes it down. Returns whether it ran. */
export type RunJob = (job: Job, cause: Cause, dueAt: Date | null) => Promise<boolean>

export function createRunner({ database, log, ledger, signal, wake, ...more }: RunnerOptions): RunJob {
  const { instance = instanceName, pace: { beatEvery, grace } = usualPace } = more
  return async function runJob(job, cause, dueAt) {
    const opened = await ledger.begin({ job, cause, dueAt, instance })
    if (opened === null) return false
    const { id, parameters, keep = (own: Logger) => own } = opened
    const counters: Record<string, number> = {}
    const own = new AbortController()
    const beat = setInterval(() => {
      void ledger.beat(id, counters).then(
        ({ isCancelled }) => isCancelled && own.abort(new RunStopped('cancelled')),
        (error: unknown) => log.warn({ err: error, job: job.name }, 'A run could not say that it is alive'),
      )
    }, beatEvery)
    const limit = setTimeout(() => own.abort(new RunStopped('timeout')), (job.timeout ?? usualTimeout) * 1_000)
    let end: RunEnd = { state: 'succeeded', counters, error: null }
    let failure: unknown = null
    try {
      await endsAtLast(
        job.run({
          database,
          log: keep(log.child({ job: job.name, run: id })),
          signal: AbortSignal.any([signal, own.signal]),
          parameters,
          count: (counter, by = 1) => (counters[counter] = (counters[counter] ?? 0) + by),
        }),
        own.signal,
        grace,
      )
      const why = stoppedBy(own.signal)
      if (why !== null) end = { ...end, state: why === 'timeout' ? 'failed' : 'cancelled', error: sentenceOf(why, job) }
    } catch (error) {
      const why = stoppedBy(own.signal)
      const isStopped = why === 'cancelled' || signal.aborted
      if (!isStopped) failure = error
      const isCutOff = why === 'cancelled' && error === own.signal.reason
      const said = isCutOff ? `Cut off: still running ${grace / 1_000} s after it was cancelled` : sentenceOf(why, job)
      end = { counters, state: isStopped ? 'cancelled' : 'failed', error: why === null ? errorText(error) : said }
    } finally {
      clearInterval(beat)
      clearTimeout(limit)
    }
    const isAskedAgain = await close(id, end)
    if (isAskedAgain) wake(job.name)
    if (failure !== null) throw failure
    return true
  }

  async function close(id: number, end: RunEnd): Promise<boolean> {
    try {
      return (await ledger.end(id, end)).isAskedAgain
    } catch (error) {
      // It is over all the same; without a sign of life it is written down as lost.
      if (!signal.aborted) log.warn({ err: error, run: id }, 'The end of a run could not be written down')
      return false
    }
  }
}

function stoppedBy({ aborted, reason }: AbortSignal): 'cancelled' | 'timeout' | null {
  if (!aborted) return null
  return reason instanceof RunStopped && reason.message === 'cancelled' ? 'cancelled' : 'timeout'
}

/** Null: it ended as it was asked to. */
function sentenceOf(why: 'cancelled' | 'timeout' | null, { timeout = usualTimeout }: Job): string | null {
  return why === 'timeout' ? `Stopped after ${timeout} s, its longest time` : null
}

/** Waits for a run, but after its own signal has aborted only for a while: what does not listen is left to itself. */
async function endsAtLast(run: Promise<void>, signal: AbortSignal, grace: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const hard = new Promise<void>((_, reject) => {
    signal.addEventListener('abort', () => (timer = setTimeout(() => reject(signal.reason), grace).unref()), {
      once: true,
    })
  })
  try {
    await Promise.race([run, hard])
  } finally {
    clearTimeout(timer)
  }
}
