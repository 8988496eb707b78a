import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { OrderMove } from '../purchases/states/order-transitions.ts'
import type { PaymentMethod } from '../purchases/states/purchase-ledger.ts'
import { refundSums } from '../purchases/states/refund-transitions.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import { storedText } from '../../platform/stored-texts/stored-text.ts'
import type { UnpaidChange } from './change-payments.server.ts'
import { changePaymentProblem, giveBackCharge, unpaidChange } from './change-payments.server.ts'
import { confirmOrder } from './confirm-order.server.ts'
import type { LockedOrder } from './order-moves.server.ts'
import { heldCredit, releaseCredit } from './order-credit.server.ts'
import { lockOrder, moveOrder } from './order-moves.server.ts'
import type { Payment } from './order.endpoints.ts'
import { settlePaidChange } from './paid-changes.server.ts'
import type { PaymentGateway } from './payment-gateway.server.ts'
import { refundsOf } from './refund-moves.server.ts'
import { settleSupplierCallsJob } from './supplier-calls.server.ts'

/** The job that gives up at the gateway what must not be captured any more. */
export const voidPaymentsName = 'void-payments'

type StoredPayment = Omit<Payment, 'order' | 'exponent' | 'url' | 'clientSecret'>

/**
 * Hands an order over to the gateway: the one that is meant by `which`, of `purchases p` and its placement `o`. A payment that is
 * under way is answered again.
 *
 * @throws Refusal 404 where none is meant, 409 for one that cannot be paid, 503 without a gateway
 */
export async function payOrder(
  database: Database,
  gateway: PaymentGateway | null,
  which: RawBuilder<unknown>,
  method: PaymentMethod,
): Promise<Payment> {
  if (!gateway) throw new Refusal(503, t('Payments are not set up yet.'), { error: 'NoGateway' })
  const { payment, reference, locale, exponent } = await database.kysely.transaction().execute(async (db) => {
    const order = await lockOrder(db, which)
    if (!order) throw new Refusal(404, t('Order not found.'))
    const change = await unpaidChange(db, order.id)
    const due = change ? changeDue(order, change) : await orderDue(db, order)
    const stored =
      (await pendingPayment(db, order.id, due)) ?? (await addPayment(db, order, gateway, { ...due, method }))
    const { rows } = await sql<{ locale: string; exponent: number }>`
      select p.customer_locale as locale, c.exponent from purchases p join currencies c on c.code = p.currency where p.id = ${order.id}`.execute(
      db,
    )
    return {
      payment: stored,
      reference: order.reference,
      locale: rows[0]?.locale ?? 'en',
      exponent: rows[0]?.exponent ?? 2,
    }
  })
  const {
    url,
    clientSecret = null,
    reference: known,
  } = await gateway.begin({ ...payment, reference: payment.payment, locale })
  if (known !== undefined)
    await sql`
      update payments set gateway_reference = ${known} where psp_reference = ${payment.payment} and gateway_reference is null`.execute(
      database.kysely,
    )
  return { ...payment, order: reference, exponent, url, clientSecret }
}

/** @throws Refusal 409 in words for an order that cannot be paid now */
export function refuseUnpayable({
  booking,
  payment,
  heldUntil,
  grandTotal,
  isCalledOff,
}: Pick<LockedOrder, 'booking' | 'payment' | 'heldUntil' | 'grandTotal' | 'isCalledOff'>): void {
  if (payment !== 'unpaid') throw new Refusal(409, t('This order is paid already.'), { error: 'AlreadyPaid' })
  if (booking !== 'pending_payment') throw new Refusal(409, t('This order has ended already.'), { error: 'OrderEnded' })
  if (heldUntil === null || heldUntil <= Date.now())
    throw new Refusal(409, t('This hold has ended. Place the order again.'), { error: 'HoldEnded' })
  if (isCalledOff)
    throw new Refusal(409, t('The event was cancelled, so this order can’t be paid.'), { error: 'EventCancelled' })
  if (grandTotal === 0) throw new Refusal(409, t('This order is free. Confirm it.'), { error: 'NothingToPay' })
}

const paymentColumns = sql`psp_reference as payment, state, authorised as amount, currency`

/** What is paid: the rest of an order, or what a change of it costs more. */
interface Due {
  readonly amount: number
  readonly changeId: number | null
}

async function orderDue(db: Db, order: LockedOrder): Promise<Due> {
  refuseUnpayable(order)
  return { amount: order.grandTotal - (await heldCredit(db, order.id)), changeId: null }
}

function changeDue(order: LockedOrder, change: UnpaidChange): Due {
  const problem = changePaymentProblem(order, change)
  if (problem !== null) throw new Refusal(409, problem, { error: 'ChangeEnded' })
  return { amount: change.charge, changeId: change.id }
}

async function pendingPayment(db: Db, orderId: number, { changeId }: Due): Promise<StoredPayment | undefined> {
  const { rows } = await sql<StoredPayment>`
    select ${paymentColumns} from payments where purchase_id = ${orderId} and state = 'pending'
      and visit_change_id is not distinct from ${changeId}::bigint order by id limit 1`.execute(db)
  return rows[0]
}

async function addPayment(
  db: Db,
  order: LockedOrder,
  { provider }: PaymentGateway,
  { amount, changeId, method }: Due & { readonly method: PaymentMethod },
): Promise<StoredPayment> {
  const { rows } = await sql<StoredPayment>`
    insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, visit_change_id)
    select ${order.id}, ${provider}, ${method}, 'pending', ${order.currency}, ${amount}, 0, 0,
      ${order.reference}::text || '-' || (select count(*) + 1 from payments where purchase_id = ${order.id}), ${changeId}::bigint
    returning ${paymentColumns}`.execute(db)
  const [made] = rows
  if (!made) throw new Error('An insert answers with its row.')
  await giveUpOthers(db, made.payment)
  return made
}

/**
 * Leaves the intent to give up what else the customer could pay for the same with: gateways let them try again with what failed.
 * What was captured by then, the gateway says, and it goes back.
 */
async function giveUpOthers(db: Db, payment: string): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    insert into payment_voids (payment_id)
    select o.id from payments x join payments o on o.purchase_id = x.purchase_id and o.id <> x.id
      and o.visit_change_id is not distinct from x.visit_change_id
    where x.psp_reference = ${payment} and o.state in ('pending', 'failed') order by o.id
    on conflict (payment_id) do nothing`.execute(db)
  if (numAffectedRows > 0n) setTimeout(() => wakeJob(voidPaymentsName), 250).unref()
}

/** What the bank says of the card; undefined where it was not asked. */
interface CardChecks {
  readonly avs?: 'match' | 'partial' | 'mismatch' | 'unavailable' | undefined
  readonly cvc?: 'match' | 'mismatch' | 'unavailable' | undefined
  readonly threeDs?: 'authenticated' | 'attempted' | 'not_enrolled' | 'failed' | undefined
}

/** What the gateway says became of a payment. */
export type PaymentOutcome =
  | { readonly state: 'captured'; readonly fee: number; readonly checks: CardChecks }
  | { readonly state: 'failed'; readonly reason: string }

/**
 * Writes down what became of a payment, once however often it is said, and confirms what is paid. Money that comes for an
 * order that has ended is kept on it until staff decide on a refund. What comes for an order that was paid before goes back.
 *
 * @throws Refusal 404 for a payment that we never began
 */
export async function settlePayment(database: Database, payment: string, outcome: PaymentOutcome): Promise<void> {
  const paid = await database.kysely.transaction().execute(async (db) => {
    const order = await lockOrder(db, sql`p.id = (select purchase_id from payments where psp_reference = ${payment})`)
    if (!order) throw new Refusal(404, t('Payment not found.'))
    const { rows } = await sql<{ state: string; amount: number; changeId: number | null }>`
      select state, authorised as amount, visit_change_id as "changeId" from payments
      where psp_reference = ${payment} for no key update`.execute(db)
    const [pending] = rows
    // A payment that failed can still be captured: gateways let customers try again.
    if (!pending || pending.state === outcome.state || pending.state === 'captured') return null
    const settled = await settle(db, order, { payment, amount: pending.amount }, outcome)
    if (outcome.state !== 'captured') return null
    await giveUpOthers(db, payment)
    if (order.captured > 0 && pending.changeId === null)
      await giveBackCharge(db, settled, { changeId: null, payment, by: gatewayActor, detail: storedText('Paid twice') })
    const hasToAsk = await settlePaidChange(db, settled, payment)
    return { id: order.id, hasToAsk }
  })
  if (paid === null) return
  if (paid.hasToAsk) wakeJob(settleSupplierCallsJob.name)
  else await confirmOrder(database, paid.id, gatewayActor)
}

const gatewayActor = { actor: system('payment gateway'), kind: 'system' } as const

/** What money that comes makes of the payment of an order. One that was paid before stays as it is. */
const captureMoves: Partial<Record<LockedOrder['payment'], readonly OrderMove[]>> = {
  unpaid: ['capture'],
  authorised: ['capture'],
  refunded: ['reverse_refund_in_part'],
}

async function settle(
  db: Db,
  order: LockedOrder,
  { payment, amount }: { readonly payment: string; readonly amount: number },
  outcome: PaymentOutcome,
): Promise<LockedOrder> {
  const by = gatewayActor
  if (outcome.state === 'failed') {
    const { reason } = outcome
    const failed = await moveOrder(db, order, {
      moves: [],
      steps: [{ kind: 'payment_failed', amount, detail: reason }],
      action: 'fail-payment',
      by,
    })
    await sql`update payments set state = 'failed', failure = ${reason}, updated_at = now(), version = version + 1
      where psp_reference = ${payment}`.execute(db)
    return failed
  }
  // One that was given up can succeed after store credit was applied in its place: where it pays for all, the credit is free.
  const isAll = order.captured + amount >= order.grandTotal
  if (isAll) await releaseCredit(db, order.id)
  const credit = isAll ? 0 : await heldCredit(db, order.id)
  const captured = order.captured + amount + credit
  const paid = await moveOrder(db, order, {
    moves: captureMoves[order.payment] ?? [],
    facts: { captured },
    set: {
      captured,
      payment_fees: sql`payment_fees + ${outcome.fee}::bigint`,
      // What had gone back in full is a part of what is here now.
      ...(order.refunded > 0 && { refund_state: refundSums(await refundsOf(db, order.id), captured).state }),
    },
    steps: [
      { kind: 'payment_captured', amount },
      ...(credit > 0
        ? [{ kind: 'payment_captured', amount: credit, detail: storedText('Store credit') } as const]
        : []),
    ],
    action: 'capture',
    by,
  })
  // Both in one statement, because the order is held against all of its payments after each.
  await sql`
    update payments x set state = 'captured', captured = authorised, captured_at = now(), failure = null, fee = o.fee, avs = o.avs,
      cvc = o.cvc, three_ds = o.three_ds, updated_at = now(), version = version + 1
    from (
      select ${payment}::text as name, ${outcome.fee}::bigint as fee, ${outcome.checks.avs ?? null}::text as avs,
        ${outcome.checks.cvc ?? null}::text as cvc, ${outcome.checks.threeDs ?? null}::text as three_ds
      union all
      select psp_reference, 0, null, null, null from payments
      where purchase_id = ${order.id} and provider = 'store_credit' and state = 'authorised'
    ) o
    where x.psp_reference = o.name`.execute(db)
  return paid
}
