import { t } from '../../../core/i18n/language.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { CommandServer } from './command-server.server.ts'
import { moneyWords } from './refund-order.server.ts'

/** What the customer has paid and the order does not cost, in minor units of its currency. */
function keptAmount({ booking, captured, refunded, refundPending, grandTotal }: CommandOrder): number {
  const price = booking === 'confirmed' || booking === 'completed' ? grandTotal : 0
  return captured - refunded - refundPending - price
}

/** The other answer to a refund that waits for a decision. A later refund takes it back. */
export const keepPaymentServer: CommandServer<{ readonly reason: string }> = {
  refuse: (order) => {
    if (order.nextStep === 'decide_refund') return null
    return order.isPaymentKept ? t('The payment is kept.') : t('No refund waits for a decision.')
  },
  effects: async ({ order }) => [
    { about: 'customer', text: t('No refund. We keep {amount}.', { amount: moneyWords(order, keptAmount(order)) }) },
    { about: 'order', text: t('You can still refund it later.') },
    { about: 'message', text: t('The customer gets no message.') },
  ],
  async apply({ order, input }) {
    return {
      set: { is_payment_kept: true },
      timeline: { kind: 'payment_kept', detail: input.reason, amount: keptAmount(order) },
      message: t('Payment kept'),
      before: { isPaymentKept: false },
      after: { isPaymentKept: true },
      reason: input.reason,
    }
  },
}
