import { sql } from 'kysely'
import { serve } from '../../kit/resource.server.ts'
import { events } from './events.ts'

export const eventsServer = serve(events, {
  derived: {
    nextStartsAt: sql`(select min(p.starts_at) from performances p where p.event_id = t.id
      and p.starts_at > now()
      and p.status in ('onsale', 'sold_out', 'rescheduled'))`,
    performanceCount: sql`(select count(*) from performances p where p.event_id = t.id)`,
  },
})
