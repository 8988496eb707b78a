import { sql } from 'kysely'
import { invalid } from '../../core/errors/errors.ts'
import { eitherOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import type { UseLine } from '../coupons/coupon-use.ts'
import { seatTitle } from '../purchases/seat-title.ts'
import type { Refused } from '../rules/rule-offers.ts'
import { floorOf, pricingOf, termsOf, ticketLimit } from '../rules/rule-offers.ts'
import { priceOf } from '../rules/rule-pricing.ts'
import { inForce, loadRules } from '../rules/rule-store.server.ts'
import type { Stock } from './house-stock.server.ts'
import { stockProblem } from './house-stock.server.ts'
import type { QuotedLine, TicketsLine } from './quotes.ts'
import type { ListedTickets, Listing, Performance, SuppliedTickets } from './read-listings.server.ts'
import { askIn, listingsOf, performanceOf, readListings, unknown } from './read-listings.server.ts'

/** A line with its price, and what else is known of it. */
export interface PricedLine {
  readonly line: QuotedLine
  /** What a coupon is held against. */
  readonly use: UseLine
  readonly currency: string
  /** What the provider gets for all of it, in minor units of the same currency. */
  readonly cost: number
  /** What of our stock it takes; null where there is no end of it. */
  readonly stock: WantedStock | null
  /** Tickets that are bought at their provider, in its codes. */
  readonly supplied?: SuppliedTickets
  /** What an order keeps of the listing that it buys of. */
  readonly listed?: ListedTickets
  /** Staff agreed on another price than the pricing function's. */
  readonly override?: { readonly listPrice: number; readonly price: number; readonly reason: string }
}

/** Stock by what it is of, because its row is made when the first of it is sold. */
export type WantedStock = { readonly quantity: number } & (
  | {
      readonly listingId: number
      /** The row, where it is known already; null where none was made yet. */
      readonly stockId?: number | null
    }
  | { readonly optionId: number; readonly date: string; readonly time: string | null; readonly capacity: number }
)

/**
 * Tickets of listings of one performance, priced as its offers are.
 *
 * @throws Refusal 422 for a listing that is unknown, of another performance or named twice
 */
export async function priceTickets(
  db: Db,
  wanted: readonly TicketsLine[],
  now: number,
  country: string | null,
): Promise<PricedLine[]> {
  const listings = await listingsOf(db, wanted, country)
  const [first] = listings
  const performance = first && (await performanceOf(db, first.performanceId))
  if (!performance) throw unknown(0)
  refuseMixed(listings)
  const rules = await loadRules(db, inForce)
  const tickets = wanted.reduce((all, { quantity }) => all + quantity, 0)
  const offer = offersAmong(performance)
  return wanted.map(({ quantity }, index) => {
    const listing = listings[index]
    if (!listing) throw unknown(index)
    const facts = offer(listing.currency)
    // Prices follow the provider of the event, what we owe follows the seller of the listing.
    const terms = termsOf(pricingOf(rules, performance, facts, now))
    const { price, fee } = priceOf(listing.ask, performance.commission, terms, floorOf(performance, listing))
    const { cost } = priceOf(listing.ask, listing.commission, terms, null)
    const limit = ticketLimit(rules, performance, facts, now)
    const isOver = limit !== null && tickets > limit
    const problem =
      refusalWords(performance.refusal) ??
      (listing.isOpen ? null : t('This listing is no longer for sale.')) ??
      termsProblem(listing) ??
      (isOver ? t('At most {n} tickets in one order.', { n: limit }) : null) ??
      stockProblem(listing, quantity) ??
      splitProblem(listing, quantity)
    const seats = seatTitle(listing.section, listing.row)
    return {
      currency: listing.currency,
      // What a provider asks is what we pay it; commission is of those that keep their tickets with us.
      cost: quantity * (listing.supplied ? listing.ask : cost),
      stock: { listingId: listing.id, stockId: listing.stockId, quantity },
      listed: listing.listed,
      ...(listing.supplied && { supplied: listing.supplied }),
      use: useOf(performance, quantity, quantity * price),
      line: {
        kind: 'event',
        title: `${performance.title}: ${seats}`,
        localDate: performance.localDate,
        localTime: performance.localTime,
        timeZone: performance.timeZone,
        quantity,
        available:
          performance.refusal === null && listing.isOpen && termsProblem(listing) === null
            ? listing.capacity - listing.taken
            : 0,
        problem,
        items: [{ unitId: null, title: seats, quantity, price, fee }],
        price: quantity * price,
        fees: quantity * fee,
        total: quantity * (price + fee),
        asOf: listing.asOf,
      },
    }
  })
}

/** What of its provider's terms keeps a listing from being sold to this customer now. */
function termsProblem({ isInMarket, isInTime }: Listing): string | null {
  if (!isInMarket) return t('These tickets aren’t sold to customers from this country.')
  return isInTime ? null : t('It’s too late to deliver these tickets.')
}

/** What a listing is priced by: the cheapest of its performance in its currency decides which rules apply. */
const offersAmong = (performance: Performance) => (currency: string) => ({
  startsAt: performance.startsAt,
  currency,
  ask: askIn(performance, currency),
})

/** A listing that is open, with the price of one ticket now. */
export interface OpenListing {
  readonly id: number
  readonly title: string
  readonly price: number
  readonly fee: number
  readonly currency: string
  readonly available: number
  /** How many can be bought at once, where its provider says so. */
  readonly splits: readonly number[]
}

/** What can be bought of a performance now, the cheapest first; none where nothing of it is sold. */
export async function openListings(
  db: Db,
  performanceId: number,
  now: number,
  country: string | null = null,
): Promise<readonly OpenListing[]> {
  const performance = await performanceOf(db, performanceId)
  if (!performance || performance.refusal !== null) return []
  const listings = await readListings(db, sql`l.performance_id = ${performanceId} and l.is_open`, country)
  const rules = await loadRules(db, inForce)
  const offer = offersAmong(performance)
  return listings
    .filter((listing) => listing.isOpen && listing.capacity > listing.taken && termsProblem(listing) === null)
    .map((listing) => {
      const terms = termsOf(pricingOf(rules, performance, offer(listing.currency), now))
      const { price, fee } = priceOf(listing.ask, performance.commission, terms, floorOf(performance, listing))
      const { id, currency, splits, capacity, taken } = listing
      return {
        id,
        title: seatTitle(listing.section, listing.row),
        price,
        fee,
        currency,
        available: capacity - taken,
        splits,
      }
    })
    .toSorted((a, b) => a.price + a.fee - b.price - b.fee || a.id - b.id)
}

/** Why its provider does not sell so many of them at once; null where it does. */
function splitProblem(
  { splits, leavesNoSingle, capacity, taken }: Stock & Pick<Listing, 'splits' | 'leavesNoSingle'>,
  quantity: number,
): string | null {
  if (splits.length > 0 && !splits.includes(quantity))
    return t('These tickets are sold in groups of {sizes}.', { sizes: eitherOf(splits.map(String)) })
  return leavesNoSingle && capacity - taken - quantity === 1
    ? t('This would leave a single ticket. Choose one more or one less.')
    : null
}

/**
 * How many of a listing can be bought at once, at most `limit`; null for any number of what is left. Where it is none,
 * `tickets_for_sale` of the database has none for sale.
 */
export function sizesOf(
  listing: Stock & Pick<Listing, 'splits' | 'leavesNoSingle'>,
  limit: number | null,
): readonly number[] | null {
  const left = listing.capacity - listing.taken
  const most = Math.min(left, limit ?? left)
  const isSold = (size: number) =>
    size <= most && stockProblem(listing, size) === null && splitProblem(listing, size) === null
  if (listing.splits.length > 0) return listing.splits.filter(isSold)
  if (most === left && !listing.leavesNoSingle && listing.split === 'any') return null
  const sold = Array.from({ length: most }, (_, at) => at + 1).filter(isSold)
  return sold.length === left ? null : sold
}

/**
 * Tickets that are bought at their provider are an order of their own. Several listings could be put on hold all or none,
 * but buying them is one call each, and no provider takes tickets back: an order of which the second call is refused would be
 * left with the first listing, paid for in part.
 */
function refuseMixed(listings: readonly Listing[]): void {
  const index = listings.findIndex(({ supplied }) => supplied !== null)
  if (index >= 0 && listings.length > 1)
    throw invalid({
      [`lines.${index}`]: t(
        'The provider sells these tickets one listing at a time and takes none back. Order them on their own.',
      ),
    })
}

function useOf(performance: Performance, quantity: number, amount: number): UseLine {
  const { id, performerIds, venueId, cityId, categoryId, subcategoryId, providerId, localDate } = performance
  return {
    eventId: id,
    performerIds,
    venueId,
    cityId,
    productId: null,
    aliasIds: [],
    categoryIds: categoryId === null ? [] : [categoryId],
    subcategoryIds: subcategoryId === null ? [] : [subcategoryId],
    providerId,
    travelOn: localDate,
    quantity,
    amount,
  }
}

/** Why nothing of a performance is sold, for a customer: which rule or setting it was is ours to know. */
function refusalWords(refusal: Refused | null): string | null {
  if (refusal === null) return null
  if (refusal === 'sold_out') return t('Sold out.')
  if (refusal === 'delivery') return t('It’s too late to deliver these tickets.')
  return refusal === 'window' ? t('Tickets are not on sale now.') : t('Tickets of this performance are not for sale.')
}
