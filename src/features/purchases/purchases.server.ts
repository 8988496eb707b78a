import { sql } from 'kysely'
import { serve } from '../../core/resource/resource.server.ts'
import { isCalledOff } from '../events/schedule/event-status.server.ts'
import { purchases } from './purchases.ts'
import { isSale } from './states/sales.server.ts'

export const purchasesServer = serve(purchases, {
  searchText: sql`t.search_text`,
  derived: {
    // Written as the partial index on it is, so that the filter finds the few without looking at the many.
    needsAction: sql`(t.next_step <> 'none')`,
    waits: sql`(t.next_step <> 'none' and (t.snoozed_until is null or t.snoozed_until <= now()))`,
    isOverdue: sql`(t.next_step <> 'none' and t.due_at is not null and t.due_at < now()
      and (t.snoozed_until is null or t.snoozed_until <= now()))`,
    isSale,
    isSnoozed: sql`(t.snoozed_until is not null and t.snoozed_until > now())`,
    isCalledOff: sql`exists (select from performances f where f.id = t.performance_id and ${isCalledOff})`,
    // Only of the few that wait for an answer is another row read.
    requestedRefund: sql`(case when t.customer_request = 'cancellation' then (select c.refund from customer_requests c
      where c.purchase_id = t.id and c.state = 'open') end)`,
    slaState: sql`(case when t.due_at is null then 'none' when t.due_at < now() then 'overdue'
      when t.due_at < now() + interval '4 hours' then 'due_soon' else 'on_time' end)`,
  },
})
