import { sql } from 'kysely'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'

/** The load under way, and how far it has come. */
export interface Marker {
  purchases: number
  seed: string
  as_of: string
  steps_done: number
  finished_at: string | null
}

/** How far a load has come; null where none was begun. */
export async function readMarker(db: Db): Promise<Marker | null> {
  const {
    rows: [marker],
  } = await sql<Marker>`select purchases, seed, as_of, steps_done, finished_at
    from demo_data`.execute(db)
  return marker ?? null
}

/** Rows that no load made: this database is in use. */
export async function hasOwnData(db: Db): Promise<boolean> {
  const {
    rows: [found],
  } = await sql<{ own: boolean }>`
    select exists (select from purchases) or exists (select from customers) or exists (select from products)
      or exists (select from events) or exists (select from cities) or exists (select
        from coupons) as own`.execute(db)
  return found?.own ?? false
}

/**
 * How much of the demo data is there: none, the beginning (a load was interrupted) or all, which includes a database
 * with its own data. Kept apart from the load: every start asks, and the code that makes the data takes longer to read
 * than the answer.
 */
export async function demoDataState(db: Database): Promise<'none' | 'begun' | 'complete'> {
  const marker = await readMarker(db.kysely)
  if (!marker) return (await hasOwnData(db.kysely)) ? 'complete' : 'none'
  return marker.finished_at === null ? 'begun' : 'complete'
}
