import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'

/** A line that wants some of our own stock. */
export interface StockLine {
  readonly stockId: number
  readonly quantity: number
}

/** What there is of something, and how much of it is on hold or booked. */
export interface Stock {
  readonly capacity: number
  readonly taken: number
  readonly split: Split
}
type Split = 'any' | 'no_single_left' | 'pairs' | 'all'

// Every function here locks rows of house_stock first, by id, and then changes what is on hold. Where that comes among
// the locks of an order is in README.md.

/**
 * Takes stock for all lines of an order until a deadline, or for none of them. Calling it again with the same key takes
 * nothing more. Must run in a transaction.
 *
 * @throws Refusal 404 for unknown stock, 409 with a sentence per line that cannot be had
 */
export async function holdStock(
  db: Db,
  { key, seconds, lines }: { key: string; seconds: number; lines: readonly StockLine[] },
): Promise<{ readonly heldUntil: string }> {
  const ids = [...new Set(lines.map(({ stockId }) => stockId))]
  if (ids.length < lines.length) throw new Error('Lines of the same stock have to be added up first.')
  const locked = await lock(db, sql`any(${ids}::bigint[])`)
  if (locked < ids.length) throw new Refusal(404, t('Stock not found.'))
  const { heldUntil, hasEnded, hasLapsed } = await lookAt(db, key, ids)
  if (hasEnded) throw new Refusal(409, t('This hold has ended. Place the order again.'), { error: 'HoldEnded' })
  if (heldUntil !== null) return { heldUntil }
  if (hasLapsed)
    await giveBack(db, sql`stock_id = any(${ids}::bigint[]) and state = 'held' and held_until <= now()`, 'expired')
  const refused = await refusalsOf(lines, (line) => take(db, line, 0), db)
  if (refused) throw refused
  const {
    rows: [made],
  } = await sql<{ heldUntil: string }>`
    insert into house_stock_holds (stock_id, key, quantity, held_until)
    select l."stockId", ${key}, l.quantity, until
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) l ("stockId" bigint, quantity integer),
      (select now() + make_interval(secs => ${seconds}) as until) d
    returning held_until as "heldUntil"`.execute(db)
  if (!made) throw new Error('An order has a line.')
  return made
}

/**
 * Sells what a key has on hold. Calling it again sells nothing more.
 *
 * @throws Refusal 409 when the hold has ended, by its deadline whether or not anything has swept it
 */
export async function bookStock(db: Db, key: string): Promise<void> {
  await lock(db, stockUnder(key))
  const {
    rows: [holds],
  } = await sql<{ wanted: number; kept: number }>`
    with own as (
      select count(*) as wanted, count(*) filter (where state = 'booked' or (state = 'held' and held_until > now())) as kept
      from house_stock_holds where key = ${key}
    ), booked as (
      update house_stock_holds set state = 'booked'
      where key = ${key} and state = 'held' and (select kept = wanted from own)
    )
    select wanted, kept from own`.execute(db)
  if (!holds || holds.wanted === 0 || holds.kept < holds.wanted)
    throw new Refusal(409, t('This hold has ended. Place the order again.'), { error: 'HoldEnded' })
}

/**
 * Gives back what a key has on hold or booked. Calling it again gives back nothing more. Answers with how many tickets came
 * back.
 */
export async function releaseStock(db: Db, key: string): Promise<number> {
  await lock(db, stockUnder(key))
  return await giveBack(db, sql`key in (${key}, ${waitingKey(key)}) and state in ('held', 'booked')`, 'released')
}

/**
 * How many can be had now. What is past its deadline counts as free.
 *
 * @public Tests of races compare it with what was sold.
 */
export async function freeStock(db: Db, stockId: number): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ free: number }>`
    select s.capacity - coalesce(sum(h.quantity) filter (where h.state = 'booked' or h.held_until > now()), 0) as free
    from house_stock s left join house_stock_holds h on h.stock_id = s.id and h.state in ('held', 'booked')
    where s.id = ${stockId} group by s.id`.execute(db)
  if (!row) throw new Refusal(404, t('Stock not found.'))
  return row.free
}

/** Keeps what is on hold for longer. Lock its booking first. */
export async function extendHolds(db: Db, key: string, until: string): Promise<void> {
  await lock(db, stockUnder(key))
  await sql`
    update house_stock_holds set held_until = greatest(held_until, ${until}::timestamptz)
    where key = ${key} and state = 'held' and held_until > now()`.execute(db)
}

/** Takes so many of a stock, of which `before` are the caller's already. Answers whether they could be had. */
export async function take(db: Db, { stockId, quantity }: StockLine, before: number): Promise<boolean> {
  const others = sql`(taken - ${before}::integer)`
  const { rows } = await sql`
    update house_stock set taken = ${others} + ${quantity} where id = ${stockId} and ${others} + ${quantity} <= capacity
      and case split when 'any' then true when 'all' then ${others} = 0 and ${quantity} = capacity
        when 'pairs' then ${quantity} % 2 = 0 or ${others} + ${quantity} = capacity
        else capacity - ${others} - ${quantity} <> 1 end
    returning id`.execute(db)
  return rows.length > 0
}

/** Takes line by line; the refusal names those that cannot be had. */
export async function refusalsOf(
  lines: readonly StockLine[],
  had: (line: StockLine) => Promise<boolean>,
  db: Db,
): Promise<Refusal | null> {
  const refused: Record<string, string> = {}
  for (const [index, line] of lines.entries())
    if (!(await had(line))) refused[`lines.${index}.quantity`] = whyNot(await stockOf(db, line.stockId), line.quantity)
  const [first] = Object.values(refused)
  return first === undefined ? null : new Refusal(409, first, { error: 'NotAvailable', fields: refused })
}

/** Locks rows in the order of their ids. Answers with how many there are. */
export async function lock(db: Db, ids: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`select id from house_stock where id = ${ids} order by id for no key update`.execute(db)
  return rows.length
}

const stockUnder = (key: string) =>
  sql`any(array(select stock_id from house_stock_holds where key in (${key}, ${waitingKey(key)})))`

/** What a change of a booking waits for is on hold under a key of its own. */
export const waitingKey = (key: string) => `${key}/change`.slice(-255)

interface Look {
  /** Until when the key has what it took; null where it took nothing. */
  readonly heldUntil: string | null
  /** The key no longer has what it took. */
  readonly hasEnded: boolean
  /** Something of the stock is on hold past its deadline, by any key. */
  readonly hasLapsed: boolean
}

async function lookAt(db: Db, key: string, ids: readonly number[]): Promise<Look> {
  const {
    rows: [look],
  } = await sql<Look>`
    select min(held_until) as "heldUntil",
      coalesce(bool_or(state in ('released', 'expired') or (state = 'held' and held_until <= now())), false) as "hasEnded",
      exists (select from house_stock_holds where stock_id = any(${ids}::bigint[]) and state = 'held' and held_until <= now())
        as "hasLapsed"
    from house_stock_holds where key = ${key}`.execute(db)
  if (!look) throw new Error('An aggregate answers with one row.')
  return look
}

/** Lock the stock first. */
export async function giveBack(db: Db, which: RawBuilder<unknown>, state: 'released' | 'expired'): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ n: number }>`
    with ended as (
      update house_stock_holds set state = ${state} where ${which} returning stock_id, quantity
    ), back as (
      update house_stock s set taken = s.taken - e.quantity
      from (select stock_id, sum(quantity)::integer as quantity from ended group by stock_id) e where s.id = e.stock_id
    )
    select coalesce(sum(quantity), 0)::integer as n from ended`.execute(db)
  return row?.n ?? 0
}

export async function stockOf(db: Db, id: number): Promise<Stock> {
  const {
    rows: [stock],
  } = await sql<Stock>`select capacity, taken, split from house_stock where id = ${id}`.execute(db)
  if (!stock) throw new Refusal(404, t('Stock not found.'))
  return stock
}

/** Why so many cannot be had, as a sentence; null where they can. The update of `holdStock` says the same. */
export function stockProblem({ capacity, taken, split }: Stock, quantity: number): string | null {
  const free = capacity - taken
  const isLeft = {
    any: quantity <= free,
    all: taken === 0 && quantity === capacity,
    pairs: quantity <= free && (quantity % 2 === 0 || quantity === free),
    no_single_left: quantity <= free && free - quantity !== 1,
  }
  return isLeft[split] ? null : whyNot({ capacity, taken, split }, quantity)
}

function whyNot({ capacity, taken, split }: Stock, quantity: number): string {
  const free = capacity - taken
  if (free === 0) return t('Sold out.')
  if (quantity > free) return t('Only {n, plural, one {# is} other {# are}} left.', { n: free })
  if (split === 'all') return t('These {n} tickets are sold together.', { n: capacity })
  if (split === 'pairs') return t('These tickets are sold in pairs.')
  return t('This would leave a single ticket. Choose one more or one less.')
}
