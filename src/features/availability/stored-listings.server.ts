import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { PauseReason } from '../event-supply/pause-reasons.ts'
import type { NoteLabel } from '../section-mapping/resolver/notes.ts'
import type { Method, RefusalReason } from '../section-mapping/resolver/resolver.ts'

/** A listing as it is stored, with what of it is on hold or booked. */
export interface StoredListing {
  readonly providerId: number
  readonly code: string
  readonly section: string
  readonly row: string | null
  readonly quantity: number
  readonly taken: number
  readonly ask: number
  readonly currency: string
  readonly isOpen: boolean
  readonly isWithheld: boolean
  readonly placedName: string | null
  readonly placedRow: string | null
  readonly placedBy: Method | null
  readonly ruleId: number | null
  readonly confidence: number | null
  readonly unplacedReason: RefusalReason | null
  readonly note: string | null
  readonly labels: readonly NoteLabel[]
}

/** A provider that has something of a performance, or could. */
export interface TicketSource {
  readonly providerId: number
  readonly providerCode: string
  readonly name: string
  readonly isEnabled: boolean
  readonly pausedBecause: PauseReason | null
  /** Its own id of the performance. */
  readonly code: string | null
  readonly cachedAt: string | null
  /** The lowest share of what it asks that we can sell for, in basis points. */
  readonly floor: number | null
  /** Its quickest delivery comes too late for the performance. */
  readonly isLate: boolean
  /** The countries to whose customers alone it lets us sell; empty for all. */
  readonly onlyIn: readonly string[]
}

/** Open and withheld listings, the cheapest first; of very many only so many are read. */
const maxRead = 2_000

export async function storedListings(db: Db, performanceId: number): Promise<readonly StoredListing[]> {
  const { rows } = await sql<StoredListing>`
    select l.provider_id as "providerId", l.code, l.section, l.row_name as row, coalesce(s.capacity, l.quantity) as quantity, l.price as ask, l.currency,
      l.is_open as "isOpen", l.is_withheld as "isWithheld", coalesce(v.name, l.placed_section) as "placedName", l.placed_row as "placedRow", l.placed_by as "placedBy",
      l.rewrite_rule_id as "ruleId", l.confidence, l.unplaced_reason as "unplacedReason", l.note, l.note_labels as labels,
      coalesce((select sum(h.quantity) from house_stock_holds h where h.stock_id = s.id
        and (h.state = 'booked' or (h.state = 'held' and h.held_until > now()))), 0)::integer as taken
    from ticket_listings l left join venue_sections v on v.id = l.venue_section_id left join house_stock s on s.listing_id = l.id
    where l.performance_id = ${performanceId} and (l.is_open or l.is_withheld) order by l.price, l.id limit ${maxRead}`.execute(
    db,
  )
  return rows
}

/** Who lists tickets of a performance, reports its time or has an id for it; and those of `adapters`, which can be asked. */
export async function ticketSources(
  db: Db,
  performanceId: number,
  adapters: readonly string[],
): Promise<readonly TicketSource[]> {
  const { rows } = await sql<TicketSource>`
    with own as (
      select p.id, p.provider_codes, p.provider_code, e.provider_id from performances p join events e on e.id = p.event_id where p.id = ${performanceId}
    ), known as (
      select provider_id from ticket_listings where performance_id = ${performanceId} and (is_open or is_withheld)
      union select provider_id from provider_times where performance_id = ${performanceId}
      union select s.id from own, jsonb_array_elements(own.provider_codes) as c join providers s on s.code = c ->> 'provider'
      union select provider_id from own
      union select id from providers where code = any(${[...adapters]}::text[])
    )
    select s.id as "providerId", s.code as "providerCode", s.name, s.is_enabled as "isEnabled", provider_floor(s.id) as floor,
      (select p.starts_at < now() + coalesce(provider_notice(s.id), interval '0') from performances p where p.id = own.id) as "isLate",
      coalesce((select array_agg(c.name order by c.name) from provider_terms t join countries c on c.id = any(t.market_ids) where t.provider_id = s.id), '{}') as "onlyIn",
      (select json_build_object('reason', u.reason, 'countedCalls', u.counted_calls, 'failedCalls', u.failed_calls) from provider_pauses u where u.provider_id = s.id and u.resumed_at is null) as "pausedBecause",
      case when s.id = own.provider_id and own.provider_code is not null then own.provider_code
        else (select c ->> 'code' from jsonb_array_elements(own.provider_codes) as c where c ->> 'provider' = s.code limit 1) end as code,
      greatest((select max(l.updated_at) from ticket_listings l where l.performance_id = own.id and l.provider_id = s.id),
        (select n.listings_at from provider_events n where n.provider_id = s.id and n.performance_id = own.id and n.state = 'matched')) as "cachedAt"
    from own cross join known k join providers s on s.id = k.provider_id order by s.priority, s.name`.execute(db)
  return rows
}
