import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

/** Tickets or places of an order. */
interface DividedItem {
  readonly listing: string | null
  readonly quantity: number
  /** It goes to the new order. */
  readonly isMoved: boolean
}

/**
 * Divides a booking of our own stock between its order, whose row is locked, and a new one: nothing is taken or given back. It
 * is our own table, so it is changed with the order and no supplier is asked. Answers with the reference of the new booking;
 * null where there is none to divide.
 */
export async function divideBooking(
  db: Db,
  { key, into, items }: { readonly key: string; readonly into: string; readonly items: readonly DividedItem[] },
): Promise<string | null> {
  const reference = `H${createHash('sha256').update(into).digest('hex').slice(0, 11).toUpperCase()}`
  // The booking before its stock, as everywhere.
  await sql`select from house_bookings where key = ${key} for no key update`.execute(db)
  const { rows: made } = await sql`
    insert into house_bookings (key, reference, state, decision, held_until, terms)
    select ${into}, ${reference}, state, decision, held_until, terms from house_bookings where key = ${key}
    returning key`.execute(db)
  if (made.length === 0) return null
  const { rows: taken } = await sql<{ stockId: number; quantity: number; listing: string | null }>`
    select s.id as "stockId", h.quantity, left(l.code, 64) as listing
    from house_stock s join house_stock_holds h on h.stock_id = s.id and h.key = ${key} and h.state = 'booked'
      left join ticket_listings l on l.id = s.listing_id
    order by s.id for no key update of s`.execute(db)
  const parts = taken.flatMap(({ stockId, quantity, listing }) => {
    const part = partOf(quantity, listing, items)
    return part === 0 ? [] : [{ stockId, part, isAll: part === quantity }]
  })
  const divided = sql`jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) d ("stockId" bigint, part integer, "isAll" boolean)`
  await sql`
    update house_stock_holds h set key = ${into} from ${divided} where h.key = ${key} and h.stock_id = d."stockId" and d."isAll"`.execute(
    db,
  )
  await sql`
    insert into house_stock_holds (stock_id, key, quantity, state, held_until)
    select h.stock_id, ${into}, d.part, h.state, h.held_until
    from house_stock_holds h join ${divided} on d."stockId" = h.stock_id where h.key = ${key} and not d."isAll"`.execute(
    db,
  )
  await sql`
    update house_stock_holds h set quantity = h.quantity - d.part from ${divided}
    where h.key = ${key} and h.stock_id = d."stockId" and not d."isAll"`.execute(db)
  await sql`update house_bookings set version = version + 1, updated_at = now() where key = ${key}`.execute(db)
  return reference
}

/** How much of a stock goes along: the tickets of its listing, or of a visit's places as many as people. */
function partOf(quantity: number, listing: string | null, items: readonly DividedItem[]): number {
  const own = items.filter((item) => listing === null || item.listing === listing)
  const people = own.reduce((all, item) => all + item.quantity, 0)
  const moved = own.reduce((all, item) => all + (item.isMoved ? item.quantity : 0), 0)
  if (people === 0) return 0
  return Math.min(quantity, Math.round((quantity * moved) / people))
}
