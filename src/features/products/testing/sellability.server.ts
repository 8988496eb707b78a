import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { daysAhead } from '../sellability.ts'
import { openDays, sellableDays } from '../sellability.server.ts'

interface Counted {
  readonly id: number
  readonly listed: number
}

/**
 * Options whose number of days in the list differs from their calendar; `open` is the number of open days across all
 * calendars.
 */
export async function listAgainstCalendar(db: Db): Promise<{
  readonly options: number
  readonly open: number
  readonly differing: readonly (Counted & { readonly shown: number })[]
}> {
  const { rows } = await sql<Counted>`select t.id, ${openDays} as listed from product_options t order by t.id`.execute(
    db,
  )
  const all: (Counted & { shown: number })[] = []
  for (const row of rows) {
    const days = (await sellableDays(db, row.id, (today) => daysFrom(today, daysAhead)))?.days ?? []
    all.push({ ...row, shown: days.filter(({ state }) => state === 'open').length })
  }
  return {
    options: all.length,
    open: all.reduce((sum, { shown }) => sum + shown, 0),
    differing: all.filter(({ listed, shown }) => listed !== shown),
  }
}

/** So many days from a date on, that one included. */
export function daysFrom(date: string, count: number): string[] {
  const first = Date.parse(`${date}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) => new Date(first + index * 86_400_000).toISOString().slice(0, 10))
}
