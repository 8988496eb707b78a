import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { MembershipOfEvent } from './lineup.endpoints.ts'
import { readLineupsOfEvent } from './lineup.endpoints.ts'

/** Lineups that are listed; beyond that, only the number is given. */
const maxNamed = 50

/** Uses the stored members, as the site and every count of events do, instead of running the query again. */
export const readLineupsOfEventServer = implement(
  readLineupsOfEvent,
  async ({ db, params }) => {
    const id = recordIdIn(params.id)
    const {
      rows: [found],
    } = await sql<{ lineups: MembershipOfEvent[]; total: number }>`
    select (select count(*)::integer from lineup_events where event_id = e.id) as total,
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'type', l.type, 'publication', l.publication, 'isPinned', l.is_pinned) order by l.name collate alphabetical, l.id), '[]') from (
        select l.id, l.name, l.type, l.publication, le.is_pinned from lineup_events le join lineups l on l.id = le.lineup_id where le.event_id = e.id order by l.name collate alphabetical, l.id limit ${maxNamed}) l) as lineups
    from events e where e.id = ${id}`.execute(db)
    if (!found) throw new Refusal(404, t('Event not found.'))
    return found
  },
  { transaction: false },
)
