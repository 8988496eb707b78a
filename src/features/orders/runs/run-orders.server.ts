import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Actor } from '../../../core/access/access.ts'
import { announceChange, appendAudit } from '../../../core/audit/audit.server.ts'
import { msg } from '../../../core/i18n/language.ts'
import type { Job } from '../../../core/jobs/jobs.server.ts'
import { wakeJob } from '../../../core/jobs/jobs.server.ts'
import type { Database } from '../../../db/database.server.ts'
import { asUnavailable } from '../../../db/engine-errors.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { storedSql } from '../../../platform/stored-texts/stored-columns.server.ts'
import { addRefund } from '../../payments/refund-context.server.ts'
import { quoteRest } from '../../payments/refund-quote.server.ts'
import { sendRefundsName } from '../../payments/send-refunds.server.ts'
import { endOrder } from '../end-order.server.ts'
import { writeLetters } from '../messages/order-letter.server.ts'
import { sendLetters } from '../messages/send-order-messages.server.ts'
import type { LockedOrder } from '../order-moves.server.ts'
import { lockOrder, lockPayments } from '../order-moves.server.ts'
import type { PaymentGateway } from '../payment-gateway.server.ts'
import { settleSupplierCallsJob } from '../supplier-calls.server.ts'
import { orderRuns } from './order-runs.ts'
import { planOrders, thatOrder } from './plan-run.server.ts'
import type { Run } from './run-rows.server.ts'
import { finishRun, runColumns } from './run-rows.server.ts'
import type { RunProblem } from './run-labels.ts'

// Each order is one transaction with its row of the run: either both are done or neither. So a process can die anywhere, and
// whichever takes over does what is left and nothing twice. Suppliers and gateways are asked by their own jobs, after the commit.

export const carryOutRunsName = 'carry-out-order-runs'

export function carryOutRunsJob(gateway: PaymentGateway | null): Job {
  return {
    name: carryOutRunsName,
    label: msg('Order runs'),
    does: msg('Cancels, refunds or keeps the orders of cancelled and postponed performances, one by one.'),
    staleWithout: msg('Runs that staff started wait, and customers of cancelled events are not notified.'),
    overlap: 'share',
    cron: '* * * * *',
    counts: { done: msg('Orders done'), failed: msg('Orders failed') },
    async run({ database, log, signal, count }) {
      while (!signal.aborted) {
        const outcome = await carryOutNext(database, gateway, log)
        if (outcome === null) break
        count(outcome)
      }
      await finishThoseDone(database)
    },
  }
}

interface Taken extends Run {
  readonly itemId: number
  readonly purchaseId: number
  readonly reason: string
  readonly refundUntil: string | null
  readonly plannedRefund: number
  readonly plannedReturns: number
  readonly isTold: boolean
  readonly requester: string
  readonly requesterEmail: string
}

/**
 * Does the next order of any run that is under way.
 *
 * @returns what became of it, or null where none is left
 */
async function carryOutNext(
  database: Pick<Database, 'kysely'>,
  gateway: PaymentGateway | null,
  log: Pick<Logger, 'warn'>,
): Promise<'done' | 'failed' | null> {
  let taken: Taken | null = null
  try {
    return await database.kysely.transaction().execute(async (db) => {
      taken = await take(db)
      if (!taken) return null
      const problem = await carryOut(db, taken, gateway)
      await settle(db, taken, problem)
      return problem === null ? 'done' : 'failed'
    })
  } catch (error) {
    const failed = taken as Taken | null
    // The order waits for the next run of the job where the database was away, or gave way to another transaction.
    if (!failed || asUnavailable(error) !== null || isDeadlock(error)) throw error
    log.warn({ err: error, run: failed.id, order: failed.purchaseId }, 'An order of a run could not be done')
    await database.kysely.transaction().execute((db) => settle(db, failed, 'unexpected'))
    return 'failed'
  } finally {
    const { refunds = false } = (taken as Taken | null) ?? {}
    if (refunds) wakeJob(sendRefundsName)
    wakeJob(settleSupplierCallsJob.name)
  }
}

/** Takes one order in hand, so that no two processes do the same. A run that is stopped begins no further one. */
async function take(db: Db): Promise<Taken | null> {
  const { rows } = await sql<Taken>`
    select ${runColumns}, r.reason, r.refund_until as "refundUntil", i.id as "itemId", i.purchase_id as "purchaseId",
      i.refund as "plannedRefund", i.supplier_returns as "plannedReturns", i.is_told as "isTold", s.name as requester,
      s.email as "requesterEmail"
    from order_runs r join order_run_items i on i.run_id = r.id join staff s on s.id = r.requested_by
    where r.state = 'running' and i.state = 'waiting' order by r.id, i.id limit 1 for update of i skip locked`.execute(
    db,
  )
  return rows[0] ?? null
}

const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === '40P01'

async function settle(db: Db, { id, itemId }: Taken, problem: RunProblem | null): Promise<void> {
  await sql`
    update order_run_items set state = ${problem === null ? 'done' : 'failed'}, problem = ${problem}, finished_at = now()
    where id = ${itemId} and state = 'waiting'`.execute(db)
  await finishRun(db, id)
  await announceChange(db, orderRuns.name, null)
}

/** Those whose last orders two processes finished at the same moment, each without seeing the other's. */
async function finishThoseDone({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from order_runs r where state = 'running'
      and not exists (select from order_run_items i where i.run_id = r.id and i.state = 'waiting')`.execute(kysely)
  for (const { id } of rows) await kysely.transaction().execute((db) => finishRun(db, id))
}

/** The person who asked for the run, without any rights: what the run does was allowed when it was started. */
const actorOf = ({ requestedBy, requester, requesterEmail }: Taken): Actor => ({
  kind: 'staff',
  id: requestedBy,
  name: requester,
  email: requesterEmail,
  role: null,
  grants: { isSuperUser: false, objects: {} },
})

/** Does what the dry run said of an order. Why it cannot, if the order has changed; then nothing is written. */
async function carryOut(db: Db, run: Taken, gateway: PaymentGateway | null): Promise<RunProblem | null> {
  const order = await lockOrder(db, thatOrder(run.purchaseId))
  const [plan] = await planOrders(db, run, thatOrder(run.purchaseId), gateway)
  if (!order || !plan) return 'changed'
  if (plan.problem !== null) return plan.problem
  if (plan.refund !== run.plannedRefund || plan.supplierReturns !== run.plannedReturns) return 'changed'
  if (plan.refund > 0) await lockPayments(db, order)
  if (run.kind === 'postponement') await postpone(db, run, order)
  else {
    const kept = run.kind === 'cancellation' ? await cancel(db, run, order) : order
    if (plan.refund > 0) await refund(db, run, kept)
  }
  return null
}

/**
 * Cancelling leaves what we owe for a confirmed order as it is: what a supplier returns comes back with the refund that it pays for.
 */
async function cancel(db: Db, run: Taken, order: LockedOrder): Promise<LockedOrder> {
  const by = { actor: actorOf(run), kind: 'staff' } as const
  return await endOrder(db, order, 'cancelled', { by, detail: run.reason, reason: run.reason, refund: 0 })
}

async function refund(db: Db, run: Taken, order: LockedOrder): Promise<void> {
  const actor = actorOf(run)
  const { wish, quote } = await quoteRest(db, order, run.paidBy)
  await addRefund(db, order, {
    wish: { ...wish, reason: 'event_cancelled', note: run.reason },
    quote,
    actor,
    key: `order-run-${run.id}`,
    isAlone: !run.needsApproval,
    approvedBy: run.approvedBy,
    detail: run.reason,
  })
  await write(db, run, order, {
    action: 'refund',
    before: { refundPending: order.refundPending },
    after: { refundPending: order.refundPending + quote.amount },
  })
}

/** The order is kept: it gets the start of its performance, its customer a message, and where staff say so a last day for a refund. */
async function postpone(db: Db, run: Taken, order: LockedOrder): Promise<void> {
  await sql`
    update purchases u set travel_date = f.local_date, local_time = f.local_time, starts_at = f.starts_at,
      ends_at = f.starts_at + (u.ends_at - u.starts_at)
    from performances f where u.id = ${order.id} and f.id = u.performance_id
      and (u.travel_date, u.local_time, u.starts_at) is distinct from (f.local_date, f.local_time, f.starts_at)`.execute(
    db,
  )
  if (run.refundUntil !== null)
    await sql`
      insert into refund_offers (purchase_id, run_id, until) values (${order.id}, ${run.id}, ${run.refundUntil})
      on conflict (purchase_id) do update set run_id = excluded.run_id, until = excluded.until`.execute(db)
  const actor = actorOf(run)
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, detail, said)
    values (${order.id}, now(), 'noted', 'staff', ${actor.name},
      ${storedSql(storedText('The performance was postponed: {reason}', { reason: run.reason }))})`.execute(db)
  if (run.isTold) await sendLetters(db, 'postponement', await writeLetters(db, [order.id], 'postponement'), actor.name)
  await write(db, run, order, { action: 'postpone', before: {}, after: { refundUntil: run.refundUntil } })
}

interface Change {
  readonly action: string
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

async function write(db: Db, run: Taken, order: LockedOrder, { action, before, after }: Change): Promise<void> {
  await sql`update purchases set version = version + 1, updated_at = now() where id = ${order.id}`.execute(db)
  const version = order.version + 1
  const entry = { action, object: 'purchases', recordId: order.id, title: order.reference, before, after, version }
  await appendAudit(db, [{ ...entry, reason: run.reason }], { actor: actorOf(run) })
}
