import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { storedText } from '../../platform/stored-texts/stored-text.ts'
import type { LockedOrder } from './order-moves.server.ts'
import { lockedColumns, moveOrder } from './order-moves.server.ts'
import { settleOversell } from './oversells.server.ts'

export const findOversellsName = 'find-oversells'

/** Of one run; those beyond are next. Each has a transaction of its own, so that no two incidents wait for each other's orders. */
const atOnce = 100

/**
 * Finds seats that two orders have, among what was confirmed or seated in the last hour, and closes incidents of which one order is
 * left: that one keeps the places.
 */
export const findOversellsJob: Job = {
  name: findOversellsName,
  label: msg('Oversells'),
  does: msg('Finds seats that were sold twice and closes oversells that are settled.'),
  staleWithout: msg('Customers with the same seats meet at the venue.'),
  overlap: 'skip',
  counts: { found: msg('Oversells found') },
  cron: '*/5 * * * *',
  async run({ database, count, signal }) {
    const times = async (work: () => Promise<boolean>): Promise<number> => {
      let n = 0
      while (n < atOnce && !signal.aborted && (await work())) n++
      return n
    }
    count('found', await times(() => findOne(database)))
    await times(() => closeOne(database))
  },
}

interface Clash {
  readonly clash: string
  readonly performanceId: number
  readonly places: string
  readonly orders: readonly number[]
}

/** Seats of one row that the same orders have, which no incident has named. */
const clashes = sql<Clash>`
  with fresh as (
    select distinct performance_id from (select performance_id from purchases where kind = 'event' and booking_status = 'confirmed'
      and updated_at > now() - interval '1 hour' and starts_at > now() order by updated_at desc limit 2000) lately
  ), seated as (
    select p.id, p.performance_id, l.section, coalesce(l.seat_row, '') as seat_row, seat
    from fresh f join purchases p on p.performance_id = f.performance_id
      join purchase_lines l on l.purchase_id = p.id and l.kind = 'item' and l.section is not null and l.seats <> '{}'
      cross join lateral unnest(l.seats) seat
    where p.booking_status = 'confirmed' and not p.is_oversold
  ), twice as (
    select performance_id, section, seat_row, seat, array_agg(distinct id order by id) as orders from seated
    group by performance_id, section, seat_row, seat having count(distinct id) > 1
  ), named as (
    select performance_id as "performanceId", orders,
      left(concat_ws(' · ', section, nullif(seat_row, ''), string_agg(seat, ', ' order by length(seat), seat)), 255) as places,
      left(concat_ws('/', performance_id, section, seat_row, string_agg(seat, ',' order by seat), orders::text), 1000) as clash
    from twice group by performance_id, section, seat_row, orders
  )
  select n.* from named n where not exists (select from oversells o where o.clash = n.clash)
  order by n."performanceId", n.clash limit 1`

async function findOne(database: Database): Promise<boolean> {
  return await database.kysely.transaction().execute(async (db) => {
    const { rows } = await clashes.execute(db)
    for (const one of rows) await write(db, one)
    return rows.length > 0
  })
}

/** Locks its orders by id, and looks again whether they still are what they were. */
async function write(db: Db, { clash, performanceId, places, orders }: Clash): Promise<void> {
  const { rows: locked } = await sql<LockedOrder & { isOversold: boolean }>`
    select ${lockedColumns}, p.is_oversold as "isOversold" from purchases p left join order_placements o on o.purchase_id = p.id
    where p.id = any(${[...orders]}::bigint[]) order by p.id for no key update of p`.execute(db)
  const open = locked.filter(({ booking, isOversold }) => booking === 'confirmed' && !isOversold)
  if (open.length < 2) return
  const { rows } = await sql<{ id: number }>`
    insert into oversells (how, performance_id, places, clash) values ('same_seats', ${performanceId}, ${places}, ${clash})
    on conflict (clash) do nothing returning id`.execute(db)
  const [made] = rows
  if (!made) return
  await sql`
    insert into oversell_orders (oversell_id, purchase_id, quantity)
    select ${made.id}, id, quantity from purchases where id = any(${open.map(({ id }) => id)}::bigint[])`.execute(db)
  for (const order of open) {
    const others = open.filter((one) => one !== order).map(({ reference }) => reference)
    await moveOrder(db, order, {
      moves: [],
      set: { is_oversold: true },
      steps: [
        {
          kind: 'noted',
          detail: storedText('Oversell found: {places} are also on {orders}', { places, orders: others.join(', ') }),
        },
      ],
      action: 'report-oversell',
      before: { isOversold: false },
      after: { isOversold: true, how: 'same_seats', places },
      by: { actor: system('oversells'), kind: 'system' },
    })
  }
}

/** Incidents of which at most one order is left: it keeps the places, unless it is being replaced. */
async function closeOne(database: Database): Promise<boolean> {
  return await database.kysely.transaction().execute(async (db) => {
    const { rows } = await sql<{ id: number; last: number | null }>`
      select n.id, g.last from oversells n cross join lateral (
        select count(*) as left_over, min(x.purchase_id) as last from oversell_orders x where x.oversell_id = n.id and x.outcome is null) g
      where n.state = 'open' and (g.left_over = 0 or g.left_over = 1 and n.how = 'same_seats'
        and not exists (select from purchases k where k.id = n.keeper_id and k.booking_status in ('confirmed', 'completed'))
        and not exists (select from visit_changes c where c.purchase_id = g.last and c.state = 'asked'))
      order by n.id limit 1`.execute(db)
    for (const { id, last } of rows)
      if (last === null)
        await sql`
          update oversells set state = 'resolved', resolved_at = now() where id = ${id} and state = 'open'`.execute(db)
      else await keep(db, id, last)
    return rows.length > 0
  })
}

async function keep(db: Db, id: number, orderId: number): Promise<void> {
  const { rows } = await sql<LockedOrder>`
    select ${lockedColumns} from purchases p left join order_placements o on o.purchase_id = p.id
    where p.id = ${orderId} and p.is_oversold and exists (select from oversell_orders x where x.oversell_id = ${id}
      and x.purchase_id = p.id and x.outcome is null)
    for no key update of p`.execute(db)
  const [order] = rows
  if (!order) return
  await settleOversell(db, order.id, { outcome: 'kept', by: null })
  await moveOrder(db, order, {
    moves: [],
    set: { is_oversold: false },
    steps: [{ kind: 'noted', detail: storedText('Keeps the places that were sold twice') }],
    action: 'resolve-oversell',
    before: { isOversold: true },
    after: { isOversold: false, outcome: 'keep' },
    by: { actor: system('oversells'), kind: 'system' },
  })
}
