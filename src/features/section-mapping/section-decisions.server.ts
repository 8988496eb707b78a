import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { StoredRule } from './resolvers.server.ts'
import { resolversFor } from './resolvers.server.ts'
import { rewriterOf } from './resolver/rewriter.ts'
import { inScope } from './rule-targets.server.ts'

interface Golden {
  readonly configurationId: number
  readonly section: string
  readonly row: string | null
  readonly sectionName: string | null
}

/** A decision that a rule would change. */
interface BrokenDecision {
  readonly section: string
  readonly was: string
  readonly becomes: string | null
}

/** Past decisions that a rule would change if it applied: the golden cases. */
export async function brokenDecisions(db: Db, rule: StoredRule): Promise<BrokenDecision[]> {
  if (rule.isShadow) return []
  const { rows } = await sql<Golden>`
    select d.venue_configuration_id as "configurationId", d.raw_section as section, d.raw_row as row, d.section_name as "sectionName"
    from section_decisions d join venue_configurations c on c.id = d.venue_configuration_id where not d.is_once and ${inScope(rule)} order by d.id`.execute(
    db,
  )
  const rewrite = rewriterOf([rule])
  const hit = rows.filter(({ section, row }) => rewrite(rule.field === 'row' ? (row ?? '') : section) !== null)
  if (hit.length === 0) return []
  const places = hit.map(({ configurationId }) => ({
    configurationId,
    providerId: rule.providerId,
    performanceId: rule.performanceId,
  }))
  const resolversAt = await resolversFor(db, places, [rule])
  return hit.flatMap(({ section, row, sectionName, configurationId }) => {
    const found = resolversAt({
      configurationId,
      providerId: rule.providerId,
      performanceId: rule.performanceId,
    })?.live(section, row)
    const becomes = found?.candidate?.section.name ?? null
    return becomes === sectionName ? [] : [{ section, was: sectionName ?? '–', becomes }]
  })
}
