import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { breaking, openFor } from '../../platform/outbound/outbound.server.ts'
import { isBad, isOfOrder, isRefused } from './calls/call-results.server.ts'
import type { EventProvider, EventProviderDetails, Incident, PauseImpact } from './event-providers.endpoints.ts'
import type { PauseReason } from './pause-reasons.ts'
import { pauseReasonText } from './pause-reasons.ts'
import type { BreakerState } from './provider-states.ts'
import { stateOf } from './provider-states.ts'

interface Row extends Omit<EventProvider, 'state' | 'breaker'> {
  readonly isPaused: boolean
  /** Of the calls that the breaker looks at. */
  readonly looked: number
  readonly failed: number
  readonly isLastBad: boolean
  readonly sinceLast: number | null
}

/**
 * What a breaker makes of the calls in the log. Breakers are per process and this one is of all of them, so that every
 * server answers the same.
 */
function breakerOf({ looked, failed, isLastBad, sinceLast }: Row): BreakerState {
  const isTripped = isLastBad && looked >= breaking.minimumNumberOfCalls && failed / looked >= breaking.threshold
  if (!isTripped) return 'closed'
  return (sinceLast ?? 0) < openFor ? 'open' : 'half_open'
}

/**
 * Tickets left of a listing `l` with its row `k` of our stock, as its performance counts them. `listing_stock` would also see what
 * lapsed in the last minute, but reads each listing by itself: measured, 400,000 of them took 6 s instead of 1 s.
 */
const left = sql`coalesce(k.capacity - k.taken, l.quantity)`

/** One statement for any number of providers. */
export async function providersOf(db: Db, code: string | null): Promise<EventProvider[]> {
  const { rows } = await sql<Row>`
    select s.code, s.name, s.kind, s.currency, s.commission, s.priority, not s.is_enabled as "isPaused", coalesce(e.events, 0) as events,
      coalesce(l.listings, 0) as listings, coalesce(l.tickets, 0) as tickets, coalesce(l.withheld, 0) as withheld,
      d.calls, d.p95, d."errorShare", w.uptime,
      b.looked, b.failed, coalesce(b."isLastBad", false) as "isLastBad", b."lastCallAt", b."sinceLast"
    from providers s
      left join (select o.provider_id, count(distinct o.event_id)::integer as events from (
          select e.provider_id, e.id as event_id from events e
          where e.provider_id is not null and exists (select from performances p where p.event_id = e.id and p.starts_at > now())
          union all
          select t.provider_id, p.event_id from provider_events t join performances p on p.id = t.performance_id
          where t.state = 'matched' and p.starts_at > now()
        ) o group by 1) e on e.provider_id = s.id
      left join (select l.provider_id, count(*) filter (where l.is_open)::integer as listings, coalesce(sum(${left}) filter (where l.is_open), 0)::integer as tickets,
          count(*) filter (where l.is_withheld)::integer as withheld
        from ticket_listings l join performances p on p.id = l.performance_id left join house_stock k on k.listing_id = l.id
        where (l.is_open or l.is_withheld) and ${left} > 0 and p.starts_at > now() group by 1) l on l.provider_id = s.id
      cross join lateral (select count(*)::integer as calls, round(percentile_cont(0.95) within group (order by o.milliseconds))::integer as p95,
          round(10000.0 * count(*) filter (where ${isRefused}) / nullif(count(*), 0))::integer as "errorShare"
        from outbound_calls o where o.target = s.code and o.at > now() - interval '24 hours') d
      cross join lateral (select round(10000.0 * count(*) filter (where not ${isBad}) / nullif(count(*), 0))::integer as uptime
        from outbound_calls o where o.target = s.code and o.at > now() - interval '7 days') w
      cross join lateral (select count(*)::integer as looked, count(*) filter (where ${isBad})::integer as failed,
          (array_agg(${isBad} order by o.id desc))[1] as "isLastBad", max(o.at) as "lastCallAt", extract(epoch from now() - max(o.at))::float8 * 1000 as "sinceLast"
        from (select * from outbound_calls where target = s.code order by id desc limit ${breaking.size}) o) b
    where s.kind <> 'tours' and (${code}::text is null or s.code = ${code}) order by s.priority, s.name`.execute(db)
  return rows.map((row) => {
    const { isPaused, looked: _, failed: _f, isLastBad: _l, sinceLast: _s, ...facts } = row
    const breaker = breakerOf(row)
    const isUnmapped = facts.listings > 0 && facts.events === 0
    return { ...facts, breaker, state: stateOf({ ...facts, isPaused, isUnmapped, breaker }) }
  })
}

/** Calls in a row without a usable answer that make an outage. */
const outageCalls = 3
const shownIncidents = 30
const shownCalls = 20

async function incidentsOf(db: Db, code: string): Promise<Incident[]> {
  const { rows } = await sql<Omit<Incident, 'reason'> & { readonly why: PauseReason | null }>`
    with calls as (
      select o.*, ${isBad} as is_bad, row_number() over (order by o.id) - row_number() over (partition by ${isBad} order by o.id) as run
      from (select * from outbound_calls where target = ${code} order by id desc limit 5000) o
    ), outages as (
      select min(at) as began, max(at) as ended, count(*)::integer as calls, max(id) as last_id from calls where is_bad group by run having count(*) >= ${outageCalls}
    )
    select * from (
      select 'pause' as kind, u.paused_at as "from", u.resumed_at as until,
        json_build_object('reason', u.reason, 'countedCalls', u.counted_calls, 'failedCalls', u.failed_calls) as why, a.name as by, b.name as "endedBy", u.listings, u.tickets, u.performances,
        null::integer as calls, null::text as problem
      from provider_pauses u join providers s on s.id = u.provider_id left join staff a on a.id = u.paused_by left join staff b on b.id = u.resumed_by
      where s.code = ${code}
      union all
      select 'outage', g.began, case when exists (select from calls c where c.id > g.last_id) then g.ended end, null, null, null, null, null, null, g.calls,
        coalesce(c.problem, 'HTTP ' || c.status)
      from outages g join calls c on c.id = g.last_id
    ) i order by "from" desc limit ${shownIncidents}`.execute(db)
  return rows.map(({ why, ...incident }) => ({ ...incident, reason: why && pauseReasonText(why) }))
}

export async function detailsOf(db: Db, code: string): Promise<EventProviderDetails> {
  const [facts] = await providersOf(db, code)
  if (!facts) throw new Refusal(404, t('Provider not found.'))
  const { rows: lastCalls } = await sql<EventProviderDetails['lastCalls'][number]>`
    select id, at, method, url, status, problem, milliseconds from outbound_calls o where target = ${code} and not ${isOfOrder} order by id desc limit ${shownCalls}`.execute(
    db,
  )
  return { ...facts, incidents: await incidentsOf(db, code), lastCalls }
}

/**
 * What pausing takes off sale: its listings with tickets left, and what it sells without listing tickets one by one. In one
 * statement, since pausing asks for it with the provider's row locked.
 */
export async function impactOf(db: Db, code: string): Promise<PauseImpact> {
  const {
    rows: [found],
  } = await sql<PauseImpact>`
    with own as materialized (
      select l.performance_id, ${left} as tickets, l.price, l.currency from ticket_listings l join providers s on s.id = l.provider_id
        join performances p on p.id = l.performance_id left join house_stock k on k.listing_id = l.id
      where s.code = ${code} and l.is_open and ${left} > 0 and p.starts_at > now()
    ), touched as (
      select p.id, p.event_id, exists (select from ticket_listings l join providers s on s.id = l.provider_id
        left join house_stock k on k.listing_id = l.id where l.performance_id = p.id and l.is_open and s.code <> ${code} and ${left} > 0) as is_sold
      from performances p where p.id in (select performance_id from own)
      union
      select p.id, p.event_id, false from performances p join events e on e.id = p.event_id join providers s on s.id = e.provider_id
      where s.code = ${code} and s.is_enabled and p.starts_at > now() and p.status in ('onsale', 'rescheduled') and p.available > 0
        and not exists (select from ticket_listings l where l.performance_id = p.id and l.is_open)
    )
    select (select count(*)::integer from own) as listings, (select coalesce(sum(tickets), 0)::integer from own) as tickets,
      (select coalesce(json_agg(json_build_object('currency', v.currency, 'amount', v.amount)), '[]')
        from (select currency, sum(tickets * price)::bigint as amount from own group by currency) v) as value,
      (select count(*)::integer from touched where not is_sold) as performances,
      (select count(distinct event_id)::integer from touched where not is_sold) as events,
      (select count(*)::integer from touched where is_sold) as "stillSold"
    from providers where code = ${code} and kind <> 'tours'`.execute(db)
  if (!found) throw new Refusal(404, t('Provider not found.'))
  return found
}
