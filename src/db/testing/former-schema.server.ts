import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Database } from '../database.server.ts'

/**
 * Fills an empty database with what the 83 migrations before the present files made of one, their ledger included.
 *
 * The SQL is kept because nothing in the repository can make it again: pg_dump 15 wrote it (--no-owner --no-privileges
 * --no-comments --inserts --rows-per-insert=1000) of a database that those migrations had made on PostgreSQL 15. Its SET
 * lines, comments and empty lines were taken out.
 */
export async function loadFormerSchema(database: Database): Promise<void> {
  const file = await readFile(new URL('./former-schema.sql.gz', import.meta.url))
  const text = (await promisify(gunzip)(file)).toString('utf8')
  await database.withoutDeadline(async () => {
    const client = await database.pool.connect()
    try {
      // Functions come before the tables that they read.
      await client.query("begin; set local check_function_bodies = off; set local search_path = ''")
      await client.query(text)
      await client.query('commit')
    } finally {
      client.release(true)
    }
  })
}
