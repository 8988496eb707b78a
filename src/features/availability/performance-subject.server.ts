import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { Asks } from '../orders/read-listings.server.ts'
import { askColumns, askIn, refusalNow } from '../orders/read-listings.server.ts'
import type { EventFacts } from '../rules/rule-evaluation.ts'
import type { Refused } from '../rules/rule-offers.ts'
import { floorOf, hiddenBy, pricingOf, termsOf, ticketLimit } from '../rules/rule-offers.ts'
import type { PriceRules } from '../rules/rule-pricing.ts'
import { priceOf } from '../rules/rule-pricing.ts'
import type { StoredRule } from '../rules/rule-store.server.ts'
import { factColumns, inForce, loadRules } from '../rules/rule-store.server.ts'
import type { CheckFacts, FoundListing, SaleStop } from './availability.ts'

interface Row extends EventFacts, Asks {
  readonly commission: number
  readonly floor: number | null
  readonly performanceId: number
  readonly title: string
  readonly venue: string | null
  readonly city: string
  readonly localDate: string
  readonly localTime: string | null
  readonly timeZone: string
  readonly startsAt: string
  readonly available: number
  readonly isPublished: boolean
  readonly isHidden: boolean
  readonly refusal: Refused | null
  readonly configurationId: number | null
  readonly configuration: string | null
}

/** A performance with what decides whether and at which price it is sold. */
export interface PerformanceSubject {
  readonly performanceId: number
  readonly configurationId: number | null
  readonly event: Pick<Row, 'title' | 'venue' | 'city' | 'localDate' | 'localTime' | 'timeZone' | 'startsAt'>
  readonly facts: CheckFacts
  /** Whether nothing of it is on the site. */
  readonly isStopped: boolean
  /**
   * Our price of one ticket, by the rules that prevail now.
   *
   * @param lowest - what its provider asks in that currency, which rules go by where we have nothing on sale in it
   * @param floor - that of whose ticket it is
   */
  priceOf(ask: number, currency: string, lowest: number | null, floor: number | null): FoundListing['price']
}

/** Null if the performance does not exist. */
export async function performanceSubject(db: Db, id: number): Promise<PerformanceSubject | null> {
  const {
    rows: [row],
  } = await sql<Row>`
    select ${factColumns}, p.id as "performanceId", e.name as title, v.name as venue, c.name as city, p.local_date as "localDate",
      to_char(p.local_time, 'HH24:MI') as "localTime", p.time_zone as "timeZone", p.starts_at as "startsAt", ${askColumns}, p.available,
      e.publication = 'published' as "isPublished", e.is_hidden as "isHidden", ${refusalNow} as refusal, p.venue_configuration_id as "configurationId", g.name as configuration
    from performances p join events e on e.id = p.event_id join cities c on c.id = e.city_id join providers s on s.id = e.provider_id
      left join venues v on v.id = p.venue_id left join venue_configurations g on g.id = p.venue_configuration_id
      cross join lateral performance_offer(p) o
    where p.id = ${id}`.execute(db)
  if (!row) return null
  const rules = await loadRules(db, inForce)
  const now = Date.now()
  const sale = saleOf(row, rules, now)
  const terms = new Map<string, PriceRules>()
  const { venue, city, title, localDate, localTime, timeZone, startsAt, configuration, configurationId } = row
  return {
    performanceId: row.performanceId,
    configurationId,
    event: { title, venue, city, localDate, localTime, timeZone, startsAt },
    facts: {
      title,
      place: venue === null ? city : `${venue}, ${city}`,
      localDate,
      localTime,
      timeZone,
      configuration,
      sale,
    },
    isStopped: sale.stop !== null,
    priceOf(ask, currency, lowest, floor) {
      const offer = { startsAt, currency, ask: askIn(row, currency) ?? lowest }
      // Providers with nothing on sale in a currency each have a lowest ask of their own.
      const key = `${currency} ${offer.ask}`
      const known = terms.get(key) ?? termsOf(pricingOf(rules, row, offer, now))
      terms.set(key, known)
      const { price, fee, total } = priceOf(ask, row.commission, known, floorOf(row, { floor }))
      const isFloor = price > priceOf(ask, row.commission, known, null).price
      return { price, fee, total, ...(isFloor && { isFloor }) }
    },
  }
}

function saleOf(row: Row, rules: readonly StoredRule[], now: number): NonNullable<CheckFacts['sale']> {
  const offer = { startsAt: row.startsAt, currency: row.currency, ask: askIn(row, row.currency) }
  const { markup, minMargin, serviceFee, price } = pricingOf(rules, row, offer, now)
  const hides = hiddenBy(rules, row, offer, now)
  const stop: SaleStop | null = !row.isPublished ? 'unpublished' : row.isHidden ? 'hidden_event' : row.refusal
  return {
    stop,
    from: stop === null ? (price?.total ?? null) : null,
    currency: row.currency,
    available: row.available,
    ticketLimit: ticketLimit(rules, row, offer, now),
    markup: markup && { id: markup.id, name: markup.name, value: markup.markup },
    minMargin: minMargin && { id: minMargin.id, name: minMargin.name, value: minMargin.minMargin },
    serviceFee: serviceFee && { id: serviceFee.id, name: serviceFee.name, value: serviceFee.serviceFee },
    hides: hides && { id: hides.id, name: hides.name, value: null },
  }
}
