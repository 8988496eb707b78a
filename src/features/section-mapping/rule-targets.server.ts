import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { ManifestIndex } from './resolver/manifest-index.ts'
import type { Configuration, StoredRule } from './resolvers.server.ts'
import { configurationColumns, indexesOf } from './resolvers.server.ts'
import { hitsRightNames, missingReplacement, rewritten } from './rule-manifest-checks.ts'

/** Maps that are read at once: those with the most performances ahead come first. */
const atOnce = 40

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

/** Whether a rule reaches the maps of more than one venue: it names what most of them call so, and need not be on each. */
const isWide = ({ scope }: Pick<StoredRule, 'scope'>) => scope === 'global' || scope === 'provider'

/** Configurations `c` in a rule's scope. */
export function inScope(rule: Pick<StoredRule, 'scope' | 'venueId' | 'venueConfigurationId' | 'performanceId'>) {
  if (rule.scope === 'venue') return sql`c.venue_id = ${rule.venueId}`
  if (rule.scope === 'configuration') return sql`c.id = ${rule.venueConfigurationId}`
  if (rule.scope === 'performance')
    return sql`c.id = (select venue_configuration_id from performances where id = ${rule.performanceId})`
  return sql`true`
}

/** Configurations `c` that a rule is about: those with a map. */
const targeted = (rule: StoredRule) =>
  sql`c.manifest_at is not null and ${inScope(rule)} and exists (select from venue_sections s where s.venue_configuration_id = c.id)`

/** The manifests that a rule is about: all of them where its scope lies in one venue, else those with the most performances ahead. */
export async function targetsOf(db: Db, rule: StoredRule, skip = 0): Promise<Target[]> {
  const { rows } = await sql<Configuration>`
    select ${configurationColumns} from venue_configurations c where ${targeted(rule)}
    order by (select count(*) from performances p where p.venue_configuration_id = c.id and p.starts_at > now()) desc, c.id
    limit ${isWide(rule) ? atOnce : null} offset ${skip}`.execute(db)
  const indexes = await indexesOf(db, rows)
  return rows.flatMap((configuration) => {
    const index = indexes.get(configuration.id)
    return index ? [{ configuration, index }] : []
  })
}

/**
 * Names of sections, or rows, that a rule would rewrite although they are right: of every map that it is about. Those of
 * `targets` are known; for a wide rule the names of all others are compared, each once.
 */
export async function rightNamesHit(db: Db, rule: StoredRule, targets: readonly Target[]): Promise<string[]> {
  const known = hitsRightNames(rule, targets)
  if (known.length > 0 || !isWide(rule)) return known
  const { rows } = await sql<{ text: string }>`
    select distinct ${rule.field === 'row' ? sql`unnest(s.rows)` : sql`s.name`} as text
    from venue_sections s join venue_configurations c on c.id = s.venue_configuration_id where ${targeted(rule)}`.execute(
    db,
  )
  return rewritten(
    rule,
    rows.map(({ text }) => text),
  )
}

/** What is wrong with a rule's replacement, in words; null where the maps that it is about have what it names. */
export async function lackOf(db: Db, rule: StoredRule, targets: readonly Target[]): Promise<string | null> {
  const missing = missingReplacement(rule, targets)
  if (missing === null || !isWide(rule)) return missing
  for (let skip = atOnce; ; skip += atOnce) {
    const more = await targetsOf(db, rule, skip)
    if (more.length === 0) return missing
    if (missingReplacement(rule, more) === null) return null
  }
}
