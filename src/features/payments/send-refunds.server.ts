import { sql } from 'kysely'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import { withQueue } from '../../platform/jobs/staffed-job.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { PaymentGateway, RefundAnswer, RefundRequest } from '../orders/payment-gateway.server.ts'
import type { RefundOutcome } from '../orders/refund-moves.server.ts'
import { settleRefund } from '../orders/refund-moves.server.ts'
import type { PaymentProvider, RefundDestination, RefundReason } from '../purchases/states/purchase-ledger.ts'

// No gateway is called inside a transaction. A refund that is approved is the intent: it is taken in hand and committed as
// `processing`, the gateway is asked with the refund's key, and its answer is settled. A process can die between any two.
// What it left is due again soon after: the gateway is asked what became of it before anything is sent again.

/**
 * Twenty seconds after the first try, then twice as long each time, a day at most. So long a process has the refund to
 * itself: an answer of the gateway is waited for half as long.
 */
const nextTry = sql`now() + least(interval '1 day', interval '20 seconds' * power(2, least(tries, 13)))`
const rounding = sql`interval '1 millisecond'`

interface TakenRefund extends Omit<RefundRequest, 'key'> {
  readonly id: number
  readonly provider: PaymentProvider
  readonly order: string
  readonly attempt: number
  readonly tries: number
  readonly reason: RefundReason
  readonly destination: RefundDestination
}

/** The key by which a gateway knows one attempt at a refund. */
export function gatewayKey({ order, id, attempt }: Pick<TakenRefund, 'order' | 'id' | 'attempt'>): string {
  return `refund-${order}-${id}-${attempt}`
}

export const sendRefundsName = 'send-refunds'

/** Sends what is approved, and asks about what is on its way. */
export function sendRefundsJob(gateway: PaymentGateway | null): Job {
  const job: Job = {
    name: sendRefundsName,
    label: msg('Refunds'),
    does: msg('Sends approved refunds to the gateway and asks about those on their way.'),
    staleWithout: msg('Approved refunds stay unsent, and customers wait for their money.'),
    cron: '* * * * *',
    overlap: 'share',
    async run({ database, log, signal }) {
      while (gateway && !signal.aborted) {
        // A database that is away ends the run, which begins again in a minute; it would fail again at once.
        const { wait, ...refund } = await take(database.kysely)
        if (!isTaken(refund)) return wakeIn(wait)
        await send(database, gateway, refund).catch((error: unknown) =>
          log.warn({ err: error, refund: refund.id }, 'A refund is not settled yet'),
        )
        // No other one is due now: what is approved from here on wakes the job again.
        if (wait !== null && wait > 0) return wakeIn(wait)
      }
    },
  }
  return withQueue(job, sql`select count(*) from refunds where next_try_at <= now()`)
}

let alarm: NodeJS.Timeout | undefined

/** What is due before the next full minute does not wait for it: a customer's money is on its way. In milliseconds. */
function wakeIn(wait: number | null): void {
  clearTimeout(alarm)
  if (wait !== null) alarm = setTimeout(() => wakeJob(sendRefundsName), Math.max(wait, 0)).unref()
}

/**
 * Sends a refund, or asks what became of it.
 *
 * @throws what the gateway throws; the refund stays `processing` and is asked about later
 */
async function send(database: Pick<Database, 'kysely'>, gateway: PaymentGateway, refund: TakenRefund): Promise<void> {
  const answer = await ask(gateway, refund)
  if (answer.state === 'processing')
    await sql`
      update refunds set psp_reference = ${answer.reference} where id = ${refund.id} and state = 'processing'`.execute(
      database.kysely,
    )
  else await settleRefund(database, refund.id, answer)
}

async function ask(gateway: PaymentGateway, refund: TakenRefund): Promise<RefundAnswer | RefundOutcome> {
  // Credit is ours to give; the database makes it with the refund.
  if (refund.destination === 'credit') return { state: 'succeeded', reference: null }
  if (!gateway.handles(refund.provider)) return { state: 'failed', reason: 'provider_not_connected' }
  const request: RefundRequest = { ...refund, key: gatewayKey(refund) }
  const known = refund.tries > 1 ? await gateway.findRefund(request) : null
  return known ?? (await gateway.refund(request))
}

interface Taken extends Partial<TakenRefund> {
  /** Until another one is due, or this one again, in milliseconds: null where none is within the minute. */
  readonly wait: number | null
}
const isTaken = (taken: Partial<TakenRefund>): taken is TakenRefund => typeof taken.id === 'number'

/**
 * Whether the database lets a refund of `refunds` leave. What the bank decides on, or has given back already, is all of a
 * payment with its parts on other orders: such a refund is passed over, so that it delays no other. The same condition as
 * in `refunds_within_their_payment`.
 */
const canLeave = sql`(refunds.state <> 'approved' or not exists (
  select from payments x join payments g on g.id = coalesce(x.split_of, x.id) cross join lateral (
    select coalesce(bool_or(d.status in ('needs_response', 'under_review')), false) as "isOpen",
      coalesce(sum(d.withdrawn - d.reinstated) filter (where d.status = 'lost'), 0) as lost
    from disputes d where d.payment_id in (select f.id from payments f where f.id = g.id or f.split_of = g.id)) d
  where x.id = refunds.payment_id and (d."isOpen" or d.lost > 0 and d.lost + (
    select sum(r.amount) from refunds r join payments y on y.id = r.payment_id
    where (y.id = g.id or y.split_of = g.id) and r.state in ('requested', 'approved', 'processing', 'succeeded'))
      > g.captured + g.moved)))`

/** Takes one refund in hand that is due, so that no two processes send it, or says when the next one is. */
async function take(db: Db): Promise<Taken> {
  const { rows } = await sql<Taken>`
    with taken as (
      update refunds set state = 'processing', tries = tries + 1, next_try_at = ${nextTry}, updated_at = now(),
        version = version + 1
      where id = (select id from refunds where next_try_at <= now() + ${rounding} and ${canLeave} order by next_try_at, id limit 1
        for update skip locked)
      returning id, payment_id, purchase_id, amount, currency, reason, destination, attempt, tries, next_try_at
    )
    select w.wait, t.* from (
      select (extract(epoch from least(min(next_try_at), (select next_try_at from taken)) - now()) * 1000)::float8 as wait
      from refunds where next_try_at <= now() + interval '1 minute' and id is distinct from (select id from taken) and ${canLeave}) w
    left join (
      select r.id, r.amount, r.currency, r.reason, r.destination, r.attempt, r.tries, x.provider,
        coalesce(g.gateway_reference, g.psp_reference) as payment, p.reference as order
      from taken r join payments x on x.id = r.payment_id join payments g on g.id = coalesce(x.split_of, x.id)
        join purchases p on p.id = r.purchase_id) t on true`.execute(db)
  return rows[0] ?? { wait: null }
}
