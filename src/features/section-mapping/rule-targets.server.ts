import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { ManifestIndex } from './resolver/manifest-index.ts'
import type { Configuration, StoredRule } from './resolvers.server.ts'
import { configurationColumns, indexesOf } from './resolvers.server.ts'

/** Configurations that a rule of wide scope is checked against; those with the most listings first. */
const maxTargets = 40

export interface Target {
  readonly configuration: Configuration
  readonly index: ManifestIndex
}

/** Performances `p` that a rule can touch. */
export function reachOf(rule: Pick<StoredRule, 'scope' | 'venueId' | 'venueConfigurationId' | 'performanceId'>) {
  if (rule.scope === 'venue') return sql`p.venue_id = ${rule.venueId}`
  if (rule.scope === 'configuration') return sql`p.venue_configuration_id = ${rule.venueConfigurationId}`
  if (rule.scope === 'performance') return sql`p.id = ${rule.performanceId}`
  return sql`true`
}

/** The manifests that a rule is about. */
export async function targetsOf(db: Db, rule: StoredRule): Promise<Target[]> {
  const condition =
    rule.scope === 'venue'
      ? sql`c.venue_id = ${rule.venueId}`
      : rule.scope === 'configuration'
        ? sql`c.id = ${rule.venueConfigurationId}`
        : rule.scope === 'performance'
          ? sql`c.id = (select venue_configuration_id from performances where id = ${rule.performanceId})`
          : sql`true`
  const { rows } = await sql<Configuration>`
    select ${configurationColumns} from venue_configurations c
    where c.manifest_at is not null and ${condition} and exists (select from venue_sections s where s.venue_configuration_id = c.id)
    order by c.id limit ${maxTargets}`.execute(db)
  const indexes = await indexesOf(db, rows)
  return rows.flatMap((configuration) => {
    const index = indexes.get(configuration.id)
    return index ? [{ configuration, index }] : []
  })
}
