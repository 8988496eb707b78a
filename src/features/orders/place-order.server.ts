import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { foldEmail } from '../../core/email.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { NamedCall } from '../../core/http/idempotency.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { ApiCaller } from '../api-users/api-access.server.ts'
import { agreeAtCheckout } from '../customers/consents.server.ts'
import { redeem } from '../coupons/coupon-redemptions.server.ts'
import { referenceOf } from '../purchases/purchase-reference.ts'
import { insertLines } from './order-lines.server.ts'
import { stockOf } from './order-stock.server.ts'
import type { WantedOrder } from './orders.ts'
import { holdSeconds } from './orders.ts'
import type { Buyer, PricedOrder } from './quotes.server.ts'
import { priceOrder, useOf } from './quotes.server.ts'
import type { SoldGoods } from './sold-goods.server.ts'
import { soldGoodsOf } from './sold-goods.server.ts'
import { suppliedVisitOf } from './supplied-visit.server.ts'
import { askSupplier, intendCall } from './supplier-calls.server.ts'
import type { SupplierName } from './supplier-port.server.ts'
import { supplierOf } from './suppliers.server.ts'

/** Who places an order, and the name they gave the call. */
export interface Placing {
  readonly caller: Pick<ApiCaller, 'userId' | 'name'>
  readonly named: NamedCall
}

/**
 * Places an order: the supplier keeps its places, and then it is written with the price that was just computed. Where the
 * process dies in between, the places are free again by their deadline, and the same call made again finds what they were
 * kept for. Answers with the reference.
 *
 * @throws Refusal 422 with a sentence per field, 409 for what cannot be had, a coupon that cannot be used, another price
 */
export async function placeOrder(database: Database, placing: Placing, wanted: WantedOrder): Promise<string> {
  const { kysely } = database
  const supplierKey = keyOf(placing.named)
  const placed = await findPlaced(kysely, supplierKey)
  if (placed) return placed
  const buyer = await buyerOf(kysely, wanted)
  const order = await priceOrder(kysely, wanted, buyer)
  refuseUnsold(order, wanted)
  const goods = await soldGoodsOf(kysely, wanted, order.quote)
  const { supplier, heldUntil } = await holdPlaces(database, supplierKey, { wanted, order, goods })
  try {
    return await kysely
      .transaction()
      .execute((db) => writeOrder(db, { ...placing, supplier, supplierKey, wanted, buyer, order, goods, heldUntil }))
  } catch (error) {
    await giveUp(database, supplier, supplierKey)
    throw error
  }
}

/** The same for the same call of the same caller, and for no other. */
function keyOf({ actorId, key, hash }: NamedCall): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([key, hash]))
    .digest('hex')
  return `api-${actorId}-${digest.slice(0, 40)}`
}

async function findPlaced(db: Db, supplierKey: string): Promise<string | undefined> {
  const { rows } = await sql<{ reference: string }>`
    select p.reference from order_placements o join purchases p on p.id = o.purchase_id where o.supplier_key = ${supplierKey}`.execute(
    db,
  )
  return rows[0]?.reference
}

/** Who buys: the customer with that address, where there is one. */
async function buyerOf(db: Db, { customer }: WantedOrder): Promise<Buyer> {
  const email = foldEmail(customer.email)
  const {
    rows: [found],
  } = await sql<{ id: number | null; isBlocked: boolean; isCountry: boolean; isMarketClosed: boolean }>`
    select c.id, coalesce(c.status = 'blocked', false) as "isBlocked", n.id is not null as "isCountry",
      coalesce(n.is_blocked, false) as "isMarketClosed"
    from (select ${email}::text as email, ${customer.country}::text as country) w
      left join customers c on lower(c.email) = w.email and c.status <> 'anonymised' left join countries n on n.code = w.country`.execute(
    db,
  )
  if (!found?.isCountry) throw invalid({ 'customer.country': t('No country has this code.') })
  if (found.isMarketClosed) throw invalid({ 'customer.country': t('Nothing is sold to customers from there.') })
  if (found.isBlocked)
    throw new Refusal(409, t('Orders of this customer are not accepted.'), { error: 'CustomerBlocked' })
  return { customerId: found.id, email }
}

function refuseUnsold({ quote }: PricedOrder, { total }: WantedOrder): void {
  const problems = quote.lines.flatMap(({ kind, problem }, index) =>
    problem === null ? [] : [[fieldOf(kind, index), problem] as const],
  )
  const [first] = problems
  if (first) throw new Refusal(409, first[1], { error: 'NotAvailable', fields: Object.fromEntries(problems) })
  if (quote.coupon?.problem)
    throw new Refusal(409, quote.coupon.problem, { error: 'CouponRefused', fields: { coupon: quote.coupon.problem } })
  if (total !== undefined && total !== quote.total) {
    const message = t('The price has changed. Ask for a new quote.')
    throw new Refusal(409, message, { error: 'PriceChanged', fields: { total: message } })
  }
}

const fieldOf = (kind: 'event' | 'product', index: number) =>
  `lines.${index}.${kind === 'event' ? 'quantity' : 'units'}`

/** Has the supplier keep the places. Answers with who it is, and until when it does. */
async function holdPlaces(
  database: Database,
  key: string,
  { wanted, order: { priced }, goods: { policy } }: Pick<Writing, 'wanted' | 'order' | 'goods'>,
): Promise<{ readonly supplier: SupplierName; readonly heldUntil: string }> {
  const terms = policy.map(({ until, refund }) => ({ until: new Date(until).toISOString(), refund }))
  const outside = await suppliedVisitOf(database.kysely, wanted, priced)
  const supplier = outside?.supplier ?? 'house'
  await database.kysely.transaction().execute(async (db) => {
    // What a supplier outside has is no stock of ours.
    const stock = outside ? [] : priced.map((one) => one.stock)
    const lines = await stockOf(db, stock)
    const request = { lines, seconds: holdSeconds, terms, ...(outside && { visit: outside.visit }) }
    await intendCall(db, { supplier, action: 'hold', key, request })
  })
  const settled = await askSupplier(database, supplierOf(database, supplier), { action: 'hold', key })
  if (!settled)
    throw new Refusal(409, t('This order is being placed. Ask again in a moment.'), { headers: { 'Retry-After': '5' } })
  if (settled.state === 'done') return { supplier, heldUntil: settled.answer.heldUntil }
  const { code, message, fields = {} } = settled.answer
  const kind = priced[0]?.line.kind ?? 'event'
  throw new Refusal(409, message, {
    error: code,
    fields: outside || kind === 'product' ? { [fieldOf(kind, 0)]: message } : fields,
  })
}

/** Gives back at once what was kept for an order that was not written; its deadline would do so, too. */
async function giveUp(database: Database, supplier: SupplierName, key: string): Promise<void> {
  await intendCall(database.kysely, { supplier, action: 'cancel', key, request: {} })
  await askSupplier(database, supplierOf(database, supplier), { action: 'cancel', key })
}

interface Writing extends Placing {
  readonly supplier: SupplierName
  readonly supplierKey: string
  readonly wanted: WantedOrder
  readonly buyer: Buyer
  readonly order: PricedOrder
  readonly goods: SoldGoods
  readonly heldUntil: string
}

/** Writes the order with its lines, reserves its coupon and begins its timeline. */
async function writeOrder(db: Db, writing: Writing): Promise<string> {
  const { wanted, buyer, order, caller, supplier, supplierKey } = writing
  const { id, reference, version } = await insertPurchase(db, writing)
  await insertLines(db, id, writing)
  await sql`
    insert into order_placements (purchase_id, supplier, supplier_key, api_user_id, partner_reference)
    values (${id}, ${supplier}, ${supplierKey}, ${caller.userId}, ${wanted.partnerReference ?? null})`.execute(db)
  if (order.quote.coupon) await reserveCoupon(db, id, order, wanted, buyer)
  const name = nameOf(wanted)
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name)
    values (${id}, now(), 'placed', 'customer', ${name}), (${id}, now(), 'held', 'system', null)`.execute(db)
  if (wanted.customer.marketingConsent !== undefined && buyer.customerId !== null)
    await agreeAtCheckout(db, {
      customerId: buyer.customerId,
      purchaseId: id,
      wording: wanted.customer.marketingConsent,
    })
  const { total, currency } = order.quote
  await appendAudit(
    db,
    [
      {
        action: 'place',
        object: 'purchases',
        recordId: id,
        title: reference,
        after: { bookingStatus: 'pending_payment', grandTotal: total, currency },
        version,
      },
    ],
    { actor: system(caller.name) },
  )
  return reference
}

const nameOf = ({ customer }: WantedOrder) => `${customer.firstName} ${customer.lastName}`

async function insertPurchase(
  db: Db,
  { wanted, buyer, order: { quote, priced }, goods, heldUntil }: Writing,
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
    channel: 'partner',
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
  { quote, priced }: PricedOrder,
  wanted: WantedOrder,
  buyer: Buyer,
): Promise<void> {
  const refused = (message: string) =>
    new Refusal(409, message, { error: 'CouponRefused', fields: { coupon: message } })
  try {
    const { amount } = await redeem(db, purchaseId, quote.coupon?.code ?? '', useOf(wanted, priced, buyer))
    if (amount !== quote.discount) throw refused(t('The coupon has changed. Ask for a new quote.'))
  } catch (error) {
    if (error instanceof Refusal && error.fields === undefined) throw refused(error.message)
    throw error
  }
}
