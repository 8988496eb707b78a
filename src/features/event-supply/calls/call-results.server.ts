import { sql } from 'kysely'
import { givenUp } from '../../../platform/outbound/call-labels.ts'
import { sentAgain } from '../../../platform/outbound/logged-calls.server.ts'

/** Of `outbound_calls o`: made for an order, and read with that order alone. */
export const isOfOrder = sql`coalesce(starts_with(o.subject, 'booking '), false)`
/** What the breaker counts as a call that found the service unable to answer. */
export const isBad = sql`(coalesce(o.status, 0) >= 500 or (o.status is null and o.problem is distinct from ${sql.lit(givenUp)}))`
/** Failed, refused, or answered with something unreadable, of `outbound_calls o`. */
export const isRefused = sql`(${isBad} or coalesce(o.status, 0) >= 400 or (o.status is not null and o.problem is not null))`

/**
 * Calls of the last hour to `providers s`, and how many of them failed. A call counts once, by its last try, and not when it was
 * sent again by hand or came before the last resume.
 */
export const lastHour = sql`(
  select count(*)::integer as calls, count(*) filter (where ${isRefused})::integer as refused
  from (select status, problem, attempt, lead(attempt) over (partition by method, url, subject order by id) as next
    from outbound_calls o
    where o.target = s.code and (o.subject is null or not starts_with(o.subject, ${sql.lit(sentAgain)}))
      and o.at > greatest(now() - interval '1 hour', (select max(u.resumed_at) from provider_pauses u where u.provider_id = s.id))) o
  where o.next is distinct from o.attempt + 1
)`
