import { lockPayments } from '../order-moves.server.ts'
import { may } from '../../../core/access/access.ts'
import { invalid } from '../../../core/errors/errors.ts'
import { formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import { addRefund, decideRefund, personOf } from '../../payments/refund-context.server.ts'
import { assertMayApprove, refundsAlone } from '../../payments/refund-limits.server.ts'
import type { RefundEffects, RefundQuote, RefundWish } from '../../payments/refund-quote.server.ts'
import { effectsOf, leftToRefund, quoteRefund } from '../../payments/refund-quote.server.ts'
import { sendRefundsName } from '../../payments/send-refunds.server.ts'
import { paymentWords } from '../../purchases/purchase-labels.ts'
import { paymentStatusLabels } from '../../purchases/states/purchase-states.ts'
import type { PaymentGateway } from '../payment-gateway.server.ts'
import { givesBack } from '../payment-gateway.server.ts'
import type { CommandOrder, RefundToDecide } from './command-order.server.ts'
import type { CommandScope, CommandServer } from './command-server.server.ts'
import type { Effect } from './command-state.server.ts'
import { refundMessageEffect } from './message-effect.server.ts'
import type { Destined } from './refund-destination.server.ts'
import { destinationOf } from './refund-destination.server.ts'

/** Why no money of an order can go back, whichever refund is meant. */
export function refuseAny(order: CommandOrder, { actor, gateway }: CommandScope): string | null {
  if (!may(actor.grants, 'refund', 'purchases')) return t('Your role has no refund permission on purchases.')
  if (!gateway) return t('Payments are not set up yet.')
  if (order.payment !== 'captured' && order.payment !== 'partially_refunded' && order.payment !== 'refunded')
    return t('Payment status: {status}.', { status: t(paymentStatusLabels[order.payment]) })
  const unreachable = order.paidThrough.find((provider) => !givesBack(gateway, provider))
  return unreachable === undefined
    ? null
    : t('{provider} took this payment and isn’t connected. Refund it there.', { provider: unreachable })
}

export const moneyWords = (order: Pick<CommandOrder, 'currency'>, amount: number) => formatMoney(amount, order.currency)

type Part = Parameters<typeof moneyEffects>[1][number]

function receives(order: CommandOrder, part: Part): string {
  const amount = moneyWords(order, part.amount)
  if (part.provider === 'store_credit' || part.destination === 'credit')
    return t('Receives {amount} as store credit, for a year.', { amount })
  if (part.destination === 'bank_transfer')
    return t('Receives {amount} by a bank transfer that you make, to the account ending in {last4}.', {
      amount,
      last4: part.bankAccount?.slice(-4) ?? '',
    })
  return t('Receives {amount} on {method}.', { amount, method: paymentWords(part) })
}

export function moneyEffects(
  order: CommandOrder,
  parts: readonly (Pick<RefundToDecide, 'amount' | 'provider' | 'method' | 'cardBrand' | 'cardLast4'> &
    Partial<Pick<RefundToDecide, 'destination' | 'bankAccount'>>)[],
  { supplierReturns, tax, marginBefore, marginAfter }: RefundEffects,
  gateway: PaymentGateway | null,
): readonly Effect[] {
  return [
    ...parts.map((part) => ({ about: 'customer' as const, text: receives(order, part) })),
    // What only looks like money is said to be so.
    ...(gateway?.provider === 'test' ? [{ about: 'customer' as const, text: t('Demo: no real money moves.') }] : []),
    {
      about: 'supplier',
      text:
        supplierReturns > 0
          ? t('{provider} returns {amount}.', { provider: order.provider, amount: moneyWords(order, supplierReturns) })
          : t('Returns nothing.'),
    },
    {
      about: 'tax',
      text: tax > 0 ? t('Tax reversed: {amount}', { amount: moneyWords(order, tax) }) : t('No tax to reverse.'),
    },
    {
      about: 'margin',
      text: t('{before} → {after}', { before: moneyWords(order, marginBefore), after: moneyWords(order, marginAfter) }),
    },
  ]
}

export const staysEffects = (order: CommandOrder): readonly Effect[] => [
  { about: 'order', text: t('The booking stays as it is. Refunding doesn’t cancel it.') },
  refundMessageEffect(order),
]

type RefundInput = Omit<RefundWish, 'destination' | 'bankAccount'> & Destined

/**
 * The quote that the effects of a command were made of: the order stays locked until it is applied. By the input, which is the same
 * object in both steps of one call and no other.
 */
const quotes = new WeakMap<object, RefundQuote>()

async function quoted(db: Db, order: CommandOrder, input: RefundInput): Promise<RefundQuote> {
  const quote = quotes.get(input) ?? (await quoteRefund(db, order, input))
  quotes.set(input, quote)
  return quote
}

export const refundServer: CommandServer<RefundInput> = {
  refuse: (order, _, scope) =>
    refuseAny(order, scope) ?? (leftToRefund(order) > 0 ? null : t('Nothing is left to refund.')),
  async effects({ db, order, input, actor, gateway }) {
    const quote = await quoted(db, order, input)
    const isAlone = await refundsAlone(db, actor, order, quote.amount)
    return [
      ...moneyEffects(
        order,
        quote.parts.map((part) => ({ ...part, ...destinationOf(order, input) })),
        quote,
        gateway,
      ),
      ...(isAlone ? [] : [{ about: 'order' as const, text: t('Above your limit: another person has to approve it.') }]),
      ...staysEffects(order),
    ]
  },
  async apply({ db, order, input, actor, key }) {
    const quote = await quoted(db, order, input)
    // Of two refunds of one payment, the second waits and counts the first.
    await lockPayments(db, order)
    const isAlone = await refundsAlone(db, actor, order, quote.amount)
    const kind = isAlone ? 'refund_approved' : 'refund_requested'
    await addRefund(db, order, {
      wish: { ...input, ...destinationOf(order, input), note: input.note || null },
      quote,
      actor,
      key,
      isAlone,
      detail: input.note || input.reason,
      isOnlyChange: true,
    })
    return {
      set: null,
      timeline: { kind, detail: null },
      message: isAlone ? t('Refund on its way') : t('Refund requested'),
      before: { refundPending: order.refundPending },
      after: { refundPending: order.refundPending + quote.amount },
      reason: input.note || input.reason,
      ...(isAlone && { wakes: sendRefundsName }),
    }
  },
}

type Waiting = 'requested' | 'failed' | 'approved' | 'succeeded'

/** The refund that is meant, in the state that the command is for. */
export function chosenRefund(order: CommandOrder, refundId: number, state: Waiting): RefundToDecide {
  const refund = order.refunds.find((one) => one.id === refundId && one.state === state)
  if (refund) return refund
  throw invalid({ refundId: t('This refund can’t be chosen. Choose another.') })
}

export const refuseWithout = (order: CommandOrder, state: Waiting, without: string) =>
  order.refunds.some((one) => one.state === state) ? null : without

export const approveRefundServer: CommandServer<{ readonly refundId: number }> = {
  refuse: (order, _, scope) =>
    refuseWithout(order, 'requested', t('No refunds to approve.')) ?? refuseAny(order, scope),
  blocks: ({ refunds }, { actor }) =>
    refunds.every(({ state, requestedBy }) => state !== 'requested' || requestedBy === personOf(actor))
      ? t('You requested this refund. Someone else must approve it.')
      : null,
  async effects({ db, order, input, actor, gateway }) {
    const refund = chosenRefund(order, input.refundId, 'requested')
    await assertMayApprove(actor, db, order, refund)
    return [
      ...moneyEffects(order, [refund], await effectsOf(db, order.id, refund.amount, refund.paidBy), gateway),
      ...staysEffects(order),
    ]
  },
  async apply({ db, order, input, actor }) {
    const { amount } = chosenRefund(order, input.refundId, 'requested')
    await decideRefund(db, order, input.refundId, { decision: 'approved', actor })
    return {
      set: {},
      timeline: { kind: 'refund_approved', detail: null, amount },
      message: t('Refund approved'),
      before: { refund: input.refundId, state: 'requested' },
      after: { refund: input.refundId, state: 'approved' },
      wakes: sendRefundsName,
    }
  },
}

export const rejectRefundServer: CommandServer<{ readonly refundId: number; readonly reason: string }> = {
  refuse: (order, _, { actor }) =>
    may(actor.grants, 'refund', 'purchases')
      ? refuseWithout(order, 'requested', t('No refunds to approve.'))
      : t('Your role has no refund permission on purchases.'),
  async effects({ order, input }) {
    const { amount } = chosenRefund(order, input.refundId, 'requested')
    return [
      {
        about: 'customer',
        text: t('No refund. We keep {amount}.', { amount: moneyWords(order, amount) }),
      },
      { about: 'message', text: t('The customer gets no message.') },
    ]
  },
  async apply({ db, order, input, actor }) {
    const { amount } = chosenRefund(order, input.refundId, 'requested')
    await decideRefund(db, order, input.refundId, { decision: 'rejected', actor })
    return {
      set: {},
      timeline: { kind: 'refund_rejected', detail: input.reason, amount },
      message: t('Refund rejected'),
      before: { refund: input.refundId, state: 'requested' },
      after: { refund: input.refundId, state: 'rejected' },
      reason: input.reason,
    }
  },
}
