import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { ApiCaller } from '../api-users/api-access.server.ts'
import { moved } from '../purchases/states/order-transitions.ts'
import { endOrder } from './end-order.server.ts'
import { ownedBy } from './order-answer.server.ts'
import type { LockedOrder } from './order-moves.server.ts'
import { lockedColumns, lockOrder, lockPayments } from './order-moves.server.ts'
import type { CancellationQuote, RefundReason } from './order.endpoints.ts'
import { isUnconfirmed, policyRefund } from '../purchases/policy-refund.ts'
import { refundsOf, writeRefundSums } from './refund-moves.server.ts'
import { askSupplier } from './supplier-calls.server.ts'
import { supplierOf } from './suppliers.server.ts'

type Caller = Pick<ApiCaller, 'userId' | 'name'>

/**
 * What cancelling an order now gives back, by the policy that it was sold under or by a better offer. It changes nothing.
 *
 * @throws Refusal 404 for an order of another API user, 409 for one that has ended or whose payment a bank decides on
 */
export async function quoteCancellation(db: Db, { userId }: Caller, reference: string): Promise<CancellationQuote> {
  const { rows } = await sql<LockedOrder>`
    select ${lockedColumns} from purchases p join order_placements o on o.purchase_id = p.id
    where ${ownedBy(reference, userId)}`.execute(db)
  const [order] = rows
  if (!order) throw new Refusal(404, t('Order not found.'))
  refuseEnded(order)
  const quote = quoteOf(order, Date.now())
  await refuseDisputed(db, order, quote)
  return quote
}

type Terms = Pick<LockedOrder, 'booking' | 'policy' | 'offeredUntil' | 'isCalledOff'>

/**
 * By what an order gives money back when it is cancelled at a moment: what we called off or put off, or never confirmed, gives back
 * everything, whatever the policy says.
 */
export function refundReason({ booking, offeredUntil, isCalledOff }: Terms, now: number): RefundReason {
  if (isCalledOff) return 'event_cancelled'
  if (offeredUntil !== null && now < Date.parse(offeredUntil)) return 'event_postponed'
  return isUnconfirmed(booking) ? 'not_confirmed' : 'policy'
}

/** The share of the price that comes back at a moment, by the policy or something better, in basis points. */
export function refundShare(order: Terms, now: number): number {
  if (refundReason(order, now) !== 'policy') return 10_000
  return Math.max(0, ...order.policy.filter(({ until }) => now < Date.parse(until)).map(({ refund }) => refund))
}

/** The quote of an order as it is; its token is the same as long as everything that it depends on is. */
export function quoteOf(order: LockedOrder, now: number): CancellationQuote {
  const left = order.captured - order.refunded - order.refundPending - order.chargedBack
  const step = order.policy.find(({ until }) => Date.parse(until) > now)
  const [reason, basisPoints] = [refundReason(order, now), refundShare(order, now)]
  const refund = policyRefund(order, basisPoints)
  const seen = [order.id, order.booking, order.payment, left, basisPoints, refund]
  const ends = { event_cancelled: null, event_postponed: order.offeredUntil, not_confirmed: null, policy: step?.until }
  return {
    token: createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 40),
    refund,
    kept: left - refund,
    basisPoints,
    reason,
    currency: order.currency,
    validUntil: ends[reason] ?? null,
  }
}

/** Whether a bank has yet to decide on a payment of order `p`, or on one that it has a part of. Until then nothing goes back. */
export const isBankDeciding = sql`exists (select from payments x join disputes d on d.payment_id in (x.id, x.split_of)
  where x.purchase_id = p.id and d.status in ('needs_response', 'under_review'))`

async function refuseDisputed(db: Db, { id }: LockedOrder, { refund }: CancellationQuote): Promise<void> {
  if (refund === 0) return
  const { rows } = await sql`select from purchases p where p.id = ${id} and ${isBankDeciding}`.execute(db)
  if (rows.length > 0) throw new Refusal(409, t('The bank is deciding on this payment.'), { error: 'PaymentDisputed' })
}

function refuseEnded(order: LockedOrder): void {
  if (!moved(order, 'cancel', Date.now()))
    throw new Refusal(409, t('This order has ended already.'), { error: 'OrderEnded' })
}

/**
 * Cancels an order: one that is paid by the token of a quote, which has to be true still. What the quote gives back is then
 * on its way. Cancelling what is cancelled changes nothing.
 *
 * @throws Refusal 404 for an order of another API user, 409 for one that has ended otherwise or a quote that is stale, with
 * the quote as it is now; 422 for a paid order without a token
 */
export async function cancelOrder(
  database: Database,
  { userId, name }: Caller,
  reference: string,
  token: string | undefined,
): Promise<void> {
  const asked = await database.kysely.transaction().execute(async (db) => {
    const order = await lockOrder(db, ownedBy(reference, userId))
    if (!order) throw new Refusal(404, t('Order not found.'))
    if (order.booking === 'cancelled') return null
    refuseEnded(order)
    const quote = quoteOf(order, Date.now())
    await refuseDisputed(db, order, quote)
    if (order.payment !== 'unpaid') checkToken(quote, token)
    if (quote.refund > 0) await lockPayments(db, order)
    const by = { actor: system(name), kind: 'customer' } as const
    const ended = await endOrder(db, order, 'cancelled', { by, refund: quote.basisPoints })
    if (quote.refund > 0) await addRefund(db, ended, quote, name)
    return order.supplierKey === null ? null : { supplier: order.supplier, key: order.supplierKey }
  })
  if (asked) await askSupplier(database, supplierOf(database, asked.supplier), { action: 'cancel', key: asked.key })
}

function checkToken(quote: CancellationQuote, token: string | undefined): void {
  if (token === undefined)
    throw new Refusal(422, t('This order is paid. Ask for a cancellation quote and send its token.'), {
      error: 'QuoteRequired',
      fields: { token: t('Ask for a cancellation quote and send its token.') },
    })
  if (token !== quote.token)
    throw new Refusal(409, t('The refund has changed. Check the new quote.'), {
      error: 'QuoteStale',
      fields: { token: t('This token belongs to an earlier quote.') },
      current: quote,
    })
}

/** Money that goes back by a quote: approved by the policy or what is better, and for the gateway to send. */
async function addRefund(
  db: Db,
  order: LockedOrder,
  { refund: amount, reason }: CancellationQuote,
  name: string,
): Promise<void> {
  const because = reason === 'event_cancelled' ? reason : 'customer_request'
  await writeRefundSums(db, order, [...(await refundsOf(db, order.id)), { state: 'approved', amount }])
  await sql`
    insert into refunds (purchase_id, payment_id, state, currency, amount, kind, reason, initiator, paid_by, destination,
      idempotency_key, next_try_at)
    select ${order.id}, x.id, 'approved', x.currency, x.part, 'lines', ${because}, 'customer', 'platform',
      'original_method', 'cancellation' || case when x.place = 1 then '' else '-' || x.place end, now()
    from (
      select id, currency, row_number() over byleft as place,
        least(room, greatest(0, ${amount}::bigint - (sum(room) over byleft - room)))::bigint as part
      from (
        select p.id, p.currency, p.captured - (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id
          and r.state in ('requested', 'approved', 'processing', 'succeeded')) as room
        from payments p where p.purchase_id = ${order.id} and p.captured > 0) y
      window byleft as (order by room desc, id)
    ) x where x.part > 0 order by x.place`.execute(db)
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount)
    values (${order.id}, now(), 'refund_approved', 'customer', ${name}, ${amount})`.execute(db)
}
