import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'

/** Besides the rules that every database begins with: a slower velocity, and one that staff tried and switched off. */
export async function seedRiskRules(trx: Db): Promise<void> {
  await sql`
    insert into risk_rules (name, kind, threshold, hours, points, is_enabled) values
      ('Five orders by one address in a day', 'orders_by_email', 5, 24, 25, true),
      ('Second order by one address in a week', 'orders_by_email', 2, 168, 60, false)
    on conflict do nothing`.execute(trx)
}
