import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { StockLine } from './house-stock.server.ts'
import type { WantedStock } from './priced-tickets.server.ts'

/** The rows of our stock that lines want, made where nothing of it was sold before. Lines without an end take none. */
export async function stockOf(db: Db, wanted: readonly (WantedStock | null)[]): Promise<readonly StockLine[]> {
  const lines: StockLine[] = []
  for (const one of wanted) if (one) lines.push({ stockId: await stockIdOf(db, one), quantity: one.quantity })
  return lines
}

async function stockIdOf(db: Db, wanted: WantedStock): Promise<number> {
  const isListing = 'listingId' in wanted
  if (isListing && typeof wanted.stockId === 'number') return wanted.stockId
  const find = isListing
    ? sql<{ id: number }>`select id from house_stock where listing_id = ${wanted.listingId}`
    : sql<{ id: number }>`
        select id from house_stock where product_option_id = ${wanted.optionId} and local_date = ${wanted.date}::date
          and (local_time is null or local_time = ${wanted.time}::time) order by local_time nulls last limit 1`
  const make = isListing
    ? sql`insert into house_stock (listing_id, capacity) select id, quantity from ticket_listings where id = ${wanted.listingId}
        on conflict do nothing`
    : sql`insert into house_stock (product_option_id, local_date, capacity)
        values (${wanted.optionId}, ${wanted.date}::date, ${wanted.capacity}) on conflict do nothing`
  const found = (await find.execute(db)).rows[0]
  if (found) return found.id
  await make.execute(db)
  // Another order can have made it in the meantime; both see the same row now.
  const made = (await find.execute(db)).rows[0]
  if (!made) throw new Error('Stock that was just made is there.')
  return made.id
}
