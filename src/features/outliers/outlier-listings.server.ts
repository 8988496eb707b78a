import { sql } from 'kysely'
import { formatMoney, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { isOpen } from '../places/venues/map-coverage.server.ts'
import type { OutlierEvidence } from './outlier.endpoints.ts'
import { isAboutRow, isAboutSection } from './outlier-kinds.ts'
import { testPrice } from './price-test.ts'
import type { StoredOutlier } from './stored-outlier.server.ts'

/** Listings that are shown, and those that are read to find them. */
const [maxShown, maxRead] = [50, 400]

type Listing = OutlierEvidence['listings'][number]

interface Read extends Omit<Listing, 'remark'> {
  readonly placedIn: string | null
  readonly prices: readonly number[] | null
  readonly twins: string | null
  readonly together: number | null
  readonly seats: number | null
}

/** Open listings of an outlier's wording, with what its kind needs to know about those around them. */
async function readListings(db: Db, { kind, section, row, configurationId, currency }: StoredOutlier): Promise<Read[]> {
  const isPlaced = !isAboutSection(kind) && !isAboutRow(kind)
  const reasons = isAboutRow(kind) ? ['row_out_of_range', 'row_is_range'] : [kind]
  const ofRow =
    isAboutRow(kind) || kind === 'listed_twice' || kind === 'too_many_tickets'
      ? sql`coalesce(l.row_name, '') = coalesce(${row}::text, '')`
      : sql`true`
  const around = sql`ticket_listings o where o.performance_id = l.performance_id and o.is_open and o.venue_section_id = l.venue_section_id
    and o.placed_row is not distinct from l.placed_row`
  const { rows } = await sql<Read>`
    select l.id, l.code, r.name as provider, e.name as performance, p.local_date::text as date, l.section, l.row_name as row, l.quantity, l.price, l.currency, s.name as "placedIn",
      ${
        kind === 'price_outlier'
          ? sql`(select json_agg(o.price) from ticket_listings o join venue_sections os on os.id = o.venue_section_id
              where o.performance_id = l.performance_id and o.is_open and o.placed_at is not null and o.currency = l.currency and coalesce(os.zone, '') = coalesce(s.zone, ''))`
          : sql`null`
      } as prices,
      ${
        kind === 'listed_twice'
          ? sql`(select string_agg(distinct n.name, ', ') from providers n where n.id in (select o.provider_id from ${around} and o.quantity = l.quantity and o.provider_id <> l.provider_id))`
          : sql`null`
      } as twins,
      ${kind === 'too_many_tickets' ? sql`(select sum(o.quantity)::integer from ${around})` : sql`null`} as together,
      ceil(s.capacity::numeric / case when l.placed_row is null then 1 else greatest(1, cardinality(s.rows)) end)::integer as seats
    from performances p join ticket_listings l on l.performance_id = p.id join providers r on r.id = l.provider_id join events e on e.id = p.event_id
      left join venue_sections s on s.id = l.venue_section_id
    where p.venue_configuration_id = ${configurationId} and ${isOpen} and lower(l.section) = lower(${section}) and l.currency = ${currency} and ${ofRow}
      and ${isPlaced ? sql`l.venue_section_id is not null` : sql`l.unplaced_reason = any(${reasons}::text[])`}
    order by l.quantity * l.price desc, l.id limit ${maxRead}`.execute(db)
  return rows
}

/** What is said about one listing; undefined where the kind does not apply to it. */
function remarkOn(one: Read, { kind }: StoredOutlier): string | null | undefined {
  if (kind === 'price_outlier') {
    const { median, score, isOutlier } = testPrice(one.price, one.prices ?? [])
    if (!isOutlier) return undefined
    const usual = formatMoney(median, one.currency)
    return score === null
      ? t('Free, while {price} is usual in its zone', { price: usual })
      : t('{price} is usual in its zone, z-score {score}', { price: usual, score: formatNumber(score, 1) })
  }
  if (kind === 'listed_twice')
    return one.twins === null ? undefined : t('Also from {providers}', { providers: one.twins })
  if (kind === 'too_many_tickets') {
    if (one.together === null || one.seats === null) return undefined
    return t('{tickets} tickets listed here, about {seats} seats', {
      tickets: formatNumber(one.together),
      seats: formatNumber(one.seats),
    })
  }
  return null
}

export async function listingsOf(
  db: Db,
  outlier: StoredOutlier,
): Promise<{ listings: Listing[]; sections: readonly string[] }> {
  const read = await readListings(db, outlier)
  const found = read.flatMap((one) => {
    const remark = remarkOn(one, outlier)
    return remark === undefined ? [] : [{ one, remark }]
  })
  const listings = found
    .slice(0, maxShown)
    .map(({ one: { placedIn: _, prices: __, twins: ___, together: ____, seats: _____, ...listing }, remark }) => ({
      ...listing,
      remark,
    }))
  return { listings, sections: [...new Set(found.flatMap(({ one }) => one.placedIn ?? []))] }
}
