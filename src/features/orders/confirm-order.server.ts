import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { system } from '../../core/access/access.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { storedText } from '../../platform/stored-texts/stored-text.ts'
import { consumeRedemptions } from '../coupons/coupon-redemptions.server.ts'
import { scoreRisk } from '../purchases/risk/order-risk.server.ts'
import { reviewFrom } from '../purchases/risk/risk-rules.ts'
import { moved } from '../purchases/states/order-transitions.ts'
import { endOrder } from './end-order.server.ts'
import type { LockedOrder, MovedBy } from './order-moves.server.ts'
import { changeableUntil, lockOrder, moveOrder } from './order-moves.server.ts'
import type { SettledCall } from './supplier-calls.server.ts'
import { askSupplier, intendCall, noteStatus, pollSuppliersName } from './supplier-calls.server.ts'
import type { SupplierName } from './supplier-port.server.ts'
import { supplierOf } from './suppliers.server.ts'

/** How long the places of an order under review are kept. */
const reviewHours = 24

const supplierActor: MovedBy = { actor: system('supplier'), kind: 'supplier' }

/**
 * Confirms an order that is paid or free: it goes to the supplier, or waits for staff where its risk is high. Confirming it
 * again changes nothing, whichever call comes first. What is paid for a performance that was cancelled ends instead, and its money
 * waits for staff.
 *
 * @throws Refusal 409 for an order that is not paid or has ended, and for a free one whose performance was cancelled
 */
export async function confirmOrder(database: Database, id: number, by: MovedBy): Promise<void> {
  const asked = await database.kysely.transaction().execute(async (db) => {
    const order = await lockOrder(db, sql`p.id = ${id}`)
    if (!order) throw new Refusal(404, t('Order not found.'))
    return await sendOrder(db, order, by)
  })
  if (asked) await ask(database, asked)
}

interface Asked {
  readonly action: 'book' | 'extend' | 'cancel'
  readonly supplier: SupplierName
  readonly key: string
  readonly id: number
}

/** Decides what a paid order does next, and intends it. Null where nothing has to be asked. */
async function sendOrder(db: Db, order: LockedOrder, by: MovedBy): Promise<Asked | null> {
  const { id, booking, supplier, supplierKey: key } = order
  if (booking === 'pending_supplier') return key === null ? null : { action: 'book', supplier, key, id }
  if (booking === 'confirmed' || booking === 'completed') return null
  if (booking === 'on_hold' && by.kind !== 'staff') return null
  if (booking !== 'pending_payment' && booking !== 'on_hold') {
    // Money can come after the end; then staff decide on a refund.
    if (by.kind === 'system') return null
    throw new Refusal(409, t('This order has ended already.'), { error: 'OrderEnded' })
  }
  if (order.payment === 'unpaid' && order.grandTotal > 0)
    throw new Refusal(409, t('This order is not paid.'), { error: 'NotPaid' })
  if (key === null) throw new Refusal(409, t('No supplier requests for this order.'), { error: 'NoSupplier' })
  if (order.isCalledOff && order.payment === 'unpaid')
    throw new Refusal(409, t('The event was cancelled, so this order can’t be confirmed.'), { error: 'EventCancelled' })
  if (order.isCalledOff || !moved(order, 'send_to_supplier', Date.now())) {
    const detail = order.isCalledOff
      ? storedText('The event was cancelled')
      : storedText('The hold ended before the payment came')
    await endOrder(db, order, 'cancelled', { by, detail })
    return { action: 'cancel', supplier, key, id }
  }
  if (booking === 'pending_payment') {
    const risk = await scoreRisk(db, id)
    if (risk.score !== order.riskScore)
      await sql`update purchases set risk_score = ${risk.score}, risk_reasons = ${risk.reasons} where id = ${id}`.execute(
        db,
      )
    if (risk.score >= reviewFrom) {
      await holdForReview(db, order, key, by)
      return { action: 'extend', supplier, key, id }
    }
  }
  await moveOrder(db, order, {
    moves: ['send_to_supplier'],
    set: { supplier_status: 'PENDING', due_at: sql`now() + interval '4 hours'` },
    steps: [{ kind: 'sent_to_supplier' }],
    action: 'send-to-supplier',
    by,
  })
  await intendCall(db, { supplier, action: 'book', key, request: {} })
  return { action: 'book', supplier, key, id }
}

async function holdForReview(db: Db, order: LockedOrder, key: string, by: MovedBy): Promise<void> {
  const { rows } = await sql<{ start: number }>`
    select ${changeableUntil} as start from purchases p where p.id = ${order.id}`.execute(db)
  const [most, start = Infinity] = [Date.now() + reviewHours * 3_600_000, rows[0]?.start]
  // Places are worth nothing after the start.
  const until = new Date(start > Date.now() ? Math.min(most, start) : most).toISOString()
  await moveOrder(db, order, {
    moves: ['hold_for_review'],
    set: { held_until: until, due_at: sql`now() + interval '4 hours'` },
    steps: [{ kind: 'held', detail: storedText('Awaiting risk review') }],
    action: 'hold-for-review',
    by,
  })
  await intendCall(db, { supplier: order.supplier, action: 'extend', key, request: { until } })
}

async function ask(database: Database, { action, supplier, key, id }: Asked): Promise<void> {
  const settled = await askSupplier(database, supplierOf(database, supplier), { action, key })
  if (action === 'book' && settled) await settleBooking(database, id, settled as SettledCall<'book'>)
}

/** Writes down what the supplier said to a booking, once. Null while it decides. */
async function settleBooking(database: Database, id: number, settled: SettledCall<'book'>): Promise<void> {
  if (settled.state === 'done' && settled.answer.status === 'PENDING') return
  const rejected = await database.kysely.transaction().execute(async (db) => {
    const order = await lockOrder(db, sql`p.id = ${id}`)
    if (order?.booking !== 'pending_supplier') return null
    if (settled.state === 'refused') {
      await endOrder(db, order, 'rejected', { by: supplierActor, detail: settled.answer.message })
      return order
    }
    await bookedOrder(db, order, settled.answer.reference ?? null)
    return null
  })
  if (!rejected || rejected.supplierKey === null) return
  const { supplier, supplierKey: key } = rejected
  await askSupplier(database, supplierOf(database, supplier), { action: 'cancel', key })
}

/** Whether the supplier sent a voucher with its confirmation: then there is nothing left to deliver. */
async function hasVoucher(db: Db, { supplierKey }: LockedOrder): Promise<boolean> {
  const { rows } =
    await sql`select from supplier_bookings where key = ${supplierKey} and voucher_url is not null`.execute(db)
  return rows.length > 0
}

/** The supplier has sold the places: coupons are redeemed, and tickets are due or there already. */
async function bookedOrder(db: Db, order: LockedOrder, reference: string | null): Promise<void> {
  const isThere = order.hasInstantDelivery || (order.kind === 'product' && (await hasVoucher(db, order)))
  if (isThere)
    await sql`update purchase_lines set delivered = quantity where purchase_id = ${order.id} and kind = 'item'`.execute(
      db,
    )
  await moveOrder(db, order, {
    moves: ['confirm', isThere ? 'deliver' : 'await_tickets'],
    facts: isThere ? { ticketsDelivered: order.quantity } : {},
    set: {
      supplier_status: 'CONFIRMED',
      provider_reference: reference,
      held_until: null,
      ...(!isThere && {
        due_at: sql`greatest(now() + interval '1 hour', least(now() + interval '24 hours', starts_at))`,
      }),
    },
    steps: [{ kind: 'supplier_confirmed' }, ...(isThere ? [{ kind: 'tickets_delivered' } as const] : [])],
    action: 'confirm',
    by: supplierActor,
  })
  await consumeRedemptions(db, order.id)
}

const batch = 50

/**
 * Takes on what a process left behind between the payment and the question, or between asking and writing down, and asks
 * suppliers that had not decided.
 */
export const pollSuppliersJob: Job = {
  name: pollSuppliersName,
  label: msg('Supplier confirmations'),
  does: msg('Asks suppliers about bookings that are still pending.'),
  staleWithout: msg('Orders stay pending although the supplier has confirmed or refused.'),
  overlap: 'share',
  cron: '* * * * *',
  async run({ database, log, signal }) {
    await confirmPaid(database, log, signal)
    for (let after: number | null = 0; after !== null && !signal.aborted;)
      after = await takeUpBookings(database, sql`p.id > ${after}`, log)
  },
}

/** An order that can't be taken on now waits for the next run, and delays no other. A database that is away ends the run. */
async function alone({ kysely }: Database, log: Logger, id: number, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    log.warn({ err: error, order: id }, 'An order waits for its supplier')
    await sql`select 1`.execute(kysely)
  }
}

/** Orders are paid and confirmed in two transactions, and a process can die between them. */
async function confirmPaid(database: Database, log: Logger, signal: AbortSignal): Promise<void> {
  const by: MovedBy = { actor: system('payment gateway'), kind: 'system' }
  for (let last: PaidOrder | undefined = { until: '-infinity', id: 0 }; last && !signal.aborted;) {
    const { rows }: { rows: PaidOrder[] } = await sql<PaidOrder>`
      select held_until::text as until, id from purchases
      where booking_status = 'pending_payment' and payment_status = 'captured'
        and (held_until, id) > (${last.until}::timestamptz, ${last.id}) order by held_until, id limit ${batch}`.execute(
      database.kysely,
    )
    for (const { id } of rows) await alone(database, log, id, () => confirmOrder(database, id, by))
    last = rows.length < batch ? undefined : rows.at(-1)
  }
}

interface PaidOrder {
  readonly until: string
  readonly id: number
}

/**
 * Writes down what suppliers have said to the bookings of some orders. Answers where the next batch begins. With a log, what
 * goes wrong with one of them is written there and the others go on.
 */
export async function takeUpBookings(
  database: Database,
  which: RawBuilder<unknown>,
  log?: Logger,
): Promise<number | null> {
  const { rows } = await sql<BookedOrder>`
    select p.id, o.supplier, o.supplier_key as key, c.state, c.answer from purchases p join order_placements o on o.purchase_id = p.id
      join supplier_calls c on c.key = o.supplier_key and c.action = 'book' and c.state <> 'open'
    where p.booking_status = 'pending_supplier' and ${which} order by p.id limit ${batch}`.execute(database.kysely)
  for (const row of rows) {
    const step = async () => await settleBooking(database, row.id, await latest(database, row))
    await (log ? alone(database, log, row.id, step) : step())
  }
  return rows.length < batch ? null : (rows.at(-1)?.id ?? null)
}

interface BookedOrder {
  readonly id: number
  readonly supplier: SupplierName
  readonly key: string
  readonly state: SettledCall['state']
  readonly answer: object
}

/** What is known of a booking now: of one that was left open, what the supplier says today. */
async function latest(database: Database, { supplier, key, ...call }: BookedOrder): Promise<SettledCall<'book'>> {
  const settled = call as SettledCall<'book'>
  if (settled.state === 'refused' || settled.answer.status === 'CONFIRMED') return settled
  const now = (await supplierOf(database, supplier).poll([key])).get(key)
  if (!now || now.status === 'PENDING') return settled
  await noteStatus(database, { supplier, key, answer: now })
  if (now.status === 'CONFIRMED') return { state: 'done', answer: { status: now.status, reference: now.reference } }
  const message = now.reason ?? t('The supplier has rejected the booking.')
  return { state: 'refused', answer: { code: 'SupplierRejected', message } }
}
