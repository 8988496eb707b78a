import type { Basket } from './basket.ts'
import { eventBasket, productBasket } from './basket.ts'
import type { Shelf } from './basket.ts'
import { termsOf } from './coupon-list.ts'
import type { Course } from './course.ts'
import { courseOf } from './course.ts'
import { moneyOf, paymentRows, refundRow } from './ledger.ts'
import type { Money } from './ledger.ts'
import { converted, rateOf, sellingCurrency, shareOf } from './money.ts'
import type { Contact, People } from './people.ts'
import type { Price, PricedLine } from './pricing.ts'
import { priceOf } from './pricing.ts'
import type { Random } from './random.ts'
import { hashText, itemAt, randomOf, Weighted } from './random.ts'
import { referenceOf } from './references.ts'
import type { Row } from './rows.ts'
import type { SaleCalendar } from './sale-calendar.ts'
import { clockText, dateText } from './zone-clock.ts'

const day = 86_400_000
const instantText = (moment: number) => new Date(moment).toISOString()

/** What every purchase is made from. */
export interface Marketplace {
  readonly seed: number
  /** Milliseconds since 1970. */
  readonly now: number
  readonly count: number
  readonly calendar: SaleCalendar
  readonly people: People
  readonly shelf: Shelf
  /** Ids of people who work on purchases; may be none. */
  readonly staff: readonly number[]
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
  [['web', 58], ['app', 27], ['partner', 11], ['phone', 4]], ([, weight]) => weight)
const sources = new Weighted<readonly [string, string, number]>([
  ['google', 'cpc', 34], ['google', 'organic', 22], ['instagram', 'social', 14], ['newsletter', 'email', 13], ['tiktok', 'social', 7],
  ['partner-blog', 'affiliate', 6], ['bing', 'cpc', 4],
], ([, , weight]) => weight)
/** Ids of the timeline leave room for so many entries a purchase, so that each page knows its own. */
const occurrencesPerPurchase = 16
const campaigns = ['city-breaks', 'always-on', 'last-minute', 'museos', 'conciertos', 'family', 'retargeting'] as const

/** Addresses that are kept for documentation. */
function addressOf(random: Random): string {
  if (random.chance(0.2)) return `2001:db8:${random.int(0, 0xffff).toString(16)}::${random.int(1, 0xffff).toString(16)}`
  return `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.int(1, 254)}`
}

function providerReference(random: Random, basket: Basket, course: Course): string | null {
  if (course.confirmedAt === null) return null
  return `${basket.provider.prefix}${random.int(10_000_000, 99_999_999)}`
}

function supplierStatus(course: Course): string | null {
  if (course.booking === 'rejected') return 'REJECTED'
  if (course.booking === 'cancelled') return 'CANCELLED'
  if (course.booking === 'pending_supplier') return 'PENDING'
  if (course.booking === 'on_hold') return 'ON_HOLD'
  if (course.booking === 'expired') return 'EXPIRED'
  if (course.redeemedAt !== null) return 'REDEEMED'
  return course.confirmedAt === null ? null : 'CONFIRMED'
}

function lineRow(purchaseId: number, position: number, line: PricedLine, basket: Basket, course: Course, contact: Contact, random: Random): Row {
  const seat = line.source?.seat ?? null
  const isTicket = seat !== null
  return {
    purchase_id: purchaseId, position, kind: line.kind, title: line.title, quantity: line.quantity, unit_price: line.unitPrice,
    amount: line.amount, product_age_band_id: line.source?.band?.id ?? null, unit_type: line.source?.band?.type ?? null,
    listing: isTicket ? `L${random.int(100_000, 999_999)}` : null, section: seat?.section ?? null, raw_section: seat?.rawSection ?? null,
    seat_row: seat?.row || null, seats: seat?.row ? Array.from({ length: line.quantity }, (_, index) => String(seat.first + index)) : [],
    notes: isTicket && random.chance(0.05) ? [random.pick(['Restricted view', 'Aisle seat', 'Over 16 only'])] : [],
    face_value: isTicket ? shareOf(line.unitPrice, 8_800) : null,
    in_hand_on: isTicket && basket.delivery === 'courier' ? dateText(Math.floor(basket.startsAt / day) - 14) : null,
    deliver_by: isTicket ? basket.startsAt - day : null,
    delivered: line.kind === 'item' ? Math.min(line.quantity, isTicket || course.delivered >= basket.quantity ? course.delivered : 0) : 0,
    transfer_accepted_at: isTicket && basket.delivery === 'mobile_transfer' && course.redeemedAt !== null ? basket.startsAt - day / 2 : null,
    holder_names: isTicket && course.confirmedAt !== null ? [`${contact.first} ${contact.last}`] : [],
  }
}

function policyOf(basket: Basket): object[] {
  const free = basket.cancelUntil === null ? [] : [{ until: instantText(basket.cancelUntil), refund: 10_000 }]
  return [...free, { until: instantText(basket.startsAt), refund: 0 }]
}

function answersOf(random: Random, basket: Basket, contact: Contact): object[] {
  if (!basket.product?.template.hasPickup) return []
  const isSpanish = basket.product.locale === 'es'
  return [
    { question: isSpanish ? 'Hotel para la recogida' : 'Hotel for the pickup', answer: `Hotel ${random.pick(['Central', 'Plaza', 'Astoria', 'Miramar', 'Continental'])}` },
    { question: isSpanish ? 'Nombre del viajero principal' : 'Lead traveller', answer: `${contact.first} ${contact.last}` },
  ]
}

function redemptionOf(purchaseId: number, market: Marketplace, contact: Contact, course: Course, price: Price, moment: number): Row | null {
  const coupon = price.coupon && market.coupons.get(price.coupon.id)
  if (!price.coupon || !coupon) return null
  const isOpen = course.booking === 'pending_payment' || course.booking === 'on_hold' || course.booking === 'pending_supplier'
  const isUndone = course.booking === 'expired' || course.booking === 'rejected'
    || (course.booking === 'cancelled' && price.coupon.isReturnedOnCancel === true && course.refundState === 'full')
  const changed = isOpen ? moment : course.occurrences.at(-1)?.at ?? moment
  return {
    coupon_id: price.coupon.id, purchase_id: purchaseId, customer_id: contact.customerId, email_folded: contact.email,
    currency: price.currency, amount: price.discount, state: isUndone ? 'released' : isOpen ? 'reserved' : 'consumed',
    terms: termsOf(coupon), at: moment, changed_at: changed,
  }
}

const actorNames: Readonly<Record<string, (contact: Contact, basket: Basket) => string | null>> = {
  customer: (contact) => `${contact.first} ${contact.last}`, supplier: (_contact, basket) => basket.provider.name, staff: () => null, system: () => null,
}

interface Sale { readonly id: number; readonly moment: number; readonly contact: Contact; readonly channel: string; readonly basket: Basket; readonly price: Price; readonly course: Course; readonly money: Money }

function purchaseRow(random: Random, market: Marketplace, sale: Sale): Row {
  const { id, moment, contact, channel, basket, price, course, money } = sale
  const days = Math.floor(moment / day)
  const rate = rateOf(basket.costCurrency, price.currency, days)
  const netCost = shareOf(basket.net, course.owed * 100)
  const hasSource = channel !== 'phone' && random.chance(0.62)
  const [source, medium] = sources.pick(random)
  const isWatched = course.dueAt !== null ? random.chance(0.55) : random.chance(0.02)
  const performance = basket.performance
  return {
    id, reference: referenceOf(id), kind: basket.kind, channel, title: basket.title, contents: basket.contents, quantity: basket.quantity,
    customer_id: contact.customerId, customer_name: `${contact.first} ${contact.last}`, customer_email: contact.email,
    customer_phone: contact.phone, customer_country: contact.country.code, customer_locale: contact.locale,
    booking_status: course.booking, payment_status: course.payment, fulfilment_status: course.fulfilment, refund_state: course.refundState,
    is_payment_kept: course.isPaymentKept, due_at: course.dueAt,
    assignee_id: isWatched && market.staff.length > 0 ? random.pick(market.staff) : null,
    tags: random.chance(0.04) ? [random.pick(['vip', 'group', 'press', 'school', 'wheelchair'])] : [],
    currency: price.currency, items_total: price.items, fees_total: price.fees, tax_total: price.tax, discount_total: price.discount,
    grand_total: price.grand, captured: money.captured, refunded: money.refunded, refund_pending: money.pending, charged_back: money.chargedBack,
    cost_currency: basket.costCurrency, net_cost: netCost, supplier_cost: converted(netCost, basket.costCurrency, price.currency, rate),
    fx_rate: rate / 1e9, fx_rate_at: days * day, payment_fees: money.fee, coupon_id: price.coupon?.id ?? null,
    provider_id: basket.provider.id, provider_reference: providerReference(random, basket, course), supplier_status: supplierStatus(course),
    travel_date: dateText(basket.travelDay), local_time: basket.minutes === null ? null : clockText(basket.minutes), time_zone: basket.city.zone,
    starts_at: basket.startsAt, ends_at: basket.endsAt, city_id: basket.city.id, venue_id: performance?.show.venue.id ?? null,
    performer_id: performance?.show.performers[0]?.id ?? null, product_id: basket.product?.id ?? null,
    product_option_id: basket.option?.id ?? null, event_id: performance?.show.id ?? null, performance_id: performance?.id ?? null,
    delivery: basket.delivery, guide_language: basket.guideLanguage,
    meeting_point: basket.product?.template.isGuided ? basket.product.meetingPoint : null, cancel_until: basket.cancelUntil,
    cancellation_policy: policyOf(basket), answers: answersOf(random, basket, contact), redeemed_at: course.redeemedAt,
    risk_score: course.riskScore, risk_reasons: course.riskReasons, utm_source: hasSource ? source : null, utm_medium: hasSource ? medium : null,
    utm_campaign: hasSource && medium !== 'organic' ? random.pick(campaigns) : null,
    client_address: channel === 'phone' ? null : addressOf(random),
    device: channel === 'app' ? 'mobile' : channel === 'web' ? random.pick(['desktop', 'desktop', 'mobile', 'mobile', 'mobile', 'tablet']) : null,
    created_at: moment, updated_at: Math.max(moment, course.occurrences.at(-1)?.at ?? moment),
  }
}

function addPurchase(rows: SalesRows, market: Marketplace, index: number): void {
  const { now, shelf, people, calendar } = market
  const random = randomOf(market.seed ^ hashText('purchases'), index)
  const moment = calendar.momentOf(index, random)
  const share = index / market.count
  const contact = random.chance(0.07) ? people.guest(random, index) : people.buyer(random, share)
  const currency = sellingCurrency(contact.country.currency)
  const [channel] = channels.pick(random)
  const basket = (random.chance(0.42) ? eventBasket(random, shelf, currency, moment) : null)
    ?? productBasket(random, shelf, contact, currency, moment)
  const price = priceOf(random, basket, currency, { channel, country: contact.country.code, days: (moment - now) / day })
  const course = courseOf({ random, basket, price, channel, moment, now })
  const id = index + 1
  const money = moneyOf(course, price)
  rows.purchases.push(purchaseRow(random, market, { id, moment, contact, channel, basket, price, course, money }))
  price.lines.forEach((line, place) => rows.purchase_lines.push(lineRow(id, place + 1, line, basket, course, contact, random)))
  rows.payments.push(...paymentRows(random, id, contact, course, price, moment, money))
  const refund = refundRow(random, id, course, price, market.staff)
  if (refund) rows.refunds.push(refund)
  const redemption = redemptionOf(id, market, contact, course, price, moment)
  if (redemption) rows.coupon_redemptions.push(redemption)
  for (const [place, { at: when, kind, by, amount, detail }] of course.occurrences.entries()) {
    rows.purchase_events.push({
      id: index * occurrencesPerPurchase + place + 1, purchase_id: id, at: when, kind, actor_kind: by, actor_name: itemAt([actorNames[by]], 0)?.(contact, basket) ?? null,
      amount: amount ?? null, detail: detail ?? null,
    })
  }
}

/** The purchases numbered from `first` (counted from 0) up to but not including `last`, with all that belongs to them. */
export function purchasePage(market: Marketplace, first: number, last: number): SalesRows {
  const rows: SalesRows = {
    purchases: [], purchase_lines: [], payments: [], refunds: [], purchase_events: [], coupon_redemptions: [],
  }
  for (let index = first; index < last; index++) addPurchase(rows, market, index)
  return rows
}
