import { sql } from 'kysely'
import { may } from '../../../core/access/access.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import type { Call } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { wakeJob } from '../../../core/jobs/jobs.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { personOf } from '../../payments/refund-context.server.ts'
import type { RefundSum } from '../../payments/refund-limits.server.ts'
import { assertMayRefund, refundsSumsAlone } from '../../payments/refund-limits.server.ts'
import { performanceWords } from '../../events/performance/performance-labels.ts'
import type { PaymentGateway } from '../payment-gateway.server.ts'
import type { PlannedOrder, RunWish } from './plan-run.server.ts'
import { ordersOf, planOrders } from './plan-run.server.ts'
import { carryOutRunsName } from './run-orders.server.ts'
import { askToApproveRun } from './run-notices.server.ts'
import { assertPreviewed, possible, previewOf } from './run-preview.server.ts'
import { assertInCitiesOf } from './run-rows.server.ts'
import type { RunState } from './run-labels.ts'

/** Orders of one run. */
const maxOrders = 10_000

type Wish = RunWish & { readonly performanceIds: readonly number[]; readonly refundUntil: string | null }
type Given = Pick<Call, 'db' | 'actor'>
type Starting = Given & Pick<Call, 'audit' | 'reply'>

interface Performances {
  readonly eventId: number
  readonly name: string
  readonly timeZone: string
}

const fitting = {
  cancellation: ['cancelled'],
  refund: ['cancelled'],
  postponement: ['postponed', 'rescheduled'],
} as const

/** The event of performances whose status fits what the run does. */
async function performancesOf(db: Db, { kind, performanceIds }: Wish, isLocked: boolean): Promise<Performances> {
  const { rows } = await sql<Performances & { id: number; status: string; performance: string }>`
    select p.id, p.event_id as "eventId", p.status, e.name, p.name as performance, p.time_zone as "timeZone"
    from performances p join events e on e.id = p.event_id
    where p.id = any(${[...performanceIds]}::bigint[]) order by p.id ${isLocked ? sql`for no key update of p` : sql``}`.execute(
    db,
  )
  const [first] = rows
  if (!first || rows.length < new Set(performanceIds).size)
    throw invalid({ performanceIds: t('Performance not found.') })
  if (rows.some(({ eventId }) => eventId !== first.eventId))
    throw invalid({ performanceIds: t('Choose performances of one event.') })
  const other = rows.find(({ status }) => !(fitting[kind] as readonly string[]).includes(status))
  if (other)
    throw new Refusal(
      409,
      kind === 'postponement'
        ? t('{name} is neither postponed nor rescheduled. Do that first.', {
            name: performanceWords(other.performance),
          })
        : t('{name} is not cancelled. Cancel it first.', { name: performanceWords(other.performance) }),
      { error: 'NotPossible' },
    )
  return rows.length === 1 ? { ...first, name: first.performance } : first
}

function checkWish({ kind, refunds, refundUntil }: Wish): void {
  if (kind === 'refund' && !refunds) throw invalid({ refunds: t('A refund run gives money back.') })
  if (kind === 'postponement' && refunds)
    throw invalid({ refunds: t('Postponed orders are kept. Offer refunds on request.') })
  if (kind !== 'postponement' && refundUntil !== null)
    throw invalid({ refundUntil: t('Only postponed orders are refunded on request.') })
}

/** What a run would do, with every rule asked. `isLocked` keeps the performances as they are until the transaction ends. */
export async function plannedRun({ db, actor }: Given, wish: Wish, gateway: PaymentGateway | null, isLocked: boolean) {
  checkWish(wish)
  const performances = await performancesOf(db, wish, isLocked)
  await assertInCitiesOf(db, actor, wish.performanceIds)
  const orders = await planOrders(db, wish, ordersOf(wish.kind, wish.performanceIds), gateway)
  if (orders.length > maxOrders)
    throw new Refusal(409, t('More than {n} orders. Choose fewer performances.', { n: maxOrders }))
  const needsApproval = wish.refunds && !(await refundsAlone({ db, actor }, orders))
  return { performances, orders, needsApproval }
}

/** What a plan gives back in each city and currency. */
function refundSums(orders: readonly Pick<PlannedOrder, 'cityId' | 'currency' | 'refund'>[]): readonly RefundSum[] {
  const groups = Map.groupBy(orders, ({ cityId, currency }) => `${cityId} ${currency}`)
  return [...groups.values()].flatMap((those) => {
    const [first] = those
    const amount = those.reduce((sum, { refund }) => sum + refund, 0)
    return first && amount > 0 ? [{ cityId: first.cityId, currency: first.currency, amount }] : []
  })
}

/**
 * Whether a person can give back what a plan does without another, together with what the run has begun.
 *
 * @throws Refusal 403 for who cannot refund there at all
 */
export async function refundsAlone(
  { db, actor }: Given,
  orders: readonly PlannedOrder[],
  begun: readonly RefundSum[] = [],
): Promise<boolean> {
  if (!may(actor.grants, 'refund', 'purchases'))
    throw new Refusal(403, t('Your role has no refund permission on purchases.'), { error: 'Forbidden' })
  const doable = possible(orders)
  const sums = refundSums(doable)
  for (const sum of sums) assertMayRefund(actor, sum)
  const ids = doable.map(({ id }) => id)
  return await refundsSumsAlone(db, actor, [...sums, ...begun], ids)
}

interface Start {
  readonly wish: Wish
  readonly reason: string
  readonly token: string
  readonly key: string
}

/**
 * Starts what was previewed, or asks another person to approve it.
 *
 * @throws Refusal 409 with the new preview where it is no longer what was previewed
 */
export async function startPlanned(
  call: Starting,
  { wish, reason, token, key }: Start,
  gateway: PaymentGateway | null,
) {
  const { db, actor, audit } = call
  const { performances, orders, needsApproval } = await plannedRun(call, wish, gateway, true)
  await refuseSecond(db, wish)
  const preview = previewOf(wish, orders, needsApproval)
  assertPreviewed(token, wish, orders, preview)
  if (preview.orders === 0) throw new Refusal(409, t('None of these orders can be done now.'), { error: 'NotPossible' })
  const refundUntil = await endOfDay(db, wish, performances)
  const state: RunState = needsApproval ? 'requested' : 'running'
  const name = performances.name.slice(0, 300)
  const { rows } = await sql<{ id: number }>`
    insert into order_runs (name, kind, state, event_id, performance_ids, refunds, paid_by, refund_until, reason, call_key,
      needs_approval, requested_by)
    values (${name}, ${wish.kind}, ${state}, ${performances.eventId}, ${[...new Set(wish.performanceIds)]}::bigint[],
      ${wish.refunds}, ${wish.paidBy}, ${refundUntil}, ${reason}, ${key}, ${needsApproval}, ${personOf(actor)})
    returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  await sql`
    insert into order_run_items (run_id, purchase_id, state, problem, currency, refund, supplier_returns, is_told, finished_at)
    select ${id}, g.id, case when g.problem is null then 'waiting' else 'failed' end, g.problem, g.currency, g.refund,
      g."supplierReturns", g."isTold", case when g.problem is not null then now() end
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
      g (id bigint, problem text, currency text, refund bigint, "supplierReturns" bigint, "isTold" boolean) order by g.id`.execute(
    db,
  )
  const { token: _, problems, ...totals } = preview
  audit.record({
    action: needsApproval ? 'request-run' : 'start-run',
    object: 'order-runs',
    recordId: id,
    title: name,
    after: { kind: wish.kind, refunds: wish.refunds, paidBy: wish.paidBy, ...totals, notPossible: problems.length },
    reason,
    version: 1,
  })
  if (state === 'running') wakeAfter(call)
  else await askToApproveRun(db, { id, name }, personOf(actor))
  return { id, state }
}

/** Behind the lock of the performances, so that of two starts at once the second is refused. */
async function refuseSecond(db: Db, { kind, performanceIds }: Wish): Promise<void> {
  const { rows } = await sql`
    select from order_runs where kind = ${kind} and state in ('requested', 'running', 'stopped')
      and performance_ids && ${[...performanceIds]}::bigint[] limit 1`.execute(db)
  if (rows.length > 0)
    throw new Refusal(409, t('A run of this kind is still open for these performances.'), { error: 'RunOpen' })
}

/** The end of the last day on which refunds can be asked for, at the venue. */
async function endOfDay(db: Db, { refundUntil }: Wish, { timeZone }: Performances): Promise<string | null> {
  if (refundUntil === null) return null
  const { rows } = await sql<{ at: string; isPast: boolean }>`
    select at, at <= now() as "isPast" from (select (${refundUntil}::date + 1)::timestamp at time zone ${timeZone} as at) g`.execute(
    db,
  )
  const [end] = rows
  if (!end || end.isPast) throw invalid({ refundUntil: t('Choose today or a later day.') })
  return end.at
}

/** The run goes on once its row is committed. */
export function wakeAfter({ reply }: Pick<Call, 'reply'>): void {
  reply.raw.once('close', () => wakeJob(carryOutRunsName))
}
