import { sql } from 'kysely'
import { system } from '../../../core/access/access.ts'
import type { Db } from '../../../db/tables.server.ts'
import { issueKey } from '../../api-users/api-keys.server.ts'

/** A fresh key of an API user with these scopes. */
export async function keyWith(
  db: Db,
  scopes: readonly string[],
  perMinute = 6_000,
): Promise<{ readonly userId: number; readonly key: string }> {
  const {
    rows: [user],
  } = await sql<{ id: number }>`
    insert into discovery_api_users (name, company, email, scopes, quota_per_minute, quota_per_day)
    values ('Robot', 'Acme', 'robot@example.com', ${scopes}::text[], ${perMinute}, 100000) returning id`.execute(db)
  const userId = user?.id ?? 0
  return { userId, key: (await issueKey(db, userId, system('test'))).key }
}
