import type { Logger } from 'pino'
import type { Database } from './database.server.ts'

/**
 * Builds the indexes of the product's own collations again where the library that orders words (ICU) has become another since: an index
 * in yesterday's order finds too little today. A query where nothing has changed.
 */
export async function keepCollations(db: Database, log: Logger): Promise<void> {
  const { rows } = await db.pool.query<{ name: string; from: string; to: string; indexes: string[] }>(`
    select c.oid::regcollation::text as name, c.collversion as "from", pg_collation_actual_version(c.oid) as "to",
      array(select i.indexrelid::regclass::text from pg_index i where c.oid = any(i.indcollation)) as indexes
    from pg_collation c
    where c.collnamespace = 'public'::regnamespace and c.collversion is distinct from pg_collation_actual_version(c.oid)`)
  for (const { indexes, ...collation } of rows) {
    log.info(collation, 'words are ordered by another version of the library: building their indexes again')
    await db.withoutDeadline(async () => {
      for (const index of indexes) await db.pool.query(`reindex index ${index}`)
      await db.pool.query(`alter collation ${collation.name} refresh version`)
    })
  }
}
