import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'

/** Days before the present that have a statement. */
const days = 7

// While demo data is loaded most indexes are away, so every source is read once and none is looked up per row.

/** Statements of the last days that agree with the demo data, but for a difference of each kind. */
export async function seedStatements(trx: Db, { asOf }: SeedStory): Promise<void> {
  // They refer to nothing that is loaded again, so nothing takes them with it.
  await sql`delete from statements`.execute(trx)
  const today = sql`date_trunc('day', ${asOf}::timestamptz at time zone 'UTC')`
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${today} at time zone 'UTC' - ${days} * interval '1 day' and ${sql.ref(column)} < ${today} at time zone 'UTC'`
  await sql`
    create temp table statement_lines_to_seed on commit drop as
    select m.*, x.purchase_id, x.currency, x.psp_reference as payment, (m.at at time zone 'UTC')::date as day,
      case when x.provider = 'stripe' then row_number() over (partition by x.provider order by m.at desc, m.payment_id, m.kind) end as position
    from (
      select 'payment' as kind, 'ch_' || x.id as source, x.id as payment_id, null::bigint as refund_id, null::bigint as dispute_id,
        x.captured as amount, x.fee, x.captured_at as at from payments x where x.captured > 0 and ${within('x.captured_at')}
      union all
      select 'refund', r.psp_reference, r.payment_id, r.id, null, -r.amount, 0, r.succeeded_at from refunds r
      where r.psp_reference is not null and r.state = 'succeeded' and ${within('r.succeeded_at')}
      union all
      select 'dispute', d.provider_reference, d.payment_id, null, d.id, -d.withdrawn, d.fee, d.withdrawn_at from disputes d
      where d.withdrawn > 0 and ${within('d.withdrawn_at')}
      union all
      select 'dispute_reversed', d.provider_reference, d.payment_id, null, d.id, d.reinstated, 0, d.reinstated_at from disputes d
      where d.reinstated > 0 and ${within('d.reinstated_at')}) m
    join payments x on x.id = m.payment_id and x.provider = 'stripe'`.execute(trx)
  await sql`
    -- That of yesterday comes in the night: before its hour it has just come.
    insert into statements (name, provider, source, from_day, to_day, content_hash, matched_at, created_at, updated_at)
    select 'Stripe ' || to_char(d, 'YYYY-MM-DD'), 'stripe', 'gateway', d::date, d::date, 'stripe ' || to_char(d, 'YYYY-MM-DD'),
      d.at, d.at, d.at
    from (select d, least(now(), (d + interval '1 day 107 minutes') at time zone 'UTC') as at
      from generate_series(${today} - ${days} * interval '1 day', ${today} - interval '1 day', interval '1 day') d) d
    order by d`.execute(trx)
  await writeLines(trx)
  await seedSupplierStatement(trx, within)
  await sql`
    update statements s set lines = c.lines, differences = c.differences
    from (select statement_id, count(reference)::integer as lines, count(*) filter (where urgency = 2)::integer as differences
      from statement_lines group by statement_id) c
    where c.statement_id = s.id`.execute(trx)
}

/** Every movement as the provider has it, with a difference at a few places, and one that only the provider has. */
async function writeLines(trx: Db): Promise<void> {
  const difference = sql`case l.position when 4 then 'amount_differs' when 17 then 'fee_differs' when 29 then 'missing_there'
    when 38 then 'currency_differs' end`
  await sql`
    insert into statement_lines (statement_id, provider, reference, occurrence, kind, source_reference, payment_reference, currency,
      amount, fee, booked_at, purchase_id, payment_id, refund_id, dispute_id, expected_currency, expected_amount, expected_fee,
      difference, created_at, updated_at)
    select s.id, 'stripe', case when l.difference is distinct from 'missing_there'
        then 'txn_' || substr(md5(l.kind || l.source), 1, 24) end, l.occurrence, l.kind, l.source, l.payment,
      case l.difference when 'currency_differs' then case l.currency when 'USD' then 'GBP' else 'USD' end else l.currency end,
      case l.difference when 'missing_there' then 0 when 'amount_differs' then l.amount - 100 else l.amount end,
      l.fee + case l.difference when 'fee_differs' then 35 else 0 end, l.at, l.purchase_id, l.payment_id, l.refund_id, l.dispute_id,
      l.currency, l.amount, l.fee, l.difference, s.created_at, s.created_at
    from (
      select 1 as occurrence, ${difference} as difference, l.* from statement_lines_to_seed l
      union all
      select 2, 'twice', l.* from statement_lines_to_seed l where l.position = 23) l
    join statements s on s.from_day = l.day and s.provider = 'stripe'
    order by l.at, l.payment_id, l.kind, l.occurrence`.execute(trx)
  await sql`
    insert into statement_lines (statement_id, provider, reference, kind, source_reference, currency, amount, booked_at, difference,
      created_at, updated_at)
    select s.id, 'stripe', 'txn_' || substr(md5(n.kind || s.id), 1, 24), n.kind, n.source, 'EUR', n.amount, s.created_at - interval '9 hours',
      n.difference, s.created_at, s.created_at
    from (select *, row_number() over (order by from_day) as position from statements where provider = 'stripe') s
    join (values (3, 'payment', 'ch_' || substr(md5('unknown'), 1, 24), 8450, 'missing_here'),
      (4, 'fee', null, -1290, 'fee_differs'), (5, 'other', 'po_' || substr(md5('payout'), 1, 24), -250000, null))
      n (position, kind, source, amount, difference) on n.position = s.position
    order by s.id`.execute(trx)
}

/** What Viator charges for the bookings of these days, as finance uploads it, with a difference of each kind. */
async function seedSupplierStatement(trx: Db, within: (column: string) => ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into statements (name, provider, source, basis, from_day, to_day, content_hash, uploaded_by, matched_at)
    select 'viator-' || to_char(max(day), 'YYYY-MM-DD') || '.csv', 'viator', 'file', 'booked', min(day), max(day), 'viator demo',
      (select min(s.id) from staff s join roles r on r.id = s.role_id where r.name = 'finance'), now()
    from (select (p.created_at at time zone 'UTC')::date as day from purchases p join providers v on v.id = p.provider_id
      where v.code = 'viator' and p.net_cost > 0 and p.provider_reference is not null and ${within('p.created_at')}) d
    having count(*) > 0`.execute(trx)
  await sql`
    insert into statement_lines (statement_id, provider, reference, kind, source_reference, currency, amount, booked_at, purchase_id,
      expected_currency, expected_amount, expected_fee, difference)
    select s.id, 'viator', case when b.difference is distinct from 'missing_there' then b.booking end, 'booking', b.booking, b.currency,
      case b.difference when 'missing_there' then 0 when 'amount_differs' then b.cost + b.cost / 10 + 1 else b.cost end, b.at, b.id,
      b.currency, b.cost, 0, b.difference
    from (select p.id, p.provider_reference as booking, p.cost_currency as currency, p.net_cost as cost, p.created_at as at,
        case row_number() over (order by p.created_at desc, p.id) when 3 then 'amount_differs' when 6 then 'missing_there' end as difference
      from purchases p join providers v on v.id = p.provider_id
      where v.code = 'viator' and p.net_cost > 0 and p.provider_reference is not null and ${within('p.created_at')}
        and p.booking_status in ('confirmed', 'completed', 'cancelled')) b
    cross join (select id from statements where provider = 'viator') s
    order by b.at, b.id`.execute(trx)
  await sql`
    insert into statement_lines (statement_id, provider, reference, kind, source_reference, currency, amount, booked_at, difference)
    select id, 'viator', 'BR-10203040', 'booking', 'BR-10203040', 'EUR', 5700, to_day::timestamp at time zone 'UTC' + interval '9 hours', 'missing_here'
    from statements where provider = 'viator'`.execute(trx)
}
