import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { announceChange } from '../../../core/audit/audit.server.ts'
import { instantOf } from '../../../core/zoned-time.ts'
import type { Db } from '../../../db/tables.server.ts'
import { storedColumns } from '../../../platform/stored-texts/stored-columns.server.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { openPurchases } from '../notices/held-purchases.server.ts'

// A change of time zone keeps the local time that customers know, so what they bought starts and ends at other instants.

/** The zones of a change, and its city; null where a venue changed. */
interface ZoneMove {
  readonly city_id: number | null
  readonly from_zone: string
  readonly to_zone: string
}

/** Something bought, or what it is of, with its start in the new zone. */
interface Moved {
  readonly id: number
  readonly instant: string
}

/** Purchases processed per transaction. */
const pageSize = 200

/** Moves the purchases of `open (id, starts_at)` to those starts, and records it on each. Answers how many there are. */
async function write(db: Db, { from_zone: from, to_zone: to }: ZoneMove, open: RawBuilder<unknown>): Promise<number> {
  const { detail, said } = storedColumns(
    storedText('Time zone changed from {from} to {to}. The local time is unchanged.', { from, to }),
  )
  const { rows } = await sql<{ count: number }>`
    with open as (${open}), moved as (
      update purchases u set time_zone = ${to}, starts_at = open.starts_at, ends_at = open.starts_at + (u.ends_at - u.starts_at),
        version = u.version + 1, updated_at = now()
      from open where u.id = open.id returning u.id
    ), noted as (
      insert into purchase_events (purchase_id, at, kind, actor_kind, detail, said)
      select id, now(), 'noted', 'system', ${detail}::text, ${said && JSON.stringify(said)}::jsonb from moved returning purchase_id
    )
    select count(*)::integer as count from noted`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count > 0) await announceChange(db, 'purchases', null)
  return count
}

const startsOf = (moved: readonly Moved[]) =>
  sql`unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ instant }) => instant)}::timestamptz[]) as g (id, starts_at)`

/** Moves a page of the open purchases of performances that have moved to their zone. Answers how many there were. */
export async function movePurchases(db: Db, change: ZoneMove, within: RawBuilder<unknown>): Promise<number> {
  return await write(
    db,
    change,
    sql`select u.id, p.starts_at from performances p join purchases u on u.performance_id = p.id
      where ${within} and p.time_zone = ${change.to_zone} and u.time_zone = ${change.from_zone} and u.booking_status in ${openPurchases}
      order by u.id limit ${pageSize} for no key update of u`,
  )
}

/** Moves a page of the open visits to products that followed the time zone of their city. Answers how many there were. */
export async function moveVisits(db: Db, change: ZoneMove): Promise<number> {
  const { city_id: cityId, from_zone: from, to_zone: to } = change
  if (cityId === null) return 0
  const { rows } = await sql<{ id: number; local: string }>`
    select u.id, to_char(u.travel_date + coalesce(u.local_time, time '00:00'), 'YYYY-MM-DD"T"HH24:MI') as local from purchases u
    where u.product_id in (select id from products where city_id = ${cityId} and time_zone = ${to})
      and u.time_zone = ${from} and u.booking_status in ${openPurchases} and u.starts_at > now()
    order by u.id limit ${pageSize} for no key update of u`.execute(db)
  const visits = rows.map(({ id, local }) => ({ id, ...instantOf(local, to) }))
  return await write(db, change, sql`select g.id, g.starts_at from ${startsOf(visits)}`)
}
