import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

/** The load passes over triggers, so the books of the demo data are opened at once, behind all that moves money in it. */
export async function seedLedger(trx: Db): Promise<void> {
  await sql`select ledger_open()`.execute(trx)
}
