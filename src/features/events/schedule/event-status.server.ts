import { sql } from 'kysely'

/**
 * Whether performance `f` was cancelled, by itself or with its event. Past performances of a cancelled event took place.
 */
export const isCalledOff = sql`(f.status = 'cancelled' or (f.is_event_cancelled and (f.starts_at > now() or f.is_date_tbd)))`

/** Performances `t` that an event which is cancelled or postponed takes with it. Past ones took place. */
const isAhead = `(t.starts_at > now() or t.is_date_tbd)`

/**
 * What became of performance `t` of event `e`: what is said of itself, else what is said of its event as a whole. One that has been
 * given another day is rescheduled, even while other performances of its event have none.
 */
export const performanceStatus = `case when t.status = 'cancelled' or (e.schedule = 'cancelled' and ${isAhead}) then 'EventCancelled'
  when waits_for_day(t.status, t.is_date_tbd, t.rescheduled_from, case when ${isAhead} then e.schedule else 'scheduled' end) then 'EventPostponed'
  when t.status = 'rescheduled' or t.rescheduled_from is not null then 'EventRescheduled'
  when e.schedule = 'moved_online' then 'EventMovedOnline' else 'EventScheduled' end`
