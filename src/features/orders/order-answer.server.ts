import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { performanceStatus } from '../events/schedule/event-status.server.ts'
import type { Order } from './orders.ts'

/** What of an order decides what can be done with it. */
interface StoredOrder extends Omit<Order, 'status'> {
  readonly isRedeemed: boolean
  readonly isLapsed: boolean
}

const utc = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const storedOrders = sql`
    select p.reference, o.partner_reference as "partnerReference", p.kind, p.event_id as "eventId", p.performance_id as "performanceId", p.product_id as "productId",
      case when t.id is not null then ${sql.raw(performanceStatus)} end as "eventStatus", coalesce(t.is_date_tbd, false) as "isDateTbd", p.booking_status as "bookingStatus", p.payment_status as "paymentStatus",
      p.fulfilment_status as "fulfilmentStatus", ${utc('p.held_until')} as "heldUntil", p.title, p.travel_date as "localDate",
      to_char(p.local_time, 'HH24:MI') as "localTime", p.time_zone as "timeZone", ${utc('p.starts_at')} as "startsAt", p.quantity,
      (select json_agg(json_build_object('kind', l.kind, 'title', l.title, 'quantity', l.quantity, 'unitPrice', l.unit_price, 'amount', l.amount,
          'unitId', l.product_age_band_id, 'section', l.section, 'row', l.seat_row, 'seats', l.seats, 'seatNotes', l.note_labels) order by l.position)
        from purchase_lines l where l.purchase_id = p.id) as lines,
      p.currency, x.exponent, p.items_total as price, p.fees_total as fees, p.grand_total as total, p.tax_total as tax, p.discount_total as discount,
      (select c.code from coupons c where c.id = p.coupon_id) as coupon, p.cancellation_policy as cancellation,
      json_build_object('name', p.customer_name, 'email', p.customer_email, 'phone', p.customer_phone, 'country', p.customer_country) as customer,
      ${utc('p.created_at')} as "createdAt", ${utc('p.updated_at')} as "updatedAt", p.redeemed_at is not null as "isRedeemed",
      p.booking_status = 'pending_payment' and p.payment_status = 'unpaid' and p.held_until <= now() as "isLapsed"
    from order_placements o join purchases p on p.id = o.purchase_id join currencies x on x.code = p.currency
      left join performances t on t.id = p.performance_id left join events e on e.id = t.event_id`

/** The order with a reference, of the API user that placed it. */
export const ownedBy = (reference: string, apiUserId: number) =>
  sql`p.reference = ${reference.toUpperCase()} and o.api_user_id = ${apiUserId}`

/**
 * An order as the Orders API answers with it.
 *
 * @throws Refusal 404 where it is unknown or was placed by another API user, without saying which
 */
export async function readOrder(db: Db, reference: string, apiUserId: number): Promise<Order> {
  const {
    rows: [stored],
  } = await sql<StoredOrder>`
    ${storedOrders} where ${ownedBy(reference, apiUserId)}`.execute(db)
  if (!stored) throw new Refusal(404, t('Order not found.'))
  return orderOf(stored)
}

/** @throws Refusal 404 as `readOrder` does */
export async function idOf(db: Db, reference: string, apiUserId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select p.id from order_placements o join purchases p on p.id = o.purchase_id where ${ownedBy(reference, apiUserId)}`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Refusal(404, t('Order not found.'))
  return found.id
}

/**
 * The orders of an API user that have changed since a change that they have seen, the oldest change first. `next` is the
 * last change that they have seen now.
 */
export async function readOrderChanges(
  db: Db,
  apiUserId: number,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<{ readonly orders: readonly Order[]; readonly next: number; readonly hasMore: boolean }> {
  const { rows } = await sql<StoredOrder & { readonly change: number }>`
    with changed as materialized (
      select c.purchase_id, c.change from order_placements c, pg_current_snapshot() s
      where c.api_user_id = ${apiUserId} and c.change > ${since}
        -- What a restored backup has written by transactions of another server is old.
        and (c.changed_in < pg_snapshot_xmin(s) or c.changed_in >= pg_snapshot_xmax(s))
      order by c.change limit ${limit + 1}
    )
    select w.*, c.change from changed c cross join lateral (${storedOrders} where p.id = c.purchase_id) w order by c.change`.execute(
    db,
  )
  const page = rows.slice(0, limit)
  return {
    orders: page.map(({ change: _, ...stored }) => orderOf(stored)),
    next: page.at(-1)?.change ?? since,
    hasMore: rows.length > limit,
  }
}

function orderOf({ isRedeemed, isLapsed, ...order }: StoredOrder): Order {
  return { ...order, status: statusOf({ ...order, isRedeemed, isLapsed }) }
}

/** The status in OCTO's words. A hold ends at its deadline, before the job writes it down. */
function statusOf({ bookingStatus, isRedeemed, isLapsed }: StoredOrder): Order['status'] {
  if (isLapsed) return 'EXPIRED'
  switch (bookingStatus) {
    case 'pending_payment':
    case 'on_hold':
      return 'ON_HOLD'
    case 'pending_supplier':
      return 'PENDING'
    case 'confirmed':
    case 'completed':
      return isRedeemed ? 'REDEEMED' : 'CONFIRMED'
    case 'expired':
      return 'EXPIRED'
    case 'rejected':
      return 'REJECTED'
    case 'cancelled':
      return 'CANCELLED'
  }
}
