import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { EventFacts, OfferFacts, Rule } from './rule-evaluation.ts'
import type { ProviderTerms } from './rule-offers.ts'

const ruleColumns = sql`t.id, t.name, t.type, t.markup, t.service_fee as "serviceFee", t.min_margin as "minMargin",
  t.hidden_provider_ids as "hiddenProviderIds", t.min_seats as "minSeats", t.lead_hours as "leadHours", t.notice, t.holder_names as "holderNames",
  t.max_tickets as "maxTickets", t.refund_protection as "refundProtection", t.protection_fee as "protectionFee", t.badge,
  t.event_ids as "eventIds", t.performer_ids as "performerIds", t.venue_ids as "venueIds", t.competition,
  t.subcategory_ids as "subcategoryIds", t.category_ids as "categoryIds",
  t.event_types as "eventTypes", t.provider_ids as "providerIds", t.country_ids as "countryIds", t.currency, t.price_from as "priceFrom",
  t.price_to as "priceTo", t.days_from as "daysFrom", t.days_to as "daysTo", t.priority, t.is_enabled as "isEnabled",
  t.valid_from as "validFrom", t.valid_until as "validUntil", t.created_at as "createdAt"`

export interface StoredRule extends Rule {
  readonly version: number
}

/** Rules that match a condition on the row called `t`. There are hundreds of them, not millions. */
export async function loadRules(db: Db, condition: RawBuilder<unknown>): Promise<StoredRule[]> {
  const { rows } =
    await sql<StoredRule>`select ${ruleColumns}, t.version from rules t where ${condition} order by t.id`.execute(db)
  return rows
}

/** Rules that are active now or will be later. */
export const inForce = sql`t.is_enabled and (t.valid_until is null or t.valid_until > now())`

export interface Offer extends OfferFacts {
  readonly id: number
  readonly localDate: string
  readonly localTime: string | null
  readonly timeZone: string
  readonly status: string
  /** Its event or itself is postponed, and it has no new day yet. */
  readonly isPostponed: boolean
  readonly available: number
  /** How long before it starts its tickets must be bought, in hours. */
  readonly noticeHours: number
}
export interface LiveEvent extends EventFacts, ProviderTerms {
  readonly name: string
  readonly providerName: string
  /** Upcoming, the next ones first, at most `maxOffers`. */
  readonly offers: readonly Offer[]
}

/** Maximum upcoming performances read per event. */
const maxOffers = 60

const sellable = sql`('onsale', 'rescheduled', 'sold_out')`
export const isLive = sql`e.publication = 'published' and not e.is_hidden and e.schedule <> 'cancelled'
  and exists (select from performances p where p.event_id = e.id and p.starts_at > now() and p.status in ${sellable})`

export const factColumns = sql`e.id, e.performer_ids as "performerIds", e.venue_id as "venueId", c.country_id as "countryId", e.category_id as "categoryId", e.subcategory_id as "subcategoryId",
  e.type, coalesce((select array_agg(distinct m.competition) from matches m where m.event_id = e.id), '{}') as competitions, e.provider_id as "providerId",
  e.name, s.name as "providerName", s.commission, provider_floor(s.id) as floor`

/**
 * A page of events with the facts that rules are checked against, in one statement, ordered by id and starting after
 * `after`.
 */
export async function eventPage(
  db: Db,
  { condition, after, limit }: { condition: RawBuilder<unknown>; after: number; limit: number },
): Promise<LiveEvent[]> {
  const { rows } = await sql<LiveEvent>`
    select ${factColumns}, coalesce((select json_agg(json_build_object(
        'id', o.id, 'localDate', o.local_date, 'localTime', to_char(o.local_time, 'HH24:MI'), 'timeZone', o.time_zone, 'status', o.status,
        'isPostponed', waits_for_day(o.status, o.is_date_tbd, o.rescheduled_from, e.schedule),
        'available', o.available, 'startsAt', o.starts_at, 'currency', o.currency, 'ask', o.min_price,
        'noticeHours', (extract(epoch from o.notice) / 3600)::float8) order by o.starts_at, o.id)
      from (select p.*, performance_notice(p, e.provider_id) as notice from performances p where p.event_id = e.id and p.starts_at > now() and p.status in ${sellable}
        order by p.starts_at, p.id limit ${sql.lit(maxOffers)}) o), '[]') as offers
    from (select * from events e where e.id > ${after} and ${condition} order by e.id limit ${limit}) e
      join cities c on c.id = e.city_id join providers s on s.id = e.provider_id
    order by e.id`.execute(db)
  return rows
}

/**
 * Narrows events, called `e`, to those that a rule could apply to: what an index can say of its conditions. Whether it does
 * is for `appliesTo` to say.
 */
export function couldApply(rule: Rule): RawBuilder<unknown> {
  const parts = [
    ...(rule.eventIds.length > 0 ? [sql`e.id = any(${[...rule.eventIds]}::bigint[])`] : []),
    ...(rule.performerIds.length > 0 ? [sql`e.performer_ids && ${[...rule.performerIds]}::bigint[]`] : []),
    ...(rule.venueIds.length > 0 ? [sql`e.venue_id = any(${[...rule.venueIds]}::bigint[])`] : []),
    ...(rule.competition === null
      ? []
      : [
          sql`e.id in (select m.event_id from matches m where lower(m.competition) = lower(btrim(${rule.competition})))`,
        ]),
    ...(rule.subcategoryIds.length > 0 ? [sql`e.subcategory_id = any(${[...rule.subcategoryIds]}::bigint[])`] : []),
    ...(rule.categoryIds.length > 0 ? [sql`e.category_id = any(${[...rule.categoryIds]}::bigint[])`] : []),
    ...(rule.eventTypes.length > 0 ? [sql`e.type = any(${[...rule.eventTypes]}::text[])`] : []),
    ...(rule.providerIds.length > 0 ? [sql`e.provider_id = any(${[...rule.providerIds]}::bigint[])`] : []),
    ...(rule.countryIds.length > 0
      ? [sql`e.city_id in (select id from cities where country_id = any(${[...rule.countryIds]}::bigint[]))`]
      : []),
  ]
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`
}
