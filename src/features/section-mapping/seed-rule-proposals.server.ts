import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { mineConfiguration } from './mine-proposals.server.ts'

/** Configurations that are mined at first; the job goes on with the others. */
const maxConfigurations = 40

/** Rules proposed from the demo's listings, as the job finds them. Safe to run again. */
export async function seedRuleProposals(trx: Db): Promise<void> {
  const {
    rows: [there],
  } = await sql`select from rule_proposals limit 1`.execute(trx)
  if (there) return
  const { rows } = await sql<{ id: number }>`
    select p.venue_configuration_id as id from performances p join ticket_listings l on l.performance_id = p.id
    where p.venue_configuration_id is not null and l.is_open and l.venue_section_id is null and l.placed_at is not null
    group by 1 order by count(*) desc, 1 limit ${maxConfigurations}`.execute(trx)
  for (const { id } of rows) await mineConfiguration(trx, id)
}
