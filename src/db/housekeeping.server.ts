import type pg from 'pg'
import type { Logger } from 'pino'
import { asUnavailable } from './engine-errors.server.ts'

// PGlite has one process, so none of those with which a PostgreSQL server keeps itself in order: without a
// checkpointer its write-ahead log grows for ever (and with it the time to reopen after a crash), without
// autovacuum its tables do, and the planner learns nothing of what is in them. This does their work in small
// pieces.

const EVERY = 10_000
/** Write-ahead log since the last checkpoint, in bytes, after which the next is due: half of max_wal_size. */
const CHECKPOINT_AFTER = 48 * 1024 * 1024
/** How many rounds apart one table can be vacuumed. */
const VACUUM_ROUNDS = 6
/** A table beyond this many bytes can hold up requests noticeably, so it has its turn rarely. */
const LARGE = 100 * 1024 * 1024
const LARGE_EVERY = 6 * 60 * 60 * 1000

// The thresholds are those of autovacuum: 50 rows and a fifth of the table dead, or a tenth of it changed.
const NEEDY_TABLE = `
  select format('%I.%I', schemaname, relname) as name, pg_table_size(relid)::float8 as size
  from pg_stat_user_tables
  where (n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup)
    and (pg_table_size(relid) < ${LARGE} or not format('%I.%I', schemaname, relname) = any($1::text[]))
  order by n_dead_tup + n_mod_since_analyze desc limit 1`

export interface Housekeeping {
  /** One round now, besides those that come by themselves. */
  round(): Promise<void>
  stop(): void
}

interface KeptDatabase {
  readonly pool: pg.Pool
  withoutDeadline<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Keeps an embedded database in order until stopped. `isPaused`: a backup needs the whole write-ahead log.
 */
export function keepHouse(db: KeptDatabase, log: Logger, isPaused: () => boolean): Housekeeping {
  const { pool } = db
  const largeDone = new Map<string, number>()
  let rounds = 0

  async function round(): Promise<void> {
    if (isPaused()) return
    rounds += 1
    try {
      const {
        rows: [wal],
      } = await pool.query<{ bytes: number }>(
        'select pg_current_wal_lsn() - redo_lsn as bytes from pg_control_checkpoint()',
      )
      if (wal && wal.bytes > CHECKPOINT_AFTER) await db.withoutDeadline(() => pool.query('checkpoint'))
      if (rounds % VACUUM_ROUNDS === 0) await vacuumOne()
    } catch (error) {
      // A restart or a full disk; the next round comes anyway.
      if (!asUnavailable(error)) log.error({ err: error }, 'keeping the embedded database in order failed')
    }
  }

  async function vacuumOne(): Promise<void> {
    const isResting = (time: number) => performance.now() - time < LARGE_EVERY
    const resting = [...largeDone].filter(([, time]) => isResting(time)).map(([name]) => name)
    const {
      rows: [table],
    } = await pool.query<{ name: string; size: number }>(NEEDY_TABLE, [resting])
    if (!table) return
    const startedAt = performance.now()
    await db.withoutDeadline(() => pool.query(`vacuum (analyze) ${table.name}`))
    if (table.size >= LARGE) largeDone.set(table.name, performance.now())
    const milliseconds = Math.round(performance.now() - startedAt)
    log.debug({ table: table.name, milliseconds }, 'a table has been vacuumed')
  }

  const timer = setInterval(() => void round(), EVERY).unref()
  return { round, stop: () => clearInterval(timer) }
}
