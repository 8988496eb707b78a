import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

/** The load passes over triggers, so the books of the demo data are opened at once, behind all that moves money in it. */
export async function seedLedger(trx: Db): Promise<void> {
  // References come from the rows themselves; looking each up again takes half of the time. Only a superuser can skip that.
  await sql`
    select set_config('session_replication_role', 'replica', true) from pg_roles
    where rolname = current_user and rolsuper`.execute(trx)
  await sql`select ledger_open()`.execute(trx)
}
