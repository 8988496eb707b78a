import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import type { EventFacts } from '../rules/rule-evaluation.ts'
import type { Refused } from '../rules/rule-offers.ts'
import { factColumns } from '../rules/rule-store.server.ts'
import type { Stock } from './house-stock.server.ts'
import type { TicketsLine } from './quotes.ts'

export interface SuppliedTickets {
  readonly supplier: string
  readonly eventCode: string
  readonly listingCode: string
}

/** What an order keeps of a listing, whatever becomes of it later. */
export interface ListedTickets {
  readonly id: number
  readonly code: string
  readonly section: string
  readonly rawSection: string
  readonly row: string | null
  readonly note: string | null
  readonly labels: readonly string[]
  readonly placedBy: string | null
  readonly ruleId: number | null
  readonly title: string
  readonly providerId: number
  readonly cityId: number
  readonly venueId: number
  readonly performerId: number | null
  readonly eventId: number
  readonly performanceId: number
  readonly startsAt: string
  readonly minutes: number
}

/** What asks of a performance are known: the cheapest that is counted, and now in each currency that has something left. */
export interface Asks {
  readonly currency: string
  readonly ask: number | null
  readonly asks: Readonly<Record<string, number>>
}
/** Of a performance `p`. */
export const askColumns = sql`p.currency, p.min_price as ask, performance_asks(p) as asks`
/** The ask by which rules are chosen for all its tickets in a currency: the same for offers, quotes and orders. */
export const askIn = ({ currency, ask, asks }: Asks, wanted: string): number | null =>
  (wanted === currency ? ask : null) ?? asks[wanted] ?? null

/**
 * Why nothing of a performance `p` with its offer `o` is sold. Its counts still have what lapsed a moment ago as taken; who buys
 * can have it. Where capacity lets none through, none is sold.
 */
export const refusalNow = sql`case when o.refusal = 'sold_out' and p.status <> 'sold_out' and p.capacity > 0 and exists (
    select from ticket_listings l cross join lateral listing_stock(l) k where l.performance_id = p.id and l.is_open and k.tickets > 0)
  then null else o.refusal end`

export interface Performance extends EventFacts, Asks {
  readonly commission: number
  readonly floor: number | null
  readonly title: string
  readonly cityId: number
  readonly performanceId: number
  readonly localDate: string
  readonly localTime: string | null
  readonly timeZone: string
  readonly startsAt: string
  readonly refusal: Refused | null
}
export interface Listing extends Stock {
  readonly id: number
  readonly performanceId: number
  readonly section: string
  readonly row: string | null
  readonly ask: number
  readonly currency: string
  readonly isOpen: boolean
  /** How many can be bought at once, where its provider says so. */
  readonly splits: readonly number[]
  readonly leavesNoSingle: boolean
  readonly supplied: SuppliedTickets | null
  readonly asOf: string
  readonly floor: number | null
  /** Our share of what its seller asks, in basis points. */
  readonly commission: number
  /** Its provider lets us sell to the customer's country. */
  readonly isInMarket: boolean
  /** It can still be handed over in time. */
  readonly isInTime: boolean
  /** The row of our stock, which the first order of it makes. */
  readonly stockId: number | null
  readonly listed: ListedTickets
}

export const unknown = (index: number) => invalid({ [`lines.${index}.listingId`]: t('Listing not found.') })

/** The listings in the order of the lines, with what of them is on hold or booked by now. */
export async function listingsOf(
  db: Db,
  wanted: readonly TicketsLine[],
  country: string | null,
): Promise<readonly Listing[]> {
  const ids = wanted.map(({ listingId }) => listingId)
  const [only] = ids
  // One listing, as nearly always, is asked for by its id: for a list PostgreSQL plans the statement each time.
  const which = ids.length === 1 ? sql`l.id = ${only}` : sql`l.id = any(${ids}::bigint[])`
  const rows = await readListings(db, which, country)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const problems: Record<string, string> = {}
  const found = ids.flatMap(
    (id, index) => byId.get(id) ?? ((problems[`lines.${index}.listingId`] = t('Listing not found.')), []),
  )
  for (const [index, id] of ids.entries()) {
    const at = `lines.${index}.listingId`
    const other = byId.get(id)?.performanceId !== found[0]?.performanceId
    if (ids.indexOf(id) < index) problems[at] ??= t('This listing is in another line already.')
    else if (other) problems[at] ??= t('This listing is of another performance. An order is for one.')
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return found
}

const listed = sql`json_build_object('id', l.id, 'code', left(l.code, 64), 'section', left(coalesce(v.name, l.section), 80), 'rawSection', left(l.section, 80),
      'row', l.row_name, 'note', l.note, 'labels', l.note_labels, 'placedBy', l.placed_by,
      'ruleId', case when l.venue_section_id is not null then l.rewrite_rule_id end, 'title', e.name, 'providerId', l.provider_id,
      'cityId', p.city_id, 'venueId', p.venue_id, 'performerId', e.performer_ids[1], 'eventId', e.id, 'performanceId', p.id,
      'startsAt', p.starts_at, 'minutes', p.duration_minutes)`

export async function readListings(
  db: Db,
  which: RawBuilder<unknown>,
  country: string | null,
): Promise<readonly Listing[]> {
  const { rows } = await sql<Listing>`
    select l.id, l.performance_id as "performanceId", coalesce(v.name, l.section) as section, l.row_name as row, l.price as ask, l.currency,
      l.is_open and (n.code is not null or not l.is_supplied) as "isOpen", l.splits, l.leaves_no_single as "leavesNoSingle", case when l.is_supplied then
        json_build_object('supplier', w.code, 'eventCode', n.code, 'listingCode', l.code) end as supplied, greatest(l.updated_at, n.listings_at) as "asOf",
      provider_floor(l.provider_id) as floor, w.commission, provider_sells_to(l.provider_id, ${country}::text) as "isInMarket",
      p.starts_at >= now() + coalesce(provider_notice(l.provider_id), interval '0') as "isInTime",
      s.capacity, s.split, s.taken, s.stock_id as "stockId", ${listed} as listed
    from ticket_listings l join performances p on p.id = l.performance_id join events e on e.id = p.event_id join providers w on w.id = l.provider_id left join venue_sections v on v.id = l.venue_section_id
      cross join lateral listing_stock(l) s
      left join provider_events n on n.provider_id = l.provider_id and n.performance_id = l.performance_id and n.state = 'matched'
    where ${which}`.execute(db)
  return rows
}

export async function performanceOf(db: Db, id: number): Promise<Performance | undefined> {
  const {
    rows: [performance],
  } = await sql<Performance>`
    select ${factColumns}, e.name as title, e.city_id as "cityId", p.id as "performanceId", p.local_date as "localDate",
      to_char(p.local_time, 'HH24:MI') as "localTime", p.time_zone as "timeZone", p.starts_at as "startsAt", ${askColumns}, ${refusalNow} as refusal
    from performances p join events e on e.id = p.event_id join cities c on c.id = e.city_id join providers s on s.id = e.provider_id
      cross join lateral performance_offer(p) o
    where p.id = ${id} and e.publication = 'published' and not e.is_hidden`.execute(db)
  return performance
}
