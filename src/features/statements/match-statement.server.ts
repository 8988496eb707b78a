import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { lostElsewhere } from '../disputes/share-loss.server.ts'

/** What the provider gave back of dispute `d`. What other orders of its payment lost counts as reinstated there, too. */
const givenBack = sql`(d.reinstated - ${lostElsewhere})`

// Each step is one statement over many lines. Lines are only ever compared with our books: nothing in these is changed.

/** How long a difference is looked at again each night; what differs longer stays until its finding is decided. */
const lookedAtFor = sql`interval '45 days'`

/**
 * Whether a line of a refund is half of one that went out and came back: the provider booked it when it was asked for, and again when
 * the customer's bank refused it. Both cancel out, whatever our books made of it since: it failed, or it was tried again.
 */
const isCancelled = (line: string) => sql`
  (${sql.ref(`${line}.kind`)} in ('refund', 'refund_failed') and exists (
    select from statement_lines z where z.provider = ${sql.ref(`${line}.provider`)} and z.kind in ('refund', 'refund_failed')
      and z.kind <> ${sql.ref(`${line}.kind`)} and z.source_reference = ${sql.ref(`${line}.source_reference`)}
      and z.currency = ${sql.ref(`${line}.currency`)} and z.amount = -${sql.ref(`${line}.amount`)}))`

export interface Counted {
  readonly lines: number
  readonly differences: number
}

/** Matches the lines of a new statement, and says what of ours it lacks. */
export async function matchStatement(db: Db, id: number): Promise<Counted> {
  // With the other halves of what came back, which an earlier statement has.
  const ofStatement = sql`(l.statement_id = ${id} or l.urgency = 2 and l.kind in ('refund', 'refund_failed') and l.reference is not null
    and l.source_reference in (select source_reference from statement_lines
      where statement_id = ${id} and kind in ('refund', 'refund_failed')))`
  await findOurs(db, ofStatement)
  await nameDifferences(db, ofStatement)
  await matchBookings(db, sql`l.statement_id = ${id}`)
  await addMissing(db, id)
  await addMissingBookings(db, id)
  await resolveMissing(db)
  await count(db)
  const { rows } = await sql<Counted>`select lines, differences from statements where id = ${id}`.execute(db)
  return rows[0] ?? { lines: 0, differences: 0 }
}

/** Looks at recent differences again: our books can have heard of a movement later than its statement. */
export async function matchAgain(db: Db): Promise<void> {
  const recent = sql`l.urgency = 2 and l.reference is not null and l.booked_at > now() - ${lookedAtFor}`
  await findOurs(db, recent)
  await nameDifferences(db, recent)
  await matchBookings(db, recent)
  await resolveMissing(db)
  await count(db)
}

/** What the lines of a statement were about. */
export interface Touched {
  readonly payments: readonly number[]
  readonly orders: readonly number[]
}

/**
 * Matches the lines of these payments and orders again, after those of a statement of a provider are gone: what other statements
 * lack is missing again.
 */
export async function matchTouched(db: Db, provider: string, { payments, orders }: Touched): Promise<void> {
  const touched = sql`(l.payment_id = any(${payments}) or l.purchase_id = any(${orders}))`
  await sql`
    update statement_lines l set resolved_at = null, updated_at = now(), version = l.version + 1
    where l.reference is null and l.resolved_at is not null and ${touched}`.execute(db)
  const read = sql`l.reference is not null and ${touched}`
  await findOurs(db, read)
  await nameDifferences(db, read)
  await matchBookings(db, read)
  const within = (at: string) => sql`${sql.ref(at)} >= s.from_day::timestamp at time zone 'UTC'
    and ${sql.ref(at)} < (s.to_day + 1)::timestamp at time zone 'UTC'`
  const { rows } = await sql<{ id: number }>`
    select s.id from statements s where s.provider = ${provider} and (
      exists (select from payments x where x.id = any(${payments}) and ${within('x.captured_at')})
      or exists (select from refunds r where r.payment_id = any(${payments}) and ${within('r.succeeded_at')})
      or exists (select from disputes d where d.payment_id = any(${payments})
        and (${within('d.withdrawn_at')} or ${within('d.reinstated_at')}))
      or exists (select from purchases p where p.id = any(${orders})
        and (p.travel_date between s.from_day and s.to_day or ${within('p.created_at')}))) order by s.id`.execute(db)
  for (const { id } of rows) {
    await addMissing(db, id, sql`x.id = any(${payments})`)
    await addMissingBookings(db, id, sql`p.id = any(${orders})`)
  }
  await resolveMissing(db)
  await sql`update statements s set matched_at = null where exists (
    select from statement_lines l where l.statement_id = s.id and ${touched})`.execute(db)
  await count(db)
}

/** What a supplier charges for a booking, or gives back of it. */
const isBooking = (line: string) => sql`${sql.ref(`${line}.kind`)} in ('booking', 'booking_credit')`

/**
 * Finds the orders of a supplier's bookings. All lines of a booking together are to make what its order costs us, so a line is
 * compared with what the others leave of that: a credit settles a booking that was charged on an earlier statement.
 */
async function matchBookings(db: Db, which: ReturnType<typeof sql>): Promise<void> {
  await sql`
    update statement_lines l set purchase_id = f.id
    from (
      select l.id as line, p.id from statement_lines l join providers v on replace(v.code, '-', '_') = l.provider
      cross join lateral (select p.id from purchases p where p.provider_id = v.id and p.provider_reference = l.source_reference
        order by p.id limit 1) p
      where ${which} and ${isBooking('l')}) f
    where f.line = l.id and l.purchase_id is distinct from f.id`.execute(db)
  // An order that was divided has its parts under one booking.
  await sql`
    update statement_lines l set expected_currency = f.currency, expected_amount = f.amount, expected_fee = 0,
      difference = f.difference, updated_at = now(), version = l.version + 1
    from (
      select b.id, b.currency, b.amount, case when b.occurrence > 1 then 'twice' when b.amount is null then 'missing_here'
        when b.currency <> b.charged then 'currency_differs' when b.amount <> b.line then 'amount_differs' end as difference
      from (
        select l.id, l.occurrence, l.currency as charged, l.amount as line, p.currency, p.cost - coalesce((
          select sum(o.amount) from statement_lines o where o.purchase_id = l.purchase_id and o.provider = l.provider
            and ${isBooking('o')} and o.reference is not null and o.occurrence = 1 and o.id <> l.id), 0) as amount
        from statement_lines l
        left join lateral (select min(p.cost_currency) as currency, sum(p.net_cost)::bigint as cost from purchases p, purchases q
          where q.id = l.purchase_id and p.provider_id = q.provider_id and p.provider_reference = q.provider_reference) p on true
        where ${isBooking('l')} and l.reference is not null and (${which} or l.purchase_id in (
          select l.purchase_id from statement_lines l where ${which} and ${isBooking('l')}))) b) f
    where f.id = l.id and (f.currency, f.amount, f.difference)
      is distinct from (l.expected_currency, l.expected_amount, l.difference)`.execute(db)
}

/** What of ours each line is about, and what our books have for it. */
async function findOurs(db: Db, which: ReturnType<typeof sql>): Promise<void> {
  await sql`
    update statement_lines l set payment_id = f.payment_id, refund_id = f.refund_id, dispute_id = f.dispute_id,
      purchase_id = f.purchase_id, expected_currency = f.currency, expected_amount = f.amount, expected_fee = f.fee
    from (
      select l.id, coalesce(x.id, r.payment_id, d.payment_id) as payment_id, r.id as refund_id, d.id as dispute_id,
        coalesce(x.purchase_id, r.purchase_id, d.purchase_id) as purchase_id, coalesce(x.currency, r.currency, d.currency) as currency,
        case l.kind when 'payment' then nullif(x.captured + x.moved, 0)
          when 'refund' then case when r.state in ('succeeded', 'reversed') or ${isCancelled('l')} then -r.amount end
          when 'refund_failed' then case when r.state = 'reversed' or ${isCancelled('l')} then r.amount end
          when 'dispute' then nullif(-d.withdrawn, 0)
          when 'dispute_reversed' then nullif(${givenBack}, 0) end as amount,
        case l.kind when 'payment' then x.fee + x.moved_fee when 'dispute' then d.fee else 0 end as fee
      from statement_lines l
      left join lateral (select * from payments x where l.kind = 'payment' and x.provider = l.provider
        and (x.gateway_reference = l.payment_reference or x.psp_reference = l.payment_reference
          or x.psp_reference = l.source_reference or x.psp_reference = l.own_name) order by x.id limit 1) x on true
      left join lateral (select r.* from refunds r join payments o on o.id = r.payment_id and o.provider = l.provider
        where l.kind in ('refund', 'refund_failed') and (r.psp_reference = l.source_reference
          -- A file has no name of ours, and the provider calls each try by another one.
          or r.earlier_references <> '{}' and r.earlier_references @> array[l.source_reference]
          or r.id = substring(l.own_name from '^refund-[^-]+-([0-9]{1,15})-[0-9]+$')::bigint) order by r.id limit 1) r on true
      left join lateral (select d.* from disputes d where l.kind in ('dispute', 'dispute_reversed')
        and d.provider_reference = l.source_reference) d on true
      where ${which} and not ${isBooking('l')}) f
    where f.id = l.id`.execute(db)
}

/** How each line differs, the gravest word first. Payouts and the like move no money of an order, so nothing is expected. */
async function nameDifferences(db: Db, which: ReturnType<typeof sql>): Promise<void> {
  // One that came back and the one that was tried after it are two movements, and no refund that went out twice.
  const isAgain = sql`l.occurrence > 1 or exists (
    select from statement_lines o where o.payment_id = l.payment_id and o.kind = l.kind and o.id < l.id and o.reference is not null
      and (o.source_reference is not distinct from l.source_reference or not (${isCancelled('l')} or ${isCancelled('o')}))
      and coalesce(o.refund_id, 0) = coalesce(l.refund_id, 0) and coalesce(o.dispute_id, 0) = coalesce(l.dispute_id, 0))`
  await sql`
    update statement_lines l set difference = f.difference, updated_at = now(), version = l.version + 1
    from (
      select l.id, case when ${isAgain} then 'twice' when l.kind = 'other' then null when l.kind = 'fee' then 'fee_differs'
        when l.expected_amount is null then 'missing_here' when l.currency <> l.expected_currency then 'currency_differs'
        when l.amount <> l.expected_amount then 'amount_differs' when l.fee <> l.expected_fee then 'fee_differs' end as difference
      from statement_lines l where ${which} and not ${isBooking('l')}) f
    where f.id = l.id and f.difference is distinct from l.difference`.execute(db)
}

/** What our books have in the days of a statement and no statement has. */
async function addMissing(db: Db, id: number, which = sql`true`): Promise<void> {
  await sql`
    insert into statement_lines (statement_id, provider, kind, source_reference, payment_reference, currency, amount, booked_at,
      purchase_id, payment_id, refund_id, dispute_id, expected_currency, expected_amount, expected_fee, difference)
    with s as (select id, provider, from_day::timestamp at time zone 'UTC' as since,
        (to_day + 1)::timestamp at time zone 'UTC' as before from statements where id = ${id}),
    ours as (
      select 'payment' as kind, x.psp_reference as source, x.id as payment_id, null::bigint as refund_id, null::bigint as dispute_id,
        x.captured + x.moved as amount, x.fee + x.moved_fee as fee, x.captured_at as at,
        null as state
      from payments x, s where x.captured > 0 and x.split_of is null and x.provider = s.provider and x.captured_at >= s.since and x.captured_at < s.before
      union all
      select 'refund', r.psp_reference, r.payment_id, r.id, null, -r.amount, 0, r.succeeded_at, r.state
      from refunds r, s where r.destination = 'original_method' and r.state in ('succeeded', 'reversed')
        and r.succeeded_at >= s.since and r.succeeded_at < s.before
      union all
      select 'dispute', d.provider_reference, d.payment_id, null, d.id, -d.withdrawn, d.fee, d.withdrawn_at, null
      from disputes d, s where d.withdrawn > 0 and d.withdrawn_at >= s.since and d.withdrawn_at < s.before
      union all
      select 'dispute_reversed', d.provider_reference, d.payment_id, null, d.id, ${givenBack}, 0, d.reinstated_at, null
      from disputes d, s where ${givenBack} > 0 and d.reinstated_at >= s.since and d.reinstated_at < s.before)
    select s.id, s.provider, o.kind, o.source, coalesce(x.gateway_reference, x.psp_reference), x.currency, 0, o.at, x.purchase_id, x.id,
      o.refund_id, o.dispute_id, x.currency, o.amount, o.fee, 'missing_there'
    from s, ours o join payments x on x.id = o.payment_id
    where x.provider = s.provider and ${which} and not exists (
      select from statement_lines l where l.payment_id = o.payment_id and l.kind = o.kind
        and coalesce(l.refund_id, 0) = coalesce(o.refund_id, 0) and coalesce(l.dispute_id, 0) = coalesce(o.dispute_id, 0)
        and (o.state is distinct from 'succeeded' or not ${isCancelled('l')}))
    on conflict do nothing`.execute(db)
}

/** Bookings of the days of a supplier's statement that it does not list, nor any other. */
async function addMissingBookings(db: Db, id: number, which = sql`true`): Promise<void> {
  await sql`
    insert into statement_lines (statement_id, provider, kind, source_reference, currency, amount, booked_at, purchase_id,
      expected_currency, expected_amount, expected_fee, difference)
    select s.id, s.provider, 'booking', left(p.provider_reference, 80), p.cost_currency, 0, p.created_at, p.id, p.cost_currency,
      p.net_cost, 0, 'missing_there'
    from statements s join providers v on replace(v.code, '-', '_') = s.provider join purchases p on p.provider_id = v.id
    where s.id = ${id} and ${which} and s.basis is not null and p.net_cost > 0 and p.provider_reference is not null
      and p.booking_status in ('confirmed', 'completed', 'cancelled')
      and case s.basis when 'travelled' then p.travel_date between s.from_day and s.to_day
        else p.created_at >= s.from_day::timestamp at time zone 'UTC'
          and p.created_at < (s.to_day + 1)::timestamp at time zone 'UTC' end
      and not exists (select from statement_lines l where l.purchase_id = p.id and l.kind = 'booking')
    on conflict do nothing`.execute(db)
}

/** What a statement lacked is resolved when another has it: providers book around midnight when they like. */
async function resolveMissing(db: Db): Promise<void> {
  await sql`
    update statement_lines l set resolved_at = now(), updated_at = now(), version = l.version + 1
    where l.urgency = 2 and l.reference is null and exists (
      select from statement_lines o where o.payment_id = l.payment_id and o.kind = l.kind and o.reference is not null
        and coalesce(o.refund_id, 0) = coalesce(l.refund_id, 0) and coalesce(o.dispute_id, 0) = coalesce(l.dispute_id, 0)
        -- What came back is not the refund that succeeded after it.
        and not (l.kind = 'refund' and ${isCancelled('o')}
          and exists (select from refunds r where r.id = l.refund_id and r.state = 'succeeded')))`.execute(db)
  await sql`
    update statement_lines l set resolved_at = now(), updated_at = now(), version = l.version + 1
    where l.urgency = 2 and l.reference is null and l.kind = 'booking' and exists (
      select from statement_lines o where o.purchase_id = l.purchase_id and o.kind = 'booking' and o.reference is not null)`.execute(
    db,
  )
}

/** The counts that statements show; one whose counts are the same keeps its row. */
async function count(db: Db): Promise<void> {
  await sql`
    update statements s set lines = c.lines, differences = c.differences, matched_at = now()
    from (select statement_id, count(reference)::integer as lines, count(*) filter (where urgency = 2)::integer as differences
      from statement_lines where statement_id in (select id from statements where matched_at is null or differences > 0)
      group by statement_id) c
    where c.statement_id = s.id`.execute(db)
  await sql`update statements set matched_at = now() where matched_at is null`.execute(db)
}
