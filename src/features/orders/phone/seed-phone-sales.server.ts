import { sql } from 'kysely'
import type { SeedStory } from '../../../core/calls/server-module.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { referenceOf } from '../../purchases/purchase-reference.ts'
import { copyOrder, isInOpenMarket } from '../copy-order.server.ts'

/** Of so many orders by phone it is known who sold them; older ones are from before it was written down. */
const count = 100

/** Among so many of the newest orders there is one to copy. To look through all of them stops everyone else for seconds. */
const ofLate = 1_000

/** Why a price was agreed on, and by how many percent the list price was more. */
const agreements = [
  { percent: 11, reason: 'Matches the price that their hotel’s desk quoted this morning.' },
  { percent: 5, reason: 'Third booking this year, and a long wait on the line.' },
]

export async function seedPhoneSales(trx: Db, story: SeedStory): Promise<void> {
  const { asOf } = story
  await sql`
    insert into phone_sales (purchase_id, sold_by, seller_name)
    select p.id, s.id, s.name
    from (${salesAgent}) s,
      (select id from purchases where channel = 'phone' and created_at <= ${asOf}::timestamptz
        order by created_at desc, id desc limit ${count}) p
    on conflict (purchase_id) do nothing`.execute(trx)
  await agreeOnPrices(trx)
  await seedUnpaidSale(trx, story)
}

const salesAgent = sql`
  select t.id, t.name from staff t join roles r on r.id = t.role_id where r.name = 'sales-agent' order by t.id limit 1`

/** The newest sales of one unit at a price of their own: what was paid stays, and the list price was more. */
async function agreeOnPrices(trx: Db): Promise<void> {
  const agreed = agreements.map((one, index) => ({ ...one, place: index + 1 }))
  await sql`
    create temp table prices_to_agree on commit drop as
    select c.id, c.position, c.title, c.quantity, c.unit_price + greatest(c.unit_price * a.percent / 100, 1) as list, c.unit_price as price,
      c.positions, a.reason
    from (
      select row_number() over (order by p.id desc) as place, p.id, l.position, p.title, l.quantity, l.unit_price,
        (select max(position) from purchase_lines x where x.purchase_id = p.id) as positions
      from phone_sales s join purchases p on p.id = s.purchase_id join purchase_lines l on l.purchase_id = p.id and l.kind = 'item'
      where p.kind = 'product' and p.booking_status in ('confirmed', 'completed') and p.payment_status = 'captured' and p.refund_state = 'none'
        and p.coupon_id is null and l.unit_price > 0
        and (select count(*) from purchase_lines x where x.purchase_id = p.id and x.kind = 'item') = 1) c
    join jsonb_to_recordset(${JSON.stringify(agreed)}::jsonb) a (percent integer, reason text, place integer) on a.place = c.place`.execute(
    trx,
  )
  await sql`
    update purchase_lines l set unit_price = a.list, amount = a.quantity * a.list
    from prices_to_agree a where l.purchase_id = a.id and l.position = a.position`.execute(trx)
  await sql`
    insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount)
    select id, positions + 1, 'adjustment', 'Price override', 1, quantity * (price - list), quantity * (price - list)
    from prices_to_agree`.execute(trx)
  await sql`
    insert into price_overrides (purchase_id, position, title, list_price, price, reason)
    select id, 1, title, quantity * list, quantity * price, reason from prices_to_agree`.execute(trx)
}

/**
 * A visit that was sold by phone a few minutes ago, and waits to be paid by its link. Its places are kept until the next day, so
 * that it still waits when people come to look.
 */
async function seedUnpaidSale(trx: Db, { asOf }: SeedStory): Promise<void> {
  const {
    rows: [model],
  } = await sql<{ id: number; next: number; at: string; until: string }>`
    with newest as materialized (select * from purchases order by id desc limit ${ofLate})
    select p.id, nextval(pg_get_serial_sequence('purchases', 'id')) as next, d.at, ${asOf}::timestamptz + interval '20 hours' as until
    from newest p, (select greatest(max(created_at), ${asOf}::timestamptz - interval '12 minutes') as at from newest) d
    where p.kind = 'product' and p.booking_status = 'confirmed' and p.payment_status = 'captured' and p.refund_state = 'none'
      and p.coupon_id is null and p.customer_id is not null and p.customer_request is null
      and p.starts_at > ${asOf}::timestamptz + interval '5 days'
      and not exists (select from price_overrides o where o.purchase_id = p.id) and ${isInOpenMarket}
    order by p.created_at desc, p.id desc limit 1`.execute(trx)
  if (!model) return
  const { id, next, at, until } = model
  const reference = referenceOf(next)
  await copyOrder(trx, id, {
    id: next,
    reference,
    version: 1,
    channel: 'phone',
    booking_status: 'pending_payment',
    payment_status: 'unpaid',
    fulfilment_status: 'not_due',
    supplier_status: 'ON_HOLD',
    provider_reference: null,
    captured: 0,
    payment_fees: 0,
    risk_score: 0,
    risk_reasons: [],
    due_at: null,
    snoozed_until: null,
    assignee_id: null,
    tags: [],
    utm_source: null,
    utm_medium: null,
    utm_campaign: null,
    client_address: null,
    device: null,
    held_until: until,
    created_at: at,
  })
  await sql`update purchases set updated_at = ${at} where id = ${next}`.execute(trx)
  await sql`
    insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount, product_age_band_id, unit_type, tax_rate)
    select ${next}::bigint, position, kind, title, quantity, unit_price, amount, product_age_band_id, unit_type, tax_rate
    from purchase_lines where purchase_id = ${id}`.execute(trx)
  await sql`
    insert into phone_sales (purchase_id, sold_by, seller_name) select ${next}::bigint, s.id, s.name from (${salesAgent}) s`.execute(
    trx,
  )
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name)
    select ${next}::bigint, ${at}::timestamptz, 'placed', 'staff', s.name from (${salesAgent}) s
    union all select ${next}::bigint, ${at}::timestamptz, 'held', 'system', null`.execute(trx)
  const key = `demo-${reference}`
  await sql`
    insert into order_placements (purchase_id, supplier, supplier_key) values (${next}, 'house', ${key})`.execute(trx)
  // A load that was replaced leaves its bookings, as they are of no order.
  await sql`
    insert into house_bookings (key, reference, state, held_until, created_at, updated_at)
    values (${key}, ${`H${reference}`}, 'held', ${until}, ${at}, ${at})
    on conflict (key) do update set state = excluded.state, held_until = excluded.held_until, updated_at = excluded.updated_at`.execute(
    trx,
  )
}
