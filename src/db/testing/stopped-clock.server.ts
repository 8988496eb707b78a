import { sql } from 'kysely'
import type { Db } from '../tables.server.ts'

/**
 * Lets `now()` be a whole second until a transaction ends. Columns are exact to the millisecond and now() to the
 * microsecond, so without it hardly a row is ever from the very instant of a limit.
 */
export async function stopClock(db: Db): Promise<void> {
  await sql`create schema stopped`.execute(db)
  await sql`
    create function stopped.now() returns timestamptz language sql stable set search_path = pg_catalog
    as $$ select date_trunc('second', now()) $$`.execute(db)
  // The catalogue comes first only where a path does not name it.
  await sql`
    select set_config('search_path', 'stopped, pg_catalog, ' || current_setting('search_path'), true)`.execute(db)
}
