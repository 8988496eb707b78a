import { eventBasket, productBasket } from './basket.ts'
import type { Shelf } from './basket.ts'
import { termsOf } from './coupon-rows.ts'
import type { Occurrence } from './course-facts.ts'
import { courseOf } from './course.ts'
import { moneyOf, paymentRows, refundRow } from './ledger.ts'
import { shareOf } from '../../core/money.ts'
import { converted, rateOf, sellingCurrency } from './money.ts'
import type { People } from './people.ts'
import { priceOf } from './pricing.ts'
import type { Random } from './random.ts'
import { hashText, randomOf, Weighted } from './random.ts'
import { referenceOf } from '../../features/purchases/purchase-reference.ts'
import type { Row } from './rows.ts'
import type { Sale } from './sale.ts'
import type { SaleCalendar } from './sale-calendar.ts'
import { clockText, dateText } from './zone-clock.ts'
import { day, providerReference, supplierStatus, lineRow, policyOf, answersOf } from './purchase-lines.ts'

/** What every purchase is made from. */
export interface Marketplace {
  readonly seed: number
  /** Milliseconds since 1970. */
  readonly now: number
  readonly count: number
  readonly calendar: SaleCalendar
  readonly people: People
  readonly shelf: Shelf
  /** Ids of people who work on purchases; can be empty. */
  readonly staff: readonly number[]
  /** Of them, who can give money back. */
  readonly approvers: readonly number[]
  readonly coupons: ReadonlyMap<number, Row>
}

/** The rows of some purchases, by table. */
export interface SalesRows {
  readonly purchases: Row[]
  readonly purchase_lines: Row[]
  readonly payments: Row[]
  readonly refunds: Row[]
  readonly purchase_events: Row[]
  readonly coupon_redemptions: Row[]
}

const channels = new Weighted<readonly ['web' | 'app' | 'partner' | 'phone', number]>(
  [
    ['web', 58],
    ['app', 27],
    ['partner', 11],
    ['phone', 4],
  ],
  ([, weight]) => weight,
)
const sources = new Weighted<readonly [string, string, number]>(
  [
    ['google', 'cpc', 34],
    ['google', 'organic', 22],
    ['instagram', 'social', 14],
    ['newsletter', 'email', 13],
    ['tiktok', 'social', 7],
    ['partner-blog', 'affiliate', 6],
    ['bing', 'cpc', 4],
  ],
  ([, , weight]) => weight,
)
const devices = ['desktop', 'desktop', 'mobile', 'mobile', 'mobile', 'tablet'] as const
/** Ids of the timeline leave room for so many entries a purchase, so that each page knows its own. */
const occurrencesPerPurchase = 16
const hour = 3_600_000
const ordersForReview = 4
const campaigns = ['city-breaks', 'always-on', 'last-minute', 'museos', 'conciertos', 'family', 'retargeting'] as const

/** Addresses that are kept for documentation. */
function addressOf(random: Random): string {
  const group = () => random.int(1, 0xffff).toString(16)
  if (random.chance(0.2)) return `2001:db8:${group()}::${group()}`
  return `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.int(1, 254)}`
}

function redemptionOf(market: Marketplace, { id, contact, course, price, moment }: Sale): Row | null {
  const coupon = price.coupon && market.coupons.get(price.coupon.id)
  if (!price.coupon || !coupon) return null
  const isOpen = ['pending_payment', 'on_hold', 'pending_supplier'].includes(course.booking)
  const isReturned =
    course.booking === 'cancelled' && course.refundState === 'full' && price.coupon.isReturnedOnCancel === true
  const isUndone = course.booking === 'expired' || course.booking === 'rejected' || isReturned
  const changed = isOpen ? moment : (course.occurrences.at(-1)?.at ?? moment)
  return {
    coupon_id: price.coupon.id,
    purchase_id: id,
    customer_id: contact.customerId,
    email_folded: contact.email,
    currency: price.currency,
    amount: price.discount,
    state: isUndone ? 'released' : isOpen ? 'reserved' : 'consumed',
    terms: termsOf(coupon),
    at: moment,
    changed_at: changed,
  }
}

function moneyColumns({ moment, basket, price, course, money }: Sale): Row {
  const days = Math.floor(moment / day)
  const rate = rateOf(basket.costCurrency, price.currency, days)
  const netCost = shareOf(basket.net, course.owed * 100)
  return {
    currency: price.currency,
    items_total: price.items,
    fees_total: price.fees,
    tax_total: price.tax,
    discount_total: price.discount,
    grand_total: price.grand,
    captured: money.captured,
    refunded: money.refunded,
    refund_pending: money.pending,
    charged_back: money.chargedBack,
    cost_currency: basket.costCurrency,
    net_cost: netCost,
    supplier_cost: converted(netCost, basket.costCurrency, price.currency, rate),
    fx_rate: rate / 1e9,
    fx_rate_at: days * day,
    payment_fees: money.fee,
  }
}

function purchaseRow(random: Random, market: Marketplace, sale: Sale): Row {
  const { id, moment, contact, channel, basket, price, course } = sale
  const hasSource = channel !== 'phone' && random.chance(0.62)
  const [source, medium] = sources.pick(random)
  const isWatched = course.dueAt !== null ? random.chance(0.55) : random.chance(0.02)
  const performance = basket.performance
  return {
    id,
    reference: referenceOf(id),
    kind: basket.kind,
    channel,
    title: basket.title,
    contents: basket.contents,
    quantity: basket.quantity,
    customer_id: contact.customerId,
    customer_name: `${contact.first} ${contact.last}`,
    customer_email: contact.email,
    customer_phone: contact.phone,
    customer_country: contact.country.code,
    customer_locale: contact.locale,
    booking_status: course.booking,
    payment_status: course.payment,
    fulfilment_status: course.fulfilment,
    refund_state: course.refundState,
    is_payment_kept: course.isPaymentKept,
    due_at: course.dueAt,
    held_until: course.heldUntil,
    assignee_id: isWatched && market.staff.length > 0 ? random.pick(market.staff) : null,
    tags: random.chance(0.04) ? [random.pick(['vip', 'group', 'press', 'school', 'wheelchair'])] : [],
    ...moneyColumns(sale),
    coupon_id: price.coupon?.id ?? null,
    provider_id: basket.provider.id,
    provider_reference: providerReference(random, basket, course),
    supplier_status: supplierStatus(course),
    travel_date: dateText(basket.travelDay),
    local_time: basket.minutes === null ? null : clockText(basket.minutes),
    time_zone: basket.city.zone,
    starts_at: basket.startsAt,
    ends_at: basket.endsAt,
    city_id: basket.city.id,
    venue_id: performance?.show.venue.id ?? null,
    performer_id: performance?.show.performers[0]?.id ?? null,
    product_id: basket.product?.id ?? null,
    product_option_id: basket.option?.id ?? null,
    event_id: performance?.show.id ?? null,
    performance_id: performance?.id ?? null,
    delivery: basket.delivery,
    guide_language: basket.guideLanguage,
    meeting_point: basket.product?.template.isGuided ? basket.product.meetingPoint : null,
    cancel_until: basket.cancelUntil,
    cancellation_policy: policyOf(basket),
    answers: answersOf(random, basket, contact),
    redeemed_at: course.redeemedAt,
    risk_score: course.riskScore,
    risk_reasons: course.riskReasons,
    utm_source: hasSource ? source : null,
    utm_medium: hasSource ? medium : null,
    utm_campaign: hasSource && medium !== 'organic' ? random.pick(campaigns) : null,
    client_address: channel === 'phone' ? null : addressOf(random),
    device: channel === 'app' ? 'mobile' : channel === 'web' ? random.pick(devices) : null,
    created_at: moment,
    updated_at: Math.max(moment, course.occurrences.at(-1)?.at ?? moment),
  }
}

/** Orders of the last hours wait for a review of their risk, however the rest is drawn: the queue is never empty. */
function isForReview({ calendar, now }: Marketplace, index: number, moment: number): boolean {
  if (moment < now - 2 * day) return false
  const next = calendar.firstFrom(now - 3 * hour)
  return index < next && index >= next - ordersForReview
}

function sell(market: Marketplace, random: Random, index: number): Sale {
  const { now, shelf, people, calendar } = market
  const moment = calendar.momentOf(index, random)
  const isGuest = random.chance(0.07)
  const contact = isGuest ? people.guest(random, index) : people.buyer(random, index / market.count)
  const currency = sellingCurrency(contact.country.currency)
  const [channel] = channels.pick(random)
  const basket =
    (random.chance(0.42) ? eventBasket(random, shelf, currency, moment) : null) ??
    productBasket(random, shelf, contact, currency, moment)
  const days = (moment - now) / day
  const price = priceOf(random, basket, currency, { channel, days })
  const isSuspicious = channel !== 'phone' && basket.startsAt > now + day && isForReview(market, index, moment)
  const course = courseOf({ random, basket, price, channel, moment, now, isSuspicious })
  return { id: index + 1, moment, contact, channel, basket, price, course, money: moneyOf(course, price) }
}

function timelineRows({ id, contact, basket, course }: Sale): Row[] {
  const names: Readonly<Record<Occurrence['by'], string | null>> = {
    customer: `${contact.first} ${contact.last}`,
    supplier: basket.provider.name,
    staff: null,
    system: null,
  }
  return course.occurrences.map(({ at, kind, by, amount, detail }, place) => ({
    id: (id - 1) * occurrencesPerPurchase + place + 1,
    purchase_id: id,
    at,
    kind,
    actor_kind: by,
    actor_name: names[by],
    amount: amount ?? null,
    // None of these sentences has values.
    detail: typeof detail === 'object' ? detail.text : (detail ?? null),
    said: typeof detail === 'object' ? detail : null,
  }))
}

function addPurchase(rows: SalesRows, market: Marketplace, index: number): void {
  const random = randomOf(market.seed ^ hashText('purchases'), index)
  const sale = sell(market, random, index)
  rows.purchases.push(purchaseRow(random, market, sale))
  rows.purchase_lines.push(...sale.price.lines.map((line, place) => lineRow(random, sale, place + 1, line)))
  rows.payments.push(...paymentRows(random, sale))
  const refund = refundRow(random, sale, market)
  if (refund) rows.refunds.push(refund)
  const redemption = redemptionOf(market, sale)
  if (redemption) rows.coupon_redemptions.push(redemption)
  rows.purchase_events.push(...timelineRows(sale))
}

/**
 * The purchases numbered from `first` (counted from 0) up to but not including `last`, with all that belongs
 * to them.
 */
export function purchasePage(market: Marketplace, first: number, last: number): SalesRows {
  const rows: SalesRows = {
    purchases: [],
    purchase_lines: [],
    payments: [],
    refunds: [],
    purchase_events: [],
    coupon_redemptions: [],
  }
  for (let index = first; index < last; index++) addPurchase(rows, market, index)
  return rows
}
