import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { ClaimedToken } from './id-token.server.ts'

/**
 * Uses up an ID token, inside the transaction of its sign-in: false when it has been used before, here or at another
 * instance. Of two sign-ins with one token at the same time the second waits for the first.
 */
export async function useUp(db: Db, { hash, endsAt }: ClaimedToken): Promise<boolean> {
  // A day later than the token ends: the clocks of the database and of the instances need not agree to the minute.
  await sql`delete from used_id_tokens where expires_at < now() - interval '1 day'`.execute(db)
  const { rows } = await sql`
    insert into used_id_tokens (hash, expires_at) values (${hash}, ${endsAt.toISOString()})
    on conflict (hash) do nothing returning 1`.execute(db)
  return rows.length > 0
}
