import { sql } from 'kysely'
import { serve } from '../../kit/resource.server.ts'
import { translatedShareOf } from '../translations/translated-share.server.ts'
import { performers } from './performers.ts'

export const performersServer = serve(performers, {
  derived: {
    upcomingCount: sql`(select count(*) from events e where e.performer_ids @> array[t.id] and exists (
      select from performances p where p.event_id = e.id and p.status <> 'cancelled' and (p.starts_at > now() or p.is_date_tbd)))`,
    purchaseCount: sql`(select count(*) from purchases u where u.performer_id = t.id and u.booking_status in ('confirmed', 'completed'))`,
    translatedShare: translatedShareOf(performers),
  },
})
