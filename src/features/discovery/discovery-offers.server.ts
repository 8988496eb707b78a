import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { EventFacts } from '../rules/rule-evaluation.ts'
import type { Stock } from '../orders/house-stock.server.ts'
import { sizesOf } from '../orders/priced-tickets.server.ts'
import type { Asks } from '../orders/read-listings.server.ts'
import { askColumns, askIn, refusalNow } from '../orders/read-listings.server.ts'
import { floorOf, pricingOf, termsOf, ticketLimit } from '../rules/rule-offers.ts'
import { priceOf } from '../rules/rule-pricing.ts'
import { factColumns, inForce, loadRules } from '../rules/rule-store.server.ts'
import { isPublic } from './discovery-parts.server.ts'
import { utcSql } from './discovery-texts.server.ts'

interface Listing extends Stock {
  readonly id: number | null
  readonly section: string | null
  readonly row: string | null
  readonly splits: readonly number[]
  readonly leavesNoSingle: boolean
  readonly seatNotes: readonly string[]
  /** What the provider asks for one ticket. */
  readonly ask: number
  readonly currency: string
  readonly exponent: number
  readonly asOf: string | null
  readonly floor: number | null
}
interface Found extends EventFacts, Asks {
  readonly commission: number
  readonly floor: number | null
  readonly startsAt: string
  readonly listings: readonly Listing[]
}

type OfferFilters = Readonly<Record<string, string | undefined>>

/** Whether a listing `l` of a performance `p` can be handed over in time, and sold to a customer's country. */
const isSoldTo = (country: string | null) =>
  sql`p.starts_at >= now() + coalesce(provider_notice(l.provider_id), interval '0') and provider_sells_to(l.provider_id, ${country}::text)`

const labelsIn = (text: string | undefined): string[] => text?.split(',') ?? []

/** By what the note of a listing `l` says of its seats. */
const hasNotes = ({ seatNotes, withoutSeatNotes }: OfferFilters) =>
  sql`l.note_labels @> ${labelsIn(seatNotes)}::text[] and not l.note_labels && ${labelsIn(withoutSeatNotes)}::text[]`

/**
 * What can be bought of a public performance, as JSON: its open listings, or where its provider only counts tickets, all of
 * them as one offer. Every ticket of a performance is priced by the rules that prevail for it.
 */
export async function offersOf(db: Db, id: string, filters: OfferFilters): Promise<string> {
  const country = filters['customerCountry'] ?? null
  const {
    rows: [found],
  } = await sql<Found>`
    select ${factColumns}, p.starts_at as "startsAt", ${askColumns}, case when ${refusalNow} is not null then '[]' else coalesce(
      (select json_agg(json_build_object('id', l.id, 'section', coalesce(v.name, l.section), 'row', l.row_name, 'capacity', k.capacity, 'taken', k.taken, 'split', k.split, 'splits', l.splits, 'leavesNoSingle', l.leaves_no_single, 'seatNotes', l.note_labels, 'ask', l.price,
          'currency', l.currency, 'exponent', x.exponent, 'asOf', ${sql.raw(utcSql('l.updated_at'))},
          'floor', provider_floor(l.provider_id)))
        from ticket_listings l cross join lateral listing_stock(l) k join currencies x on x.code = l.currency left join venue_sections v on v.id = l.venue_section_id
        where l.performance_id = p.id and l.is_open and k.tickets > 0 and ${isSoldTo(country)} and ${hasNotes(filters)}),
      (select json_build_array(json_build_object('id', null, 'section', null, 'row', null, 'capacity', p.available, 'taken', 0, 'split', 'any', 'splits', '{}'::integer[], 'leavesNoSingle', false, 'seatNotes', '{}'::text[], 'ask', p.min_price,
          'currency', p.currency, 'exponent', x.exponent, 'asOf', ${sql.raw(utcSql('p.checked_at'))}, 'floor', null))
        from currencies x where x.code = p.currency and p.min_price is not null and ${labelsIn(filters['seatNotes']).length === 0} and provider_sells_to(s.id, ${country}::text)
          and not exists (select from ticket_listings l where l.performance_id = p.id and l.is_open)),
      '[]') end as listings
    from performances p join events e on e.id = p.event_id join cities c on c.id = e.city_id join providers s on s.id = e.provider_id
      cross join lateral performance_offer(p) o
    where p.id = ${recordIdIn(id) ?? 0} and ${sql.raw(isPublic('e'))}`.execute(db)
  if (!found) throw new Refusal(404, t('No public record has this id.'))
  const { listings, commission, startsAt } = found
  const rules = listings.length === 0 ? [] : await loadRules(db, inForce)
  const now = Date.now()
  const terms = new Map(
    [...new Set(listings.map(({ currency }) => currency))].map((currency) => {
      const facts = { startsAt, currency, ask: askIn(found, currency) }
      return [
        currency,
        { ...termsOf(pricingOf(rules, found, facts, now)), limit: ticketLimit(rules, found, facts, now) },
      ]
    }),
  )
  const data = listings
    .flatMap((listing) => {
      const { id: listingId, section, row, seatNotes, ask, currency, exponent, asOf, capacity, taken } = listing
      const { limit, ...said } = terms.get(currency) ?? { markup: null, minMargin: null, serviceFee: null, limit: null }
      const splits = sizesOf(listing, limit)
      // No quantity of it can be bought.
      if (splits?.length === 0) return []
      const { price, fee, total } = priceOf(ask, commission, said, floorOf(found, listing))
      const quoted = { price, fees: fee, total, currency, exponent, asOf }
      return { id: listingId, section, row, quantity: capacity - taken, splits: splits ?? [], seatNotes, price: quoted }
    })
    .toSorted((a, b) => a.price.total - b.price.total || (a.id ?? 0) - (b.id ?? 0))
  return JSON.stringify({ data })
}
