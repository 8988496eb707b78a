import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { countTicketsSoon } from './count-tickets.server.ts'
import type { StockLine } from './house-stock.server.ts'
import { bookStock, extendHolds, holdStock, releaseStock, waitingKey } from './house-stock.server.ts'
import { changeProblem, changeStock } from './house-stock-changes.server.ts'
import type {
  SupplierAnswer,
  SupplierPort,
  SupplierRequest,
  SupplierStatus,
  SupplierTerm,
} from './supplier-port.server.ts'

interface Booking {
  readonly reference: string
  readonly state: 'held' | 'pending' | 'booked' | 'rejected' | 'released'
  readonly decision: 'accept' | 'ask' | 'reject'
  readonly heldUntil: string
  readonly isLapsed: boolean
  readonly terms: readonly SupplierTerm[]
  readonly version: number
}

const bookingColumns = sql`reference, state, decision, held_until as "heldUntil",
  state = 'held' and held_until <= now() as "isLapsed", terms, version`

/** Our own stock as a supplier like any other: each call is a transaction of its own, behind the lock of its booking. */
export function houseSupplier({ kysely }: Pick<Database, 'kysely'>): SupplierPort {
  const change = <T>(work: (db: Db) => Promise<T>) => kysely.transaction().execute(work)
  /** A change of how much is taken, under the key. */
  const takeOrGive = async <T>(key: string, work: (db: Db) => Promise<T>) => {
    const { answer, hasTickets } = await change(async (db) => ({
      answer: await work(db),
      hasTickets: await takesTickets(db, key),
    }))
    if (hasTickets) countTicketsSoon()
    return answer
  }
  return {
    hold: async (key, request) =>
      (await holdAtOnce(kysely, key, request)) ?? (await takeOrGive(key, (db) => hold(db, key, request))),
    extend: (key, { until }) =>
      change(async (db) => {
        const booking = await lockBooking(db, key)
        if (booking.state !== 'held' || booking.isLapsed) throw holdEnded()
        await extendHolds(db, key, until)
        return await setBooking<{ heldUntil: string }>(
          db,
          key,
          sql`held_until = greatest(held_until, ${until}::timestamptz)`,
        )
      }),
    book: (key) => change((db) => book(db, key)),
    cancel: (key, request) => takeOrGive(key, (db) => cancel(db, key, request)),
    resendVoucher: (key, _, step) =>
      change(async (db) => {
        await lockBooked(db, key)
        const { rows } = await sql<{ sentAt: string }>`
          insert into house_vouchers (key, step) values (${key}, ${step}) on conflict (key, step) do update set step = excluded.step
          returning sent_at as "sentAt"`.execute(db)
        return { sentAt: rows[0]?.sentAt ?? '' }
      }),
    applyChange: (key, request) => takeOrGive(key, (db) => applyChange(db, key, request)),
    async status(key) {
      const { reference, ...booking } = await readBooking(kysely, key)
      return { status: statusOf(booking), reference }
    },
    async quoteCancellation(key) {
      return cancellationOf(key, await readBooking(kysely, key), Date.now())
    },
    checkChange: async (key, { lines }) => ({ problem: await problemOf(kysely, key, lines) }),
    async quoteChange(key, { lines }) {
      const booking = await readBooking(kysely, key)
      const problem = await problemOf(kysely, key, lines)
      if (problem !== null) throw new Refusal(409, problem, { error: 'NotAvailable' })
      return { token: changeToken(key, booking, lines), fee: 0 }
    },
    async poll(keys) {
      const { rows } = await sql<Booking & { key: string }>`
        select key, ${bookingColumns} from house_bookings where key = any(${[...keys]}::text[])`.execute(kysely)
      return new Map(rows.map((row) => [row.key, { status: statusOf(row), reference: row.reference }]))
    },
  }
}

/** The usual case in one call of the database; null, with nothing changed, where `hold` has to look closer. */
async function holdAtOnce(
  db: Db,
  key: string,
  { lines, seconds, terms = [] }: SupplierRequest<'hold'>,
): Promise<SupplierAnswer<'hold'> | null> {
  const [line] = lines
  if (!line || lines.length > 1) return null
  const reference = referenceOf(key)
  const { rows } = await sql<{ heldUntil: string | null; hasTickets: boolean }>`
    select hold_house_places(${key}, ${reference}, ${seconds}, ${JSON.stringify(terms)}, ${line.stockId}, ${line.quantity}) as "heldUntil",
      exists (select from house_stock where id = ${line.stockId} and listing_id is not null) as "hasTickets"`.execute(
    db,
  )
  const { heldUntil = null, hasTickets = false } = rows[0] ?? {}
  if (heldUntil === null) return null
  if (hasTickets) countTicketsSoon()
  return { reference, heldUntil }
}

const referenceOf = (key: string) => `H${createHash('sha256').update(key).digest('hex').slice(0, 11).toUpperCase()}`

async function hold(
  db: Db,
  key: string,
  { lines, seconds, terms = [] }: SupplierRequest<'hold'>,
): Promise<SupplierAnswer<'hold'>> {
  const { rows } = await sql<{ heldUntil: string; reference: string }>`
    insert into house_bookings (key, reference, held_until, terms)
    values (${key}, ${referenceOf(key)},
      now() + make_interval(secs => ${seconds}), ${JSON.stringify(terms)})
    on conflict (key) do nothing returning held_until as "heldUntil", reference`.execute(db)
  const [made] = rows
  if (!made) {
    const booking = await lockBooking(db, key)
    if (booking.isLapsed || booking.state === 'released' || booking.state === 'rejected') throw holdEnded()
    return booking
  }
  // Of what there is no end, nothing has to be kept.
  return lines.length === 0 ? made : { ...made, ...(await holdStock(db, { key, seconds, lines })) }
}

async function book(db: Db, key: string): Promise<SupplierAnswer<'book'>> {
  const { reference, state, decision, isLapsed } = await lockBooking(db, key)
  if (state === 'booked') return { status: 'CONFIRMED', reference }
  if (state === 'pending') return { status: 'PENDING', reference }
  if (state !== 'held' || isLapsed) throw holdEnded()
  if (decision === 'reject')
    throw new Refusal(409, t('The supplier has rejected the booking.'), { error: 'SupplierRejected' })
  if (await hasStock(db, key)) await bookStock(db, key)
  await setBooking(db, key, decision === 'ask' ? sql`state = 'pending'` : sql`state = 'booked'`)
  return { status: decision === 'ask' ? 'PENDING' : 'CONFIRMED', reference }
}

/** What was not held yet is not held later: the booking is written down as released. */
async function cancel(db: Db, key: string, { token }: SupplierRequest<'cancel'>): Promise<SupplierAnswer<'cancel'>> {
  await sql`
    insert into house_bookings (key, reference, state, held_until) values (${key}, ${`R-${key}`.slice(0, 64)}, 'released', now())
    on conflict (key) do nothing`.execute(db)
  const booking = await lockBooking(db, key)
  if (booking.state === 'released' || booking.state === 'rejected') return { returned: 0 }
  if (token !== undefined && token !== cancellationOf(key, booking, Date.now()).token)
    throw new Refusal(409, t('The supplier’s cancellation terms have changed. Ask for a new quote.'), {
      error: 'QuoteStale',
    })
  const returned = await releaseStock(db, key)
  await setBooking(db, key, sql`state = 'released'`)
  return { returned }
}

async function applyChange(
  db: Db,
  key: string,
  { lines, token }: SupplierRequest<'applyChange'>,
): Promise<SupplierAnswer<'applyChange'>> {
  const booking = await lockBooked(db, key)
  const { rows } = await sql`
    insert into house_changes (key, token) values (${key}, ${token}) on conflict do nothing returning key`.execute(db)
  if (rows.length === 0) return { reference: booking.reference }
  if (token !== changeToken(key, booking, lines))
    throw new Refusal(409, t('The booking has changed. Ask for a new quote.'), { error: 'QuoteStale' })
  await changeStock(db, key, lines)
  await setBooking(db, key, sql`state = 'booked'`)
  return { reference: booking.reference }
}

/**
 * Lets our own stock say what it had left open: a booking that it was asked for, or the answer to one that comes. Only test
 * events call it.
 */
export async function decideBooking(db: Db, key: string, decision: Booking['decision']): Promise<void> {
  const { state } = await lockBooking(db, key)
  if (state === 'held') await setBooking(db, key, sql`decision = ${decision}`)
  if (state !== 'pending' || decision === 'ask') return
  if (decision === 'reject') await releaseStock(db, key)
  await setBooking(db, key, decision === 'accept' ? sql`state = 'booked'` : sql`state = 'rejected'`)
}

async function problemOf(db: Db, key: string, lines: readonly StockLine[]): Promise<string | null> {
  const { state } = await readBooking(db, key)
  return state === 'booked' ? await changeProblem(db, key, lines) : t('Only a confirmed booking can be changed.')
}

/** What comes back now, by the first term that has not passed. */
function cancellationOf(
  key: string,
  { state, terms, version }: Booking,
  now: number,
): SupplierAnswer<'quoteCancellation'> {
  // What is only held costs nothing.
  const term = state === 'held' ? undefined : terms.find(({ until }) => Date.parse(until) > now)
  const refund = state === 'held' ? 10_000 : (term?.refund ?? 0)
  return { token: tokenOf([key, version, refund]), refund, validUntil: term?.until ?? null }
}

const changeToken = (key: string, { version }: Booking, lines: readonly StockLine[]) =>
  tokenOf([key, version, lines.map(({ stockId, quantity }) => [stockId, quantity])])

/** The same for the same state: a token of another state is stale. */
const tokenOf = (state: unknown) => createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 40)

function statusOf({ state, isLapsed }: Pick<Booking, 'state' | 'isLapsed'>): SupplierStatus {
  if (isLapsed) return 'EXPIRED'
  return (
    { held: 'ON_HOLD', pending: 'PENDING', booked: 'CONFIRMED', rejected: 'REJECTED', released: 'CANCELLED' } as const
  )[state]
}

const holdEnded = () => new Refusal(409, t('This hold has ended. Place the order again.'), { error: 'HoldEnded' })

async function readBooking(db: Db, key: string, lockIt: ReturnType<typeof sql> = sql``): Promise<Booking> {
  const { rows } =
    await sql<Booking>`select ${bookingColumns} from house_bookings where key = ${key} ${lockIt}`.execute(db)
  const [booking] = rows
  if (!booking) throw new Refusal(404, t('The supplier does not know this booking.'))
  return booking
}
const lockBooking = (db: Db, key: string) => readBooking(db, key, sql`for no key update`)

async function lockBooked(db: Db, key: string): Promise<Booking> {
  const booking = await lockBooking(db, key)
  if (booking.state !== 'booked')
    throw new Refusal(409, t('Only a confirmed booking can be changed.'), { error: 'NotBooked' })
  return booking
}

async function setBooking<T>(db: Db, key: string, values: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await sql<T>`
    update house_bookings set ${values}, version = version + 1, updated_at = now() where key = ${key}
    returning held_until as "heldUntil"`.execute(db)
  return rows[0] as T
}

/** Whether a key has or had something of a listing, whose performance has its tickets counted. */
async function takesTickets(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from house_stock_holds h join house_stock s on s.id = h.stock_id
    where h.key in (${key}, ${waitingKey(key)}) and s.listing_id is not null limit 1`.execute(db)
  return rows.length > 0
}

async function hasStock(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`select from house_stock_holds where key = ${key} limit 1`.execute(db)
  return rows.length > 0
}
