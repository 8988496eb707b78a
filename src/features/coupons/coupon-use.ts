import { msg, t } from '../../core/i18n/language.ts'
import { shareOf } from '../../core/money.ts'
import type { Amount, CouponValues } from './coupon-rules.ts'
import { couponState } from './coupon-state.ts'

/** The fields that decide whether a coupon can be used and what it is worth. A redemption keeps a copy of them. */
export const termKeys = [
  'code',
  'status',
  'kind',
  'percent',
  'amounts',
  'maxDiscounts',
  'minSpends',
  'minQuantity',
  'eventIds',
  'excludedEventIds',
  'performerIds',
  'excludedPerformerIds',
  'venueIds',
  'excludedVenueIds',
  'cityIds',
  'excludedCityIds',
  'productIds',
  'excludedProductIds',
  'aliasIds',
  'excludedAliasIds',
  'categoryIds',
  'excludedCategoryIds',
  'subcategoryIds',
  'excludedSubcategoryIds',
  'providerIds',
  'excludedProviderIds',
  'channels',
  'locales',
  'excludedLocales',
  'travelFrom',
  'travelUntil',
  'totalLimit',
  'perCustomerLimit',
  'isFirstPurchaseOnly',
  'isReturnedOnCancel',
  'customerIds',
  'emailDomains',
  'stackGroup',
  'stackPriority',
  'validFrom',
  'validUntil',
  'timesUsed',
  'platformShare',
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
  /** Aliases that sell its product. */
  readonly aliasIds: readonly number[]
  readonly categoryIds: readonly number[]
  readonly subcategoryIds: readonly number[]
  readonly providerId: number | null
  readonly travelOn: string
  readonly quantity: number
  readonly amount: number
}

/** The order that a customer wants to use a coupon for. */
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

type Check = (coupon: CouponTerms, use: CouponUse, history: UseHistory, now: number) => string | null

/**
 * What a coupon is held against, in the order in which a customer can do something about it: validity, audience, scope,
 * minimum, limits. Each answers with a sentence for the customer, or null when it is fulfilled.
 */
const rules: readonly (readonly [name: string, check: Check])[] = [
  [msg('In use, within its time and not used up'), refuseMoment],
  [msg('For this customer'), refuseStranger],
  [
    msg('First purchase, if required'),
    ({ isFirstPurchaseOnly }, _use, { hasBoughtBefore }) =>
      isFirstPurchaseOnly && hasBoughtBefore ? t('This coupon is for the first purchase only.') : null,
  ],
  [
    msg('Sold through an allowed channel'),
    ({ channels }, { channel }) =>
      channels.length > 0 && !channels.includes(channel) ? t('This coupon cannot be used here.') : null,
  ],
  [msg('In an allowed language'), refuseLanguage],
  [
    msg('Something in scope'),
    (coupon, use) =>
      eligibleLines(coupon, use).length === 0 ? t('This coupon does not apply to anything in this purchase.') : null,
  ],
  [msg('In an allowed currency'), refuseCurrency],
  [msg('Minimum spend'), refuseSpend],
  [msg('Minimum quantity'), refuseQuantity],
  [
    msg('Uses by this customer'),
    ({ perCustomerLimit }, _use, { usesByCustomer }) =>
      perCustomerLimit !== null && usesByCustomer >= perCustomerLimit
        ? t('You have reached this coupon’s limit.')
        : null,
  ],
  [
    msg('Can be combined'),
    ({ stackGroup }, _use, { otherStackGroups }) =>
      otherStackGroups.every((group) => group !== null && group === stackGroup)
        ? null
        : t('This coupon cannot be combined with the other one.'),
  ],
]

/** Why a coupon cannot be used, in words for the customer, or null when it can. */
export function refuseUse(coupon: CouponTerms, use: CouponUse, history: UseHistory, now: number): string | null {
  for (const [, check] of rules) {
    const refusal = check(coupon, use, history, now)
    if (refusal !== null) return refusal
  }
  return null
}

/** Every rule with its message, or null if the rule is met. For staff who have to explain a refusal. */
export function explainUse(
  coupon: CouponTerms,
  use: CouponUse,
  history: UseHistory,
  now: number,
): readonly { rule: string; refusal: string | null }[] {
  return rules.map(([rule, check]) => ({ rule: t(rule), refusal: check(coupon, use, history, now) }))
}

function refuseMoment(coupon: CouponTerms, _use: CouponUse, _history: UseHistory, now: number): string | null {
  switch (couponState(coupon, now)) {
    case 'active':
      return null
    case 'exhausted':
      return t('This coupon has been used up.')
    case 'scheduled':
      return t('This coupon is not valid yet.')
    case 'expired':
      return t('This coupon is no longer valid.')
    default:
      return t('This coupon is not in use.')
  }
}

function refuseStranger({ customerIds, emailDomains }: CouponTerms, use: CouponUse): string | null {
  const isNamed = use.customerId !== null && customerIds.includes(use.customerId)
  const hasDomain = emailDomains.includes(emailDomain(use.email))
  // A customer qualifies through either list: both together are one audience.
  return customerIds.length + emailDomains.length > 0 && !isNamed && !hasDomain
    ? t('This coupon is for other customers.')
    : null
}

function refuseLanguage({ locales, excludedLocales }: CouponTerms, { locale }: CouponUse): string | null {
  const isOpen = locales.length === 0 || locales.includes(locale)
  return isOpen && !excludedLocales.includes(locale) ? null : t('This coupon is for another language.')
}

function refuseCurrency(coupon: CouponTerms, { currency }: CouponUse): string | null {
  const isPriced = coupon.kind === 'percent' || amountIn(coupon.amounts, currency) !== undefined
  // A minimum that is set, but not in this currency, must not let everything through.
  const hasMinimum = coupon.minSpends.length === 0 || amountIn(coupon.minSpends, currency) !== undefined
  return isPriced && hasMinimum ? null : t('This coupon cannot be used in {currency}.', { currency })
}

function refuseSpend(coupon: CouponTerms, use: CouponUse): string | null {
  const minimum = amountIn(coupon.minSpends, use.currency)
  const isBelow = minimum !== undefined && sum(eligibleLines(coupon, use), 'amount') < minimum
  return isBelow ? t('This purchase is below the minimum for this coupon.') : null
}

function refuseQuantity(coupon: CouponTerms, use: CouponUse): string | null {
  const isBelow = coupon.minQuantity !== null && sum(eligibleLines(coupon, use), 'quantity') < coupon.minQuantity
  return isBelow
    ? t('This coupon needs at least {minQuantity} tickets or travellers.', { minQuantity: coupon.minQuantity ?? 0 })
    : null
}

/**
 * The lines that the coupon applies to. Conditions of several kinds must all be met, except where they are two ways to
 * name the same thing: events, products and aliases, or categories and subcategories. Of those, one is enough.
 */
export function eligibleLines(coupon: CouponTerms, use: CouponUse): readonly UseLine[] {
  return use.lines.filter((line) => {
    const axes = scopeOf(coupon, line)
    const isInTime =
      (coupon.travelFrom === null || line.travelOn >= coupon.travelFrom) &&
      (coupon.travelUntil === null || line.travelOn <= coupon.travelUntil)
    return (
      isInTime &&
      !axes.flat().some(({ excluded, own }) => meets(excluded, own)) &&
      axes.every((alternatives) => {
        const named = alternatives.filter(({ included }) => included.length > 0)
        return named.length === 0 || named.some(({ included, own }) => meets(included, own))
      })
    )
  })
}

interface Axis {
  readonly included: readonly number[]
  readonly excluded: readonly number[]
  readonly own: readonly (number | null)[]
}

/** What a coupon names and what a line has of it, alternatives together. */
function scopeOf(coupon: CouponTerms, line: UseLine): readonly (readonly Axis[])[] {
  return [
    [
      { included: coupon.eventIds, excluded: coupon.excludedEventIds, own: [line.eventId] },
      { included: coupon.productIds, excluded: coupon.excludedProductIds, own: [line.productId] },
      { included: coupon.aliasIds, excluded: coupon.excludedAliasIds, own: line.aliasIds },
    ],
    [
      { included: coupon.categoryIds, excluded: coupon.excludedCategoryIds, own: line.categoryIds },
      { included: coupon.subcategoryIds, excluded: coupon.excludedSubcategoryIds, own: line.subcategoryIds },
    ],
    [{ included: coupon.providerIds, excluded: coupon.excludedProviderIds, own: [line.providerId] }],
    [{ included: coupon.performerIds, excluded: coupon.excludedPerformerIds, own: line.performerIds }],
    [{ included: coupon.venueIds, excluded: coupon.excludedVenueIds, own: [line.venueId] }],
    [{ included: coupon.cityIds, excluded: coupon.excludedCityIds, own: [line.cityId] }],
  ]
}

function meets(ids: readonly number[], own: readonly (number | null)[]): boolean {
  return own.some((id) => id !== null && ids.includes(id))
}

/**
 * What the coupon takes off, in minor units of the purchase's currency: never less than nothing, never more than
 * the lines in scope cost. A percentage is rounded once per line.
 */
export function discountOf(coupon: CouponTerms, use: CouponUse): number {
  const lines = eligibleLines(coupon, use)
  const subtotal = sum(lines, 'amount')
  const amount = amountIn(coupon.amounts, use.currency) ?? 0
  const worth = {
    percent: () =>
      Math.min(
        lines.reduce((total, line) => total + shareOf(line.amount, coupon.percent ?? 0), 0),
        amountIn(coupon.maxDiscounts, use.currency) ?? Infinity,
      ),
    fixed: () => amount,
    set_price: () => subtotal - amount * sum(lines, 'quantity'),
  }
  return Math.max(0, Math.min(subtotal, worth[coupon.kind]()))
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
