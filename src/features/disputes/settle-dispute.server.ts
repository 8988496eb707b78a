import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { LockedOrder } from '../orders/order-moves.server.ts'
import { notifyOfBankReturn } from '../orders/messages/send-order-messages.server.ts'
import { lockOrder, moveOrder } from '../orders/order-moves.server.ts'
import { refundsOf, sumsSql } from '../orders/refund-moves.server.ts'
import type { OrderMove } from '../purchases/states/order-transitions.ts'
import type { TimelineKind } from '../purchases/states/purchase-ledger.ts'
import { reportDispute } from './dispute-notices.server.ts'
import type { DisputeFacts, KeptPart, KnownDispute } from './dispute-rows.server.ts'
import { disputesOf, keptBy, writeDispute } from './dispute-rows.server.ts'
import type { DisputeStatus } from './dispute-states.ts'
import { disputeMoves, isInquiry, isOfCustomer, isOpen, needsAnswer } from './dispute-states.ts'
import { sharedBy } from './share-loss.server.ts'

export type { DisputeFacts } from './dispute-rows.server.ts'

/**
 * Writes down how a dispute is now, once however often and in whatever order it is said. The order follows: its payment is
 * disputed while the bank decides, and charged back where the bank took the money. Refunds that are about to be sent stop. What
 * the bank kept is shared with the orders that have a part of the payment.
 *
 * @returns whether it changed anything
 */
export async function settleDispute(database: Pick<Database, 'kysely'>, facts: DisputeFacts): Promise<boolean> {
  return await database.kysely.transaction().execute(async (db) => {
    const payment = await paymentNamed(db, facts.payment)
    if (!payment) return false
    const order = await lockOrder(db, sql`p.id = ${payment.purchaseId}`)
    if (!order) return false
    const parts = await lockParts(db, order, payment.id)
    // Its news can overtake that of its payment. The provider repeats what it got no answer to.
    if (order.captured === 0) throw new Refusal(409, t('This payment is not captured yet.'), { error: 'NotPossible' })
    const all = await disputesOf(db, order.id)
    const known = all.find(({ reference }) => reference === facts.reference)
    const status = statusAfter(known, facts)
    if (status === null) return false
    const now = { ...facts, status }
    const [own, ...shared] = await sharedBy(db, now, { payment: payment.id, order, all, parts })
    if (!own) return false
    // The first we hear of a dispute can be that it is lost.
    if (isOpen(status) || status === 'lost')
      for (const one of [order, ...parts])
        await stopRefunds(db, one, {
          paymentId: payment.id,
          // What is moved gets its new version then.
          isVersion: one !== order && !shared.some((share) => share.order === one),
        })
    for (const share of [own, ...shared]) {
      const { order: on, paymentId, known: was } = share
      const id = await writeDispute(db, { ...share.now, paymentId, purchaseId: on.id, known: was })
      await tellPeople(db, id, was, share.now)
    }
    // Last, because it writes the audit.
    for (const share of [own, ...shared])
      await moveTheOrder(db, share.order, share.known, {
        now: share.now,
        all: [...share.all.filter((one) => one !== share.known), share.now],
      })
    return true
  })
}

async function paymentNamed(db: Db, name: string): Promise<{ id: number; purchaseId: number } | undefined> {
  const { rows } = await sql<{ id: number; purchaseId: number }>`
    select id, purchase_id as "purchaseId" from payments where gateway_reference = ${name}
    union all select id, purchase_id from payments where psp_reference = ${name} and gateway_reference is null
    limit 1`.execute(db)
  return rows[0]
}

/** The status that news leads to; null where they are of the past or say nothing new. */
function statusAfter(known: KnownDispute | undefined, facts: DisputeFacts): DisputeStatus | null {
  if (!known) return facts.status
  const isPast = facts.movements < known.movements || facts.submissions < known.submissions
  if (isPast) return null
  if (disputeMoves[known.status].includes(facts.status)) return facts.status
  const hasMore = facts.movements > known.movements || facts.submissions > known.submissions
  return hasMore ? known.status : null
}

/**
 * The orders that have parts of a payment, each locked before the next. A split makes an order with a higher id, so one that
 * is under way is waited for and its new order is seen.
 */
async function lockParts(db: Db, { id }: LockedOrder, paymentId: number): Promise<readonly LockedOrder[]> {
  const parts: LockedOrder[] = []
  for (let after = id; ;) {
    const part = await lockOrder(
      db,
      sql`p.id = (select min(purchase_id) from payments where split_of = ${paymentId} and purchase_id > ${after})`,
    )
    if (!part) return parts
    parts.push(part)
    after = part.id
  }
}

/**
 * What is about to be sent would pay twice: it fails, and staff can try again once the bank has decided for us. The bank
 * decides on all of a payment, whichever orders its parts are on.
 */
async function stopRefunds(
  db: Db,
  order: LockedOrder,
  { paymentId, isVersion }: { readonly paymentId: number; readonly isVersion: boolean },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from refunds where purchase_id = ${order.id} and state = 'approved'
      and payment_id in (select id from payments where id = ${paymentId} or split_of = ${paymentId})
    order by id for no key update`.execute(db)
  if (rows.length === 0) return
  const stopped = rows.map(({ id }) => id)
  const all = await refundsOf(db, order.id)
  const sums = all.map((one) => (stopped.includes(one.id) ? { ...one, state: 'failed' as const } : one))
  await sumsSql(order, sums, { isVersion }).execute(db)
  await sql`
    update refunds set state = 'failed', failure = 'payment_disputed', next_try_at = null, updated_at = now(),
      version = version + 1
    where id = any(${stopped})`.execute(db)
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, amount, detail)
    select purchase_id, now(), 'refund_failed', 'system', amount, 'payment_disputed' from refunds
    where id = any(${stopped}) order by id`.execute(db)
}

interface Change {
  readonly now: DisputeFacts
  /** All disputes of the order, as they are with it. */
  readonly all: readonly KeptPart[]
}

async function moveTheOrder(
  db: Db,
  order: LockedOrder,
  known: KnownDispute | undefined,
  { now, all }: Change,
): Promise<void> {
  const chargedBack = all.reduce((sum, one) => sum + keptBy(one), 0)
  const isDisputed = all.some(({ status }) => isOpen(status))
  const fee = now.fee - (known?.fee ?? 0)
  // An order that a bank has charged back stays so. What a bank took beyond the payment waits among the disputed funds.
  const kept = Math.min(order.captured, Math.max(chargedBack, order.chargedBack))
  const by = { actor: system('payment gateway'), kind: 'system' } as const
  const action = `dispute-${now.status.replaceAll('_', '-')}`
  const [opening, ...rest] = movesOf(order, isDisputed, kept)
  // The first we hear of a dispute can be how it ended: the order still goes both steps, as the database insists.
  const from =
    rest.length === 0 ? order : await moveOrder(db, order, { moves: [opening ?? 'dispute'], steps: [], action, by })
  await moveOrder(db, from, {
    moves: rest.length > 0 ? rest : opening ? [opening] : [],
    facts: { chargedBack: kept },
    set: {
      charged_back: kept,
      payment_fees: sql`payment_fees + ${fee}::bigint`,
      // Of an order that stays charged back there is nothing to do, so nothing is due; nor while the bank decides.
      ...(isDisputed &&
        order.payment !== 'charged_back' &&
        needsAnswer(now.status) &&
        now.dueBy !== null && { due_at: now.dueBy }),
    },
    steps: stepsOf(known?.status, now),
    action,
    by,
  })
}

function movesOf({ payment, refunded, captured }: LockedOrder, isDisputed: boolean, chargedBack: number): OrderMove[] {
  if (payment === 'charged_back') return []
  if (isDisputed) return payment === 'disputed' ? [] : ['dispute']
  const closing: OrderMove =
    chargedBack > 0
      ? 'lose_dispute'
      : refunded === 0
        ? 'win_dispute'
        : refunded < captured
          ? 'win_dispute_after_refund'
          : 'close_dispute_after_refund'
  if (payment === 'disputed') return [closing]
  return chargedBack > 0 ? ['dispute', closing] : []
}

function stepsOf(was: DisputeStatus | undefined, { status, amount, reason, withdrawn, reinstated }: DisputeFacts) {
  const steps: { kind: TimelineKind; amount?: number; detail?: string }[] = []
  if (was === undefined || (isInquiry(was) && !isInquiry(status) && status !== 'prevented'))
    steps.push({ kind: 'dispute_opened', amount, detail: reason })
  if (was === status) return steps
  if (status === 'won') steps.push({ kind: 'dispute_won' })
  if (status === 'lost') steps.push({ kind: 'charged_back', amount: Math.max(0, withdrawn - reinstated) })
  return steps
}

/**
 * Staff hear of what is new. A customer who got their money from the bank is written so once, because they wait for no refund then;
 * one who did not hears it from the bank, which asked in their name.
 */
async function tellPeople(db: Db, id: number, known: KnownDispute | undefined, now: DisputeFacts): Promise<void> {
  const kept = keptBy(now)
  await reportDispute(db, { ...now, id, was: known?.status, kept })
  if (known?.status !== 'lost' && kept > 0 && isOfCustomer(now.reason)) await notifyOfBankReturn(db, id)
}
