import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import { drawMap } from '../../places/venues/map-layout.ts'
import type { Stock } from '../house-stock.server.ts'
import { priceTickets, sizesOf } from '../priced-tickets.server.ts'
import { performanceOf } from '../read-listings.server.ts'
import type { Likeness, Replacement } from './replacement.endpoints.ts'

/** Listings that are compared at once: a stadium has thousands. */
const maxListings = 200

interface Place {
  readonly sectionId: number | null
  readonly zone: string | null
  readonly rank: number | null
  readonly rowNames: readonly string[]
  readonly row: string | null
  readonly labels: readonly string[]
}

/** What was bought, where it can be replaced: one item of one performance. */
interface Bought extends Place {
  readonly id: number
  readonly performanceId: number
  readonly configurationId: number | null
  readonly quantity: number
  readonly listing: string | null
  readonly section: string | null
  readonly currency: string
  readonly costCurrency: string
  readonly supplierCost: number
  readonly margin: number
  readonly country: string
}

interface Listed extends Place, Stock {
  readonly listingId: number
  readonly code: string
  readonly section: string
  readonly note: string | null
  readonly seller: string
  readonly splits: readonly number[]
  readonly leavesNoSingle: boolean
}

export interface Comparison {
  readonly currency: string
  readonly section: string | null
  readonly row: string | null
  readonly cost: number
  readonly margin: number
  readonly listings: readonly Replacement[]
}

/**
 * Compares what could replace the tickets of an order, in six statements: our own house stock, that of sellers who keep tickets with us included.
 * What is bought at its provider is no part of it, because an order is given to one supplier.
 *
 * @throws Refusal 404
 */
export async function compareReplacements(db: Db, id: string, now: number): Promise<Comparison> {
  const bought = await boughtOf(db, id)
  const { currency, section, row, supplierCost: cost, margin, quantity } = bought
  const listed = bought.costCurrency === currency ? await listedFor(db, bought) : []
  const whole = { currency, section, row, cost, margin }
  // Of an event that was taken off the site nothing is priced, while its orders are still looked after.
  if (listed.length === 0 || !(await performanceOf(db, bought.performanceId))) return { ...whole, listings: [] }
  const lines = listed.map(({ listingId }) => ({ kind: 'event' as const, listingId, quantity }))
  const priced = await priceTickets(db, lines, now, bought.country)
  const distance = await distances(db, bought)
  const listings = listed.flatMap(({ listingId, seller, code, note, ...one }, index) => {
    const found = priced[index]
    const available = found?.line.available ?? 0
    if (!found || available < quantity) return []
    return [
      {
        listingId,
        seller,
        code,
        section: one.section,
        row: one.row,
        notes: note,
        likeness: likenessOf(bought, one),
        distance: distance(one.sectionId),
        rows: rowsBetween(bought, one),
        available,
        cost: found.cost,
        price: found.line.price,
        margin: margin + bought.supplierCost - found.cost,
      },
    ]
  })
  return { ...whole, listings: listings.toSorted(byLikeness) }
}

const order: Readonly<Record<Likeness, number>> = { same_section: 0, same_zone: 1, better: 2, worse: 3, unknown: 4 }

/** Like first, then near, then what leaves us most. */
const byLikeness = (one: Replacement, other: Replacement) =>
  order[one.likeness] - order[other.likeness] ||
  (one.distance ?? 101) - (other.distance ?? 101) ||
  Math.abs(one.rows ?? 99) - Math.abs(other.rows ?? 99) ||
  other.margin - one.margin ||
  one.listingId - other.listingId

/** Whether the customer has to agree: the tickets are not known to be as good. */
export const needsConsent = (likeness: Likeness) => likeness === 'worse' || likeness === 'unknown'

async function boughtOf(db: Db, id: string): Promise<Bought> {
  const { rows } = await sql<Bought>`
    select p.id, p.performance_id as "performanceId", r.venue_configuration_id as "configurationId", l.quantity, l.listing, l.section,
      l.seat_row as row, l.note_labels as labels, p.currency, p.cost_currency as "costCurrency",
      p.supplier_cost as "supplierCost", p.margin, p.customer_country as country, s.id as "sectionId", s.zone, s.rank, coalesce(s.rows, '{}') as "rowNames"
    from purchases p join performances r on r.id = p.performance_id
      join purchase_lines l on l.purchase_id = p.id and l.kind = 'item'
      left join venue_sections s on s.venue_configuration_id = r.venue_configuration_id and lower(s.name) = lower(l.section)
    where p.id = ${recordIdIn(id)} order by l.position limit 1`.execute(db)
  if (!rows[0]) throw new Refusal(404, t('Purchase not found.'))
  return rows[0]
}

async function listedFor(db: Db, { performanceId, quantity, listing, currency }: Bought): Promise<readonly Listed[]> {
  const { rows } = await sql<Listed>`
    select l.id as "listingId", l.code, coalesce(s.name, l.section) as section, l.row_name as row, l.note, l.note_labels as labels,
      v.name as seller, s.id as "sectionId", s.zone, s.rank, coalesce(s.rows, '{}') as "rowNames",
      l.splits, l.leaves_no_single as "leavesNoSingle", k.split, k.capacity, k.taken
    from ticket_listings l cross join lateral listing_stock(l) k join providers v on v.id = l.provider_id left join venue_sections s on s.id = l.venue_section_id
    where l.performance_id = ${performanceId} and l.is_open and not l.is_supplied and k.tickets >= ${quantity}
      and l.currency = ${currency} and left(l.code, 64) is distinct from ${listing}::text
    order by s.rank nulls last, l.price, l.id limit ${maxListings}`.execute(db)
  // The command refuses what is not sold in this number.
  return rows.filter((row) => sizesOf(row, null)?.includes(quantity) ?? true)
}

function likenessOf(bought: Place, found: Place): Likeness {
  // A view that is known to be worse is no like ticket, wherever it is.
  const isWorse = found.labels.some((label) => label !== 'hospitality' && !bought.labels.includes(label))
  if (bought.rank === null || found.rank === null) return 'unknown'
  if (isWorse || found.rank > bought.rank) return 'worse'
  if (found.sectionId === bought.sectionId) return 'same_section'
  if (found.zone !== null && found.zone === bought.zone) return 'same_zone'
  return found.rank < bought.rank ? 'better' : 'same_zone'
}

function rowsBetween(bought: Place, found: Place): number | null {
  if (found.sectionId === null || found.sectionId !== bought.sectionId) return null
  const [from, to] = [bought, found].map(({ row }) => found.rowNames.findIndex((name) => name === row))
  return from === undefined || to === undefined || from < 0 || to < 0 ? null : to - from
}

interface Mapped {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly zone: string | null
  readonly rank: number
  readonly layout: Parameters<typeof drawMap>[0]
  readonly map: {
    readonly viewBox: string
    readonly shapes: readonly { readonly id: string; readonly d: string }[]
  } | null
}

/** How far a section is from the one that was bought: between the places at which their outlines begin. */
async function distances(
  db: Db,
  { configurationId, sectionId }: Bought,
): Promise<(id: number | null) => number | null> {
  if (configurationId === null || sectionId === null) return () => null
  const { rows } = await sql<Mapped>`
    select s.id, s.code, s.name, s.zone, s.rank, c.layout,
      case when s.position = min(s.position) over () then (
        select json_build_object('viewBox', m.view_box, 'shapes', m.shapes) from venue_maps m where m.venue_configuration_id = c.id) end as map
    from venue_sections s join venue_configurations c on c.id = s.venue_configuration_id
    where c.id = ${configurationId} order by s.position`.execute(db)
  const [first] = rows
  if (!first) return () => null
  const sections = rows as unknown as Parameters<typeof drawMap>[1]
  const { viewBox, shapes } = first.map ?? drawMap(first.layout, sections)
  const width = Number(viewBox.split(' ')[2])
  const starts = new Map(
    shapes.flatMap(({ id: code, d }) => {
      const [, x, y] = /^\s*[Mm]\s*(-?[0-9.]+)[\s,]+(-?[0-9.]+)/.exec(d) ?? []
      const section = rows.find((one) => one.code === code)
      return section && x !== undefined && y !== undefined
        ? [[section.id, [Number(x), Number(y)] as const] as const]
        : []
    }),
  )
  const from = starts.get(sectionId)
  return (id) => {
    const to = id === null ? undefined : starts.get(id)
    if (!from || !to || !(width > 0)) return null
    return Math.min(100, Math.round((Math.hypot(to[0] - from[0], to[1] - from[1]) / width) * 100))
  }
}
