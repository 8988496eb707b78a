import { storedSql } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { sql } from 'kysely'
import type { SeedStory } from '../../../core/calls/server-module.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { isInOpenMarket } from '../copy-order.server.ts'
import { readCommandOrder } from './command-order.server.ts'
import { seedOpenOversell } from './seed-oversells.server.ts'
import { planSplit } from './split-order.server.ts'
import { divideOrder } from './write-split.server.ts'

/** What commands of staff have made of a few orders: a seller chased, tickets sold twice and replaced, an order split. */
export async function seedOrderStories(trx: Db, story: SeedStory): Promise<void> {
  await seedChases(trx, story)
  await seedOversell(trx, story)
  await seedOpenOversell(trx, story)
  await seedSplit(trx, story)
}

const salesAgent = sql`
  select t.id, t.name from staff t join roles r on r.id = t.role_id where r.name = 'sales-agent' order by t.id limit 1`

/** What sellers said when they were asked, and how long ago. */
const chases = [
  { place: 1, hours: 9, note: 'Called the seller. They wait for the box office to answer.' },
  { place: 1, hours: 2, note: 'Wrote again. They promise an answer tonight.' },
  { place: 2, hours: 4, note: 'Left a message with their night desk.' },
]

async function seedChases(trx: Db, { asOf }: SeedStory): Promise<void> {
  await sql`
    create temp table orders_to_chase on commit drop as
    select row_number() over (order by next_step, due_at, id) as place, id from purchases
    where kind = 'event' and next_step in ('chase_supplier', 'deliver_tickets') and created_at < ${asOf}::timestamptz - interval '10 hours'
    order by next_step, due_at, id limit 2`.execute(trx)
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, detail)
    select o.id, ${asOf}::timestamptz - c.hours * interval '1 hour', 'supplier_chased', 'staff', s.name, c.note
    from orders_to_chase o join jsonb_to_recordset(${JSON.stringify(chases)}::jsonb) c (place integer, hours integer, note text) on c.place = o.place,
      (${salesAgent}) s
    order by c.hours desc`.execute(trx)
  await sql`
    update purchases p set due_at = ${asOf}::timestamptz + o.place * interval '4 hours', snoozed_until = null
    from orders_to_chase o where o.id = p.id`.execute(trx)
}

interface MovedForward {
  readonly section: string
  readonly row: string
  readonly rowInFront: string
}

/** What is written where other tickets take the place of those sold. */
function movedForward({ section, row, rowInFront }: MovedForward): Said {
  const placeOf = (one: string): Said => ({ all: [section, storedText('row {row}', { row: one })], between: ' · ' })
  const change = storedText('{before} → {after}', { before: placeOf(row), after: placeOf(rowInFront) })
  return { all: [change, storedText('Customer agreed: {consent}', { consent: 'by phone' })], between: '. ' }
}

/** Tickets that their seller had sold to someone else as well: replaced by the row in front, with credit to say sorry. */
async function seedOversell(trx: Db, { asOf }: SeedStory): Promise<void> {
  await sql`
    create temp table order_oversold on commit drop as
    select p.id, p.customer_id, p.currency, l.position, l.section, l.seat_row as row, chr(ascii(l.seat_row) - 1) as row_in_front,
      20 * (10 ^ c.exponent)::bigint as credit, ${asOf}::timestamptz - interval '5 hours' as at
    from purchases p join currencies c on c.code = p.currency join purchase_lines l on l.purchase_id = p.id and l.kind = 'item'
    where p.kind = 'event' and p.booking_status = 'confirmed' and p.payment_status = 'captured' and p.fulfilment_status = 'delivered'
      and p.delivery = 'mobile_transfer' and p.refund_state = 'none' and p.next_step = 'none' and p.customer_id is not null
      and l.seat_row between 'B' and 'Z' and p.created_at < ${asOf}::timestamptz - interval '2 days'
      and p.starts_at > ${asOf}::timestamptz + interval '3 days'
      and not exists (select from store_credits o where o.customer_id = p.customer_id)
    order by p.created_at desc, p.id desc limit 1`.execute(trx)
  await sql`
    update purchase_lines l set seat_row = o.row_in_front, title = l.section || ', row ' || o.row_in_front,
      listing = left(l.listing, 1) || (1 + substr(l.listing, 2)::integer)
    from order_oversold o where l.purchase_id = o.id and l.position = o.position`.execute(trx)
  const {
    rows: [order],
  } = await sql<MovedForward>`select section, row, row_in_front as "rowInFront" from order_oversold`.execute(trx)
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount, detail, said)
    select o.id, o.at + e.minutes * interval '1 minute', e.kind, 'staff', s.name, e.amount, e.detail, e.said
    from order_oversold o, (${salesAgent}) s, lateral (values
      (0, 'supplier_chased', null::bigint, 'Oversold: the seller had sold these seats elsewhere as well.', null::jsonb),
      (35, 'changed', null, ${storedSql(order && movedForward(order))}),
      (50, 'tickets_delivered', null, null, null),
      (55, 'noted', o.credit, 'Apologised by phone, and gave store credit.', null)) e (minutes, kind, amount, detail, said)
    order by e.minutes`.execute(trx)
  await sql`
    insert into store_credits (customer_id, currency, amount, reason, note, purchase_id, granted_by, expires_at, created_at, updated_at)
    select o.customer_id, o.currency, o.credit, 'goodwill', 'Sorry that your seats were sold twice', o.id, s.id,
      o.at + interval '1 year', o.at + interval '55 minutes', o.at + interval '55 minutes'
    from order_oversold o, (${salesAgent}) s`.execute(trx)
  await sql`
    with made as (
      insert into oversells (how, state, performance_id, places, found_by, owner_id, found_at, resolved_at)
      select 'seller', 'resolved', p.performance_id, o.section || ' · ' || o.row, s.id, s.id, o.at, o.at + interval '35 minutes'
      from order_oversold o join purchases p on p.id = o.id, (${salesAgent}) s returning id, found_by, resolved_at
    )
    insert into oversell_orders (oversell_id, purchase_id, quantity, outcome, credit, new_places, decided_by, decided_at)
    select m.id, o.id, p.quantity, 'replaced', o.credit, o.section || ' · ' || o.row_in_front, m.found_by, m.resolved_at
    from made m, order_oversold o join purchases p on p.id = o.id`.execute(trx)
}

/** A visit of several kinds of guests, of whom some wanted an order of their own. Both say so on their timelines. */
async function seedSplit(trx: Db, { asOf }: SeedStory): Promise<void> {
  const {
    rows: [chosen],
  } = await sql<{ id: number; last: number; at: string }>`
    select p.id, l.last, ${asOf}::timestamptz - interval '20 hours' as at
    from (select * from purchases order by id desc limit 3000) p cross join lateral (
      select count(*) as items, max(position) as last from purchase_lines x where x.purchase_id = p.id and x.kind = 'item') l
    where p.kind = 'product' and p.booking_status = 'confirmed' and p.payment_status = 'captured' and p.refund_state = 'none'
      and p.next_step = 'none' and p.customer_request is null and p.coupon_id is null and p.items_total > 0 and l.items > 1
      and p.created_at < ${asOf}::timestamptz - interval '2 days' and p.starts_at > ${asOf}::timestamptz + interval '8 days'
      and not exists (select from order_placements o where o.purchase_id = p.id) and ${isInOpenMarket}
      and (select count(*) = 1 and bool_and(x.provider <> 'stripe') from payments x where x.purchase_id = p.id and x.captured > 0)
    order by p.created_at desc, p.id desc limit 1`.execute(trx)
  if (!chosen) return
  const { id, last, at } = chosen
  const order = await readCommandOrder(trx, String(id), { isLocked: true })
  const { plan } = await planSplit({ db: trx, order, input: { positions: [last] } })
  const made = await divideOrder({ db: trx, order, plan }, async (columns) => {
    const kept = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    await sql`update purchases set ${sql.join(kept)} where id = ${id}`.execute(trx)
  })
  await sql`update purchases set updated_at = ${at} where id in (${id}, ${made.id})`.execute(trx)
  await sql`
    update payments set created_at = case purchase_id when ${made.id} then captured_at else created_at end, updated_at = ${at}
    where purchase_id in (${id}, ${made.id})`.execute(trx)
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount, detail)
    select e.id, ${at}::timestamptz, e.kind, 'staff', s.name, ${plan.sums.total}::bigint, e.detail
    from (${salesAgent}) s, (values (${id}::bigint, 'split_into', ${made.reference}::text), (${made.id}, 'split_from', ${order.reference})) e (id, kind, detail)`.execute(
    trx,
  )
}
