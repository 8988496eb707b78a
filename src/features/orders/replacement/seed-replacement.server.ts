import { storedSql } from '../../../platform/stored-texts/stored-columns.server.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { sql } from 'kysely'
import type { SeedStory } from '../../../core/calls/server-module.server.ts'
import type { Db } from '../../../db/tables.server.ts'

/**
 * Tickets that their seller withdrew, bought at our own stock, so that staff can replace them; and what there is in their place: the row in
 * front, a section beside it, a better and a worse one, and one without a full view. Safe to run again.
 */
export async function seedReplacement(trx: Db, { asOf }: SeedStory): Promise<void> {
  await sql`
    create temp table order_to_replace on commit drop as
    select p.id, p.reference, p.performance_id, p.provider_id, p.quantity, p.currency, l.position, s.id as section_id, s.name, s.rows,
      s.zone, s.rank, s.venue_configuration_id, greatest(p.supplier_cost * 10 / 9 / p.quantity, 500) as price
    from purchases p join purchase_lines l on l.purchase_id = p.id and l.kind = 'item' and l.quantity = p.quantity
      join performances r on r.id = p.performance_id join venue_sections s on s.venue_configuration_id = r.venue_configuration_id
    where p.kind = 'event' and p.booking_status = 'confirmed' and p.payment_status = 'captured' and p.refund_state = 'none'
      and p.next_step in ('none', 'deliver_tickets') and p.currency = p.cost_currency and p.currency = r.currency and r.status = 'onsale'
      and p.created_at < ${asOf}::timestamptz - interval '1 day' and p.starts_at > ${asOf}::timestamptz + interval '3 days'
      and cardinality(s.rows) > 4
      and exists (select from events e where e.id = r.event_id and e.publication = 'published' and not e.is_hidden)
      and not exists (select from order_placements o where o.purchase_id = p.id)
      and not exists (select from oversell_orders o where o.purchase_id = p.id)
      and not exists (select from e_tickets e where e.purchase_id = p.id)
    order by p.next_step = 'none', exists (select from venue_sections v where v.venue_configuration_id = s.venue_configuration_id
        and v.rank < s.rank) and exists (select from venue_sections v where v.venue_configuration_id = s.venue_configuration_id
        and v.rank > s.rank) desc, p.created_at desc, p.id desc, s.rank, s.id limit 1`.execute(trx)
  await offerOthers(trx)
  await sql`
    update purchase_lines l set title = o.name || ', row ' || o.rows[4], section = o.name, raw_section = o.name, seat_row = o.rows[4], seats = '{}',
      listing = 'R' || o.id || '-0', notes = '{}', note_labels = '{}', delivered = 0, transfer_accepted_at = null
    from order_to_replace o where l.purchase_id = o.id and l.position = o.position`.execute(trx)
  await sql`
    insert into order_placements (purchase_id, supplier, supplier_key)
    select id, 'house', 'demo-' || reference from order_to_replace`.execute(trx)
  // A load that was replaced leaves its bookings, as they are of no order.
  await sql`
    insert into house_bookings (key, reference, state, held_until)
    select 'demo-' || reference, 'H' || reference, 'booked', ${asOf}::timestamptz from order_to_replace
    on conflict (key) do update set state = excluded.state`.execute(trx)
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, detail, said)
    select id, ${asOf}::timestamptz - interval '50 minutes', 'delivery_failed', 'system',
      ${storedSql(storedText('The seller has withdrawn these tickets: they can’t be handed over'))}
    from order_to_replace`.execute(trx)
  await sql`
    update purchases p set fulfilment_status = 'failed', due_at = ${asOf}::timestamptz + interval '2 hours 30 minutes', snoozed_until = null,
      contents = case p.quantity when 1 then '1 ticket' else p.quantity || ' tickets' end || ', ' || o.name
    from order_to_replace o where p.id = o.id`.execute(trx)
}

/** What sellers who keep tickets with us offer of the same performance, on the map as the job would place it. */
async function offerOthers(trx: Db): Promise<void> {
  await sql`
    with near as (
      select o.*, v.id as other_id, v.name as other, v.rows as other_rows, row_number() over (
        partition by sign(v.rank - o.rank), v.zone = o.zone order by abs(v.rank - o.rank), v.id) as place, sign(v.rank - o.rank) as worse
      from order_to_replace o join venue_sections v on v.venue_configuration_id = o.venue_configuration_id and v.id <> o.section_id
    ), offered as (
      select 1 as n, o.section_id, o.name, o.rows[3] as row, 105 as percent, null as note, '{}'::text[] as labels from order_to_replace o
      union all select 2, o.section_id, o.name, o.rows[2], 85, 'Restricted view', array['obstructed'] from order_to_replace o
      union all select 3 + worse::integer, other_id, other, other_rows[1], 100 - 12 * worse::integer, null, '{}' from near where place = 1 and worse <> 0
      union all select 3, other_id, other, other_rows[3], 98, null, '{}' from near where worse = 0 and place = 1
    )
    insert into ticket_listings (performance_id, provider_id, code, section, row_name, quantity, currency, price, note, note_labels,
      venue_section_id, placed_by, confidence, placed_section, placed_row, placed_at)
    select o.performance_id, o.provider_id, 'R' || o.id || '-' || n || '-' || f.section_id, f.name, f.row, o.quantity + 2, o.currency,
      o.price * f.percent / 100 / 5 * 5, f.note, f.labels, f.section_id, 'exact', 10000, f.name, f.row, now()
    from offered f, order_to_replace o on conflict do nothing`.execute(trx)
}
