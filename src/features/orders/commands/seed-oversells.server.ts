import { sql } from 'kysely'
import type { SeedStory } from '../../../core/calls/server-module.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'

/** Seats that two orders of a performance have: found this hour, and waiting for someone to decide who keeps them. */
export async function seedOpenOversell(trx: Db, { asOf }: SeedStory): Promise<void> {
  // What the search for oversells writes; each order has values of its own.
  const found = storedText('Oversell found: {places} are also on {orders}', { places: '', orders: '' })
  await sql`
    create temp table orders_with_one_row on commit drop as
    with seated as (
      select p.id, p.reference, p.contents, p.performance_id, p.quantity, p.created_at, l.position, l.section, l.seat_row, l.seats
      from purchases p join purchase_lines l on l.purchase_id = p.id and l.kind = 'item' and l.section is not null and l.quantity = p.quantity
      where p.kind = 'event' and p.booking_status = 'confirmed' and p.payment_status = 'captured' and p.refund_state = 'none'
        and p.next_step = 'none' and p.customer_id is not null and p.performance_id is not null
        and p.created_at < ${asOf}::timestamptz - interval '1 day' and p.starts_at > ${asOf}::timestamptz + interval '3 days'
        and not exists (select from oversell_orders x where x.purchase_id = p.id)
        and not exists (select from e_tickets e where e.purchase_id = p.id)
    ), pair as (
      select a.id as first, b.id as second from seated a join seated b on b.performance_id = a.performance_id
        and b.quantity = a.quantity and (a.created_at, a.id) < (b.created_at, b.id)
      where cardinality(a.seats) = a.quantity or a.seat_row is not null
      order by a.section = b.section desc, a.quantity = 2 desc, b.created_at desc, b.id desc, a.id desc limit 1
    )
    select s.*, s.id = pair.first as is_first, case when cardinality(f.seats) = f.quantity then f.seats
        else array(select (10 + n)::text from generate_series(1, f.quantity) n) end as shared_seats,
      f.contents as shared_contents, f.section as shared_section, f.seat_row as shared_row
    from pair join seated s on s.id in (pair.first, pair.second) join seated f on f.id = pair.first`.execute(trx)
  await sql`
    update purchase_lines l set section = o.shared_section, raw_section = f.raw_section, seat_row = o.shared_row, seats = o.shared_seats,
      title = f.title, listing = f.listing, notes = f.notes, note_labels = f.note_labels, placed_by = f.placed_by, rewrite_rule_id = f.rewrite_rule_id
    from orders_with_one_row o, orders_with_one_row one join purchase_lines f on f.purchase_id = one.id and f.position = one.position
    where one.is_first and l.purchase_id = o.id and l.position = o.position`.execute(trx)
  await sql`
    with made as (
      insert into oversells (how, performance_id, places, clash, found_at)
      select 'same_seats', performance_id, concat_ws(' · ', shared_section, shared_row, array_to_string(shared_seats, ', ')),
        concat_ws('/', performance_id, shared_section, coalesce(shared_row, ''), array_to_string(shared_seats, ','), (
          select array_agg(id order by id)::text from orders_with_one_row)),
        ${asOf}::timestamptz - interval '25 minutes'
      from orders_with_one_row where is_first returning id, places, found_at
    ), wanted as (
      insert into oversell_orders (oversell_id, purchase_id, quantity) select m.id, o.id, o.quantity from made m, orders_with_one_row o
    )
    insert into purchase_events (purchase_id, at, kind, actor_kind, detail, said)
    select o.id, m.found_at, 'noted', 'system', 'Oversell found: ' || m.places || ' are also on ' || other.reference,
      jsonb_build_object('text', ${found.text}::text, 'values', jsonb_build_object('places', m.places, 'orders', other.reference))
    from made m, orders_with_one_row o join orders_with_one_row other on other.id <> o.id`.execute(trx)
  await sql`
    update purchases p set is_oversold = true, contents = o.shared_contents, due_at = ${asOf}::timestamptz + interval '3 hours 35 minutes'
    from orders_with_one_row o where p.id = o.id`.execute(trx)
}
