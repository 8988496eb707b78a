import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Said } from '../../platform/stored-texts/stored-text.ts'
import { storedColumns } from '../../platform/stored-texts/stored-columns.server.ts'
import { isCalledOff } from '../events/schedule/event-status.server.ts'
import type { OrderFacts } from '../purchases/states/order-preconditions.ts'
import type { OrderMove } from '../purchases/states/order-transitions.ts'
import { moved } from '../purchases/states/order-transitions.ts'
import type { TimelineKind } from '../purchases/states/purchase-ledger.ts'
import type { SupplierName } from './supplier-port.server.ts'
import type { MessageKind } from './messages/message-kinds.ts'
import { notifyCustomer } from './messages/send-order-messages.server.ts'

/** An order whose row is locked. */
export interface LockedOrder extends OrderFacts {
  readonly id: number
  readonly reference: string
  readonly kind: 'product' | 'event'
  readonly version: number
  /** Null for orders that no supplier was asked for by this program. */
  readonly supplierKey: string | null
  /** Whom the key is known to; our own stock where there is none. */
  readonly supplier: SupplierName
  readonly currency: string
  readonly refundPending: number
  readonly riskScore: number
  readonly policy: readonly { readonly until: string; readonly refund: number }[]
  readonly hasInstantDelivery: boolean
  /** Until when all that was paid goes back on request, since its performance was postponed; null without an offer. */
  readonly offeredUntil: string | null
  /** Whether its performance was cancelled. */
  readonly isCalledOff: boolean
}

const milliseconds = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** What of `purchases p` left join `order_placements o` decides how an order can move. */
export const lockedColumns = sql`p.id, p.reference, p.kind, p.version, o.supplier_key as "supplierKey", coalesce(o.supplier, 'house') as supplier, p.booking_status as booking,
  p.payment_status as payment, p.fulfilment_status as fulfilment, ${milliseconds('p.held_until')} as "heldUntil",
  ${milliseconds('p.ends_at')} as "endsAt", p.grand_total as "grandTotal", p.captured, p.refunded, p.refund_pending as "refundPending",
  p.charged_back as "chargedBack", p.quantity, p.currency, p.risk_score as "riskScore", p.cancellation_policy as policy,
  (select coalesce(sum(l.delivered), 0)::integer from purchase_lines l where l.purchase_id = p.id and l.kind = 'item') as "ticketsDelivered",
  coalesce((select s.is_instant_delivery from products s where s.id = p.product_id), false) as "hasInstantDelivery",
  (select to_char(f.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from refund_offers f where f.purchase_id = p.id) as "offeredUntil",
  exists (select from performances f where f.id = p.performance_id and ${isCalledOff}) as "isCalledOff"`

/**
 * Until when purchase `p` can be changed, in milliseconds since 1970: until it starts, or to the end of the day of a visit that is
 * for a whole day. While the day of a performance is undecided, for all time.
 */
export const changeableUntil = sql<number>`
  coalesce((select 8.64e15 from performances f where f.id = p.performance_id and f.is_date_tbd),
    extract(epoch from case when p.kind = 'product' and p.local_time is null then p.ends_at else p.starts_at end) * 1000)::float8`

/** Locks an order; undefined where none is meant. It is the first lock of every command on an order. */
export async function lockOrder(db: Db, which: RawBuilder<unknown>): Promise<LockedOrder | undefined> {
  const { rows } = await sql<LockedOrder>`
    select ${lockedColumns} from purchases p left join order_placements o on o.purchase_id = p.id
    where ${which} for no key update of p`.execute(db)
  return rows[0]
}

/** Who moves an order: on whose behalf the timeline says so, and who the audit names. */
export interface MovedBy {
  readonly actor: Actor
  readonly kind: 'customer' | 'staff' | 'supplier' | 'system'
}

interface Movement {
  /** In this order, each by the table of transitions. */
  readonly moves: readonly OrderMove[]
  /** What became true with it, and decides whether the moves are legal. */
  readonly facts?: Partial<OrderFacts>
  /** Columns that change besides. */
  readonly set?: Readonly<Record<string, unknown>>
  readonly steps: readonly { readonly kind: TimelineKind; readonly amount?: number; readonly detail?: Said }[]
  /** What the audit calls it. */
  readonly action: string
  readonly reason?: string
  /** What the audit says of it besides the axes. */
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
  /** What its customer is written, where the steps do not say so already. */
  readonly tells?: MessageKind
  /**
   * A statement without an answer that changes what hangs on the order. It is part of the order's own statement: the parts run
   * in no set order, and this one sees the order as it was before.
   */
  readonly also?: RawBuilder<unknown>
  readonly by: MovedBy
}

/**
 * Moves a locked order by the table of transitions, writes its timeline and the audit.
 *
 * @throws Refusal 409 where the table does not have the move
 */
export async function moveOrder(db: Db, order: LockedOrder, movement: Movement): Promise<LockedOrder> {
  const { moves, facts = {}, set = {}, steps, also, by } = movement
  const now = Date.now()
  let next: LockedOrder = { ...order, ...facts }
  for (const move of moves) {
    const axes = moved(next, move, now)
    if (!axes) throw new Refusal(409, t('The order has changed in the meantime.'), { error: 'OrderMoved' })
    next = { ...next, ...axes }
  }
  const values = {
    booking_status: next.booking,
    payment_status: next.payment,
    fulfilment_status: next.fulfilment,
    ...set,
  }
  const name = by.kind === 'system' || by.kind === 'supplier' ? null : by.actor.name
  const entries = steps.map((step) => ({ ...step, ...storedColumns(step.detail) }))
  // One trip to the database for the order, what changes with it, its timeline and the audit.
  const together = sql`
    with moved as (
      update purchases set ${sql.join(Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))},
        version = version + 1, updated_at = now()
      where id = ${order.id}
    )${also ? sql`, changed as (${also})` : sql``}, noted as (
      insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount, detail, said)
      select ${order.id}, now(), s.kind, ${by.kind}, ${name}, s.amount, s.detail, s.said
      from rows from (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as (kind text, amount bigint, detail text, said jsonb))
        with ordinality s
      order by s.ordinality
    )`
  await appendAudit(db, [auditOf(order, next, movement)], { actor: by.actor }, together)
  const isDelivered = next.fulfilment === 'delivered'
  await notifyCustomer(db, { ...order, steps: steps.map(({ kind }) => kind), isDelivered, tells: movement.tells })
  return { ...next, version: order.version + 1 }
}

function auditOf(order: LockedOrder, next: LockedOrder, { action, reason, before, after }: Movement) {
  const axes = { bookingStatus: 'booking', paymentStatus: 'payment', fulfilmentStatus: 'fulfilment' } as const
  const changed = Object.entries(axes).filter(([, axis]) => order[axis] !== next[axis])
  return {
    action,
    object: 'purchases',
    recordId: order.id,
    title: order.reference,
    before: { ...Object.fromEntries(changed.map(([name, axis]) => [name, order[axis]])), ...before },
    after: { ...Object.fromEntries(changed.map(([name, axis]) => [name, next[axis]])), ...after },
    version: order.version + 1,
    ...(reason !== undefined && { reason }),
  }
}

/**
 * Locks the payments of an order, which is locked: before what moves stock or coupons in a transaction that will refund,
 * because a refund locks its payment. That of an order which was split off is a part of another, whose refunds count as well. See the order of locks in README.md.
 */
export async function lockPayments(db: Db, { id }: Pick<LockedOrder, 'id'>): Promise<void> {
  await sql`
    select from payments where purchase_id = ${id} or id in (select split_of from payments where purchase_id = ${id})
    order by id for no key update`.execute(db)
}
