import { sql } from 'kysely'
import { t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { WorkerRun } from './workers.endpoints.ts'

export interface RunRow extends Omit<WorkerRun, 'counters'> {
  readonly counters: Readonly<Record<string, number>>
}

export const runColumns = sql`r.id, r.state, r.cause, r.due_at as "dueAt", s.name as "askedBy", r.asked_at as "askedAt",
  r.started_at as "startedAt", r.finished_at as "finishedAt", r.beat_at as "beatAt", r.instance, r.counters, r.error, r.cancel_asked_at as "cancelAskedAt",
  r.parameters, coalesce((select l.said from job_run_logs l where l.run_id = r.id), 0) as "logLines"`

export function runOf({ counters, ...row }: RunRow, job: Job): WorkerRun {
  return {
    ...row,
    counters: Object.entries(counters).map(([key, count]) => ({ label: t(job.counts?.[key] ?? key), count })),
  }
}

/** The runs of a job: those under way or waiting first, since a long one is older than many that came after it; then the newest. */
export async function runsOf(db: Db, job: Job, limit: number): Promise<WorkerRun[]> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from job_runs r left join staff s on s.id = r.asked_by
    where r.name = ${job.name} order by (r.state in ('queued', 'running')) desc, r.started_at desc nulls first, r.id desc limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => runOf(row, job))
}
