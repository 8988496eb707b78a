import { sql } from 'kysely'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { giveBack, lock } from './house-stock.server.ts'

/** Few enough for the 200 ms that a statement can take on the embedded engine. */
const batch = 500

/**
 * Brings the counts of performances up to date with what was sold of their listings. Sales only note the listing, because all
 * who buy at once would wait for the row of its performance.
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
    // A listing that is gone was counted as it went.
    await sql`delete from ticket_recounts r where not exists (select from ticket_listings where id = r.listing_id)`.execute(
      kysely,
    )
    const { rows } = await sql<{ id: number }>`
      select distinct l.performance_id as id from ticket_recounts r join ticket_listings l on l.id = r.listing_id
      limit ${batch}`.execute(kysely)
    let isMoved = false
    const failed: unknown[] = []
    for (const { id } of rows) {
      if (signal.aborted) return
      try {
        isMoved = (await kysely.transaction().execute((db) => countOne(db, id))) || isMoved
      } catch (error) {
        // Its notes are kept for the next run. The other performances have theirs counted now.
        failed.push(error)
      }
    }
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} performances could not be counted.`)
    if (isMoved || rows.length === batch) wakeJob(countTicketsJob.name)
  },
}

/**
 * Counts a performance with the notes that no other server has claimed. Answers whether a listing has moved to another performance
 * at that moment: that one is noted, because the move has not seen the sale.
 */
async function countOne(db: Db, id: number): Promise<boolean> {
  // What is noted later is counted later: the count sees all that these notes are of.
  const { rows } = await sql<{ id: number }>`
    delete from ticket_recounts where ctid = any(array(
      select r.ctid from ticket_recounts r join ticket_listings l on l.id = r.listing_id where l.performance_id = ${id}
      for update of r skip locked))
    returning listing_id as id`.execute(db)
  if (rows.length === 0) return false
  await sql`select recount_performances(array[${id}::bigint])`.execute(db)
  const moved = await sql`
    insert into ticket_recounts select id from ticket_listings
    where id = any(${[...new Set(rows.map((row) => row.id))]}::bigint[]) and performance_id <> ${id} returning listing_id`.execute(
    db,
  )
  return moved.rows.length > 0
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
