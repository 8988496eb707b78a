import type { EventFacts, OfferFacts, Rule } from './rule-evaluation.ts'
import { decide } from './rule-evaluation.ts'
import type { Price, PriceRules } from './rule-pricing.ts'
import { priceOf } from './rule-pricing.ts'

/** How rules shape the price of a performance, each with the rule that does. */
export interface Pricing {
  readonly markup: Rule | null
  readonly minMargin: Rule | null
  readonly serviceFee: Rule | null
  /** Null while the provider has not named a price. */
  readonly price: Price | null
}

/** What was agreed with a provider about prices, in basis points of what it asks: our share, and the lowest price. */
export interface ProviderTerms {
  readonly commission: number
  /** Null if nothing was agreed. */
  readonly floor: number | null
}

/** The floor that applies to a ticket of an event: that of the provider that lists it, if it is higher. */
export function floorOf(event: Pick<ProviderTerms, 'floor'>, listing: Pick<ProviderTerms, 'floor'>): number | null {
  if (event.floor === null || listing.floor === null) return event.floor ?? listing.floor
  return Math.max(event.floor, listing.floor)
}

/** The price of the cheapest ticket of a performance. */
export function pricingOf(
  rules: readonly Rule[],
  event: EventFacts & ProviderTerms,
  offer: OfferFacts,
  now: number,
): Pricing {
  const markup = decide(rules, 'markup', event, offer, now).survivor
  const minMargin = decide(rules, 'min_margin', event, offer, now).survivor
  const serviceFee = decide(rules, 'service_fee', event, offer, now).survivor
  return {
    markup,
    minMargin,
    serviceFee,
    price:
      offer.ask === null
        ? null
        : priceOf(offer.ask, event.commission, termsOf({ markup, minMargin, serviceFee }), event.floor),
  }
}

/** The values of the winning rules, which price every ticket of the performance. */
export function termsOf({ markup, minMargin, serviceFee }: Omit<Pricing, 'price'>): PriceRules {
  return {
    markup: markup?.markup ?? null,
    minMargin: minMargin?.minMargin ?? null,
    serviceFee: serviceFee?.serviceFee ?? null,
  }
}

/** The rule that hides the event's provider for a performance. */
export function hiddenBy(rules: readonly Rule[], event: EventFacts, offer: OfferFacts, now: number): Rule | null {
  const { survivor } = decide(rules, 'hide_provider', event, offer, now)
  return survivor?.hiddenProviderIds.includes(event.providerId) ? survivor : null
}

/** The maximum number of tickets per order, according to the rules. */
export function ticketLimit(rules: readonly Rule[], event: EventFacts, offer: OfferFacts, now: number): number | null {
  return decide(rules, 'max_tickets', event, offer, now).survivor?.maxTickets ?? null
}

/** Why no ticket of a performance can be bought. */
export type Refused = 'hidden' | 'market' | 'provider' | 'window' | 'status' | 'delivery' | 'sold_out'

/** What decides whether a performance is sold, besides rules. */
interface SaleFacts {
  readonly isMarketOpen: boolean
  readonly isProviderEnabled: boolean
  readonly onSaleAt: string | null
  readonly offSaleAt: string | null
  /** The event's schedule. */
  readonly schedule: string
  readonly status: string
  /** Its event or itself is postponed, and it has no new day yet. */
  readonly isPostponed: boolean
  readonly available: number
  /** How long before it starts its tickets must be bought, in hours. */
  readonly noticeHours: number
}

const sellable: ReadonlySet<string> = new Set(['onsale', 'rescheduled', 'sold_out'])

/** Why no ticket can be bought now; null if one can. `performance_offer` is the same in the database. */
export function refusalOf(
  rules: readonly Rule[],
  event: EventFacts,
  offer: OfferFacts,
  sale: SaleFacts,
  now: number,
): Refused | null {
  if (hiddenBy(rules, event, offer, now)) return 'hidden'
  if (!sale.isMarketOpen) return 'market'
  if (!sale.isProviderEnabled) return 'provider'
  const isEarly = sale.onSaleAt !== null && Date.parse(sale.onSaleAt) > now
  const isLate = sale.offSaleAt !== null && Date.parse(sale.offSaleAt) <= now
  if (isEarly || isLate) return 'window'
  const isOff = sale.schedule === 'cancelled' || sale.isPostponed
  if (isOff || Date.parse(offer.startsAt) <= now || !sellable.has(sale.status)) return 'status'
  if (Date.parse(offer.startsAt) < now + sale.noticeHours * 3_600_000) return 'delivery'
  return sale.status === 'sold_out' || sale.available === 0 ? 'sold_out' : null
}
