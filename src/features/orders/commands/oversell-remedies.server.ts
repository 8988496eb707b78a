import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { addRefund, personOf } from '../../payments/refund-context.server.ts'
import { refundsAlone } from '../../payments/refund-limits.server.ts'
import { leftToRefund, quoteRest } from '../../payments/refund-quote.server.ts'
import { sendRefundsName } from '../../payments/send-refunds.server.ts'
import { findOversellsName } from '../find-oversells.server.ts'
import { ofOversell } from '../messages/money-values.server.ts'
import { writeLettersAbout } from '../messages/order-letter.server.ts'
import { lockPayments } from '../order-moves.server.ts'
import { settleOversell } from '../oversells.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandContext } from './command-server.server.ts'
import type { Effect } from './command-state.server.ts'
import { release, supplierEffect, whenItEnds } from './decide-order.server.ts'
import { moveRefusal } from './move-refusal.server.ts'
import { moneyEffects, refuseAny } from './refund-order.server.ts'

interface Remedy {
  readonly paidBy: 'platform' | 'seller' | 'provider'
  readonly credit: number | null
}
type Context = CommandContext<Remedy>

/** Whether all of the money can go back and the order can end. */
function assertRefundable(order: CommandOrder, { now, actor, gateway }: Context): void {
  const why =
    moveRefusal(order, 'cancel', now) ?? (leftToRefund(order) > 0 ? refuseAny(order, { now, actor, gateway }) : null)
  if (why !== null) throw new Refusal(409, why, { error: 'NotPossible' })
}

/** Whether a person can give the rest of an order back alone. Credit by the same command counts with it. */
const givesAlone = async ({ db, order, input, actor }: Context, amount: number) =>
  await refundsAlone(db, actor, order, amount + (input.credit ?? 0))

/** The customer gets everything back and the order ends. */
export async function refundEffects(context: Context, credit: readonly Effect[]): Promise<readonly Effect[]> {
  const { db, order, input, gateway } = context
  assertRefundable(order, context)
  const amount = leftToRefund(order)
  const ends: Effect = { about: 'order', text: t('The booking becomes cancelled. This can’t be undone.') }
  if (amount === 0) return [ends, ...credit, supplierEffect(order)]
  const { quote } = await quoteRest(db, order, input.paidBy)
  const above = input.credit
    ? t('Together with the credit, this is above your limit: another person has to approve the refund.')
    : t('Above your limit: another person has to approve the refund.')
  return [
    ends,
    ...((await givesAlone(context, amount)) ? [] : [{ about: 'order' as const, text: above }]),
    ...credit,
    ...moneyEffects(order, quote.parts, quote, gateway),
    ...(input.paidBy === 'platform' || quote.netReturn === 0
      ? []
      : [
          {
            about: 'supplier' as const,
            text: t('Once the refund is sent, what they return is listed under recoverables.'),
          },
        ]),
    supplierEffect(order),
  ]
}

/** Ends an order whose places another one has, and gives back all of its money. */
export async function cancelOversold(context: Context & { readonly key: string }) {
  const { db, order, input, actor, key } = context
  assertRefundable(order, context)
  const amount = leftToRefund(order)
  if (amount > 0) await lockPayments(db, order)
  const isAlone = amount === 0 || (await givesAlone(context, amount))
  await release(db, order, 'cancelled')
  if (amount > 0) {
    const { wish, quote } = await quoteRest(db, order, input.paidBy)
    await addRefund(db, order, {
      wish: { ...wish, reason: 'supplier_rejected', note: null },
      quote,
      actor,
      key,
      isAlone,
      detail: null,
    })
  }
  await settleOversell(db, order.id, {
    outcome: 'refunded',
    ...(amount > 0 && { paidBy: input.paidBy }),
    refund: amount,
    credit: input.credit ?? 0,
    by: personOf(actor),
  })
  const isUndelivered = order.fulfilment === 'awaiting_tickets' || order.fulfilment === 'failed'
  return {
    set: {
      booking_status: 'cancelled',
      supplier_status: 'CANCELLED',
      is_oversold: false,
      held_until: null,
      ...whenItEnds(order),
      ...(isUndelivered && { fulfilment_status: 'not_due' }),
    },
    timeline: { kind: 'cancelled' as const, detail: storedText('The places were sold twice') },
    message: isAlone ? t('Order refunded') : t('Order cancelled. The refund needs approval.'),
    before: { bookingStatus: order.booking, refundPending: order.refundPending },
    after: {
      bookingStatus: 'cancelled',
      refundPending: order.refundPending + amount,
      credit: input.credit ?? 0,
      outcome: 'refund',
    },
    tells: 'oversell_refunded' as const,
    wakes: [sendRefundsName, findOversellsName],
  }
}

interface Apology {
  readonly refund: number
  readonly newPlaces?: string
  readonly input: Remedy
}

/** The apology as the customer is going to read it, in their language; empty where it is switched off. */
export async function apologyEffect(
  db: Db,
  order: CommandOrder,
  kind: 'oversell_replaced' | 'oversell_refunded',
  { refund, newPlaces = '', input }: Apology,
): Promise<readonly Effect[]> {
  const { rows } = await sql<{ exponent: number }>`
    select exponent from currencies where code = ${order.currency}`.execute(db)
  const facts = {
    lostPlaces: order.oversell?.places ?? '',
    newPlaces,
    refund,
    credit: input.credit ?? 0,
    currency: order.currency,
    exponent: rows[0]?.exponent ?? 2,
  }
  const [letter] = await writeLettersAbout(db, kind, [
    { purchaseId: order.id, values: (locale) => ofOversell(locale, facts) },
  ])
  if (!letter?.isSent) return []
  return [{ about: 'message', text: [letter.content.subject, ...letter.content.paragraphs].join('\n\n') }]
}
