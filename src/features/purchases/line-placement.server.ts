import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { ToExplain } from '../section-mapping/explain-placement.server.ts'
import { explainPlacement } from '../section-mapping/explain-placement.server.ts'
import { readLinePlacement } from './line-placement.ts'

export const readLinePlacementServer = implement(
  readLinePlacement,
  async ({ db, params }) => {
    const {
      rows: [line],
    } = await sql<ToExplain>`
      select f.venue_configuration_id as "configurationId", p.provider_id as "providerId", p.performance_id as "performanceId", l.raw_section as section,
        l.seat_row as row, array_to_string(nullif(l.notes, '{}'), '. ') as note, l.section as placed, l.seat_row as "placedRow", l.placed_by as method,
        null as reason, l.rewrite_rule_id as "ruleId", p.created_at as "recordedAt", true as "isSectionOnly"
      from purchase_lines l join purchases p on p.id = l.purchase_id left join performances f on f.id = p.performance_id
      where l.purchase_id = ${recordIdIn(params.id) ?? 0} and l.position = ${recordIdIn(params.position) ?? 0} and l.raw_section is not null`.execute(
      db,
    )
    if (!line) throw new Refusal(404, t('Order line not found.'))
    return await explainPlacement(db, line)
  },
  { transaction: false },
)
