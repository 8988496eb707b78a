import { sql } from 'kysely'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'

/** Milliseconds after which the call's transaction has usually, and nearly always, committed. */
const soon = [80, 1_500] as const

export function wakeSoon(name: string): void {
  for (const delay of soon) setTimeout(() => wakeJob(name), delay).unref()
}

/**
 * The same for a run that staff have asked for. A job that has taken that run is not woken again: it would run twice, and once more
 * after it is cancelled.
 */
export function wakeForQueued(db: Db, name: string): void {
  for (const delay of soon) setTimeout(() => void wakeIfQueued(db, name), delay).unref()
}

async function wakeIfQueued(db: Db, name: string): Promise<void> {
  const found = await sql`select from job_runs where name = ${name} and state = 'queued'`.execute(db).catch(() => null)
  // One wake too many is better than none, should the database be busy.
  if (found === null || found.rows.length > 0) wakeJob(name)
}
