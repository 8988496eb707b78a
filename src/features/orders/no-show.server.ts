import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** Whether the customer of the purchase `p` did not come: the last that staff recorded about it, which they can withdraw. */
export const isNoShow: RawBuilder<boolean> = sql`coalesce((
  select e.kind = 'no_show' from purchase_events e where e.purchase_id = p.id and e.kind in ('no_show', 'no_show_withdrawn')
  order by e.at desc, e.id desc limit 1), false)`
