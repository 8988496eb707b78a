import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import type { ServerContext } from '../../../core/calls/server-module.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import type { Call, Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import { requireFreshSignIn } from '../../../platform/auth/sign-in/fresh-sign-in.server.ts'
import { personOf } from '../../payments/refund-context.server.ts'
import type { RefundSum } from '../../payments/refund-limits.server.ts'
import {
  admitRefund,
  assertMayApproveAll,
  assertMayGiveAll,
  assertMayRefund,
} from '../../payments/refund-limits.server.ts'
import type { PaymentGateway } from '../payment-gateway.server.ts'
import { gatewayOf } from '../payment-gateway.server.ts'
import { planOrders } from './plan-run.server.ts'
import { tellOfDecision } from './run-notices.server.ts'
import { possible, previewOf } from './run-preview.server.ts'
import { progressOf } from './run-progress.server.ts'
import type { Run } from './run-rows.server.ts'
import { assertInCitiesOf, finishRun, lockRun } from './run-rows.server.ts'
import type { RunState } from './run-labels.ts'
import {
  approveRun,
  previewRun,
  readRunProgress,
  rejectRun,
  resumeRun,
  retryRun,
  startRun,
  stopRun,
} from './run.endpoints.ts'
import { plannedRun, refundsAlone, startPlanned, wakeAfter } from './start-run.server.ts'

type Making = Pick<Call, 'db' | 'actor' | 'audit' | 'reply'>

/** The calls by which staff carry a cancellation or postponement through to its orders. */
export function implementOrderRuns({ settings }: Pick<ServerContext, 'settings'>): readonly Implementation[] {
  const gateway = gatewayOf(settings)
  const limited = { enforcesLimits: true }
  return [
    implement(
      previewRun,
      async ({ db, actor, input }) => {
        const { orders, needsApproval } = await plannedRun({ db, actor }, input, gateway, false)
        return previewOf(input, orders, needsApproval)
      },
      { transaction: false, ...limited },
    ),
    implement(
      startRun,
      async (call) => {
        const { token, reason, ...wish } = call.input
        admit(call.actor, wish.refunds)
        const key = `${personOf(call.actor) ?? 'system'}:${String(call.request.headers['idempotency-key'] ?? '')}`
        return await startPlanned(call, { wish, reason, token, key: key.slice(0, 300) }, gateway)
      },
      limited,
    ),
    implement(stopRun, async (call) => await turn(call, call.params.id, ['running'], 'stopped', 'stop'), limited),
    implement(
      resumeRun,
      async (call) => {
        const run = await lockRun(call.db, call.params.id)
        if (run.refunds) admitRefund(call.actor)
        else requireFreshSignIn(call.actor, t('resume a run'))
        assertState(run, ['stopped'])
        await assertMaySetGoing(call, run)
        return await turn(call, call.params.id, ['stopped'], 'running', 'resume')
      },
      limited,
    ),
    implement(retryRun, async (call) => await retry(call, call.params.id, gateway), limited),
    implement(approveRun, async (call) => await approve(call, call.params.id), limited),
    implement(rejectRun, async (call) => await reject(call, call.params.id), limited),
    implement(readRunProgress, async ({ db, actor, params, query }) => await progressOf(db, actor, params.id, query)),
  ]
}

/** What comes before every start: a fresh sign-in, and where money goes back what every refund asks for. */
function admit(actor: Actor, refunds: boolean): void {
  if (refunds) admitRefund(actor)
  else requireFreshSignIn(actor, t('change all orders of a performance'))
}

/** Moves a run from one state to another. */
async function turn(call: Making, id: string, from: readonly RunState[], to: RunState, action: string) {
  const { db, actor } = call
  const run = await lockRun(db, id)
  await assertInCitiesOf(db, actor, run.performanceIds)
  assertState(run, from)
  return await writeState(call, run, to, action)
}

function assertState(run: Run, from: readonly RunState[]): void {
  if (!from.includes(run.state))
    throw new Refusal(409, t('This run has changed since you opened it.'), { error: 'NotPossible' })
}

async function writeState(
  call: Making,
  run: Run,
  to: RunState,
  action: string,
  approvedBy: number | null = run.approvedBy,
): Promise<{ id: number; state: RunState }> {
  const { db, audit } = call
  await sql`
    update order_runs set state = ${to}, approved_by = ${approvedBy}, finished_at = null, updated_at = now(),
      version = version + 1
    where id = ${run.id}`.execute(db)
  audit.record({
    action: `${action}-run`,
    object: 'order-runs',
    recordId: run.id,
    title: run.name,
    before: { state: run.state },
    after: { state: to },
    version: run.version + 1,
  })
  if (to === 'running') wakeAfter(call)
  return { id: run.id, state: to }
}

/** One person approves all refunds of a run, as they were shown: an order that has changed since then fails. */
async function approve(call: Making, id: string) {
  const { db, actor } = call
  admitRefund(actor)
  const run = await lockRun(db, id)
  assertState(run, ['requested'])
  await assertMayApproveAll(actor, db, await sumsBegun(db, run.id), run.requestedBy)
  await tellOfDecision(db, run, { by: actor, isApproved: true })
  return await writeState(call, run, 'running', 'approve', personOf(actor))
}

async function reject(call: Making, id: string) {
  const { db, actor } = call
  const run = await lockRun(db, id)
  assertState(run, ['requested'])
  for (const sum of await sumsBegun(db, run.id)) assertMayRefund(actor, sum)
  await tellOfDecision(db, run, { by: actor, isApproved: false })
  return await writeState(call, run, 'rejected', 'reject')
}

/**
 * Who sets waiting orders going gives their refunds back: they need the permission for each city, and a limit that covers
 * them unless another person has approved them.
 *
 * @throws Refusal 403
 */
async function assertMaySetGoing({ db, actor }: Making, run: Run): Promise<void> {
  if (!run.refunds) return
  const sums = await sumsToGive(db, run.id, sql`i.state = 'waiting'`)
  for (const sum of sums) assertMayRefund(actor, sum)
  if (run.approvedBy !== null) return
  await assertMayGiveAll(actor, db, sums)
}

/** What a run gives back by the orders that can be done. */
const sumsBegun = (db: Db, runId: number) => sumsToGive(db, runId, sql`i.state <> 'failed'`)

/** What some orders of a run give back in each city and currency. */
async function sumsToGive(db: Db, runId: number, which: RawBuilder<unknown>): Promise<readonly RefundSum[]> {
  const { rows } = await sql<RefundSum>`
    select p.city_id as "cityId", i.currency, sum(i.refund)::bigint as amount
    from order_run_items i join purchases p on p.id = i.purchase_id
    where i.run_id = ${runId} and ${which} group by 1, 2`.execute(db)
  return rows
}

/** What a run gives back by its person alone, which counts with what they retry: the limit is for the run as a whole. */
async function begunAlone({ db, actor }: Making, { id, requestedBy, approvedBy }: Run): Promise<readonly RefundSum[]> {
  return requestedBy === personOf(actor) && approvedBy === null ? await sumsBegun(db, id) : []
}

/** Failed orders wait again with what is true of them now; those that still cannot be done say why. */
async function retry(call: Making, id: string, gateway: PaymentGateway | null) {
  const { db, actor } = call
  const run = await lockRun(db, id)
  admit(actor, run.refunds)
  await assertInCitiesOf(db, actor, run.performanceIds)
  assertState(run, ['running', 'stopped', 'done'])
  const failed = sql`p.id in (select i.purchase_id from order_run_items i where i.run_id = ${run.id} and i.state = 'failed')`
  const orders = await planOrders(db, run, failed, gateway)
  if (possible(orders).length === 0)
    throw new Refusal(409, t('The orders that failed still can’t be done.'), { error: 'NotPossible' })
  if (run.refunds && !(await refundsAlone(call, orders, await begunAlone(call, run))))
    throw new Refusal(403, t('These refunds are above your limit. Ask a person whose limit covers them to retry.'), {
      error: 'AboveLimit',
    })
  await sql`
    update order_run_items i set state = case when g.problem is null then 'waiting' else 'failed' end, problem = g.problem,
      refund = g.refund, supplier_returns = g."supplierReturns", is_told = g."isTold",
      finished_at = case when g.problem is not null then now() end
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
      g (id bigint, problem text, refund bigint, "supplierReturns" bigint, "isTold" boolean)
    where i.run_id = ${run.id} and i.purchase_id = g.id and i.state = 'failed'`.execute(db)
  // What still waited goes on, too.
  if (run.state === 'stopped') await assertMaySetGoing(call, run)
  const answer = await writeState(call, run, 'running', 'retry')
  await finishRun(db, run.id)
  return answer
}
