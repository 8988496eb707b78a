import { sql } from 'kysely'
import type { SeedStory } from '../../../core/calls/server-module.server.ts'
import type { Db } from '../../../db/tables.server.ts'

/** What three customers ask for: their money, another day, and one who was turned down. Each is of a visit to come. */
const requests = [
  { kind: 'cancellation', state: 'open', days: null, note: 'My daughter broke her leg, so we have to stay at home.' },
  { kind: 'change', state: 'open', days: 2, note: 'Our flight was moved. Could we come two days later?' },
  { kind: 'cancellation', state: 'declined', days: null, note: 'We found something cheaper.' },
] as const

export async function seedCustomerRequests(trx: Db, { asOf }: SeedStory): Promise<void> {
  const parts = requests.map((request, index) => ({ ...request, position: index + 1 }))
  await sql`
    create temp table requests_to_seed on commit drop as
    select c.*, g.kind as request, g.state, g.days, g.note, g.position
    from (
      select row_number() over (order by p.created_at desc, p.id desc) as place, p.id, p.captured, p.travel_date,
        coalesce((select (one ->> 'refund')::integer from jsonb_array_elements(p.cancellation_policy) one
          where (one ->> 'until')::timestamptz > ${asOf}::timestamptz order by one ->> 'until' limit 1), 0) as share
      from purchases p
      where p.kind = 'product' and p.booking_status = 'confirmed' and p.payment_status = 'captured' and p.next_step = 'none'
        and p.refund_state = 'none' and p.created_at < ${asOf}::timestamptz
        and p.starts_at between ${asOf}::timestamptz + interval '6 days' and ${asOf}::timestamptz + interval '60 days'
        and p.cancellation_policy <> '[]'
      order by p.created_at desc, p.id desc limit ${parts.length}) c
    join jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) g (kind text, state text, days integer, note text, position integer)
      on g.position = c.place`.execute(trx)
  await sql`
    insert into customer_requests (purchase_id, kind, state, wanted_date, note, refund, kept, basis_points, answer, decided_by,
      decided_at, created_at)
    select s.id, s.request, s.state, s.travel_date + s.days, s.note,
      case when s.request = 'cancellation' then s.captured * s.share / 10000 else 0 end,
      case when s.request = 'cancellation' then s.captured - s.captured * s.share / 10000 else 0 end,
      case when s.request = 'cancellation' then s.share else 0 end,
      case when s.state = 'declined' then 'Your visit is not refundable any more. We can move it to another day for you.' end,
      case when s.state = 'declined' then
        (select t.id from staff t join roles r on r.id = t.role_id where r.name = 'sales-agent' order by t.id limit 1) end,
      case when s.state = 'declined' then ${asOf}::timestamptz - interval '1 day' end,
      ${asOf}::timestamptz - s.position * interval '7 hours' - interval '20 hours' * (s.position / 3)
    from requests_to_seed s`.execute(trx)
  await sql`
    update purchases p set customer_request = s.request, due_at = ${asOf}::timestamptz + s.position * interval '5 hours'
    from requests_to_seed s where p.id = s.id and s.state = 'open'`.execute(trx)
}
