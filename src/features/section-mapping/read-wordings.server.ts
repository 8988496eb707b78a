import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { isOpen } from '../places/venues/map-coverage.server.ts'

/** Open listings of one statement, so that it doesn't keep the embedded database's only connection for long. */
const maxListings = 2_500

/** Open listings of a configuration with one wording and currency. */
interface OpenWording {
  readonly section: string
  readonly row: string | null
  readonly currency: string
  listings: number
  worth: number
  /** Whether any of them has a section. */
  isPlaced: boolean
}

/** The performances of a configuration that have open listings, in batches with about as many listings each. */
export async function performanceBatches(db: Db, configurationId: number): Promise<number[][]> {
  const { rows } = await sql<{ id: number; listings: number }>`
    select p.id, count(*)::integer as listings from performances p join ticket_listings l on l.performance_id = p.id
    where p.venue_configuration_id = ${configurationId} and ${isOpen} and l.placed_at is not null group by p.id order by p.id`.execute(
    db,
  )
  const batches: number[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const { id, listings } of rows) {
    if (size + listings > maxListings) {
      batches.push([])
      size = 0
    }
    batches.at(-1)?.push(id)
    size += listings
  }
  return batches
}

/** The wordings of a configuration's open listings that have been looked at, the most money first. */
export async function wordingsAt(db: Db, configurationId: number): Promise<OpenWording[]> {
  const all = new Map<string, OpenWording>()
  for (const ids of await performanceBatches(db, configurationId)) {
    const { rows } = await sql<OpenWording>`
      select l.section, l.row_name as row, l.currency, count(*)::integer as listings, sum(l.quantity * l.price)::bigint as worth,
        bool_or(l.venue_section_id is not null or l.unplaced_reason = 'wrong_configuration') as "isPlaced"
      from ticket_listings l where l.performance_id = any(${ids}::bigint[]) and l.is_open and l.placed_at is not null group by 1, 2, 3`.execute(
      db,
    )
    for (const one of rows) {
      const key = JSON.stringify([one.section, one.row, one.currency])
      const known = all.get(key)
      if (!known) {
        all.set(key, one)
        continue
      }
      known.listings += one.listings
      known.worth += one.worth
      known.isPlaced ||= one.isPlaced
    }
  }
  return [...all.values()].toSorted((a, b) => b.worth - a.worth)
}
