import { t } from '../../../core/i18n/language.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import { intendCall } from '../supplier-calls.server.ts'
import type { CommandServer } from './command-server.server.ts'
import { messageEffect } from './message-effect.server.ts'
import { bookingRefusal } from './move-refusal.server.ts'

/** The supplier is asked once more for what the customer has lost. */
export const resendVoucherServer: CommandServer<object> = {
  refuse: (order) => {
    if (order.booking !== 'confirmed') return bookingRefusal(order)
    if (order.ticketsDelivered === 0) return t('No voucher has been delivered yet.')
    return order.supplierKey === null
      ? t('{provider} isn’t connected. Ask them for it.', { provider: order.provider })
      : null
  },
  effects: async ({ db, order }) => [
    { about: 'supplier', text: t('We’ll ask {provider} for the voucher again.', { provider: order.provider }) },
    { about: 'margin', text: t('Price and margin don’t change.') },
    await messageEffect(db, 'voucher'),
  ],
  async apply({ db, order }) {
    if (order.supplierKey !== null)
      await intendCall(db, {
        supplier: order.supplier,
        action: 'resendVoucher',
        key: order.supplierKey,
        step: `voucher-${order.version}`,
        request: {},
      })
    return {
      set: {},
      timeline: { kind: 'noted', detail: storedText('Voucher requested again') },
      message: t('Voucher on its way'),
      tells: 'voucher',
      before: { version: order.version },
      after: { version: order.version + 1 },
    }
  },
}
