import { sql } from 'kysely'
import { countCap } from '../../core/list/list-query.ts'
import type { Db } from '../../db/tables.server.ts'

/**
 * Keeps how many orders wait for staff now as the number of today in the time zone; the last one of a day stays.
 * Counts at most `countCap`, as the home page does, and writes nothing where the number is the same.
 */
export async function keepWaitingDay(db: Db, zone: string): Promise<void> {
  await sql`
    insert into waiting_days as w (day, count)
    select (now() at time zone ${zone})::date, count(*)::int from (
      select from purchases where next_step <> 'none' and (snoozed_until is null or snoozed_until <= now())
      limit ${sql.lit(countCap)}) waiting
    on conflict (day) do update set count = excluded.count where w.count <> excluded.count`.execute(db)
}

/**
 * How many orders waited at the end of each of the days, `YYYY-MM-DD`, one after the other, from the first of them that was
 * counted. A later day that was not counted, as no server ran, has the number of the day before it.
 */
export async function waitingOn(db: Db, dates: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ date: string; count: number }>`
    select to_char(day, 'YYYY-MM-DD') as date, count from waiting_days
    where day between ${dates[0]} and ${dates.at(-1)} order by day`.execute(db)
  const [first] = rows
  if (!first) return []
  const counts = new Map(rows.map(({ date, count }) => [date, count]))
  let last = first.count
  return dates.slice(dates.indexOf(first.date)).map((date) => (last = counts.get(date) ?? last))
}
