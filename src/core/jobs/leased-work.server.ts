import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../errors/errors.ts'
import type { Job, JobTexts } from './job.server.ts'
import type { Language } from '../i18n/language.ts'
import { languageNames } from '../i18n/language.ts'
import { speaking } from '../http/language.server.ts'

/**
 * Work that lasts longer than a call, kept as rows of a table with the columns state, error, finished_at, language,
 * lease, leased_until and attempts: an instance leases a row, works on it step by step, and says with every step that it is
 * still there. Where it dies, the lease runs out and another goes on.
 */
export interface Leased {
  readonly id: number
  /** The language of the call that left the work: its messages are in this language. */
  readonly language: Language
  readonly lease: string
  readonly attempts: number
}

/** The work's context besides its row. */
export interface WorkContext {
  readonly database: Database
  readonly log: Logger
  readonly signal: AbortSignal
}

/** How long an instance that does not speak up any more keeps others from taking over. */
export const lease = sql`now() + interval '60 seconds'`
export const letGo = sql`lease = null, leased_until = null`
/** How often work is begun without getting any further. */
const maxAttempts = 3
/** The tasks one instance works on side by side, a step of each in turn: a short one does not wait for a long one. */
const atOnce = 3
/** How often a run that has work looks for more, in milliseconds. */
const lookEvery = 1_000
/**
 * A run lasts as long as there is something to do, in seconds; its work is leased, so one that hangs blocks no other.
 */
const longestRun = 6 * 3_600

/** The work was cancelled, or another instance has taken it over: there is nothing left to do about it here. */
export class NotOurs extends Error {}

/** Ends what was begun too often by instances that died. */
export async function giveUp(db: Db, table: string, reason: () => string): Promise<void> {
  const reasons = sql.join(
    Object.keys(languageNames).map((one) => sql`when ${one} then ${speaking(one as Language, reason)}`),
    sql` `,
  )
  await sql`
    update ${sql.table(table)} set state = 'failed', error = case language ${reasons} else ${reason()} end, finished_at = now(), ${letGo}, updated_at = now(), version = version + 1
    where leased_until < now() and attempts >= ${maxAttempts}`.execute(db)
}

/** Changes a row as long as it is leased here. Throws `NotOurs` when it is not any more. */
async function changeLeased<Row = unknown>(
  db: Db,
  table: string,
  { id, lease: held }: Leased,
  change: RawBuilder<unknown>,
  returning: RawBuilder<unknown> = sql`id`,
): Promise<Row> {
  const {
    rows: [row],
  } = await sql<Row>`
    update ${sql.table(table)} set ${change}, updated_at = now(), version = version + 1 where id = ${id} and lease = ${held} returning ${returning}`.execute(
    db,
  )
  if (!row) throw new NotOurs()
  return row
}

/** One row being worked on. */
export abstract class LeasedTask<Claimed extends Leased, ResourceContext extends WorkContext> {
  readonly context: ResourceContext
  readonly claimed: Claimed
  readonly #table: string

  constructor(table: string, context: ResourceContext, claimed: Claimed) {
    this.#table = table
    this.context = context
    this.claimed = claimed
  }

  /** Returns whether it has come to an end, of any kind. Never throws. */
  async step(): Promise<boolean> {
    return await speaking(this.claimed.language, () => this.#step())
  }

  async #step(): Promise<boolean> {
    try {
      if (!this.context.signal.aborted) return await this.work()
      await this.close()
      await this.release().catch((error: unknown) => {
        if (!(error instanceof NotOurs)) throw error
      })
    } catch (error) {
      await this.close().catch(() => {})
      await this.#comeToNothing(error).catch((failure: unknown) => {
        // The lease runs out, and an instance that is up then continues.
        this.context.log.warn(
          { err: failure, table: this.#table, id: this.claimed.id },
          'What became of longer work could not be written down',
        )
      })
    }
    return true
  }

  async #comeToNothing(error: unknown): Promise<void> {
    if (error instanceof NotOurs) return await this.lost()
    if (error instanceof Refusal) return await this.refused(error)
    this.context.log.error({ err: error, table: this.#table, id: this.claimed.id }, 'Longer work failed')
    if ((await this.attempts()) < maxAttempts) await this.again()
    else await this.failed()
  }

  /** Does the next step and answers whether it was the last. */
  protected abstract work(): Promise<boolean>
  /** Leaves it to another instance, or to this one after its next start: that was no attempt. */
  protected abstract release(): Promise<void>
  /** Leaves it to be begun again after a fault of ours. */
  protected abstract again(): Promise<void>
  /** Writes down that it has come to nothing, and why. */
  protected abstract refused(refusal: Refusal): Promise<void>
  /** Writes down that it failed each time. */
  protected abstract failed(): Promise<void>
  /** Closes what the work has open. */
  protected async close(): Promise<void> {}
  /** Clears up after work that is not ours any more. */
  protected async lost(): Promise<void> {}
  /** How often it was begun by now. */
  protected async attempts(): Promise<number> {
    return this.claimed.attempts
  }

  protected async change<Row = unknown>(
    change: RawBuilder<unknown>,
    { db = this.context.database.kysely, returning }: { db?: Db; returning?: RawBuilder<unknown> } = {},
  ): Promise<Row> {
    return await changeLeased<Row>(db, this.#table, this.claimed, change, returning)
  }
}

/** Works until `claim` finds nothing any more. */
export async function workInTurn(
  signal: AbortSignal,
  claim: () => Promise<{ step(): Promise<boolean> } | null>,
): Promise<void> {
  let tasks: readonly { step(): Promise<boolean> }[] = []
  let lookAt = 0
  for (;;) {
    while (!signal.aborted && tasks.length < atOnce && performance.now() >= lookAt) {
      const task = await claim()
      if (task) tasks = [...tasks, task]
      else lookAt = performance.now() + lookEvery
    }
    if (tasks.length === 0) return
    const over = new Set<{ step(): Promise<boolean> }>()
    for (const task of tasks) if (await task.step()) over.add(task)
    tasks = tasks.filter((task) => !over.has(task))
  }
}

/**
 * The job that works on leased rows. It is woken when work is added; the schedule is for work that another instance
 * left behind.
 */
export function leasedJob(name: string, texts: JobTexts, run: Job['run']): Job {
  return { name, ...texts, cron: '* * * * *', timeout: longestRun, overlap: 'share', run }
}
