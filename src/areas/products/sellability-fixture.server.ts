import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { daysAhead, daysFrom } from './sellability.ts'
import { openDays, sellableDays } from './sellability.server.ts'

interface Counted { readonly id: number; readonly listed: number }

/** Options whose list says another number of days than their calendar; `open` is how many days all calendars are open on. */
export async function listAgainstCalendar(db: Db): Promise<{ readonly options: number; readonly open: number; readonly differing: readonly (Counted & { readonly shown: number })[] }> {
  const { rows } = await sql<Counted>`select t.id, ${openDays} as listed from product_options t order by t.id`.execute(db)
  const all: (Counted & { shown: number })[] = []
  for (const row of rows) {
    const days = (await sellableDays(db, row.id, (today) => daysFrom(today, daysAhead)))?.days ?? []
    all.push({ ...row, shown: days.filter(({ state }) => state === 'open').length })
  }
  return { options: all.length, open: all.reduce((sum, { shown }) => sum + shown, 0), differing: all.filter(({ listed, shown }) => listed !== shown) }
}
