import { sql } from 'kysely'
import { instantOf } from '../../core/zoned-time.ts'
import type { Db } from '../../db/tables.server.ts'
import type { PricedLine } from './priced-tickets.server.ts'
import type { Quote, Wanted } from './quotes.ts'
import type { ListedTickets } from './read-listings.server.ts'

/** What an order remembers of what was bought, whatever becomes of the catalogue later. */
export interface SoldGoods {
  readonly title: string
  /** What was bought, in short: “2 tickets, Stalls”. */
  readonly contents: string
  readonly providerId: number
  readonly cityId: number
  readonly venueId: number | null
  readonly performerId: number | null
  readonly productId: number | null
  readonly productOptionId: number | null
  readonly eventId: number | null
  readonly performanceId: number | null
  readonly startsAt: number
  readonly endsAt: number
  readonly guideLanguage: string | null
  readonly meetingPoint: string | null
  readonly policy: readonly PolicyStep[]
  readonly lines: readonly SoldLine[]
}

/** Until a moment (milliseconds since 1970), so many basis points of the price go back. */
interface PolicyStep {
  readonly until: number
  readonly refund: number
}

interface SoldLine {
  readonly kind: 'item' | 'fee'
  readonly title: string
  readonly quantity: number
  readonly unitPrice: number
  readonly unitId?: number
  readonly unitType?: string
  readonly listing?: string
  readonly section?: string
  readonly rawSection?: string
  readonly row?: string | null
  /** How its section was found, and what its seller says of it. */
  readonly placedBy?: string | null
  readonly ruleId?: number | null
  readonly notes?: readonly string[]
  readonly labels?: readonly string[]
}

const hour = 3_600_000

/** What is remembered of lines that were just priced, and so exist. */
export async function soldGoodsOf(
  db: Db,
  { lines, locale = 'en' }: Wanted,
  priced: readonly Pick<PricedLine, 'line' | 'listed'>[],
): Promise<SoldGoods> {
  const [first] = lines
  const quoted = { lines: priced.map(({ line }) => line) }
  return first?.kind === 'product'
    ? await visitOf(db, first.optionId, quoted, locale)
    : ticketsOf(
        priced.flatMap(({ listed }) => listed ?? []),
        quoted,
      )
}

/** What a line keeps of its listing, how its section was found included. */
const seatsOf = ({ code, section, rawSection, row, note, labels, placedBy, ruleId }: ListedTickets) => ({
  listing: code,
  section,
  rawSection,
  row,
  placedBy,
  ruleId,
  labels,
  notes: note ? [note] : [],
})

function ticketsOf(listings: readonly ListedTickets[], { lines }: Pick<Quote, 'lines'>): SoldGoods {
  const [first] = listings
  if (!first || listings.length < lines.length) throw new Error('Listings that were priced are there.')
  const startsAt = Date.parse(first.startsAt)
  const count = lines.reduce((all, { quantity }) => all + quantity, 0)
  return {
    ...first,
    productId: null,
    productOptionId: null,
    startsAt,
    endsAt: startsAt + first.minutes * 60_000,
    guideLanguage: null,
    meetingPoint: null,
    policy: [],
    contents: `${count} ${count === 1 ? 'ticket' : 'tickets'}, ${first.section}`,
    lines: [
      ...lines.flatMap(({ items }, index) =>
        items.map(({ title, quantity, price }): SoldLine => {
          const listed = listings[index]
          return { kind: 'item', title, quantity, unitPrice: price, ...(listed && seatsOf(listed)) }
        }),
      ),
      ...lines.flatMap(({ items }) =>
        items.flatMap(({ quantity, fee }): SoldLine[] =>
          fee === 0 ? [] : [{ kind: 'fee', title: 'Service fee', quantity, unitPrice: fee }],
        ),
      ),
    ],
  }
}

interface SoldVisit extends Pick<SoldGoods, 'title' | 'providerId' | 'cityId' | 'meetingPoint'> {
  readonly productId: number
  readonly option: string
  readonly languages: readonly string[]
  readonly minutes: number | null
  readonly isFinal: boolean
  /** Until so many hours before the start, cancelling is free. */
  readonly freeHours: number | null
  readonly tiers: readonly { readonly hoursBefore: number; readonly refund: number }[]
  readonly unitTypes: Readonly<Record<string, string>>
}

async function visitOf(db: Db, optionId: number, { lines }: Pick<Quote, 'lines'>, locale: string): Promise<SoldGoods> {
  const {
    rows: [found],
  } = await sql<SoldVisit>`
    select p.id as "productId", p.title, o.title as option, p.provider_id as "providerId", p.city_id as "cityId", o.meeting_point as "meetingPoint",
      o.languages, o.duration_minutes as minutes, p.cancellation_policy = 'ALL_SALES_FINAL' as "isFinal",
      coalesce(o.cancellation_cutoff_amount * case o.cancellation_cutoff_unit when 'day' then 24.0 when 'hour' then 1.0 else 1.0 / 60 end,
        p.cancellation_hours)::float8 as "freeHours", p.cancellation_tiers as tiers,
      (select coalesce(json_object_agg(b.id, b.type), '{}') from product_age_bands b where b.product_id = p.id) as "unitTypes"
    from product_options o join products p on p.id = o.product_id where o.id = ${optionId}`.execute(db)
  const [line] = lines
  if (!found || !line) throw new Error('An option that was priced is there.')
  const { title, option, languages, minutes, unitTypes, ...goods } = found
  const momentOf = (date: string, time: string) => Date.parse(instantOf(`${date}T${time}`, line.timeZone).instant)
  const startsAt = momentOf(line.localDate, line.localTime ?? '00:00')
  const isPriced = line.items.some(({ price }) => price > 0)
  return {
    ...goods,
    title,
    contents: line.items
      .map((item) => `${item.quantity} ${item.title}`)
      .join(', ')
      .slice(0, 255),
    venueId: null,
    performerId: null,
    productOptionId: optionId,
    eventId: null,
    performanceId: null,
    startsAt,
    // Without a start it lasts until the end of that day there.
    endsAt: line.localTime === null ? momentOf(dayAfter(line.localDate), '00:00') : startsAt + (minutes ?? 0) * 60_000,
    guideLanguage: languages.includes(locale) ? locale : (languages[0] ?? null),
    policy: policyOf(found, startsAt),
    lines: [
      ...line.items.map((item): SoldLine => ({
        kind: 'item',
        title: item.title,
        quantity: item.quantity,
        unitPrice: item.price,
        ...(item.unitId !== null && { unitId: item.unitId, unitType: unitTypes[item.unitId] ?? 'OTHER' }),
      })),
      // One price for the whole booking, however many come.
      ...(isPriced || line.price === 0
        ? []
        : [{ kind: 'item' as const, title: option, quantity: 1, unitPrice: line.price }]),
    ],
  }
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 24 * hour).toISOString().slice(0, 10)
}

/** What goes back when: everything while cancelling is free, then by the tiers, and nothing after the start. */
function policyOf({ isFinal, freeHours, tiers }: SoldVisit, startsAt: number): readonly PolicyStep[] {
  if (isFinal) return [{ until: startsAt, refund: 0 }]
  const free = freeHours === null ? [] : [{ until: startsAt - freeHours * hour, refund: 10_000 }]
  const later = tiers
    .filter(({ hoursBefore }) => freeHours === null || hoursBefore < freeHours)
    .toSorted((a, b) => b.hoursBefore - a.hoursBefore)
    .map(({ hoursBefore, refund }) => ({ until: startsAt - hoursBefore * hour, refund }))
  return [...free, ...later, { until: startsAt, refund: 0 }].filter(
    ({ until }, index, all) => all.findIndex((step) => step.until === until) === index,
  )
}
