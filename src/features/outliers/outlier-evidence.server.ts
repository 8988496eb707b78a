import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Step } from '../section-mapping/resolver/resolver.ts'
import { stepInWords } from '../section-mapping/resolver/trace-labels.ts'
import { resolversFor } from '../section-mapping/resolvers.server.ts'
import type { OutlierEvidence } from './outlier.endpoints.ts'
import { readOutlierEvidence } from './outlier.endpoints.ts'
import { isAboutRow, isAboutSection } from './outlier-kinds.ts'
import { listingsOf } from './outlier-listings.server.ts'
import type { StoredOutlier } from './stored-outlier.server.ts'
import { outlierOf } from './stored-outlier.server.ts'
import { pastDecisionsAt } from './store-suggestions.server.ts'
import { reasonInWords, suggestSections } from './suggest-sections.ts'

const maxDecisions = 12

async function decisionsAbout(db: Db, outlier: StoredOutlier): Promise<OutlierEvidence['decisions']> {
  const { rows } = await sql<OutlierEvidence['decisions'][number]>`
    select d.id, d.raw_section as section, d.raw_row as row, d.section_name as "sectionName", c.name as configuration, d.rewrite_rule_id as "ruleId",
      s.name as by, d.decided_at as at, lower(d.raw_section) = lower(${outlier.section}) as "isSameWording"
    from section_decisions d join venue_configurations c on c.id = d.venue_configuration_id left join staff s on s.id = d.decided_by
    where c.venue_id = ${outlier.venueId}
    order by lower(d.raw_section) = lower(${outlier.section}) desc, d.decided_at desc, d.id desc limit ${maxDecisions}`.execute(
    db,
  )
  return rows
}

export const readOutlierEvidenceServer = implement(
  readOutlierEvidence,
  async ({ db, params }) => {
    const outlier = await outlierOf(db, params.id)
    const place = { ...outlier, performanceId: null }
    const resolvers = (await resolversFor(db, [place]))(place)
    const { listings, sections } = await listingsOf(db, outlier)
    const steps: Step[] = []
    const row = outlier.row ?? (isAboutSection(outlier.kind) ? null : (listings[0]?.row ?? null))
    const placement = resolvers?.live(outlier.section, row, (step) => void steps.push(step))
    const pastOf = await pastDecisionsAt(db, [outlier.venueId])
    const candidates =
      resolvers && placement && isAboutSection(outlier.kind)
        ? suggestSections(outlier.section, placement, resolvers.index, pastOf(outlier.venueId, outlier.section))
        : []
    const [own] = placement?.candidate ? [placement.candidate] : (placement?.likely ?? [])
    return {
      candidates: candidates.map(({ candidate: { section }, confidence, reasons }) => ({
        code: section.code,
        name: section.name,
        zone: section.zone,
        confidence: Math.round(confidence * 100) / 100,
        reasons: reasons.map(reasonInWords),
      })),
      choices: isAboutRow(outlier.kind)
        ? [...(own?.section.rows ?? [])]
        : (resolvers?.index.candidates ?? []).map(({ section }) => section.name),
      section: isAboutSection(outlier.kind) ? null : (own?.section.name ?? sections[0] ?? null),
      listings,
      trace: steps.map(stepInWords),
      decisions: await decisionsAbout(db, outlier),
    }
  },
  { transaction: false },
)
