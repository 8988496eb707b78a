import { invalid } from '../../../core/errors/errors.ts'
import { formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { sql } from 'kysely'
import { holdCredit, redeemCredit } from '../order-credit.server.ts'
import { moveOrder } from '../order-moves.server.ts'
import { pollSuppliersName } from '../supplier-calls.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandServer } from './command-server.server.ts'
import { moveRefusal } from './move-refusal.server.ts'

interface CreditWish {
  /** Null: as much as there is, and no more than the order costs. */
  readonly amount: number | null
}

function amountOf(order: CommandOrder, { amount }: CreditWish): number {
  const most = Math.min(order.creditAvailable, order.grandTotal)
  if (amount === null) return most
  if (amount === 0) throw invalid({ amount: t('Enter an amount.') })
  if (amount > most)
    throw invalid({
      amount: t('At most {amount} can be paid with credit.', { amount: formatMoney(most, order.currency) }),
    })
  return amount
}

/** Pays a held order with what its customer has with us, in whole or in part. Partners cannot: they do not prove who buys. */
export const payByCreditServer: CommandServer<CreditWish> = {
  refuse(order, now) {
    if (order.payment !== 'unpaid' || order.booking !== 'pending_payment')
      return moveRefusal(order, 'capture', now) ?? t('This order has been paid.')
    if (order.heldUntil === null || order.heldUntil <= now) return t('This hold has ended.')
    if (order.isCalledOff) return t('The event was cancelled, so this order can’t be paid.')
    if (order.creditHeld > 0) return t('Store credit is applied already.')
    if (order.isBeingPaid) return t('A payment is under way.')
    return order.creditAvailable > 0
      ? null
      : t('The customer has no store credit in {currency}.', { currency: order.currency })
  },
  effects({ order, input }) {
    const amount = amountOf(order, input)
    const words = (value: number) => formatMoney(value, order.currency)
    const rest = order.grandTotal - amount
    return Promise.resolve([
      {
        about: 'customer' as const,
        text: t('Pays {amount} with store credit and keeps {left}.', {
          amount: words(amount),
          left: words(order.creditAvailable - amount),
        }),
      },
      rest === 0
        ? { about: 'order' as const, text: t('Paid in full. The order goes to its supplier.') }
        : {
            about: 'order' as const,
            text: t('{amount} is left to pay. The credit is spent with that payment, and freed if the hold ends.', {
              amount: words(rest),
            }),
          },
    ])
  },
  async apply({ db, order, input, actor }) {
    const amount = amountOf(order, input)
    const isFull = amount === order.grandTotal
    await holdCredit(db, order, amount)
    await moveOrder(db, order, {
      moves: isFull ? ['capture'] : [],
      ...(isFull && { facts: { captured: amount }, set: { captured: sql`captured + ${amount}::bigint` } }),
      steps: [{ kind: isFull ? 'payment_captured' : 'payment_authorised', amount, detail: storedText('Store credit') }],
      action: 'apply-credit',
      after: { credit: amount },
      by: { actor, kind: 'staff' },
    })
    if (isFull) await redeemCredit(db, order.id)
    return { isMoved: true, message: t('Store credit applied'), ...(isFull && { wakes: pollSuppliersName }) }
  },
}
