import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { foldEmail } from '../../core/email.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { NamedCall } from '../../core/http/idempotency.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { stockOf } from './order-stock.server.ts'
import type { WantedOrder } from './orders.ts'
import { holdSeconds } from './orders.ts'
import type { Buyer, PricedOrder } from './quotes.server.ts'
import { priceOrder } from './quotes.server.ts'
import type { SoldGoods } from './sold-goods.server.ts'
import { soldGoodsOf } from './sold-goods.server.ts'
import { suppliedVisitOf } from './supplied-visit.server.ts'
import { askSupplier, intendAndAsk, intendCall } from './supplier-calls.server.ts'
import type { SupplierName } from './supplier-port.server.ts'
import { supplierOf } from './suppliers.server.ts'
import type { Placing, Writing } from './write-order.server.ts'
import { channelOf, writeOrder } from './write-order.server.ts'

/**
 * Places an order: the supplier keeps its places, and then it is written with the price that was just computed. Where the
 * process dies in between, the places are free again by their deadline, and the same call made again finds what they were
 * kept for. Answers with the reference.
 *
 * @throws Refusal 422 with a sentence per field, 409 for what cannot be had, a coupon that cannot be used, another price
 */
export async function placeOrder(database: Database, placing: Placing, wanted: WantedOrder): Promise<string> {
  const { kysely } = database
  const { supplierKey, known } = await attemptOf(kysely, wanted.customer, keyOf(placing.named))
  if (known.placed !== null) return known.placed
  const buyer = buyerIn(known)
  const { staff } = placing
  const { reportingCurrency } = placing
  const terms = { channel: channelOf(staff), overrides: staff?.overrides ?? [], reportingCurrency } as const
  const order = await priceOrder(kysely, wanted, buyer, terms)
  const goods = await soldGoodsOf(kysely, wanted, listPriced(order))
  staff?.check(order, goods)
  refuseUnsold(order, wanted)
  const held = { wanted, order, goods, seconds: secondsOf(order, goods, staff?.seconds ?? holdSeconds) }
  const { supplier, heldUntil } = await holdPlaces(database, supplierKey, held)
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
function keyOf({ caller, actorId, key, hash }: NamedCall): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([key, hash]))
    .digest('hex')
  return `${caller === 'staff' ? 'staff' : 'api'}-${actorId}-${digest.slice(0, 40)}`
}

/**
 * Which attempt at a call this is, by the key of its places. What an earlier attempt gave back is not kept any more, what was
 * refused can be free by now, and the supplier does nothing twice for a key: so the next attempt has a key of its own.
 */
async function attemptOf(
  db: Db,
  customer: WantedOrder['customer'],
  callKey: string,
): Promise<{ readonly supplierKey: string; readonly known: Known }> {
  for (let attempt = 1; ; attempt += 1) {
    const supplierKey = attempt === 1 ? callKey : `${callKey}-${attempt}`
    const known = await lookUp(db, customer, supplierKey)
    if (known.placed !== null || !known.isOver) return { supplierKey, known }
  }
}

interface Known {
  readonly customerId: number | null
  readonly email: string
  readonly isBlocked: boolean
  readonly isCountry: boolean
  readonly isMarketClosed: boolean
  /** The order that the same call has placed. */
  readonly placed: string | null
  /** Whether what was kept with the key has been given back, or was refused. */
  readonly isOver: boolean
}

/**
 * Who buys: the customer with that address, where there is one.
 *
 * @throws Refusal 422 for a country that nothing is sold to, 409 for a customer who is blocked
 */
export async function buyerOf(db: Db, customer: Pick<WantedOrder['customer'], 'email' | 'country'>): Promise<Buyer> {
  return buyerIn(await lookUp(db, customer, null))
}

/** What is known of who buys, and of the call with a key, in one statement. */
async function lookUp(
  db: Db,
  customer: Pick<WantedOrder['customer'], 'email' | 'country'>,
  supplierKey: string | null,
): Promise<Known> {
  const {
    rows: [known],
  } = await sql<Known>`
    select w.email, coalesce(c.merged_into_id, c.id) as "customerId", coalesce(o.status = 'blocked', false) as "isBlocked", n.id is not null as "isCountry",
      coalesce(n.is_blocked, false) as "isMarketClosed",
      (select p.reference from order_placements x join purchases p on p.id = x.purchase_id where x.supplier_key = ${supplierKey}::text) as placed,
      exists (select from supplier_calls s where s.key = ${supplierKey}::text
        and (s.action = 'cancel' or s.action = 'hold' and s.state = 'refused')) as "isOver"
    from (select ${foldEmail(customer.email)}::text as email, ${customer.country}::text as country) w
      left join customers c on lower(c.email) = w.email and c.status <> 'anonymised'
      left join customers o on o.id = coalesce(c.merged_into_id, c.id) left join countries n on n.code = w.country`.execute(
    db,
  )
  if (!known) throw new Error('What is wanted is one row.')
  return known
}

function buyerIn({ customerId, email, isBlocked, isCountry, isMarketClosed }: Known): Buyer {
  if (!isCountry) throw invalid({ 'customer.country': t('No country has this code.') })
  if (isMarketClosed) throw invalid({ 'customer.country': t('Sales to customers there are blocked.') })
  if (isBlocked) throw new Refusal(409, t('Orders of this customer are not accepted.'), { error: 'CustomerBlocked' })
  return { customerId, email }
}

/** Lines as the pricing function has them: what staff change of a price is a line of its own. */
const listPriced = ({ priced }: PricedOrder) =>
  priced.map(({ line, override, listed }) => ({
    line: override ? { ...line, price: override.listPrice } : line,
    ...(listed && { listed }),
  }))

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

/** How long places are kept: never past the start, after which they are worth nothing. Of a visit for a whole day, past its end. */
function secondsOf({ priced }: PricedOrder, { startsAt, endsAt }: SoldGoods, most: number): number {
  const line = priced[0]?.line
  // A performance whose time is not announced starts at an hour that is only a placeholder.
  if (!line || (line.kind === 'event' && line.localTime === null)) return most
  const until = line.localTime === null ? endsAt : startsAt
  return Math.max(1, Math.min(most, Math.floor((until - Date.now()) / 1000)))
}

const fieldOf = (kind: 'event' | 'product', index: number) =>
  `lines.${index}.${kind === 'event' ? 'quantity' : 'units'}`

/** Has the supplier keep the places. Answers with who it is, and until when it does. */
async function holdPlaces(
  database: Database,
  key: string,
  {
    wanted,
    order: { priced },
    goods: { policy },
    seconds,
  }: Pick<Writing, 'wanted' | 'order' | 'goods'> & { readonly seconds: number },
): Promise<{ readonly supplier: SupplierName; readonly heldUntil: string }> {
  const terms = policy.map(({ until, refund }) => ({ until: new Date(until).toISOString(), refund }))
  const outside = await suppliedVisitOf(database.kysely, wanted, priced)
  const supplier = outside?.supplier ?? 'house'
  // What a supplier outside has is no stock of ours.
  const lines = await stockOf(database.kysely, outside ? [] : priced.map((one) => one.stock))
  const request = { lines, seconds, terms, ...(outside && { visit: outside.visit }) }
  const settled = await intendAndAsk(database, supplierOf(database, supplier), {
    supplier,
    action: 'hold',
    key,
    request,
  })
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
