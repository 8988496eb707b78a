import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { system } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { NamedCall } from '../../core/http/idempotency.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import type { ApiCaller } from '../api-users/api-access.server.ts'
import { redeem } from '../coupons/coupon-redemptions.server.ts'
import { agreeAtCheckout } from '../customers/consents.server.ts'
import { referenceOf } from '../purchases/purchase-reference.ts'
import { linesOf } from './order-lines.server.ts'
import type { WantedOrder } from './orders.ts'
import type { Buyer, PricedOrder, PriceOverride } from './quotes.server.ts'
import { useOf } from './quotes.server.ts'
import type { SoldGoods } from './sold-goods.server.ts'
import type { SupplierName } from './supplier-port.server.ts'

/** Who places an order, and the name they gave the call. */
export interface Placing {
  readonly caller: Pick<ApiCaller, 'userId' | 'name'>
  readonly named: NamedCall
  /** What totals are reported in. */
  readonly reportingCurrency: string
  /** Where staff sell it; else a partner does. */
  readonly staff?: StaffSale
}

/** What is different about an order that staff take. */
export interface StaffSale {
  readonly actor: Actor
  readonly overrides: readonly PriceOverride[]
  /** How long its places are kept for the customer to pay, in seconds. */
  readonly seconds: number
  /** Refuses what this person cannot sell, before anything is kept. */
  check(order: PricedOrder, goods: SoldGoods): void
  /** What is written with the order, in its transaction. */
  write(db: Db, purchaseId: number, order: PricedOrder): Promise<void>
}

export const channelOf = (staff: StaffSale | undefined) => (staff ? 'phone' : 'partner')

/** An order whose places are kept. */
export interface Writing extends Placing {
  readonly supplier: SupplierName
  readonly supplierKey: string
  readonly wanted: WantedOrder
  readonly buyer: Buyer
  readonly order: PricedOrder
  readonly goods: SoldGoods
  readonly heldUntil: string
}

/** Writes the order with its lines, reserves its coupon and begins its timeline. */
export async function writeOrder(db: Db, writing: Writing): Promise<string> {
  const { wanted, buyer, order, caller, supplier, supplierKey, staff } = writing
  const { id, reference, version } = await insertPurchase(db, writing)
  const by = staff ? 'staff' : 'customer'
  const { marketingConsent: wording } = wanted.customer
  // The consent of a buyer who has no record yet waits with the order until they have one.
  const waiting = buyer.customerId === null ? (wording ?? null) : null
  await sql`
    with written as (${linesOf(id, writing)}), placed as (
      insert into order_placements (purchase_id, supplier, supplier_key, api_user_id, partner_reference, consent_wording)
      values (${id}, ${supplier}, ${supplierKey}, ${staff ? null : caller.userId}, ${wanted.partnerReference ?? null}, ${waiting}))
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name)
    values (${id}, now(), 'placed', ${by}, ${staff?.actor.name ?? nameOf(wanted)}), (${id}, now(), 'held', 'system', null)`.execute(
    db,
  )
  if (order.quote.coupon) await reserveCoupon(db, id, writing)
  if (wording !== undefined && buyer.customerId !== null)
    await agreeAtCheckout(db, { customerId: buyer.customerId, purchaseId: id, wording })
  const { total, currency } = order.quote
  await appendAudit(
    db,
    [
      {
        action: 'place',
        object: 'purchases',
        recordId: id,
        title: reference,
        after: { bookingStatus: 'pending_payment', grandTotal: total, currency, ...overridesIn(order) },
        version,
      },
    ],
    { actor: staff?.actor ?? system(caller.name) },
  )
  await staff?.write(db, id, order)
  return reference
}

/** Prices that staff changed, for the audit. */
function overridesIn({ priced }: PricedOrder): Readonly<Record<string, string>> {
  const changed = priced.flatMap(({ line, override }) =>
    override ? [`${line.title}: ${override.listPrice} → ${override.price} (${override.reason})`] : [],
  )
  return changed.length === 0 ? {} : { priceOverrides: changed.join('; ') }
}

const nameOf = ({ customer }: WantedOrder) => `${customer.firstName} ${customer.lastName}`

async function insertPurchase(
  db: Db,
  { wanted, buyer, order: { quote, priced }, goods, heldUntil, staff }: Writing,
): Promise<{ id: number; reference: string; version: number }> {
  const {
    rows: [next],
  } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('purchases', 'id')) as id`.execute(db)
  const [line] = quote.lines
  if (!next || !line) throw new Error('An order has a line.')
  const reference = referenceOf(next.id)
  const cost = priced.reduce((all, one) => all + one.cost, 0)
  const free = goods.policy.find(({ refund }) => refund === 10_000)
  const row = {
    id: next.id,
    reference,
    kind: line.kind,
    channel: channelOf(staff),
    title: goods.title,
    contents: goods.contents,
    quantity: quote.lines.reduce((all, { quantity }) => all + quantity, 0),
    customer_id: buyer.customerId,
    customer_name: nameOf(wanted),
    customer_email: buyer.email,
    customer_phone: wanted.customer.phone ?? null,
    customer_country: wanted.customer.country,
    customer_locale: wanted.locale ?? 'en',
    booking_status: 'pending_payment',
    payment_status: 'unpaid',
    fulfilment_status: 'not_due',
    refund_state: 'none',
    currency: quote.currency,
    items_total: quote.price,
    fees_total: quote.fees,
    tax_total: 0,
    discount_total: quote.discount,
    grand_total: quote.total,
    captured: 0,
    refunded: 0,
    refund_pending: 0,
    charged_back: 0,
    // What providers ask for is in the currency it is sold in: nothing is converted yet.
    cost_currency: quote.currency,
    net_cost: cost,
    supplier_cost: cost,
    fx_rate: 1,
    fx_rate_at: quote.quotedAt,
    payment_fees: 0,
    provider_id: goods.providerId,
    supplier_status: 'ON_HOLD',
    travel_date: line.localDate,
    local_time: line.localTime,
    time_zone: line.timeZone,
    starts_at: new Date(goods.startsAt).toISOString(),
    ends_at: new Date(goods.endsAt).toISOString(),
    city_id: goods.cityId,
    venue_id: goods.venueId,
    performer_id: goods.performerId,
    product_id: goods.productId,
    product_option_id: goods.productOptionId,
    event_id: goods.eventId,
    performance_id: goods.performanceId,
    guide_language: goods.guideLanguage,
    meeting_point: goods.meetingPoint,
    cancel_until: free ? new Date(free.until).toISOString() : null,
    cancellation_policy: goods.policy.map(({ until, refund }) => ({ until: new Date(until).toISOString(), refund })),
    risk_score: 0,
    held_until: heldUntil,
  }
  const columns = Object.keys(row).map((name) => sql.ref(name))
  const {
    rows: [made],
  } = await sql<{ version: number }>`
    insert into purchases (${sql.join(columns)}) select ${sql.join(columns)} from jsonb_populate_record(null::purchases, ${JSON.stringify(row)}::jsonb)
    returning version`.execute(db)
  return { id: next.id, reference, version: made?.version ?? 1 }
}

/** Reserves the coupon for as long as the places are held. Its last use can have gone since the price was computed. */
async function reserveCoupon(
  db: Db,
  purchaseId: number,
  { order: { quote, priced }, wanted, buyer, staff }: Writing,
): Promise<void> {
  const channel = channelOf(staff)
  const refused = (message: string) =>
    new Refusal(409, message, { error: 'CouponRefused', fields: { coupon: message } })
  try {
    const { amount } = await redeem(db, purchaseId, quote.coupon?.code ?? '', useOf(wanted, priced, buyer, channel))
    if (amount !== quote.discount) throw refused(t('The coupon has changed. Request a new quote.'))
  } catch (error) {
    if (error instanceof Refusal && error.fields === undefined) throw refused(error.message)
    throw error
  }
}
