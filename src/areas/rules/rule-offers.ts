import type { EventFacts, OfferFacts, Rule } from './rule-evaluation.ts'
import { decide } from './rule-evaluation.ts'
import type { Price } from './rule-pricing.ts'
import { priceOf } from './rule-pricing.ts'

/** What rules make of the price of a performance, each by the rule that says so. */
export interface Pricing {
  readonly markup: Rule | null
  readonly minMargin: Rule | null
  readonly serviceFee: Rule | null
  /** Null while the provider has not said what it asks. */
  readonly price: Price | null
}

/** The price of the cheapest ticket of a performance. `commission`: our share of what the provider asks, in basis points. */
export function pricingOf(rules: readonly Rule[], event: EventFacts & { readonly commission: number }, offer: OfferFacts, now: number): Pricing {
  const markup = decide(rules, 'markup', event, offer, now).winner
  const minMargin = decide(rules, 'min_margin', event, offer, now).winner
  const serviceFee = decide(rules, 'service_fee', event, offer, now).winner
  const said = { markup: markup?.markup ?? null, minMargin: minMargin?.minMargin ?? null, serviceFee: serviceFee?.serviceFee ?? null }
  return { markup, minMargin, serviceFee, price: offer.ask === null ? null : priceOf(offer.ask, event.commission, said) }
}

/** The rule that hides the event's provider for a performance. */
export function hiddenBy(rules: readonly Rule[], event: EventFacts, offer: OfferFacts, now: number): Rule | null {
  const { winner } = decide(rules, 'hide_provider', event, offer, now)
  return winner?.hiddenProviderIds.includes(event.providerId) ? winner : null
}

/** The most tickets that an order may have, by rule. */
export function ticketLimit(rules: readonly Rule[], event: EventFacts, offer: OfferFacts, now: number): number | null {
  return decide(rules, 'max_tickets', event, offer, now).winner?.maxTickets ?? null
}
