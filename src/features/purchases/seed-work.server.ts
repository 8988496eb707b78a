import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'

/** Some of what waits is put off or tagged, as a desk leaves it in the evening. */
export async function seedWork(trx: Db, { asOf }: SeedStory): Promise<void> {
  await sql`
    update purchases set snoozed_until = ${asOf}::timestamptz + (1 + id % 40) * interval '1 hour'
    where next_step in ('chase_supplier', 'deliver_tickets', 'decide_refund') and id % 11 = 0`.execute(trx)
  await sql`
    update purchases set tags = case when id % 3 = 0 then array['vip'] when id % 3 = 1 then array['group']
      else array['called'] end
    where next_step <> 'none' and id % 5 = 0`.execute(trx)
}
