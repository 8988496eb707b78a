import type { Logger } from 'pino'
import type { Database } from '../../db/database.server.ts'

/**
 * What becomes of a run that is due while one is under way. `share`: both work, each on the rows that it claims. `skip`:
 * the second is left out and recorded as skipped, whichever instances they are on; only for jobs that nothing wakes.
 */
type Overlap = 'share' | 'skip'

interface JobContext {
  readonly database: Database
  readonly log: Logger
  /**
   * Aborts when the server stops, when staff cancel the run, or when its time is up: finish what is begun, begin
   * nothing more.
   */
  readonly signal: AbortSignal
  /** Adds to a counter of the run, which the job has in `counts`. Costs nothing: it is written with the run's end. */
  count(counter: string, by?: number): void
  /** What staff have set for this run. */
  readonly parameters?: Readonly<Record<string, unknown>>
}

/** What the job is, for the people who run it. All four are texts: use `msg`. */
export interface JobTexts {
  /** A noun phrase: `Order expiry`. */
  readonly label: string
  /** What one run does, in a sentence. */
  readonly does: string
  /** The blast radius: what goes stale while it is down, in a sentence. */
  readonly staleWithout: string
}

/** Work that the server does by itself, beside answering calls. */
export interface Job extends JobTexts {
  /** Kebab-case; the queue's name, and the word by which the log has it. */
  readonly name: string
  /** When it runs without being asked: five fields, UTC. */
  readonly cron?: string
  readonly overlap: Overlap
  /** The counters of a run, each with its label. */
  readonly counts?: Readonly<Record<string, string>>
  /** The longest a run can take, in seconds, before another instance can begin again; 15 minutes by default. */
  readonly timeout?: number
  /**
   * One run. Where `overlap` is `share`, several instances can be inside at the same moment, so each must claim the rows
   * it works on, one by one (`for update skip locked`). On the embedded database none of its statements or transactions
   * can take longer than 200 ms.
   */
  run(context: JobContext): Promise<void>
}

/** Seconds that a run can take where its job does not say. */
export const usualTimeout = 900
