import { sql } from 'kysely'
import type { Filter } from '../../core/list/list-query.ts'
import { countCap } from '../../core/list/list-query.ts'
import { parseList } from '../../core/list/list-query.server.ts'
import { whereSql } from '../../core/list/list-sql.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { purchases } from '../purchases/purchases.ts'
import { purchasesServer } from '../purchases/purchases.server.ts'
import { isConfirmed, isSale } from '../purchases/states/sales.server.ts'
import { waitingOn } from '../purchases/waiting-days.server.ts'
import { shownDays } from './dashboard.ts'
import type { Day } from './day.ts'
import { addDays, startOfDaysBefore, weekBefore } from './day.ts'

const waiting: Filter = { waits: true }

/** What waits for staff, by next step, in one statement over at most `countCap` purchases, the first due first. */
export async function queuesOf(db: Db, day: Day) {
  const list = parseList(purchases, { filter: JSON.stringify(waiting) }, day.zone)
  const { rows } = await sql<{ nextStep: string; overdue: number; today: number; later: number; dueAt: string | null }>`
    select next_step as "nextStep", count(*) filter (where due_at < ${day.now})::int as overdue,
      count(*) filter (where due_at >= ${day.now} and due_at < ${day.to})::int as today,
      count(*) filter (where due_at is null or due_at >= ${day.to})::int as later, min(due_at) as "dueAt"
    from (select next_step, due_at from purchases t where ${whereSql(purchasesServer, list)}
      order by due_at limit ${sql.lit(countCap)}) w
    group by next_step order by min(due_at) nulls last, next_step`.execute(db)
  return rows.map((row) => ({
    ...row,
    filter: { ...waiting, nextStep: [row.nextStep] },
  }))
}

/** The margin of a purchase t once it is known, and what it was sold for then. */
const confirmed = sql`case when ${isConfirmed} then margin else 0 end as margin,
  case when ${isConfirmed} then grand_total else 0 end as confirmed`

/** What was sold today and paid back today, in each currency on its own. */
export async function salesOf(db: Db, day: Day) {
  const before = weekBefore(day)
  const { rows } = await sql<{
    currency: string
    orders: number
    gross: number
    margin: number
    confirmedGross: number
    refunded: number
    grossBefore: number
  }>`
    select currency, sum(orders)::int as orders, sum(gross)::bigint as gross, sum(margin)::bigint as margin,
      sum(confirmed)::bigint as "confirmedGross", sum(refunded)::bigint as refunded, sum(gross_before)::bigint as "grossBefore"
    from (
      select currency, 1 as orders, grand_total as gross, ${confirmed}, 0 as refunded, 0 as gross_before from purchases t
      where created_at >= ${day.from} and created_at < ${day.to} and ${isSale}
      union all
      select currency, 0, 0, 0, 0, 0, grand_total from purchases t
      where created_at >= ${before.from} and created_at < ${before.to} and ${isSale}
      union all
      select currency, 0, 0, 0, 0, amount, 0 from refunds
      where state = 'succeeded' and succeeded_at >= ${day.from} and succeeded_at < ${day.to}
    ) t
    group by currency having sum(orders) > 0 or sum(refunded) > 0 order by orders desc, currency`.execute(db)
  return rows
}

interface Course {
  orders: number[]
  gross: number[]
  margin: number[]
  refunded: number[]
}

/** Sales and refunds by day and currency, and what takes place, of the days shown and of as many before them. */
export async function historyOf(db: Db, day: Day) {
  const days = 2 * shownDays
  const dates = Array.from({ length: days }, (_, place) => addDays(day.date, place + 1 - days))
  const since = startOfDaysBefore(day, days - 1)
  const { rows } = await sql<{ date: string; currency: string } & Record<keyof Course, number>>`
    select to_char(at at time zone ${day.zone}, 'YYYY-MM-DD') as date, currency, sum(orders)::int as orders,
      sum(gross)::bigint as gross, sum(margin)::bigint as margin, sum(refunded)::bigint as refunded
    from (
      select created_at as at, currency, 1 as orders, grand_total as gross, ${confirmed}, 0 as refunded from purchases t
      where created_at >= ${since} and created_at < ${day.to} and ${isSale}
      union all
      select succeeded_at, currency, 0, 0, 0, 0, amount from refunds
      where state = 'succeeded' and succeeded_at >= ${since} and succeeded_at < ${day.to}
    ) t
    group by 1, currency`.execute(db)
  const place = new Map(dates.map((date, index) => [date, index]))
  const currencies = new Map<string, Course>()
  for (const { date, currency, ...sums } of rows) {
    const at = place.get(date)
    if (at === undefined) continue
    const of = currencies.get(currency) ?? newCourse(days)
    currencies.set(currency, of)
    for (const key of keysOf(of)) of[key][at] = sums[key]
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)
  return {
    zone: day.zone,
    dates,
    currencies: [...currencies]
      .map(([currency, series]) => ({ currency, ...series }))
      .toSorted((one, other) => sum(other.orders) - sum(one.orders)),
    travelling: await travellingOn(db, dates),
    waiting: await waitingOn(db, dates),
  }
}

/** Purchases that take place on each of the days, on the clocks where they do. */
async function travellingOn(db: Db, dates: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ date: string; count: number }>`
    select to_char(travel_date, 'YYYY-MM-DD') as date, count(*)::int as count from purchases
    where travel_date between ${dates[0]} and ${dates.at(-1)} and booking_status in ('confirmed', 'completed')
    group by travel_date`.execute(db)
  const counts = new Map(rows.map(({ date, count }) => [date, count]))
  return dates.map((date) => counts.get(date) ?? 0)
}

const keysOf = (course: Course) => Object.keys(course) as (keyof Course)[]
const newCourse = (days: number): Course => ({
  orders: zeros(days),
  gross: zeros(days),
  margin: zeros(days),
  refunded: zeros(days),
})
const zeros = (length: number): number[] => Array.from({ length }, () => 0)
