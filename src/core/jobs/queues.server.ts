import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

/** Since when each job has had a queue, so since when a server could have run it. */
export async function queuesSince(db: Db): Promise<ReadonlyMap<string, Date>> {
  const {
    rows: [installed],
  } = await sql<{ found: boolean }>`select to_regclass('pgboss.queue') is not null as found`.execute(db)
  if (!installed?.found) return new Map()
  const { rows } = await sql<{
    name: string
    since: string
  }>`select name, created_on as since from pgboss.queue`.execute(db)
  return new Map(rows.map(({ name, since }) => [name, new Date(since)]))
}
