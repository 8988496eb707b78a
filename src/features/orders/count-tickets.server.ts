import { sql } from 'kysely'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { giveBack, lock } from './house-stock.server.ts'

/** Few enough for the 200 ms that a statement can take on the embedded engine. */
const batch = 500

/**
 * Brings the counts of performances up to date with what was sold of their listings. Sales only note the performance, because all
 * who buy at once would wait for its row.
 */
export const countTicketsJob: Job = {
  name: 'count-tickets',
  label: msg('Ticket counts'),
  does: msg('Counts the tickets left of each performance after sales, and when a hold lapses.'),
  staleWithout: msg('Lists of performances count tickets that are sold. Quotes and orders stay correct.'),
  overlap: 'share',
  cron: '* * * * *',
  async run({ database: { kysely }, signal }) {
    for (const stockId of await lapsedStock(kysely)) {
      if (signal.aborted) return
      await kysely.transaction().execute(async (db) => {
        await lock(db, sql`${stockId}`)
        await giveBack(db, sql`stock_id = ${stockId} and state = 'held' and held_until <= now()`, 'expired')
      })
    }
    const { rows } = await sql<{ id: number }>`
      select distinct performance_id as id from ticket_recounts limit ${batch}`.execute(kysely)
    for (const { id } of rows) {
      if (signal.aborted) return
      await kysely.transaction().execute(async (db) => {
        // What is noted later is counted later: the count sees all that these notes are of.
        await sql`delete from ticket_recounts where performance_id = ${id}`.execute(db)
        await sql`select recount_performances(array[${id}::bigint])`.execute(db)
      })
    }
    if (rows.length === batch) wakeJob(countTicketsJob.name)
  },
}

/** Stock of listings with something on hold past its deadline. That of visits is counted whenever it is asked for. */
async function lapsedStock(db: Db): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct s.id from house_stock_holds h join house_stock s on s.id = h.stock_id
    where h.state = 'held' and h.held_until <= now() and s.listing_id is not null limit ${batch}`.execute(db)
  return rows.map(({ id }) => id)
}

let alarm: NodeJS.Timeout | undefined

/** After a sale: all of the next half second are counted together. */
export function countTicketsSoon(): void {
  alarm ??= setTimeout(() => {
    alarm = undefined
    wakeJob(countTicketsJob.name)
  }, 500).unref()
}
