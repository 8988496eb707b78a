import { sql } from 'kysely'
import type { SeedStory } from '../../../core/calls/server-module.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { writeLetters } from '../messages/order-letter.server.ts'
import { sendLetters } from '../messages/send-order-messages.server.ts'

const person = (role: string) =>
  sql`(select s.id from staff s join roles r on r.id = s.role_id where r.name = ${role} order by s.id limit 1)`

/** As performances are called; their own name follows when demo data is complete. */
const named = sql`e.name || ', ' || f.local_date || coalesce(' ' || to_char(f.local_time, 'HH24:MI'), '')`

/** One run that has cancelled and refunded a whole night, and one over a postponed night that was stopped half-way. */
export async function seedOrderRuns(trx: Db, story: SeedStory): Promise<void> {
  await seedFinished(trx, story)
  await seedStopped(trx, story)
}

/** The latest night of which every paid order was cancelled and has its money back. */
async function seedFinished(trx: Db, { asOf }: SeedStory): Promise<void> {
  const { rows } = await sql<{ id: number; performanceId: number }>`
    with night as (
      select f.id, f.event_id, ${named} as name, min(r.created_at) as begun, max(r.created_at) as ended
      from performances f join events e on e.id = f.event_id join purchases p on p.performance_id = f.id and p.payment_status = 'refunded'
        join refunds r on r.purchase_id = p.id and r.reason = 'event_cancelled' and r.state = 'succeeded'
      where f.status = 'cancelled' and f.starts_at < ${asOf}::timestamptz
      group by f.id, e.name having count(*) >= 3 order by f.starts_at desc, f.id desc limit 1)
    insert into order_runs (name, kind, state, event_id, performance_ids, refunds, paid_by, reason, call_key, needs_approval,
      requested_by, approved_by, finished_at, created_at, updated_at)
    select name, 'cancellation', 'done', event_id, array[id], true, 'provider', 'The lead singer is ill',
      'seed-finished', true, ${person('finance')}, ${person('admin')}, ended + interval '1 minute',
      begun - interval '20 minutes', ended + interval '1 minute'
    from night returning id, performance_ids[1] as "performanceId"`.execute(trx)
  const [run] = rows
  if (!run) return
  await sql`
    insert into order_run_items (run_id, purchase_id, state, currency, refund, supplier_returns, is_told, finished_at)
    select ${run.id}, p.id, 'done', p.currency, r.amount, r.amount * 7 / 10, true, r.created_at
    from purchases p join refunds r on r.purchase_id = p.id and r.reason = 'event_cancelled' and r.state = 'succeeded'
    where p.performance_id = ${run.performanceId} and p.payment_status = 'refunded' order by p.id`.execute(trx)
  await sql`
    update refunds r set idempotency_key = u.requested_by || ':order-run-' || u.id || ':1', requested_by = u.requested_by,
      approved_by = u.approved_by, needs_approval = true
    from order_runs u join order_run_items i on i.run_id = u.id
    where u.id = ${run.id} and r.purchase_id = i.purchase_id and r.reason = 'event_cancelled' and r.state = 'succeeded'`.execute(
    trx,
  )
}

/** The next postponed night with two orders or more: the first half of them have their message and the offer of a refund. */
async function seedStopped(trx: Db, { asOf }: SeedStory): Promise<void> {
  const { rows } = await sql<{ id: number; performanceId: number }>`
    with night as (
      select f.id, f.event_id, ${named} as name
      from performances f join events e on e.id = f.event_id join purchases p on p.performance_id = f.id and p.booking_status = 'confirmed'
      where f.status in ('postponed', 'rescheduled') and f.starts_at > ${asOf}::timestamptz
      group by f.id, e.name having count(*) >= 2 order by count(*) desc, f.starts_at, f.id limit 1)
    insert into order_runs (name, kind, state, event_id, performance_ids, refunds, paid_by, refund_until, reason, call_key,
      requested_by, created_at, updated_at)
    select name, 'postponement', 'stopped', event_id, array[id], false, 'platform',
      date_trunc('day', ${asOf}::timestamptz) + interval '21 days', 'The venue is being repaired', 'seed-stopped',
      ${person('sales-agent')}, ${asOf}::timestamptz - interval '3 hours', ${asOf}::timestamptz - interval '2 hours'
    from night returning id, performance_ids[1] as "performanceId"`.execute(trx)
  const [run] = rows
  if (!run) return
  const { rows: done } = await sql<{ id: number }>`
    with placed as (
      select p.id, p.currency, row_number() over (order by p.id) as place, count(*) over () as all_of_them
      from purchases p where p.performance_id = ${run.performanceId} and p.booking_status = 'confirmed'
    ), kept as (
      insert into order_run_items (run_id, purchase_id, state, currency, refund, supplier_returns, is_told, finished_at)
      select ${run.id}, id, case when place * 2 <= all_of_them then 'done' else 'waiting' end, currency, 0, 0, true,
        case when place * 2 <= all_of_them then ${asOf}::timestamptz - interval '2 hours' end
      from placed order by id returning purchase_id, state
    ), offered as (
      insert into refund_offers (purchase_id, run_id, until, created_at)
      select k.purchase_id, r.id, r.refund_until, ${asOf}::timestamptz - interval '2 hours'
      from kept k, order_runs r where r.id = ${run.id} and k.state = 'done' returning purchase_id as id)
    select id from offered`.execute(trx)
  // A refund offer of this statement is not seen by the letters of the same one, so they are written after it.
  const letters = await writeLetters(
    trx,
    done.map(({ id }) => id),
    'postponement',
    { hasLinks: false },
  )
  await sendLetters(trx, 'postponement', letters, 'Amara Okonkwo')
  await sql`
    update order_messages set created_at = ${asOf}::timestamptz - interval '2 hours'
    where kind = 'postponement' and purchase_id = any(${done.map(({ id }) => id)}::bigint[])`.execute(trx)
  await sql`
    update messages set status = 'sent', attempts = 1, next_attempt_at = null,
      created_at = ${asOf}::timestamptz - interval '2 hours', updated_at = ${asOf}::timestamptz - interval '2 hours',
      sent_at = ${asOf}::timestamptz - interval '2 hours'
    where id in (select message_id from order_messages where kind = 'postponement'
      and purchase_id = any(${done.map(({ id }) => id)}::bigint[]))`.execute(trx)
}
