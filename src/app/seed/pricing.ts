import type { Basket, BasketLine } from './basket.ts'
import type { DemoCoupon } from './coupon-list.ts'
import type { Claim } from './coupon-rows.ts'
import { demoCoupons } from './coupon-list.ts'
import { isClaimable } from './coupon-rows.ts'
import { shareOf } from '../../core/money.ts'
import type { Random } from './random.ts'
import { Weighted } from './random.ts'

export interface PricedLine {
  readonly kind: 'item' | 'fee' | 'tax' | 'discount'
  readonly title: string
  readonly quantity: number
  readonly unitPrice: number
  readonly amount: number
  readonly source: BasketLine | null
  /** In basis points. */
  readonly taxRate: number
}

/** The amount due, in minor units of one currency. The lines add up to `grand`. */
export interface Price {
  readonly currency: string
  readonly lines: readonly PricedLine[]
  readonly items: number
  readonly fees: number
  readonly tax: number
  readonly discount: number
  readonly grand: number
  readonly coupon: DemoCoupon | null
}

/** Tax on top of the price in basis points, by where it takes place: in these countries prices are without it. */
const taxes: Readonly<Record<string, number>> = { US: 825, CA: 1_300, IN: 1_800 }

/**
 * VAT in basis points inside the prices of what takes place in a country: of services, and of tickets to a show. Roughly
 * as they are, for a demo; none elsewhere.
 */
const vat: Readonly<Record<string, readonly [services: number, shows: number]>> = {
  AT: [2_000, 1_300],
  CH: [810, 260],
  CZ: [2_100, 1_200],
  DE: [1_900, 700],
  DK: [2_500, 2_500],
  ES: [2_100, 1_000],
  FR: [2_000, 550],
  GB: [2_000, 2_000],
  GR: [2_400, 600],
  HU: [2_700, 1_800],
  IE: [2_300, 900],
  IT: [2_200, 1_000],
  NL: [2_100, 900],
  NO: [2_500, 1_200],
  PL: [2_300, 800],
  PT: [2_300, 600],
  SE: [2_500, 600],
}

function ratesInside({ kind, city }: Basket): { readonly items: number; readonly fees: number } {
  const [services, shows] = vat[city.country.code] ?? [0, 0]
  return { items: kind === 'event' ? shows : services, fees: services }
}

/** Half up, once per line, so that the lines add up. */
function discountOf(coupon: DemoCoupon, currency: string, amounts: readonly number[]): number {
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0)
  if (coupon.kind === 'fixed') {
    return Math.min(subtotal, coupon.amounts?.find((entry) => entry.currency === currency)?.amount ?? 0)
  }
  const most = coupon.maxDiscounts?.find((entry) => entry.currency === currency)?.amount ?? Infinity
  return Math.min(
    most,
    amounts.reduce((sum, amount) => sum + shareOf(amount, coupon.percent ?? 0), 0),
  )
}

function couponFor(random: Random, use: Claim): DemoCoupon | null {
  const claimable = demoCoupons.filter((coupon) => isClaimable(coupon, use))
  return claimable.length === 0 ? null : new Weighted(claimable, ({ weight }) => weight).pick(random)
}

function plain(kind: PricedLine['kind'], title: string, amount: number, taxRate = 0): PricedLine {
  return { kind, title, quantity: 1, unitPrice: amount, amount, source: null, taxRate }
}

/** The price of a basket. `days` counts from today, which decides about the coupons of the time. */
export function priceOf(
  random: Random,
  basket: Basket,
  currency: string,
  more: { channel: string; days: number },
): Price {
  const onTop = taxes[basket.city.country.code] ?? 0
  const rate = onTop > 0 ? { items: onTop, fees: onTop } : ratesInside(basket)
  const sold = basket.lines.map((line): PricedLine => ({
    kind: 'item',
    title: line.title,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    amount: line.quantity * line.unitPrice,
    source: line,
    taxRate: rate.items,
  }))
  const items = sold.reduce((sum, { amount }) => sum + amount, 0)
  const feeShare = basket.kind === 'event' ? 900 : more.channel === 'phone' ? 300 : 0
  const fees = shareOf(items, feeShare)
  const wantsCoupon = random.chance(0.13)
  const coupon = wantsCoupon ? couponFor(random, { days: more.days, channel: more.channel, currency, items }) : null
  const discount = coupon
    ? discountOf(
        coupon,
        currency,
        sold.map(({ amount }) => amount),
      )
    : 0
  const tax = shareOf(items - discount + fees, onTop)
  return {
    currency,
    items,
    fees,
    tax,
    discount,
    grand: items + fees + tax - discount,
    coupon: discount > 0 ? coupon : null,
    lines: [
      ...sold,
      ...(fees > 0
        ? [plain('fee', basket.kind === 'event' ? 'Service fee' : 'Booking by phone', fees, rate.fees)]
        : []),
      ...(tax > 0 ? [plain('tax', 'Sales tax', tax)] : []),
      ...(coupon && discount > 0 ? [plain('discount', `Coupon ${coupon.code}`, -discount, rate.items)] : []),
    ],
  }
}
