import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { PhoneGoods } from './phone-order.endpoints.ts'

/** How many are offered: of those with listed tickets left, and of the others. */
const maxListed = 20
const maxOthers = 10
/** Words of a search that are looked at. */
const maxWords = 6

interface Wanted {
  /** Words of the event, its city or its venue. */
  readonly search: string
  /** Of that day alone; null for any. */
  readonly day: string | null
  /** Is in the answer in any case: what was chosen before. */
  readonly chosen: number | null
}

const escaped = (word: string) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Performances on sale, those with listed tickets left first, each group by its start. */
export async function phonePerformances(db: Db, { search, day, chosen }: Wanted): Promise<PhoneGoods['performances']> {
  const words = search.split(/\s+/).filter(Boolean).slice(0, maxWords).map(escaped)
  const text = sql`folded(e.name || ' ' || c.name || ' ' || v.name)`
  const matches = [
    sql`p.starts_at > now() and p.status in ('onsale', 'rescheduled') and e.publication = 'published' and not e.is_hidden
      and not waits_for_day(p.status, p.is_date_tbd, p.rescheduled_from, e.schedule)`,
    ...(day === null ? [] : [sql`p.local_date = ${day}::date`]),
    ...words.map((word) => sql`${text} like folded(${word})`),
  ]
  const isListed = sql`(p.available > 0 and exists (select from ticket_listings l where l.performance_id = p.id and l.is_open))`
  const from = sql`performances p join events e on e.id = p.event_id join cities c on c.id = p.city_id join venues v on v.id = p.venue_id`
  const found = (listed: boolean, most: number) => sql`(
    select p.id, ${listed}::boolean as "isListed" from ${from}
    where ${sql.join(matches, sql` and `)} and ${listed ? isListed : sql`not ${isListed}`} order by p.starts_at, p.id limit ${sql.lit(most)})`
  const { rows } = await sql<PhoneGoods['performances'][number]>`
    with found as (${found(true, maxListed)} union all ${found(false, maxOthers)})
    select p.id, e.name, c.name as city, p.local_date as date, to_char(p.local_time, 'HH24:MI') as time, ${isListed} as "isListed"
    from ${from} where p.id in (select id from found) or p.id = ${chosen}
    order by "isListed" desc, p.starts_at, p.id`.execute(db)
  return rows
}
