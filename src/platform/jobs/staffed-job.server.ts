import type { RawBuilder } from 'kysely'
import type { Call } from '../../core/http/endpoint.server.ts'
import type { Actor } from '../../core/access/access.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { CheckedParameters, GivenParameters, ParameterValues, RunParameters } from './run-parameters.ts'

type Context = Parameters<Job['run']>[0]

export interface ParameterizedJob extends Job {
  readonly parameters: RunParameters
  /** Checks values against each other. */
  check?(values: GivenParameters): CheckedParameters
}

interface Parameterized<All extends RunParameters> extends Omit<Job, 'run'> {
  readonly parameters: All
  /** Yields what is wrong with values that are right one by one. */
  check?(values: ParameterValues<All>): Iterable<{ readonly field: keyof All & string; readonly message: string }>
  run(context: Omit<Context, 'parameters'> & { readonly parameters: ParameterValues<All> }): Promise<void>
}

/** A job whose runs staff can set something for when they ask for one. Its schedule sets nothing. */
export function parameterizedJob<const All extends RunParameters>(job: Parameterized<All>): ParameterizedJob {
  const { check, run, ...rest } = job
  return {
    ...rest,
    check(values) {
      const found = [...(check?.(values as ParameterValues<All>) ?? [])].map(({ field, message }) => [field, message])
      return found.length > 0 ? { faults: Object.fromEntries(found) as Record<string, string> } : { values }
    },
    // What was stored was checked against the same description.
    run: (context) => run({ ...context, parameters: (context.parameters ?? {}) as ParameterValues<All> }),
  }
}

export function parametersOf(job: Job): RunParameters {
  return 'parameters' in job ? (job as ParameterizedJob).parameters : {}
}

export function checkOf(job: Job): ParameterizedJob['check'] {
  return 'parameters' in job ? (job as ParameterizedJob).check : undefined
}

export interface FailedItem {
  /** Unique within its job. */
  readonly id: string
  readonly title: string
  readonly error: string | null
  readonly failedAt: string
  readonly attempts: number
  /** Where it is in the console. */
  readonly href: string
  /** What can be edited, by the names of `fields`. */
  readonly values: GivenParameters
}

interface ItemChange {
  readonly id: string
  /** In place of what it has; only what differs. */
  readonly values?: GivenParameters
}

/** What a job gave up: the rows of its work that no schedule tries again. */
export interface FailedItems {
  /** What can be edited before an item is replayed. */
  readonly fields: RunParameters
  /** The latest first, of those that the actor can retry; null where they can retry none. */
  list(
    db: Db,
    actor: Actor,
    limit: number,
  ): Promise<{ readonly items: readonly FailedItem[]; readonly count: number } | null>
  /**
   * Puts items back into the queue, each with an entry in the audit. Refuses values that are wrong by a refusal with
   * fields.
   *
   * @returns the ids that were put back; others are no longer failed, or the actor cannot retry them
   */
  replay(call: Pick<Call, 'db' | 'actor' | 'audit'>, changes: readonly ItemChange[]): Promise<readonly string[]>
}

interface JobWithItems extends Job {
  readonly failedItems: FailedItems
}

export function withFailedItems(job: Job, failedItems: FailedItems): JobWithItems {
  return { ...job, failedItems }
}

interface JobWithQueue extends Job {
  readonly queue: RawBuilder<unknown>
}

/**
 * A job that empties a queue.
 *
 * @param queue - a select of one number, read from an index: how many items are due and wait
 */
export function withQueue<J extends Job>(job: J, queue: RawBuilder<unknown>): J & JobWithQueue {
  return { ...job, queue }
}

export function queueOf(job: Job): RawBuilder<unknown> | null {
  return 'queue' in job ? (job as JobWithQueue).queue : null
}

export function failedItemsOf(job: Job): FailedItems | null {
  return 'failedItems' in job ? (job as JobWithItems).failedItems : null
}
