import type { Amount, CouponValues } from './coupon-rules.ts'
import { couponState } from './coupon-state.ts'

/** What of a coupon decides whether it may be used and what it is worth; also what a redemption remembers. */
export const termKeys = [
  'code', 'status', 'kind', 'percent', 'amounts', 'maxDiscounts', 'minSpends', 'minQuantity', 'eventIds',
  'excludedEventIds', 'performerIds', 'excludedPerformerIds', 'venueIds', 'excludedVenueIds', 'cityIds',
  'excludedCityIds', 'productIds', 'excludedProductIds', 'channels', 'locales', 'excludedLocales', 'travelFrom',
  'travelUntil', 'totalLimit', 'perCustomerLimit', 'isFirstPurchaseOnly', 'isReturnedOnCancel', 'customerIds',
  'emailDomains', 'stackGroup', 'stackPriority', 'validFrom', 'validUntil', 'timesUsed', 'platformShare',
] as const satisfies readonly (keyof CouponValues)[]

export type CouponTerms = Pick<CouponValues, (typeof termKeys)[number]>

/** A line of a purchase. `amount` is its price in minor units, before discounts and without fees. */
export interface UseLine {
  readonly eventId: number | null
  readonly performerIds: readonly number[]
  readonly venueId: number | null
  readonly cityId: number | null
  readonly productId: number | null
  /** The day of the visit or performance, where it takes place. */
  readonly travelOn: string
  readonly quantity: number
  readonly amount: number
}

/** What somebody wants to use a coupon for. */
export interface CouponUse {
  readonly currency: string
  readonly channel: CouponValues['channels'][number]
  readonly locale: string
  readonly customerId: number | null
  readonly email: string
  readonly lines: readonly UseLine[]
}

/** What is known of the customer's other purchases and of the other coupons on this one. */
export interface UseHistory {
  /** Uses of this coupon by the same account or address, released ones not counted. */
  readonly usesByCustomer: number
  readonly hasBoughtBefore: boolean
  readonly otherStackGroups: readonly (string | null)[]
}

/**
 * Why a coupon cannot be used, in words for the customer, or null when it can. The order is the one in which a
 * customer can do something about it: validity, audience, scope, minimum, limits.
 */
export function refuseUse(coupon: CouponTerms, use: CouponUse, history: UseHistory, now: number): string | null {
  return refuseMoment(coupon, now)
    ?? refuseAudience(coupon, use, history)
    ?? refuseScope(coupon, use)
    ?? refuseMinimum(coupon, use)
    ?? refuseLimits(coupon, history)
}

function refuseMoment(coupon: CouponTerms, now: number): string | null {
  switch (couponState(coupon, now)) {
    case 'active': return null
    case 'exhausted': return 'This coupon has been used up.'
    case 'scheduled': return 'This coupon is not valid yet.'
    case 'expired': return 'This coupon is no longer valid.'
    default: return 'This coupon is not in use.'
  }
}

function refuseAudience(coupon: CouponTerms, use: CouponUse, history: UseHistory): string | null {
  const { customerIds, emailDomains } = coupon
  const isNamed = use.customerId !== null && customerIds.includes(use.customerId)
  const hasDomain = emailDomains.includes(emailDomain(use.email))
  // Either list lets somebody in: both together are one audience.
  if (customerIds.length + emailDomains.length > 0 && !isNamed && !hasDomain) return 'This coupon is for other customers.'
  if (coupon.isFirstPurchaseOnly && history.hasBoughtBefore) return 'This coupon is for the first purchase only.'
  if (coupon.channels.length > 0 && !coupon.channels.includes(use.channel)) return 'This coupon cannot be used here.'
  const isOpen = coupon.locales.length === 0 || coupon.locales.includes(use.locale)
  return isOpen && !coupon.excludedLocales.includes(use.locale) ? null : 'This coupon is for another language.'
}

function refuseScope(coupon: CouponTerms, use: CouponUse): string | null {
  if (eligibleLines(coupon, use).length === 0) return 'This coupon does not apply to anything in this purchase.'
  const isPriced = coupon.kind === 'percent' || amountIn(coupon.amounts, use.currency) !== undefined
  return isPriced ? null : `This coupon cannot be used in ${use.currency}.`
}

function refuseMinimum(coupon: CouponTerms, use: CouponUse): string | null {
  const lines = eligibleLines(coupon, use)
  const minimum = amountIn(coupon.minSpends, use.currency)
  if (minimum !== undefined && sum(lines, 'amount') < minimum) return 'This purchase is below the minimum for this coupon.'
  // A minimum that is set, but not in this currency, must not let everything through.
  if (minimum === undefined && coupon.minSpends.length > 0) return `This coupon cannot be used in ${use.currency}.`
  if (coupon.minQuantity !== null && sum(lines, 'quantity') < coupon.minQuantity) {
    return `This coupon needs at least ${coupon.minQuantity} tickets or travellers.`
  }
  return null
}

function refuseLimits(coupon: CouponTerms, history: UseHistory): string | null {
  if (coupon.perCustomerLimit !== null && history.usesByCustomer >= coupon.perCustomerLimit) {
    return 'You have used this coupon as often as it allows.'
  }
  const mayStack = history.otherStackGroups.every((group) => group !== null && group === coupon.stackGroup)
  return mayStack ? null : 'This coupon cannot be combined with the other one.'
}

/** The lines that the coupon applies to. */
export function eligibleLines(coupon: CouponTerms, use: CouponUse): readonly UseLine[] {
  return use.lines.filter((line) => {
    const axes = [
      [coupon.eventIds, coupon.excludedEventIds, [line.eventId]],
      [coupon.performerIds, coupon.excludedPerformerIds, line.performerIds],
      [coupon.venueIds, coupon.excludedVenueIds, [line.venueId]],
      [coupon.cityIds, coupon.excludedCityIds, [line.cityId]],
      [coupon.productIds, coupon.excludedProductIds, [line.productId]],
    ] as const
    const isLeftOut = axes.some(([, excluded, own]) => meets(excluded, own))
    // Events and products are alternatives: naming some of each means any of them.
    const [events, , , , products] = axes
    const isNamed = coupon.eventIds.length + coupon.productIds.length === 0
      || [events, products].some(([included, , own]) => meets(included, own))
    const isPlaced = axes.slice(1, 4).every(([included, , own]) => included.length === 0 || meets(included, own))
    const isInTime = (coupon.travelFrom === null || line.travelOn >= coupon.travelFrom)
      && (coupon.travelUntil === null || line.travelOn <= coupon.travelUntil)
    return !isLeftOut && isNamed && isPlaced && isInTime
  })
}

function meets(ids: readonly number[], own: readonly (number | null)[]): boolean {
  return own.some((id) => id !== null && ids.includes(id))
}

/**
 * What the coupon takes off, in minor units of the purchase's currency: never less than nothing, never more than
 * the lines in scope cost. A percentage is rounded half up once per line.
 */
export function discountOf(coupon: CouponTerms, use: CouponUse): number {
  const lines = eligibleLines(coupon, use)
  const subtotal = sum(lines, 'amount')
  const amount = amountIn(coupon.amounts, use.currency) ?? 0
  const worth = {
    percent: () => Math.min(
      lines.reduce((total, line) => total + share(line.amount, coupon.percent ?? 0), 0),
      amountIn(coupon.maxDiscounts, use.currency) ?? Infinity,
    ),
    fixed: () => amount,
    set_price: () => subtotal - amount * sum(lines, 'quantity'),
  }
  return Math.max(0, Math.min(subtotal, worth[coupon.kind]()))
}

/** `points` basis points of an amount, rounded half up; exact, because no product goes beyond 2^53. */
export function share(amount: number, points: number): number {
  const rest = amount % 10_000
  return (amount - rest) / 10_000 * points + Math.floor((rest * points + 5_000) / 10_000)
}

function amountIn(amounts: readonly Amount[], currency: string): number | undefined {
  return amounts.find((entry) => entry.currency === currency)?.amount
}

function sum(lines: readonly UseLine[], key: 'amount' | 'quantity'): number {
  return lines.reduce((total, line) => total + line[key], 0)
}

function emailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** A code as it is stored: letter case and width make no difference, so that ＳＡＶＥ, save and SAVE are one. */
export function foldCode(code: string): string {
  return code.normalize('NFKC').trim().toUpperCase()
}

/**
 * An address as limits count it: ana+second@example.com is the person who is ana@example.com. Only for counting;
 * mail goes to the address as it was given.
 */
export function foldEmail(email: string): string {
  const folded = email.normalize('NFKC').trim().toLowerCase()
  const at = folded.lastIndexOf('@')
  const plus = folded.indexOf('+')
  return plus > 0 && plus < at ? folded.slice(0, plus) + folded.slice(at) : folded
}
