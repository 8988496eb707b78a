import { may } from '../../../core/access/access.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { formatAmount } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { addRefund, decideRefund } from '../../payments/refund-context.server.ts'
import { assertMayApprove, refundsAlone } from '../../payments/refund-limits.server.ts'
import type { RefundEffects, RefundWish } from '../../payments/refund-quote.server.ts'
import { effectsOf, leftToRefund, quoteRefund } from '../../payments/refund-quote.server.ts'
import { sendRefundsName } from '../../payments/send-refunds.server.ts'
import { paymentWords } from '../../purchases/purchase-labels.ts'
import { paymentStatusLabels } from '../../purchases/states/purchase-states.ts'
import type { PaymentGateway } from '../payment-gateway.server.ts'
import type { CommandOrder, RefundToDecide } from './command-order.server.ts'
import type { CommandContext, CommandScope, CommandServer } from './command-server.server.ts'
import type { Effect } from './command-state.server.ts'

/** Why no money of an order can go back, whichever refund is meant. */
export function refuseAny(order: CommandOrder, { actor, gateway }: CommandScope): string | null {
  if (!may(actor.grants, 'refund', 'purchases')) return t('Your role has no refund permission on purchases.')
  if (!gateway) return t('Payments are not set up yet.')
  if (order.payment !== 'captured' && order.payment !== 'partially_refunded' && order.payment !== 'refunded')
    return t('Payment status: {status}.', { status: t(paymentStatusLabels[order.payment]) })
  const unreachable = order.paidThrough.find((provider) => !gateway.handles(provider))
  return unreachable === undefined
    ? null
    : t('{provider} took this payment and isn’t connected. Refund it there.', { provider: unreachable })
}

const money = (order: CommandOrder, amount: number) => formatAmount(amount, order.currency)

export function moneyEffects(
  order: CommandOrder,
  parts: readonly Pick<RefundToDecide, 'amount' | 'method' | 'cardBrand' | 'cardLast4'>[],
  { supplierReturns, tax, marginBefore, marginAfter }: RefundEffects,
  gateway: PaymentGateway | null,
): readonly Effect[] {
  return [
    ...parts.map((part) => ({
      about: 'customer' as const,
      text: t('Receives {amount} on {method}.', { amount: money(order, part.amount), method: paymentWords(part) }),
    })),
    // What only looks like money is said to be so.
    ...(gateway?.provider === 'test' ? [{ about: 'customer' as const, text: t('Demo: no real money moves.') }] : []),
    {
      about: 'supplier',
      text:
        supplierReturns > 0
          ? t('{provider} returns {amount}.', { provider: order.provider, amount: money(order, supplierReturns) })
          : t('Returns nothing.'),
    },
    {
      about: 'tax',
      text: tax > 0 ? t('Tax reversed: {amount}', { amount: money(order, tax) }) : t('No tax to reverse.'),
    },
    {
      about: 'margin',
      text: t('{before} → {after}', { before: money(order, marginBefore), after: money(order, marginAfter) }),
    },
  ]
}

const stays = (): readonly Effect[] => [
  { about: 'order', text: t('The booking stays as it is. Refunding doesn’t cancel it.') },
  { about: 'message', text: t('The customer gets no message yet.') },
]

export const refundServer: CommandServer<RefundWish> = {
  refuse: (order, _, scope) =>
    refuseAny(order, scope) ?? (leftToRefund(order) > 0 ? null : t('Nothing is left to refund.')),
  async effects({ db, order, input, actor, gateway }) {
    const quote = await quoteRefund(db, order, input)
    const isAlone = await refundsAlone(db, actor, order, quote.amount)
    return [
      ...moneyEffects(order, quote.parts, quote, gateway),
      ...(isAlone ? [] : [{ about: 'order' as const, text: t('Above your limit: another person has to approve it.') }]),
      ...stays(),
    ]
  },
  async apply({ db, order, input, actor, key }) {
    const quote = await quoteRefund(db, order, input)
    const isAlone = await refundsAlone(db, actor, order, quote.amount)
    await addRefund(db, order, { wish: { ...input, note: input.note || null }, quote, actor, key, isAlone })
    return {
      set: {},
      timeline: {
        kind: isAlone ? 'refund_approved' : 'refund_requested',
        detail: input.note ?? input.reason,
        amount: quote.amount,
      },
      message: isAlone ? t('Refund on its way') : t('Refund requested'),
      before: { refundPending: order.refundPending },
      after: { refundPending: order.refundPending + quote.amount },
      reason: input.note || input.reason,
      ...(isAlone && { wakes: sendRefundsName }),
    }
  },
}

/** The refund that is meant, in the state that the command is for. */
function chosen(order: CommandOrder, refundId: number, state: 'requested' | 'failed'): RefundToDecide {
  const refund = order.refunds.find((one) => one.id === refundId && one.state === state)
  if (refund) return refund
  throw invalid({ refundId: t('This refund can’t be chosen. Choose another.') })
}

const refuseWithout = (order: CommandOrder, state: 'requested' | 'failed', without: string) =>
  order.refunds.some((one) => one.state === state) ? null : without

type Chosen = CommandContext<{ readonly refundId: number }>

/** What approving and trying again have in common: money leaves by it. */
async function released(
  { db, order, input, actor, gateway }: Chosen,
  state: 'requested' | 'failed',
): Promise<readonly Effect[]> {
  const refund = chosen(order, input.refundId, state)
  assertMayApprove(actor, order, state === 'requested' ? refund : { ...refund, requestedBy: null })
  return [
    ...moneyEffects(order, [refund], await effectsOf(db, order.id, refund.amount, refund.paidBy), gateway),
    ...stays(),
  ]
}

export const approveRefundServer: CommandServer<{ readonly refundId: number }> = {
  refuse: (order, _, scope) =>
    refuseWithout(order, 'requested', t('No refund waits for approval.')) ?? refuseAny(order, scope),
  effects: (context) => released(context, 'requested'),
  async apply({ db, order, input, actor }) {
    const { amount } = chosen(order, input.refundId, 'requested')
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

export const retryRefundServer: CommandServer<{ readonly refundId: number }> = {
  refuse: (order, _, scope) => refuseWithout(order, 'failed', t('No refund has failed.')) ?? refuseAny(order, scope),
  async effects(context) {
    const { order, input } = context
    const { amount } = chosen(order, input.refundId, 'failed')
    if (amount > leftToRefund(order))
      throw new Refusal(409, t('Other refunds have used what was left of this payment.'), { error: 'NotPossible' })
    return await released(context, 'failed')
  },
  async apply({ db, order, input, actor }) {
    const { amount } = chosen(order, input.refundId, 'failed')
    await decideRefund(db, order, input.refundId, { decision: 'retried', actor })
    return {
      set: {},
      timeline: { kind: 'refund_retried', detail: null, amount },
      message: t('Refund sent again'),
      before: { refund: input.refundId, state: 'failed' },
      after: { refund: input.refundId, state: 'approved' },
      wakes: sendRefundsName,
    }
  },
}

export const rejectRefundServer: CommandServer<{ readonly refundId: number; readonly reason: string }> = {
  refuse: (order, _, { actor }) =>
    may(actor.grants, 'refund', 'purchases')
      ? refuseWithout(order, 'requested', t('No refund waits for approval.'))
      : t('Your role has no refund permission on purchases.'),
  async effects({ order, input }) {
    const { amount } = chosen(order, input.refundId, 'requested')
    return [
      { about: 'customer', text: t('Gets nothing back: {amount} stays with us.', { amount: money(order, amount) }) },
      { about: 'message', text: t('The customer gets no message yet.') },
    ]
  },
  async apply({ db, order, input, actor }) {
    const { amount } = chosen(order, input.refundId, 'requested')
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
