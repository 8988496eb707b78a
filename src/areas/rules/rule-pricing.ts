/** A share of an amount in minor units, half up away from zero. `basisPoints`: 1250 is 12.5 %. */
export function shareOf(amount: number, basisPoints: number): number {
  const exact = amount * basisPoints / 10_000
  return exact < 0 ? -Math.round(-exact) : Math.round(exact)
}

/** What rules say about a price, in basis points; null where none does. */
export interface PriceRules {
  readonly markup: number | null
  readonly minMargin: number | null
  readonly serviceFee: number | null
}

/** One ticket's price, in minor units of one currency. */
export interface Price {
  /** What the provider is left with: what it asks, less our commission. */
  readonly cost: number
  /** What it asks, with the markup. */
  readonly marked: number
  /** What is shown: the same, raised where it would leave less than the minimum margin. */
  readonly price: number
  readonly isRaised: boolean
  readonly fee: number
  /** What the customer pays. */
  readonly total: number
  /** What is left of the total after the cost. Payment fees and tax are not known here. */
  readonly margin: number
}

/**
 * The price of a ticket.
 *
 * @param ask - what the provider asks, in minor units
 * @param commission - our share of that, in basis points
 */
export function priceOf(ask: number, commission: number, rules: PriceRules): Price {
  const cost = ask - shareOf(ask, commission)
  const marked = Math.max(0, ask + shareOf(ask, rules.markup ?? 0))
  const least = rules.minMargin === null ? 0 : Math.ceil(cost * 10_000 / (10_000 - rules.minMargin))
  const price = Math.max(marked, least)
  const fee = shareOf(price, rules.serviceFee ?? 0)
  return { cost, marked, price, isRaised: price > marked, fee, total: price + fee, margin: price + fee - cost }
}
