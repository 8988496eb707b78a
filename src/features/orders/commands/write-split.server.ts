import { sql } from 'kysely'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { referenceOf } from '../../purchases/purchase-reference.ts'
import { copyOrder } from '../copy-order.server.ts'
import { divideBooking } from '../divide-booking.server.ts'
import type { MessageKind } from '../messages/message-kinds.ts'
import { notifyCustomer } from '../messages/send-order-messages.server.ts'
import { moveOrder } from '../order-moves.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandContext } from './command-server.server.ts'
import type { SplitPlan } from './split-shares.ts'
import type { NewOrder } from './write-split-money.server.ts'
import { moveCoupons, movePayments } from './write-split-money.server.ts'

interface Split {
  readonly db: Db
  readonly order: CommandOrder
  readonly plan: SplitPlan
}

/**
 * Divides an order whose row is locked, as it was planned, and answers with the new order: payments and stock are locked before
 * anything is written. `keep` writes what the old order keeps, with its timeline. It comes before the payments, because the
 * database compares them with the sums of their order after each statement.
 */
export async function divideOrder(
  { db, order, plan }: Split,
  keep: (columns: Readonly<Record<string, unknown>>, made: NewOrder) => Promise<unknown>,
): Promise<NewOrder> {
  await sql`select from payments where purchase_id = ${order.id} order by id for no key update`.execute(db)
  const {
    rows: [next],
  } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('purchases', 'id')) as id`.execute(db)
  if (!next) throw new Error('A sequence has a next number.')
  const made = { id: next.id, reference: referenceOf(next.id) }
  const moved = new Set(plan.moved.filter(({ kind }) => kind === 'item').map(({ position }) => position))
  const booking = order.supplierKey === null ? null : await bookingFor(db, order, made, moved)
  await insertOrder(db, order, made, plan, booking)
  await moveLines(db, order.id, made.id, plan)
  await copyAround(db, order, made)
  await keep(keptColumns(order, plan), made)
  await movePayments(db, made, plan)
  await moveCoupons(db, order, made, plan)
  return made
}

/** Divides an order for staff, with both timelines, the audit and its messages. Answers with the reference of the new order. */
export async function writeSplit(
  { db, order, actor }: Pick<CommandContext<unknown>, 'db' | 'order' | 'actor'>,
  plan: SplitPlan,
  message: MessageKind,
): Promise<string> {
  const lines = plan.moved.filter(({ kind }) => kind === 'item').map(({ position }) => position)
  const made = await divideOrder({ db, order, plan }, (set, { reference }) =>
    moveOrder(db, order, {
      moves: [],
      set,
      steps: [{ kind: 'split_into', amount: plan.sums.total, detail: reference }],
      action: 'split-order',
      before: { grandTotal: order.grandTotal, captured: order.captured },
      after: {
        grandTotal: order.grandTotal - plan.sums.total,
        captured: order.captured - plan.captured,
        movedTo: reference,
        lines: lines.join(', '),
      },
      tells: 'change',
      by: { actor, kind: 'staff' },
    }),
  )
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount, detail)
    values (${made.id}, now(), 'split_from', 'staff', ${actor.name}, ${plan.sums.total}, ${order.reference})`.execute(
    db,
  )
  const first = { bookingStatus: order.booking, grandTotal: plan.sums.total, captured: plan.captured }
  await appendAudit(
    db,
    [
      {
        action: 'split-order',
        object: 'purchases',
        recordId: made.id,
        title: made.reference,
        after: { ...first, movedFrom: order.reference },
        version: 1,
      },
    ],
    { actor },
  )
  await notifyCustomer(db, { ...made, kind: order.kind, steps: [], isDelivered: false, tells: message })
  return made.reference
}

/** The delivery status of an order with so many of its tickets delivered. */
function deliveryOf({ fulfilment }: Pick<CommandOrder, 'fulfilment'>, delivered: number, quantity: number) {
  if (fulfilment !== 'partially_delivered') return fulfilment
  return delivered === 0 ? 'awaiting_tickets' : delivered === quantity ? 'delivered' : 'partially_delivered'
}

/** What was bought, in short, as orders have it. */
function contentsOf(order: CommandOrder, isIn: (position: number) => boolean): string {
  const lines = order.lines.filter(({ position }) => isIn(position))
  if (order.kind === 'product')
    return lines
      .map(({ quantity, title }) => `${quantity} ${title}`)
      .join(', ')
      .slice(0, 255)
  const count = lines.reduce((all, { quantity }) => all + quantity, 0)
  return `${count} ${count === 1 ? 'ticket' : 'tickets'}, ${lines[0]?.section ?? lines[0]?.title ?? ''}`.slice(0, 255)
}

/** Takes its places along in our own stock. Answers with the booking's reference; null where nothing is booked there. */
async function bookingFor(
  db: Db,
  order: CommandOrder,
  made: NewOrder,
  moved: ReadonlySet<number>,
): Promise<string | null> {
  const { rows: items } = await sql<{ position: number; listing: string | null; quantity: number }>`
    select position, listing, quantity from purchase_lines where purchase_id = ${order.id} and kind = 'item' order by position`.execute(
    db,
  )
  return await divideBooking(db, {
    key: order.supplierKey ?? '',
    into: splitKey(order, made),
    items: items.map(({ position, ...item }) => ({ ...item, isMoved: moved.has(position) })),
  })
}

const splitKey = ({ supplierKey }: CommandOrder, { reference }: NewOrder) =>
  `${supplierKey?.slice(0, 240)}-${reference}`

/** A copy of the order with what is its own. It was sold when the order was, so no day’s sales change. */
async function insertOrder(
  db: Db,
  order: CommandOrder,
  made: NewOrder,
  plan: SplitPlan,
  booking: string | null,
): Promise<void> {
  const { sums, payments } = plan
  const isMoved = new Set(plan.moved.map(({ position }) => position))
  const fulfilment = deliveryOf(order, plan.delivered, plan.quantity)
  const own = {
    ...made,
    version: 1,
    contents: contentsOf(order, (position) => isMoved.has(position)),
    quantity: plan.quantity,
    items_total: sums.items,
    fees_total: sums.fees,
    tax_total: sums.tax,
    discount_total: sums.discount,
    grand_total: sums.total,
    captured: plan.captured,
    payment_status: plan.captured > 0 ? 'captured' : 'unpaid',
    refunded: 0,
    refund_state: 'none',
    fulfilment_status: fulfilment,
    net_cost: plan.netCost,
    supplier_cost: plan.supplierCost,
    payment_fees: payments.reduce((all, { fee }) => all + fee, 0),
    ...(booking !== null && { provider_reference: booking }),
    ...(sums.discount === 0 && { coupon_id: null }),
    ...(fulfilment !== order.fulfilment && { due_at: null }),
    snoozed_until: null,
    held_until: null,
  }
  await copyOrder(db, order.id, own)
}

function keptColumns(order: CommandOrder, plan: SplitPlan): Readonly<Record<string, unknown>> {
  const { sums, payments } = plan
  const isMoved = new Set(plan.moved.map(({ position }) => position))
  const quantity = order.lines.reduce((all, one) => all + one.quantity, 0) - plan.quantity
  const less = (column: string, amount: number) => sql`${sql.ref(column)} - ${amount}::bigint`
  return {
    contents: contentsOf(order, (position) => !isMoved.has(position)),
    quantity,
    items_total: less('items_total', sums.items),
    fees_total: less('fees_total', sums.fees),
    tax_total: less('tax_total', sums.tax),
    discount_total: less('discount_total', sums.discount),
    grand_total: less('grand_total', sums.total),
    captured: less('captured', plan.captured),
    fulfilment_status: deliveryOf(order, order.ticketsDelivered - plan.delivered, quantity),
    net_cost: less('net_cost', plan.netCost),
    supplier_cost: less('supplier_cost', plan.supplierCost),
    payment_fees: less(
      'payment_fees',
      payments.reduce((all, { fee }) => all + fee, 0),
    ),
  }
}

const lineColumns = sql`product_age_band_id, unit_type, listing, section, raw_section, seat_row, seats, notes, face_value, in_hand_on, deliver_by,
  delivered, transfer_accepted_at, holder_names, tax_rate, placed_by, rewrite_rule_id, note_labels`

/** Lines go over with their seats, names and e-tickets; of amounts that are shared both orders have a part. */
async function moveLines(db: Db, from: number, to: number, { moved }: SplitPlan): Promise<void> {
  // Items first, as orders are written.
  const own = [...moved.filter(({ kind }) => kind === 'item'), ...moved.filter(({ kind }) => kind !== 'item')]
  const rows = own.map(({ position, quantity, unitPrice, isWhole, kept }, index) => ({
    position,
    place: index + 1,
    quantity,
    price: unitPrice,
    isWhole,
    keptQuantity: kept.quantity,
    keptPrice: kept.unitPrice,
  }))
  const lines = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) m (position integer, place integer, quantity integer, price bigint,
    "isWhole" boolean, "keptQuantity" integer, "keptPrice" bigint)`
  await sql`
    insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount, ${lineColumns})
    select ${to}::bigint, m.place, l.kind, l.title, m.quantity, m.price, m.quantity * m.price, ${lineColumns}
    from purchase_lines l join ${lines} on m.position = l.position where l.purchase_id = ${from}`.execute(db)
  await sql`
    update e_tickets e set purchase_id = ${to}, line = m.place from ${lines}
    where e.purchase_id = ${from} and e.line = m.position and m."isWhole"`.execute(db)
  await sql`
    delete from purchase_lines l using ${lines} where l.purchase_id = ${from} and l.position = m.position and m."isWhole"`.execute(
    db,
  )
  await sql`
    update purchase_lines l set quantity = m."keptQuantity", unit_price = m."keptPrice", amount = m."keptQuantity" * m."keptPrice"
    from ${lines} where l.purchase_id = ${from} and l.position = m.position and not m."isWhole"`.execute(db)
}

/** What is known of an order beside it, and is as true of the new one. */
async function copyAround(db: Db, order: CommandOrder, made: NewOrder): Promise<void> {
  if (order.supplierKey !== null)
    await sql`
      insert into order_placements (purchase_id, supplier, supplier_key, api_user_id, partner_reference)
      select ${made.id}::bigint, supplier, ${splitKey(order, made)}::text, api_user_id, partner_reference
      from order_placements where purchase_id = ${order.id}`.execute(db)
  await sql`
    insert into phone_sales (purchase_id, sold_by, seller_name)
    select ${made.id}::bigint, sold_by, seller_name from phone_sales where purchase_id = ${order.id}`.execute(db)
  await sql`
    insert into refund_offers (purchase_id, run_id, until)
    select ${made.id}::bigint, run_id, until from refund_offers where purchase_id = ${order.id}`.execute(db)
  await sql`
    insert into schedule_notices (change_id, purchase_id, known_date, known_time, notified_at)
    select change_id, ${made.id}::bigint, known_date, known_time, notified_at from schedule_notices where purchase_id = ${order.id}`.execute(
    db,
  )
}
