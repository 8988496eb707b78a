import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { ToExplain } from '../section-mapping/explain-placement.server.ts'
import { explainPlacement } from '../section-mapping/explain-placement.server.ts'
import type { SourceFacts } from './availability.ts'
import { readAnswerPlacement } from './availability.endpoints.ts'

interface Answer extends Pick<ToExplain, 'configurationId' | 'performanceId' | 'recordedAt'> {
  readonly facts: SourceFacts
}

export const readAnswerPlacementServer = implement(
  readAnswerPlacement,
  async ({ db, params, query }) => {
    const {
      rows: [answer],
    } = await sql<Answer>`
      select a.facts, coalesce(a.answered_at, k.asked_at) as "recordedAt", k.performance_id as "performanceId", p.venue_configuration_id as "configurationId"
      from availability_answers a join availability_checks k on k.id = a.check_id left join performances p on p.id = k.performance_id
      where k.id = ${recordIdIn(params.id) ?? 0} and a.source = ${params.source}`.execute(db)
    const listing = answer?.facts.listings.find(({ code }) => code === query.code)
    if (!answer || !listing) throw new Refusal(404, t('Listing not found.'))
    const { facts, ...at } = answer
    const { section, row, placed } = listing
    return await explainPlacement(db, {
      ...at,
      providerId: facts.provider.id,
      section,
      row,
      note: listing.note ?? null,
      placed: placed.name,
      placedRow: placed.row,
      method: placed.method,
      reason: placed.reason,
      ruleId: placed.ruleId,
    })
  },
  { transaction: false },
)
