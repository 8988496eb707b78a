import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { StockLine } from './house-stock.server.ts'
import { giveBack, lock, refusalsOf, stockOf, stockProblem, take, waitingKey } from './house-stock.server.ts'

// What a booking has can change. Where the change waits for its customer to pay, what it takes besides is kept until then.

/**
 * Takes what is wanted in place of what a key has booked, all of it or nothing. Must run in a transaction.
 *
 * @throws Refusal 409 with a sentence per line that cannot be had
 */
export async function changeStock(db: Db, key: string, lines: readonly StockLine[]): Promise<void> {
  const wanted = lines.map(({ stockId }) => stockId)
  await lockForChange(db, key, wanted)
  const own = await bookedUnder(db, key)
  await giveBackWaiting(db, key)
  await giveBack(db, sql`stock_id = any(${wanted}::bigint[]) and state = 'held' and held_until <= now()`, 'expired')
  const refused = await refusalsOf(lines, (line) => take(db, line, own.get(line.stockId) ?? 0), db)
  if (refused) throw refused
  await giveBack(db, sql`key = ${key} and state = 'booked' and stock_id <> all(${wanted}::bigint[])`, 'released')
  await sql`
    insert into house_stock_holds (stock_id, key, quantity, state, held_until)
    select l."stockId", ${key}, l.quantity, 'booked', now()
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) l ("stockId" bigint, quantity integer)
    on conflict (key, stock_id) do update set quantity = excluded.quantity, state = 'booked'`.execute(db)
}

/**
 * Keeps what a change would take besides what its booking has, in place of what an earlier one kept. The change gives it back as it
 * takes it, and so does everything that ends the booking; else it ends by itself.
 *
 * @throws Refusal 409 with a sentence per line that cannot be had
 */
export async function holdForChange(
  db: Db,
  key: string,
  { seconds, lines }: { readonly seconds: number; readonly lines: readonly StockLine[] },
): Promise<void> {
  const wanted = lines.map(({ stockId }) => stockId)
  await lockForChange(db, key, wanted)
  const own = await bookedUnder(db, key)
  await giveBackWaiting(db, key)
  await giveBack(db, sql`stock_id = any(${wanted}::bigint[]) and state = 'held' and held_until <= now()`, 'expired')
  const more = lines.filter(({ stockId, quantity }) => quantity > (own.get(stockId) ?? 0))
  const refused = await refusalsOf(more, (line) => take(db, line, own.get(line.stockId) ?? 0), db)
  if (refused) throw refused
  const kept = more.map(({ stockId, quantity }) => ({ stockId, quantity: quantity - (own.get(stockId) ?? 0) }))
  await sql`
    insert into house_stock_holds (stock_id, key, quantity, held_until)
    select l."stockId", ${waitingKey(key)}, l.quantity, now() + make_interval(secs => ${seconds})
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) l ("stockId" bigint, quantity integer)
    on conflict (key, stock_id) do update set quantity = excluded.quantity, state = 'held', held_until = excluded.held_until`.execute(
    db,
  )
}

/** Gives back what is kept for a change that is not made. */
export async function releaseForChange(db: Db, key: string): Promise<void> {
  await lockForChange(db, key, [])
  await giveBackWaiting(db, key)
}

const lockForChange = (db: Db, key: string, wanted: readonly number[]) =>
  lock(
    db,
    sql`any(array(select stock_id from house_stock_holds where key in (${key}, ${waitingKey(key)})) || ${wanted}::bigint[])`,
  )

const giveBackWaiting = (db: Db, key: string) =>
  giveBack(db, sql`key = ${waitingKey(key)} and state = 'held'`, 'released')

/** Why a change cannot be had now, as a sentence; null where it can. It takes nothing. */
export async function changeProblem(db: Db, key: string, lines: readonly StockLine[]): Promise<string | null> {
  const own = await bookedUnder(db, key)
  for (const { stockId, quantity } of lines) {
    const { taken, ...stock } = await stockOf(db, stockId)
    const lapsed = await lapsedOf(db, stockId)
    const waiting = await keptForChange(db, key, stockId)
    const problem = stockProblem({ ...stock, taken: taken - lapsed - waiting - (own.get(stockId) ?? 0) }, quantity)
    if (problem !== null) return problem
  }
  return null
}

/** How many of each stock a key has booked. */
async function bookedUnder(db: Db, key: string): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ stockId: number; quantity: number }>`
    select stock_id as "stockId", quantity from house_stock_holds where key = ${key} and state = 'booked'`.execute(db)
  return new Map(rows.map(({ stockId, quantity }) => [stockId, quantity]))
}

/** How many of a stock a change of the booking keeps. */
async function keptForChange(db: Db, key: string, stockId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(quantity), 0)::integer as n from house_stock_holds
    where stock_id = ${stockId} and key = ${waitingKey(key)} and state = 'held' and held_until > now()`.execute(db)
  return rows[0]?.n ?? 0
}

/** How many places of an option at a time a change of the booking keeps. */
export async function keptOn(
  db: Db,
  key: string,
  { optionId, date, time }: { readonly optionId: number; readonly date: string; readonly time: string | null },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(h.quantity), 0)::integer as n from house_stock_holds h join house_stock s on s.id = h.stock_id
    where h.key = ${waitingKey(key)} and h.state = 'held' and h.held_until > now() and s.product_option_id = ${optionId}
      and s.local_date = ${date}::date and (s.local_time is null or s.local_time = ${time}::time)`.execute(db)
  return rows[0]?.n ?? 0
}

async function lapsedOf(db: Db, stockId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(quantity), 0)::integer as n from house_stock_holds
    where stock_id = ${stockId} and state = 'held' and held_until <= now()`.execute(db)
  return rows[0]?.n ?? 0
}
