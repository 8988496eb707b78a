import { sql } from 'kysely'
import { may } from '../../../core/access/access.ts'
import type { Actor } from '../../../core/access/access.ts'
import { formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { addRefund, personOf } from '../../payments/refund-context.server.ts'
import { refundsAlone } from '../../payments/refund-limits.server.ts'
import type { RefundWish } from '../../payments/refund-quote.server.ts'
import { leftToRefund, quoteRest } from '../../payments/refund-quote.server.ts'
import { sendRefundsName } from '../../payments/send-refunds.server.ts'
import { refundReason } from '../cancel-order.server.ts'
import { lockPayments } from '../order-moves.server.ts'
import { changeVisitServer, refuseVisitChange } from './change-visit.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandContext, CommandServer } from './command-server.server.ts'
import type { Effect } from './command-state.server.ts'
import { inOrder } from './command-state.server.ts'
import { fullRefundText, release, supplierEffect, whenItEnds } from './decide-order.server.ts'
import { messageEffect } from './message-effect.server.ts'
import { moveRefusal } from './move-refusal.server.ts'
import type { WantedVisit } from './planned-visit.server.ts'
import { partyOf } from './planned-visit.server.ts'
import { moneyEffects, refuseAny } from './refund-order.server.ts'

type Paid = Pick<RefundWish, 'paidBy'>

/**
 * What the customer’s quote said, less what has gone back since: we keep what it said that we keep. Where the event was cancelled or
 * postponed since, nothing is kept.
 */
const amountOf = (order: CommandOrder, now: number) =>
  refundReason(order, now) === 'policy'
    ? Math.max(0, Math.min(leftToRefund(order) - (order.request?.kept ?? 0), order.request?.refund ?? 0))
    : leftToRefund(order)

/** The day that was asked for; its time where the customer named one. */
const isMoved = ({ request, localDate, localTime }: CommandOrder) =>
  request?.wantedDate === localDate && (request.wantedTime === null || request.wantedTime === localTime)

const none = () => t('The customer isn’t waiting for an answer.')

/** What the customer asked for is done by their quote, which was true when they asked. */
export const approveRequestServer: CommandServer<Paid> = {
  refuse(order, now, scope) {
    const { request } = order
    if (request === null) return none()
    if (!may(scope.actor.grants, 'write', 'purchases')) return t('Your role has no write permission on purchases.')
    if (request.kind === 'change') return isMoved(order) ? null : refuseVisitChange(order, now)
    return moveRefusal(order, 'cancel', now) ?? (amountOf(order, now) > 0 ? refuseAny(order, scope) : null)
  },
  async ask(context, database) {
    const { order } = context
    if (order.request?.kind === 'change' && !isMoved(order))
      await changeVisitServer.ask?.(await moving(context), database)
  },
  async effects(context) {
    const { db, order } = context
    if (order.request?.kind === 'change' && !isMoved(order))
      return await changeVisitServer.effects(await moving(context))
    if (order.request?.kind === 'change')
      return [
        { about: 'order', text: t('The request is answered. The order stays on its new day.') },
        await messageEffect(db, 'change'),
      ]
    return [
      { about: 'order', text: t('The booking becomes cancelled. This can’t be undone.') },
      ...inOrder([...(await refundEffects(context)), supplierEffect(order)]),
      await messageEffect(db, 'cancellation'),
    ]
  },
  async apply(context) {
    const { order } = context
    if (order.request?.kind === 'change' && !isMoved(order))
      return await changeVisitServer.apply({ ...(await moving(context)), key: context.key })
    await answer(context, 'approved', null)
    return order.request?.kind === 'change' ? keepNewDay(order) : await cancelByQuote(context)
  },
}

/** The visit that the customer asked for, at the hour that it had unless they named one. */
async function moving(context: CommandContext<Paid>): Promise<CommandContext<WantedVisit>> {
  const { db, order } = context
  const units = await partyOf(db, order.id)
  const { wantedDate, wantedTime } = order.request ?? {}
  const input = { date: wantedDate ?? order.localDate, time: wantedTime ?? order.localTime, units, isWaived: false }
  return { ...context, input }
}

function quoteText(order: CommandOrder, now: number, amount: number): string {
  const { request, currency } = order
  const quoted = request?.refund ?? 0
  const full = amount > quoted ? fullRefundText(order, now, amount) : null
  if (full !== null) return full
  if (quoted === 0) return t('The quote has no refund.')
  const values = { quoted: formatMoney(quoted, currency), amount: formatMoney(amount, currency) }
  return amount === quoted
    ? t('The quote gives back {amount}.', values)
    : t('The quote gives back {quoted}. After earlier refunds, {amount} is left.', values)
}

async function refundEffects({
  db,
  order,
  input,
  actor,
  gateway,
  now,
}: CommandContext<Paid>): Promise<readonly Effect[]> {
  const amount = amountOf(order, now)
  if (amount === 0) return order.captured > 0 ? [{ about: 'customer', text: quoteText(order, now, amount) }] : []
  const { quote } = await quoteRest(db, order, input.paidBy, amount)
  const isAlone = await refundsAlone(db, actor, order, amount)
  return [
    { about: 'customer', text: quoteText(order, now, amount) },
    ...moneyEffects(order, quote.parts, quote, gateway),
    ...(isAlone
      ? []
      : [{ about: 'order' as const, text: t('Above your limit: another person has to approve the refund.') }]),
  ]
}

function keepNewDay(order: CommandOrder) {
  return {
    set: { customer_request: null },
    timeline: { kind: 'noted' as const, detail: storedText('Request approved') },
    message: t('Request approved'),
    before: { request: order.request?.kind },
    after: { request: null },
    tells: 'change' as const,
  }
}

async function cancelByQuote({ db, order, input, actor, key, now }: CommandContext<Paid> & { readonly key: string }) {
  const amount = amountOf(order, now)
  if (amount > 0) await lockPayments(db, order)
  await release(db, order, 'cancelled')
  const isAlone = amount === 0 || (await refundsAlone(db, actor, order, amount))
  if (amount > 0) await refund(db, order, { paidBy: input.paidBy, amount, actor, key, isAlone })
  const isUndelivered = order.fulfilment === 'awaiting_tickets' || order.fulfilment === 'failed'
  return {
    set: {
      booking_status: 'cancelled',
      supplier_status: 'CANCELLED',
      held_until: null,
      customer_request: null,
      is_payment_kept: order.captured > 0 && amount === 0,
      ...whenItEnds(order),
      ...(isUndelivered && { fulfilment_status: 'not_due' }),
    },
    timeline: { kind: 'cancelled' as const, detail: storedText('Customer request') },
    message: amount === 0 || isAlone ? t('Order cancelled') : t('Order cancelled. The refund needs approval.'),
    before: { bookingStatus: order.booking, refundPending: order.refundPending },
    after: { bookingStatus: 'cancelled', refundPending: order.refundPending + amount },
    ...(amount > 0 && isAlone && { wakes: sendRefundsName }),
  }
}

interface Back extends Paid {
  readonly amount: number
  readonly actor: Actor
  readonly key: string
  readonly isAlone: boolean
}

async function refund(db: Db, order: CommandOrder, { paidBy, amount, actor, key, isAlone }: Back): Promise<void> {
  const { wish, quote } = await quoteRest(db, order, paidBy, amount)
  const why = { reason: order.isCalledOff ? 'event_cancelled' : 'customer_request', note: null } as const
  await addRefund(db, order, { wish: { ...wish, ...why }, quote, actor, key, isAlone, detail: null })
}

/** Turned down in words that the customer reads. */
export const declineRequestServer: CommandServer<{ readonly answer: string }> = {
  refuse: ({ request }) => (request === null ? none() : null),
  effects: async ({ db }) => [
    { about: 'order', text: t('The order stays as it is.') },
    await messageEffect(db, 'request_declined'),
  ],
  async apply(context) {
    const { order, input } = context
    await answer(context, 'declined', input.answer)
    return {
      set: { customer_request: null },
      timeline: { kind: 'noted', detail: storedText('Request declined: {answer}', { answer: input.answer }) },
      message: t('Request declined'),
      before: { request: order.request?.kind },
      after: { request: null },
      reason: input.answer,
      tells: 'request_declined',
    }
  },
}

/** Behind the lock of the order, so that a request is answered once. */
async function answer(
  { db, order, actor }: Pick<CommandContext<unknown>, 'db' | 'order' | 'actor'>,
  state: 'approved' | 'declined',
  words: string | null,
): Promise<void> {
  await sql`
    update customer_requests set state = ${state}, answer = ${words}, decided_by = ${personOf(actor)}, decided_at = now()
    where id = ${order.request?.id ?? 0}`.execute(db)
}
