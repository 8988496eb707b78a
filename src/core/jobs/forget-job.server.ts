import { type RawBuilder, sql } from 'kysely'
import { deleteInBatches } from './delete-in-batches.server.ts'
import type { Job } from './jobs.server.ts'

interface Forgetting extends Pick<Job, 'name' | 'label' | 'does' | 'staleWithout' | 'cron'> {
  readonly table: string
  /** The moment from which rows are kept, a column with an index. */
  readonly since: string
  readonly days: number
  /** Rows of one statement: fewer where others go with them. */
  readonly atOnce?: number
  /** Which rows; all of them without it. */
  readonly where?: RawBuilder<unknown>
}

/** A job that deletes the rows of a table, the oldest first, once they have been kept as long as promised. */
export function forgetJob({ table, since, days, atOnce = 1_000, where = sql`true`, ...job }: Forgetting): Job {
  const [rows, at] = [sql.table(table), sql.ref(since)]
  return {
    ...job,
    overlap: 'skip',
    async run({ database, signal, log }) {
      const deleted = await deleteInBatches(
        database.kysely,
        signal,
        sql`
          delete from ${rows} where id in (select id from ${rows}
            where ${where} and ${at} < now() - make_interval(days => ${days}) order by ${at} limit ${atOnce})`,
      )
      log.info({ deleted }, 'Old rows were deleted')
    },
  }
}
