import { formatMoney, formatPercent } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { consumeRedemptions, releaseRedemptions } from '../../coupons/coupon-redemptions.server.ts'
import { intendCall } from '../supplier-calls.server.ts'
import { refundReason, refundShare } from '../cancel-order.server.ts'
import { releaseCredit } from '../order-credit.server.ts'
import { leftToRefund } from '../../payments/refund-quote.server.ts'
import { isUnconfirmed, policyRefund } from '../../purchases/policy-refund.ts'
import { askForReturn, supplierReturn } from './cancellation-return.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandContext, CommandServer } from './command-server.server.ts'
import type { Effect } from './command-state.server.ts'
import { messageEffect } from './message-effect.server.ts'
import { moveRefusal } from './move-refusal.server.ts'

const hour = 3_600_000

/** An order that waits for review goes to its supplier. */
export const approveServer: CommandServer<object> = {
  refuse: (order, now) =>
    moveRefusal(order, 'send_to_supplier', now) ??
    (order.isCalledOff ? t('The event was cancelled. Cancel the order instead.') : null),
  effects: async ({ order }) => [
    { about: 'order', text: t('The booking becomes pending at the supplier.') },
    order.supplierKey === null
      ? {
          about: 'supplier',
          text: t('{provider} isn’t connected. Book with them yourself, then record their confirmation.', {
            provider: order.provider,
          }),
        }
      : {
          about: 'supplier',
          text: t('We’ll ask {provider} to book the places on hold.', { provider: order.provider }),
        },
    { about: 'message', text: t('The customer gets no message yet.') },
  ],
  async apply({ db, order, now }) {
    if (order.supplierKey !== null)
      await intendCall(db, { supplier: order.supplier, action: 'book', key: order.supplierKey, request: {} })
    const due = Math.max(now + hour, Math.min(now + 24 * hour, order.startsAt - 2 * hour))
    return {
      set: { booking_status: 'pending_supplier', supplier_status: 'PENDING', due_at: new Date(due).toISOString() },
      timeline: { kind: 'sent_to_supplier', detail: null },
      message: t('Order approved'),
      before: { bookingStatus: order.booking },
      after: { bookingStatus: 'pending_supplier' },
    }
  },
}

/** What a supplier that is not connected has answered staff. */
export const confirmServer: CommandServer<{ readonly providerReference: string | null }> = {
  refuse: (order, now) =>
    moveRefusal(order, 'confirm', now) ??
    (order.supplierKey === null ? null : t('{provider} answers automatically.', { provider: order.provider })),
  effects: async ({ db, order, input }) => [
    { about: 'order', text: t('The booking becomes confirmed.') },
    await messageEffect(db, 'confirmation'),
    ...(input.providerReference
      ? [
          {
            about: 'supplier' as const,
            text: t('Their reference: {providerReference}', { providerReference: input.providerReference }),
          },
        ]
      : []),
    ...couponEffect(order, t('Its coupon counts as used.')),
    ...(order.payment === 'authorised'
      ? [{ about: 'customer' as const, text: t('The payment stays authorised until it is captured.') }]
      : []),
    {
      about: 'customer',
      text: order.kind === 'event' ? t('Tickets become due for delivery.') : t('The voucher becomes due for delivery.'),
    },
  ],
  async apply({ db, order, input, now }) {
    await consumeRedemptions(db, order.id)
    const due = Math.max(now + 2 * hour, order.startsAt - 48 * hour)
    return {
      set: {
        booking_status: 'confirmed',
        fulfilment_status: 'awaiting_tickets',
        supplier_status: 'CONFIRMED',
        held_until: null,
        due_at: new Date(due).toISOString(),
        ...(input.providerReference && { provider_reference: input.providerReference }),
      },
      timeline: { kind: 'supplier_confirmed', detail: input.providerReference },
      message: t('Order confirmed'),
      before: { bookingStatus: order.booking, fulfilmentStatus: order.fulfilment },
      after: { bookingStatus: 'confirmed', fulfilmentStatus: 'awaiting_tickets' },
    }
  },
}

export const rejectServer: CommandServer<{ readonly reason: string }> = {
  refuse: (order, now) => moveRefusal(order, 'reject', now),
  effects: async ({ db, order }) => [
    { about: 'order', text: t('The booking becomes rejected. This can’t be undone.') },
    await messageEffect(db, 'cancellation'),
    ...moneyEffects(order, order.captured),
    supplierEffect(order),
    ...couponEffect(order, t('Its coupon can be used again.')),
  ],
  async apply({ db, order, input, now }) {
    await release(db, order, 'expired')
    return {
      set: {
        booking_status: 'rejected',
        supplier_status: 'REJECTED',
        held_until: null,
        ...whenItEnds(order),
        ...dueAfterEnd(order, now),
      },
      timeline: { kind: 'rejected', detail: input.reason },
      message: t('Order rejected'),
      before: { bookingStatus: order.booking },
      after: { bookingStatus: 'rejected' },
      reason: input.reason,
    }
  },
}

/** Cancelling gives no money back: what the policy says is shown first, and refunding is a decision of its own. */
export const cancelServer: CommandServer<{ readonly reason: string }> = {
  refuse: (order, now) =>
    order.isCalledOff && order.booking === 'completed'
      ? t('The order is completed. Refund it instead.')
      : moveRefusal(order, 'cancel', now),
  ask: ({ order }, database) => askForReturn(order, database),
  effects: async ({ db, order, now }) => {
    const { amount } = quoteOf(order, now)
    return [
      { about: 'order', text: t('The booking becomes cancelled. This can’t be undone.') },
      await messageEffect(db, 'cancellation'),
      ...(order.captured > 0 ? [{ about: 'customer' as const, text: refundText(order, now) }] : []),
      ...moneyEffects(order, amount),
      ...(await supplierReturn(db, order)),
      supplierEffect(order),
      ...couponEffect(order, t('Its coupon can be used again if its terms say so.')),
      ...(order.ticketsDelivered > 0
        ? [
            {
              about: 'customer' as const,
              text: t('{n, plural, one {# delivered ticket is} other {# delivered tickets are}} no longer valid.', {
                n: order.ticketsDelivered,
              }),
            },
          ]
        : []),
    ]
  },
  money: ({ order, now }) => ({
    currency: order.currency,
    refundable: quoteOf(order, now).amount,
    supplierCost: order.supplierCost,
  }),
  async apply({ db, order, input, now }) {
    await release(db, order, 'cancelled')
    const { amount } = quoteOf(order, now)
    const isOpen = order.fulfilment === 'awaiting_tickets' || order.fulfilment === 'failed'
    const isKept = leftToRefund(order) > 0 && amount === 0
    return {
      set: {
        booking_status: 'cancelled',
        supplier_status: 'CANCELLED',
        held_until: null,
        ...whenItEnds(order),
        is_payment_kept: isKept,
        ...(!isKept && dueAfterEnd(order, now)),
        ...(isOpen && { fulfilment_status: 'not_due' }),
      },
      timeline: { kind: 'cancelled', detail: input.reason },
      message: t('Order cancelled'),
      before: { bookingStatus: order.booking },
      after: { bookingStatus: 'cancelled', refundable: amount },
      reason: input.reason,
    }
  },
}

/** What can come back by the policy. Where the price became lower, that is more than nothing even if the share is nothing. */
function quoteOf(order: CommandOrder, now: number): { readonly share: number; readonly amount: number } {
  const share = refundShare(order, now)
  return { share, amount: policyRefund(order, share) }
}

/** Why everything comes back, whatever the policy says; null where the policy decides. */
export function fullRefundText(order: CommandOrder, now: number, full: number): string | null {
  const amount = formatMoney(full, order.currency)
  switch (refundReason(order, now)) {
    case 'event_cancelled':
      return t('Full refund because the event was cancelled: {amount}.', { amount })
    case 'event_postponed':
      return t('Full refund because the event was postponed: {amount}.', { amount })
    case 'not_confirmed':
      return t('Full refund because the supplier hasn’t confirmed: {amount}.', { amount })
    case 'policy':
      return null
  }
}

/** What comes back, and why that much. */
function refundText(order: CommandOrder, now: number): string {
  const { share, amount } = quoteOf(order, now)
  const values = { share: formatPercent(share), amount: formatMoney(amount, order.currency) }
  if (leftToRefund(order) === 0) return t('Nothing is left to refund.')
  if (amount === 0 || share === 0) return t('Non-refundable under the policy.')
  const full = fullRefundText(order, now, amount)
  if (full !== null) return full
  return t('The policy refunds {share}: {amount}.', values)
}

function moneyEffects(order: CommandOrder, refundable: number): readonly Effect[] {
  if (order.payment === 'authorised')
    return [{ about: 'margin', text: t('The payment stays authorised until it is voided.') }]
  if (order.captured === 0) return []
  return [
    {
      about: 'margin',
      text:
        refundable > 0
          ? t('No money moves yet. Refunding {amount} is a separate decision.', {
              amount: formatMoney(refundable, order.currency),
            })
          : t('No money moves. The payment is kept.'),
    },
  ]
}

export function supplierEffect({ supplierKey, provider, providerReference }: CommandOrder): Effect {
  return {
    about: supplierKey === null ? 'supplier' : 'stock',
    text:
      supplierKey !== null
        ? t('We’ll ask {provider} to take the places back.', { provider })
        : providerReference === null
          ? t('{provider} isn’t connected. Tell them yourself.', { provider })
          : t('{provider} isn’t connected. Tell them yourself, reference {providerReference}.', {
              provider,
              providerReference,
            }),
  }
}

const couponEffect = ({ hasCoupon }: CommandOrder, text: string): readonly Effect[] =>
  hasCoupon ? [{ about: 'coupon', text }] : []

/** When someone should have decided on the money, where there is something to decide. */
const dueAfterEnd = ({ payment, refundState }: CommandOrder, now: number) =>
  ['captured', 'partially_refunded'].includes(payment) && ['none', 'partial'].includes(refundState)
    ? { due_at: new Date(now + 24 * hour).toISOString() }
    : {}

/** What an order says of money once it has ended. A supplier is owed nothing for places that it has not sold. */
export const whenItEnds = ({ booking, refunded, refundPending }: CommandOrder) => ({
  refunded_at_end: refunded + refundPending,
  ...(isUnconfirmed(booking) && { net_cost: 0, supplier_cost: 0 }),
})

/** Lets go of what waits for an order that ends. Credit comes before coupons, as payments do in the order of locks. */
export async function release(
  db: CommandContext<unknown>['db'],
  order: CommandOrder,
  because: 'expired' | 'cancelled',
): Promise<void> {
  if (order.supplierKey !== null)
    await intendCall(db, { supplier: order.supplier, action: 'cancel', key: order.supplierKey, request: {} })
  await releaseCredit(db, order.id)
  await releaseRedemptions(db, order.id, because)
}
