import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { Cause } from './job-runs.server.ts'
import type { Schedule } from './schedule.server.ts'

/** What a run in the queue says about itself; null where it was woken. */
export type Asked = { readonly cause?: Cause; readonly due?: Schedule } | null

/** What a run says that its schedule sent. */
export function dueBy(schedule: Schedule): NonNullable<Asked> {
  return { cause: 'schedule', due: schedule }
}

async function isInstalled(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('pgboss.schedule') is not null as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Since when each job has had a queue, so since when a server could have run it. */
export async function queuesSince(db: Db): Promise<ReadonlyMap<string, Date>> {
  if (!(await isInstalled(db))) return new Map()
  const { rows } = await sql<{
    name: string
    since: string
  }>`select name, created_on as since from pgboss.queue`.execute(db)
  return new Map(rows.map(({ name, since }) => [name, new Date(since)]))
}

/**
 * Makes a job run by another schedule, from every instance's next look at the queue's schedules on and in the caller's
 * transaction. An instance that starts later asks the ledger.
 */
export async function changeQueueSchedule(db: Db, name: string, schedule: Schedule): Promise<void> {
  if (!(await isInstalled(db))) return
  await sql`
    update pgboss.schedule set kind = 'cron', cron = ${schedule.cron}, timezone = ${schedule.zone},
      data = ${JSON.stringify(dueBy(schedule))}::jsonb, options = ${JSON.stringify({ tz: schedule.zone })}::jsonb, updated_on = now()
    where name = ${name} and key = ''`.execute(db)
}
