import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { localOf } from '../../core/zoned-time.ts'
import type { Sellable, SellableDay, SupplierDay } from './sellability.ts'
import { daysAhead, dayOf, staleAfter } from './sellability.ts'

const within = sql`(e.day ->> 'from')::date <= d.date and d.date <= coalesce(e.day ->> 'until', e.day ->> 'from')::date`
const lastMoment = sql`'23:59'::time`

/**
 * How many of the next 30 days option `t` can be sold on, including today, in the time zone of its product. The rules
 * repeat `dayOf` in SQL, because a list cannot check every day of every option; a test compares the two.
 */
export const openDays = sql`(
  select count(*)::integer from products p
  join product_availabilities a on a.product_option_id = t.id and a.local_date >= (now() at time zone p.time_zone)::date
    and a.local_date < (now() at time zone p.time_zone)::date + ${sql.lit(daysAhead)}::integer
  cross join lateral (select a.local_date as date, (array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])[extract(isodow from a.local_date)] as weekday) as d
  left join lateral (
    select true as applies, (r.rule ->> 'opens')::time as opens, (r.rule ->> 'closes')::time as closes
    from jsonb_array_elements(t.opening_rules) with ordinality as r (rule, place)
    where coalesce((r.rule ->> 'from')::date <= d.date, true) and coalesce((r.rule ->> 'until')::date >= d.date, true)
      and (jsonb_array_length(r.rule -> 'weekdays') = 0 or r.rule -> 'weekdays' @> to_jsonb(d.weekday))
    order by r.place limit 1
  ) as rule on true
  cross join lateral (select (d.date + case
    when cardinality(t.start_times) > 0 then (select max(value::time) from unnest(t.start_times) as value)
    when rule.closes >= rule.opens then rule.closes else ${lastMoment} end) as local) as last
  -- In the hour that clocks repeat it is the earlier one.
  cross join lateral (select case when ((last.local at time zone p.time_zone) - interval '1 hour') at time zone p.time_zone = last.local
    then (last.local at time zone p.time_zone) - interval '1 hour' else last.local at time zone p.time_zone end as instant) as start
  where p.id = t.product_id and p.status = 'live' and t.is_active
    and a.checked_at >= now() - make_interval(hours => ${sql.lit(staleAfter)}) and a.status not in ('CLOSED', 'SOLD_OUT') and a.vacancies is distinct from 0
    and not exists (select from jsonb_array_elements(t.opening_exceptions) as e (day) where e.day ->> 'kind' <> 'open' and ${within})
    and (rule.applies or t.opening_rules = '[]' or exists (select from jsonb_array_elements(t.opening_exceptions) as e (day) where e.day ->> 'kind' = 'open' and ${within}))
    and now() <= start.instant - case t.cutoff_unit when 'minute' then interval '1 minute' when 'hour' then interval '1 hour' else interval '24 hours' end * t.cutoff_amount
)`

export interface Days {
  readonly timeZone: string
  readonly today: string
  readonly days: readonly SellableDay[]
}

/**
 * Days of an option, each with whether it can be sold; null if the option does not exist.
 *
 * @param datesOf - local dates, in ascending order and without gaps, given the current date there
 */
export async function sellableDays(
  db: Db,
  id: number,
  datesOf: (today: string) => readonly string[],
): Promise<Days | null> {
  const option = await sellableOption(db, id)
  if (!option) return null
  const now = Date.now()
  const today = localOf(now, option.timeZone).slice(0, 10)
  const dates = datesOf(today)
  const byDate = await supplierDays(db, id, dates)
  return {
    timeZone: option.timeZone,
    today,
    days: dates.map((date) => dayOf(option, date, byDate.get(date) ?? null, now)),
  }
}

/** What decides on which days an option `o` of a product `p` can be bought. */
export const sellableColumns = sql`p.status, p.suspended_because as "suspendedBecause", o.is_active as "isActive", p.time_zone as "timeZone", o.start_times as "startTimes",
  o.cutoff_amount as "cutoffAmount", o.cutoff_unit as "cutoffUnit", o.opening_rules as "openingRules", o.opening_exceptions as "openingExceptions"`

/** What decides on which days an option can be bought; null if the option does not exist. */
export async function sellableOption(db: Db, id: number): Promise<Sellable | null> {
  const {
    rows: [option],
  } = await sql<Sellable>`
    select ${sellableColumns} from product_options o join products p on p.id = o.product_id where o.id = ${id}`.execute(
    db,
  )
  return option ?? null
}

/** What the supplier reported for a day, of `product_availabilities`. */
export const supplierDayColumns = sql`local_date as date, status, vacancies, capacity, checked_at as "checkedAt"`

/** What the supplier reported for some days of an option, by day. */
export async function supplierDays(
  db: Db,
  id: number,
  dates: readonly string[],
): Promise<ReadonlyMap<string, SupplierDay>> {
  const { rows } = await sql<SupplierDay>`
    select ${supplierDayColumns} from product_availabilities
    where product_option_id = ${id} and local_date between ${dates[0] ?? null}::date and ${dates.at(-1) ?? null}::date`.execute(
    db,
  )
  return new Map(rows.map((day) => [day.date, day]))
}
