import { sql } from 'kysely'
import { invalid } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { exponentOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Settings } from '../../core/settings.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { ApiGateway } from '../api-users/api-gateway.server.ts'
import type { StoredCoupon } from '../coupons/coupon-redemptions.server.ts'
import { historyOf, termColumns } from '../coupons/coupon-redemptions.server.ts'
import type { CouponUse } from '../coupons/coupon-use.ts'
import { discountOf, foldCode, refuseUse } from '../coupons/coupon-use.ts'
import { assertRateIsFresh } from '../exchange-rates/stale-rates.server.ts'
import type { PricedLine } from './priced-tickets.server.ts'
import { priceTickets } from './priced-tickets.server.ts'
import { priceVisit } from './priced-visit.server.ts'
import type { Quote, TicketsLine, VisitLine, Wanted } from './quotes.ts'
import { ordersScope, quoteCall } from './quotes.ts'

/** What is wanted, with its price and what is known of each line. */
export interface PricedOrder {
  readonly quote: Quote
  readonly priced: readonly PricedLine[]
}

/** A price of one line that staff agreed on, fees apart, in minor units. */
export interface PriceOverride {
  /** Which line, counted from 0. */
  readonly line: number
  readonly price: number
  /** A quote needs none. */
  readonly reason?: string
}

/** How something is sold: through the Orders API, or by staff on the phone. */
interface SaleTerms {
  readonly channel: CouponUse['channel']
  readonly overrides: readonly PriceOverride[]
  /** What totals are reported in. */
  readonly reportingCurrency: string
}

/** Who buys. A quote has no buyer. */
export interface Buyer {
  readonly customerId: number | null
  readonly email: string
}

/** The calls that price what partners want to buy. */
export function implementQuotes(
  gateway: ApiGateway,
  { reportingCurrency }: Pick<Settings, 'reportingCurrency'>,
): readonly Implementation[] {
  const terms: SaleTerms = { channel: 'partner', overrides: [], reportingCurrency }
  return [
    gateway.implement(
      quoteCall,
      ordersScope,
      async ({ db, input }) => (await priceOrder(db, input, null, terms)).quote,
    ),
  ]
}

/**
 * What something costs and whether it can be bought now. It takes nothing. Without a buyer, whom a coupon is for and how
 * often they can use it is not asked: the answer would tell partners who has bought before.
 *
 * @throws Refusal 422 with a sentence per field
 */
export async function priceOrder(
  db: Db,
  wanted: Asked,
  buyer: Buyer | null,
  { channel, overrides, reportingCurrency }: SaleTerms,
): Promise<PricedOrder> {
  const now = Date.now()
  const priced = overridden(await priceLines(db, wanted, now), overrides)
  const currency = currencyOf(priced, wanted)
  await assertRateIsFresh(db, currency, reportingCurrency)
  const coupon =
    wanted.coupon === undefined
      ? null
      : await quoteCoupon(db, wanted.coupon, useOf(wanted, priced, buyer, channel), buyer, now)
  const lines = priced.map(({ line }) => line)
  const sum = (key: 'price' | 'fees' | 'total') => lines.reduce((all, line) => all + line[key], 0)
  const discount = coupon?.discount ?? 0
  const quote = {
    lines,
    currency,
    exponent: exponentOf(currency),
    price: sum('price'),
    fees: sum('fees'),
    discount,
    total: sum('total') - discount,
    coupon,
    isAvailable: lines.every(({ problem }) => problem === null),
    quotedAt: new Date(now).toISOString(),
  }
  return { quote, priced }
}

/** Prices as staff agreed on them: fees and what we pay for it stay, and a coupon takes its share of the agreed price. */
function overridden(priced: readonly PricedLine[], overrides: readonly PriceOverride[]): readonly PricedLine[] {
  return priced.map((one, index) => {
    const { price: listPrice, fees } = one.line
    const { price = listPrice, reason = '' } = overrides.find(({ line }) => line === index) ?? {}
    if (price === listPrice) return one
    const line = { ...one.line, price, total: price + fees }
    return { ...one, line, use: { ...one.use, amount: price }, override: { listPrice, price, reason } }
  })
}

/** What the coupon of an order is held against. */
export function useOf(
  { locale = 'en' }: Wanted,
  priced: readonly PricedLine[],
  buyer: Buyer | null,
  channel: CouponUse['channel'],
): CouponUse {
  return {
    currency: priced[0]?.currency ?? '',
    channel,
    locale,
    customerId: buyer?.customerId ?? null,
    email: buyer?.email ?? '',
    lines: priced.map(({ use }) => use),
  }
}

/** A quote names the country of the customer if it likes, an order says who they are. */
type Asked = Wanted & { readonly customer?: { readonly country: string } }

async function priceLines(db: Db, { lines, country, customer }: Asked, now: number): Promise<PricedLine[]> {
  const [first] = lines
  if (first?.kind === 'product') {
    if (lines.length > 1)
      throw invalid({ 'lines.1': t('An order is for one product option at one time. Quote the others separately.') })
    return [await priceVisit(db, first satisfies VisitLine, now)]
  }
  const other = lines.findIndex(({ kind }) => kind === 'product')
  if (other >= 0)
    throw invalid({
      [`lines.${other}.kind`]: t('An order is for tickets or for a product. Quote the others separately.'),
    })
  const priced = await priceTickets(db, lines as TicketsLine[], now, customer?.country ?? country ?? null)
  refuseSellers(priced)
  return priced
}

/** All of an order is owed to one seller. */
function refuseSellers(priced: readonly PricedLine[]): void {
  const others = priced.flatMap(({ listed }, index) =>
    listed?.providerId === priced[0]?.listed?.providerId
      ? []
      : [[`lines.${index}.listingId`, t('This listing is of another seller. An order is of one.')] as const],
  )
  if (others.length > 0) throw invalid(Object.fromEntries(others))
}

/** The one currency of all lines: nothing converts prices. */
function currencyOf(priced: readonly PricedLine[], { currency }: Wanted): string {
  const sold = priced[0]?.currency ?? ''
  if (currency !== undefined && currency !== sold)
    throw invalid({ currency: t('This is sold in {sold}, not in {currency}.', { sold, currency }) })
  const other = priced.findIndex((line) => line.currency !== sold)
  if (other >= 0)
    throw invalid({ [`lines.${other}`]: t('This line is sold in another currency. Quote it separately.') })
  return sold
}

/** What a coupon takes off, or why it takes nothing. */
async function quoteCoupon(
  db: Db,
  code: string,
  use: CouponUse,
  buyer: Buyer | null,
  now: number,
): Promise<Quote['coupon']> {
  const {
    rows: [coupon],
  } = await sql<StoredCoupon>`select t.id, ${termColumns} from coupons t where t.code = ${foldCode(code)}`.execute(db)
  if (!coupon) throw invalid({ coupon: t('Coupon not found.') })
  const terms = buyer ? coupon : { ...coupon, customerIds: [], emailDomains: [], isFirstPurchaseOnly: false }
  const history = buyer
    ? await historyOf(db, 0, coupon.id, use)
    : { usesByCustomer: 0, hasBoughtBefore: false, otherStackGroups: [] }
  const problem = refuseUse(terms, use, history, now)
  return { code: coupon.code, discount: problem === null ? discountOf(terms, use) : 0, problem }
}
