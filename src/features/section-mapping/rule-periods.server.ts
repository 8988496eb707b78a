import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { giveWay } from '../places/venues/map-coverage.server.ts'
import type { StoredRule } from './resolvers.server.ts'
import { isNow, ruleColumns } from './resolvers.server.ts'
import { replaceTouched } from './rewrite-rules.server.ts'

/** Rules of one transaction: others wait for it. */
const maxRules = 1

/**
 * Has the listings placed again that a rule can touch whose period began or ended since they were placed: no one saves
 * anything at that moment. Answers false where no rule is left.
 */
export async function followPeriods(db: Db): Promise<boolean> {
  await giveWay(db)
  const { rows } = await sql<StoredRule>`
    update rewrite_rules r set placed_in_period = not r.placed_in_period where r.id in (
      select r.id from rewrite_rules r
      where r.is_enabled and (r.valid_from is not null or r.valid_until is not null) and r.placed_in_period <> ${isNow}
      order by r.id limit ${maxRules} for update skip locked)
    returning ${ruleColumns}`.execute(db)
  await replaceTouched(db, rows)
  return rows.length === maxRules
}
