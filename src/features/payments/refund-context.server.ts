import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Said } from '../../platform/stored-texts/stored-text.ts'
import { storedSql } from '../../platform/stored-texts/stored-columns.server.ts'
import type { LockedOrder } from '../orders/order-moves.server.ts'
import { refundsOf, sumsSql, writeRefundSums } from '../orders/refund-moves.server.ts'
import type { RefundDestination, RefundProgress, TimelineKind } from '../purchases/states/purchase-ledger.ts'
import { askForApproval, tellRequester } from './refund-notices.server.ts'
import type { RefundQuote, RefundWish } from './refund-quote.server.ts'

// What staff write down about refunds, each behind the order's lock. The gateway is asked after the commit (`sendRefundsJob`).

/** The person at the keyboard, also where they act as a colleague: four eyes are two people. */
export const personOf = (actor: Pick<Actor, 'id' | 'behind'>) => actor.behind?.id ?? actor.id

interface NewRefund {
  readonly wish: RefundWish
  /** Made behind the order's lock. */
  readonly quote: RefundQuote
  readonly actor: Pick<Actor, 'id' | 'behind' | 'name'>
  /** Of the call, so that the same one makes one refund. */
  readonly key: string
  readonly isAlone: boolean
  /** Who approved it with others, before it was made. */
  readonly approvedBy?: number | null
  /** What the timeline says of it. */
  readonly detail: Said | null
  /** Nothing else of the order changes, so its version and moment of change go along. */
  readonly isOnlyChange?: boolean
}

/**
 * Makes a refund, a part for each payment that it draws on, and its one step of the order's timeline. Approved at once where
 * the person can refund it alone.
 *
 * @throws Refusal 409 `RefundMade` where the same call made it already
 */
export async function addRefund(
  db: Db,
  order: LockedOrder,
  { wish, quote, actor, key, isAlone, approvedBy = null, detail, isOnlyChange = false }: NewRefund,
): Promise<void> {
  const isApproved = isAlone || approvedBy !== null
  const state: RefundProgress = isApproved ? 'approved' : 'requested'
  const own = `${personOf(actor) ?? 'system'}:${key}`.slice(0, 240)
  if (quote.earlier.some((one) => one.key === `${own}:1`))
    throw new Refusal(409, t('This refund has already been made.'), { error: 'RefundMade' })
  const made = quote.parts.map(({ amount }) => ({ state, amount }))
  const parts = quote.parts.map(({ paymentId, amount, provider }, index) => ({
    payment_id: paymentId,
    amount,
    destination: provider === 'store_credit' ? 'credit' : (wish.destination ?? 'original_method'),
    // The first part returns the whole of what the supplier gives back: it is of the refund, not of a card.
    net_return: index === 0 ? quote.netReturn : 0,
    lines: index === 0 ? wish.lines.filter((line) => wish.kind === 'lines' && line.amount > 0) : [],
    idempotency_key: `${own}:${index + 1}`,
  }))
  // One trip to the database; the order comes first, as `changed` is read by what makes the refunds.
  const refunds = sql`
    insert into refunds (purchase_id, payment_id, state, currency, amount, kind, lines, reason, initiator, paid_by, destination,
      bank_account, idempotency_key, note, needs_approval, net_return, requested_by, approved_by, next_try_at)
    select c.id, g.payment_id, ${state}, ${order.currency}, g.amount, ${wish.kind}, g.lines, ${wish.reason}, 'staff',
      ${wish.paidBy}, g.destination, case g.destination when 'bank_transfer' then ${wish.bankAccount ?? null} end, g.idempotency_key, ${wish.note}, ${!isAlone}, g.net_return, ${personOf(actor)},
      ${isAlone ? personOf(actor) : approvedBy}, case when ${isApproved} and g.destination <> 'bank_transfer' then now() end
    from changed c, jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) g (payment_id bigint, amount bigint, destination text, lines jsonb,
      idempotency_key text, net_return bigint)`
  const sums = sumsSql(order, [...quote.earlier, ...made], { isVersion: isOnlyChange, isMade: true })
  const kind: TimelineKind = isApproved ? 'refund_approved' : 'refund_requested'
  await sql`
    with changed as (${sums} returning id), made as (${refunds})
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount, detail, said)
    values (${order.id}, now(), ${kind}, 'staff', coalesce((select name from staff where id = ${approvedBy}::bigint), ${actor.name}), ${quote.amount}, ${storedSql(detail)})`.execute(
    db,
  )
  if (!isApproved) await askForApproval(db, order, quote.amount, personOf(actor))
}

type Decision = 'approved' | 'rejected' | 'retried'

/** Where a refund goes that could not go where it was sent. */
interface Redirect {
  readonly destination: RefundDestination
  readonly bankAccount: string | null
}

/** Approves, rejects or tries a refund of the order again. Its state was looked at behind the same lock. */
export async function decideRefund(
  db: Db,
  order: LockedOrder,
  refundId: number,
  { decision, actor, redirect }: { readonly decision: Decision; readonly actor: Actor; readonly redirect?: Redirect },
): Promise<void> {
  const state: RefundProgress = decision === 'rejected' ? 'rejected' : 'approved'
  const all = await refundsOf(db, order.id)
  await writeRefundSums(
    db,
    order,
    all.map((one) => (one.id === refundId ? { ...one, state } : one)),
  )
  // Staff make a bank transfer themselves, so there is nothing to send.
  const due = (destination: ReturnType<typeof sql>) => sql`case when ${destination} <> 'bank_transfer' then now() end`
  const own = {
    approved: sql`approved_by = ${personOf(actor)}, next_try_at = ${due(sql`destination`)}`,
    rejected: sql`approved_by = null`,
    // The refund and its key stay; the gateway keeps what it refused under the key, so this try has its own number.
    retried: redirect
      ? sql`failure = null, next_try_at = ${due(sql`${redirect.destination}::text`)}, attempt = attempt + 1, tries = 0,
          destination = ${redirect.destination}, bank_account = ${redirect.bankAccount}`
      : sql`failure = null, next_try_at = ${due(sql`destination`)}, attempt = attempt + 1, tries = 0`,
  }[decision]
  await sql`
    update refunds set state = ${state}, ${own}, updated_at = now(), version = version + 1 where id = ${refundId}`.execute(
    db,
  )
  if (decision !== 'retried')
    await tellRequester(db, order, refundId, { by: actor, isApproved: decision === 'approved' })
}
