import { sql } from 'kysely'
import type { SeedStory } from '../../../core/calls/server-module.server.ts'
import type { Db } from '../../../db/tables.server.ts'

/** Of so many orders by phone it is known who sold them; older ones are from before it was written down. */
const count = 100

export async function seedPhoneSales(trx: Db, { asOf }: SeedStory): Promise<void> {
  await sql`
    insert into phone_sales (purchase_id, sold_by, seller_name)
    select p.id, s.id, s.name
    from (select t.id, t.name from staff t join roles r on r.id = t.role_id where r.name = 'sales-agent' order by t.id limit 1) s,
      (select id from purchases where channel = 'phone' and created_at <= ${asOf}::timestamptz
        order by created_at desc, id desc limit ${count}) p
    on conflict (purchase_id) do nothing`.execute(trx)
}
