import { sql } from 'kysely'
import { implement } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { recordIdIn } from '../../kit/record-id.ts'
import type { MembershipOfEvent } from './lineup-calls.ts'
import { readLineupsOfEvent } from './lineup-calls.ts'

/** Lineups that are named; whoever is in more is told how many there are. */
const mostNamed = 50

/** What the site shows, and every count of events: the members that are kept, and no query anew. */
export const readLineupsOfEventServer = implement(readLineupsOfEvent, async ({ db, params }) => {
  const id = recordIdIn(params.id)
  const { rows: [found] } = await sql<{ lineups: MembershipOfEvent[]; total: number }>`
    select (select count(*)::integer from lineup_events where event_id = e.id) as total,
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'type', l.type, 'publication', l.publication, 'isPinned', l.is_pinned) order by l.name collate alphabetical, l.id), '[]') from (
        select l.id, l.name, l.type, l.publication, le.is_pinned from lineup_events le join lineups l on l.id = le.lineup_id where le.event_id = e.id order by l.name collate alphabetical, l.id limit ${mostNamed}) l) as lineups
    from events e where e.id = ${id}`.execute(db)
  if (!found) throw new Refusal(404, t('There is no such event.'))
  return found
}, { transaction: false })
