import { leastWithShare, shareOf } from '../../core/money.ts'
import { ruleFields } from './rule-fields.ts'

/** Basis points in a whole. */
const whole = 10_000

/** The values that rules set for a price, in basis points; null if none does. */
export interface PriceRules {
  readonly markup: number | null
  readonly minMargin: number | null
  readonly serviceFee: number | null
}

/** One ticket's price, in minor units of one currency. */
export interface Price {
  /** The provider's share: its ask, less our commission. */
  readonly cost: number
  /** The ask plus the markup. */
  readonly marked: number
  /** The displayed price: the same, raised if it would leave less than the minimum margin or be below the floor. */
  readonly price: number
  readonly isRaised: boolean
  /** The floor that was agreed with the provider is what raised it. */
  readonly isAtFloor: boolean
  readonly fee: number
  /** What the customer pays. */
  readonly total: number
  /** The total less the cost. Payment fees and tax are not known here. */
  readonly margin: number
}

/**
 * The price of a ticket: the only place that defines what a customer pays. `ticket_price` is the same in the database
 * (0271_terms_are_kept.sql), for lists; price-parity.test.ts checks that both are equal.
 *
 * @param ask - what the provider asks, in minor units
 * @param commission - our share of that, in basis points
 * @param floor - the lowest share of it that was agreed with the provider, in basis points; null if none was
 */
export function priceOf(ask: number, commission: number, rules: PriceRules, floor: number | null): Price {
  const cost = ask - shareOf(ask, commission)
  const marked = Math.max(0, ask + shareOf(ask, rules.markup ?? 0))
  const least = rules.minMargin === null ? 0 : leastWithShare(cost, rules.minMargin)
  const lowest = floor === null ? 0 : Number((BigInt(ask) * BigInt(floor) + 9_999n) / 10_000n)
  const price = Math.max(marked, least, lowest)
  const isAtFloor = price > Math.max(marked, least)
  const fee = shareOf(price, rules.serviceFee ?? 0)
  return {
    cost,
    marked,
    price,
    isRaised: price > marked,
    isAtFloor,
    fee,
    total: price + fee,
    margin: price + fee - cost,
  }
}

/**
 * The lowest and highest ask for a ticket that could cost a customer an amount under any rules, because their values
 * are bounded. Lets statements exclude impossible rows by an index before they calculate a price.
 */
export function askBoundsOf(least: number, most: number): { readonly least: number; readonly most: number } {
  const { markup, serviceFee } = ruleFields
  // The price is at most the ask with the highest markup, which is above any minimum margin and any floor; a unit each for rounding.
  const highest = (1 + markup.max / whole) * (1 + serviceFee.max / whole)
  return {
    least: Math.max(0, Math.floor((least - 2) / highest)),
    most: Math.ceil((most + 1) / (1 + markup.min / whole)),
  }
}
