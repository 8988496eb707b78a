import { sql } from 'kysely'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { missedRuns } from './worker-facts.server.ts'

/** Caught up at one look, so that servers that come back after a night are not busy with everything at once. */
const maxAtOnce = 5

/**
 * Asks for one run of each worker that was due while no server was up and is not due soon: a daily job that is missed at night runs
 * in the morning, not a day late. The index over name and due time keeps several servers from asking twice.
 *
 * @returns the workers that were asked for
 */
export async function catchUp(db: Db, jobs: readonly Job[], now: Date): Promise<readonly string[]> {
  const missed = (await missedRuns(db, jobs, now))
    .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
    .slice(0, maxAtOnce)
  if (missed.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    insert into job_runs (name, cause, state, due_at)
    select name, 'catch-up', 'queued', due_at
    from unnest(${missed.map(({ name }) => name)}::text[], ${missed.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[]) m (name, due_at)
    on conflict do nothing returning name`.execute(db)
  return rows.map(({ name }) => name)
}
