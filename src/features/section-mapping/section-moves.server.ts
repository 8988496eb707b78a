import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { SectionMoves } from './section-moves.ts'
import { readSectionMoves } from './section-moves.ts'

/** Days that moves are shown, and moves at most. */
const [shownDays, maxMoves] = [30, 100]

export const readSectionMovesServer = implement(
  readSectionMoves,
  async ({ db, params }) => {
    const id = recordIdIn(params.id) ?? 0
    const { rows: venues } = await sql`select from venues where id = ${id}`.execute(db)
    if (venues.length === 0) throw new Refusal(404, t('Venue not found.'))
    const recent = sql`from section_moves m join venue_configurations c on c.id = m.venue_configuration_id
      where c.venue_id = ${id} and m.moved_at > now() - make_interval(days => ${shownDays})`
    const { rows } = await sql<SectionMoves['moves'][number]>`
      select m.id, c.name as configuration, m.why, m.rewrite_rule_id as "ruleId", m.raw_section as section, m.from_section as from, m.to_section as to, m.unplaced_reason as reason,
        m.listing_count as listings, m.stake, m.currency, m.moved_at as "movedAt"
      ${recent} order by m.to_section is null desc, m.moved_at desc, m.id desc limit ${maxMoves}`.execute(db)
    const { rows: lost } = await sql<{ currency: string; amount: number; listings: number }>`
      select m.currency, sum(m.stake)::bigint as amount, sum(m.listing_count)::integer as listings ${recent} and m.to_section is null
      group by m.currency order by amount desc`.execute(db)
    return {
      lost: {
        listings: lost.reduce((total, { listings }) => total + listings, 0),
        stake: lost.map(({ currency, amount }) => ({ currency, amount })),
      },
      moves: rows,
    }
  },
  { transaction: false },
)
