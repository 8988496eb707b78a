import { sql } from 'kysely'
import type { ResourceServer } from '../../kit/resource.server.ts'
import { serve } from '../../kit/resource.server.ts'
import { isToCome, refreshLineup } from './lineup-members.server.ts'
import { lineups } from './lineups.ts'

const own = sql`lineup_events le where le.lineup_id = t.id`
const days = sql`lineup_events le join performances p on p.event_id = le.event_id where le.lineup_id = t.id and p.status <> 'cancelled'`

export const lineupsServer: ResourceServer = serve(lineups, {
  derived: {
    performerCount: sql`(select count(*) from lineup_performers lp where lp.lineup_id = t.id)`,
    eventCount: sql`(select count(distinct le.event_id) from ${own})`,
    upcomingCount: sql`(select count(distinct le.event_id) from ${own} and exists (select from performances p where p.event_id = le.event_id and ${isToCome}))`,
    changeCount: sql`(select (select count(*) from ${own} and le.event_id <> all(s.event_ids))
      + (select count(*) from unnest(s.event_ids) as was (id) where not exists (select from ${own} and le.event_id = was.id))
      from lineup_snapshots s where s.lineup_id = t.id)`,
    firstOn: sql`(select min(p.local_date) from ${days})`,
    lastOn: sql`(select max(p.local_date) from ${days})`,
  },
  afterSave: ({ db, id }) => refreshLineup(db, id),
})
