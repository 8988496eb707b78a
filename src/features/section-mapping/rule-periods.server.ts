import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { giveWay } from '../places/venues/map-coverage.server.ts'
import type { StoredRule } from './resolvers.server.ts'
import { ruleColumns } from './resolvers.server.ts'
import { replaceTouched } from './rewrite-rules.server.ts'

/** Rules of one transaction. */
const maxRules = 20

/**
 * Has the listings placed again that a rule can touch whose period began or ended since they were placed: no one saves
 * anything at that moment. Answers false where no rule is left.
 */
export async function followPeriods(db: Db): Promise<boolean> {
  await giveWay(db)
  const { rows } = await sql<StoredRule>`
    update rewrite_rules r set was_in_force = not r.was_in_force where r.id in (
      select o.id from rewrite_rules o where o.is_enabled and (o.valid_from is not null or o.valid_until is not null)
        and o.was_in_force <> (coalesce(o.valid_from, '-infinity') <= now() and coalesce(o.valid_until, 'infinity') > now())
      order by o.id limit ${maxRules} for update skip locked)
    returning ${ruleColumns}`.execute(db)
  await replaceTouched(db, rows)
  return rows.length === maxRules
}
