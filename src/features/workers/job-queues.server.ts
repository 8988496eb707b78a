import { sql } from 'kysely'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { queueOf } from '../../platform/jobs/staffed-job.server.ts'

/** By how many items a queue has to grow before it is worth saying, however short it was. */
const worthSaying = 50
/** A batch that someone has just put in is done within this time, and is no trouble. */
const settledAfter = sql`interval '10 minutes'`
/** A queue that has shrunk to this share of the most that it held is no longer growing. */
const shrunkTo = 0.8

/**
 * Looks at how much waits for each worker with a queue. One grows when it has at least doubled, by 50 items or more, over ten minutes
 * or longer and is no shorter than at the last look; it has stopped once it is a fifth shorter than it was at its longest.
 */
export async function watchQueues(db: Db, jobs: readonly Job[]): Promise<void> {
  const queues = jobs.flatMap((job) => {
    const waiting = queueOf(job)
    return waiting ? [sql`select ${job.name}::text as name, (${waiting})::integer as waiting`] : []
  })
  if (queues.length === 0) return
  await sql`
    insert into job_queues as q (name, waiting, lowest, peak)
    select name, waiting, waiting, waiting from (${sql.join(queues, sql` union all `)}) now_waiting
    on conflict (name) do update set (waiting, lowest, lowest_at, peak, is_growing) = (
      select excluded.waiting, case when o.is_over then excluded.waiting else q.lowest end, case when o.is_over then now() else q.lowest_at end,
        case when o.is_over then excluded.waiting else greatest(q.peak, excluded.waiting) end,
        not o.is_over and (q.is_growing or (excluded.waiting >= q.waiting and excluded.waiting >= q.lowest + ${worthSaying}
          and excluded.waiting >= 2 * q.lowest and q.lowest_at <= now() - ${settledAfter}))
      from (select excluded.waiting <= q.lowest or excluded.waiting < ${shrunkTo}::numeric * q.peak as is_over) o)`.execute(
    db,
  )
}
