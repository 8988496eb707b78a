import * as z from 'zod/mini'
import type { UseLine } from '../../coupons/coupon-use.ts'
import { discountOf, refuseUse } from '../../coupons/coupon-use.ts'
import { noConditions } from '../../coupons/no-conditions.ts'
import { couponTitle, waivedTitle } from '../order-change.server.ts'

/** A coupon that an order was bought with. */
interface SoldCoupon {
  /** Of its redemption. */
  readonly id: number
  /** The coupon's rules as they were when it was claimed. */
  readonly terms: unknown
  /** The order was split, and another one has a part of the discount. */
  readonly isShared: boolean
}

/** What the discounts of an order are made of. Amounts are in minor units of its currency. */
export interface SoldDiscounts {
  readonly currency: string
  readonly itemsTotal: number
  readonly coupons: readonly SoldCoupon[]
  /** Its lines of discount, with amounts above zero. */
  readonly discounts: readonly { readonly title: string; readonly amount: number }[]
}

/** What the discounts of an order are for another visit. */
export interface VisitDiscounts {
  readonly coupon: {
    readonly id: number
    readonly code: string
    readonly before: number
    readonly amount: number
  } | null
  /** What earlier changes cost more and was not charged. */
  readonly waived: number
}

const amounts = z.pipe(
  z.nullish(z.array(z.object({ currency: z.string(), amount: z.int() }))),
  z.transform((all) => all ?? []),
)
const orNull = <T extends z.ZodMiniType>(type: T) =>
  z.pipe(
    z.nullish(type),
    z.transform((value) => value ?? null),
  )

/** Which of a coupon's rules depend on the visit and its price. */
const claimedTerms = z.object({
  code: z.string(),
  kind: z.enum(['percent', 'fixed', 'set_price']),
  percent: orNull(z.int()),
  amounts,
  maxDiscounts: amounts,
  minSpends: amounts,
  minQuantity: orNull(z.int()),
  travelFrom: orNull(z.string()),
  travelUntil: orNull(z.string()),
})

/**
 * What the discounts of an order are for another visit: its coupon takes off what it would have taken off if that visit had been
 * bought with it. Null where this is not known: the terms are not there, or a discount is of neither a coupon nor a change.
 */
export function discountsFor(sold: SoldDiscounts, line: UseLine): VisitDiscounts | null {
  const [coupon, another] = sold.coupons
  const parsed = claimedTerms.safeParse(coupon?.terms)
  if (another || (coupon && !parsed.success)) return null
  const title = parsed.success ? couponTitle(parsed.data.code) : null
  const sumOf = (wanted: string | null) =>
    sold.discounts.reduce((all, one) => all + (one.title === wanted ? one.amount : 0), 0)
  if (sold.discounts.some((one) => one.title !== title && one.title !== waivedTitle)) return null
  const waived = sumOf(waivedTitle)
  if (!coupon || !parsed.success) return { coupon: null, waived }
  const before = sumOf(title)
  const amount = takenOff(sold, { coupon, terms: parsed.data, before }, line)
  return amount === null ? null : { coupon: { id: coupon.id, code: parsed.data.code, before, amount }, waived }
}

interface Claimed {
  readonly coupon: SoldCoupon
  readonly terms: z.output<typeof claimedTerms>
  readonly before: number
}

function takenOff({ currency, itemsTotal }: SoldDiscounts, { coupon, terms, before }: Claimed, line: UseLine) {
  // Its part of a fixed amount, a maximum or a minimum depends on the other order as well. A percentage does not.
  if (coupon.isShared) {
    if (line.amount === itemsTotal) return before
    const isShare = terms.kind === 'percent' && terms.maxDiscounts.length + terms.minSpends.length === 0
    if (!isShare || terms.minQuantity !== null) return null
  }
  // All other rules were met when the coupon was claimed. A change keeps the product and the customer, so they are not asked again.
  const all = { ...noConditions, ...terms }
  const use = { currency, channel: 'partner', locale: '', customerId: null, email: '', lines: [line] } as const
  const history = { usesByCustomer: 0, hasBoughtBefore: false, otherStackGroups: [] }
  return refuseUse(all, use, history, 0) === null ? discountOf(all, use) : 0
}
