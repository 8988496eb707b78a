import { t } from '../../../core/i18n/language.ts'
import type { CommandServer } from './command-server.server.ts'
import { moveRefusal } from './move-refusal.server.ts'

export const chaseServer: CommandServer<{ readonly note: string; readonly hours: number }> = {
  refuse: (order) => {
    const isWaiting =
      order.booking === 'pending_supplier' ||
      (order.booking === 'confirmed' && order.fulfilment !== 'delivered' && order.fulfilment !== 'not_due')
    return isWaiting ? null : t('We aren’t waiting for the supplier.')
  },
  effects: async ({ order, input }) => [
    {
      about: 'supplier',
      text: t('Nothing is sent: write to or call {provider} yourself.', { provider: order.provider }),
    },
    {
      about: 'order',
      text: t('The order is due again in {n, plural, one {# hour} other {# hours}}.', { n: input.hours }),
    },
  ],
  async apply({ order, input, now }) {
    const due = new Date(now + input.hours * 3_600_000).toISOString()
    return {
      set: { due_at: due },
      timeline: { kind: 'supplier_chased', detail: input.note },
      message: t('Reminder recorded'),
      before: { dueAt: order.dueAt },
      after: { dueAt: due },
    }
  },
}

export const noShowServer: CommandServer<{ readonly note: string | null }> = {
  refuse: (order, now) => {
    if (order.hasNoShow) return t('Already recorded.')
    if (order.redeemedAt !== null) return t('The customer was checked in.')
    if (order.booking !== 'confirmed' && order.booking !== 'completed') return moveRefusal(order, 'complete', now)
    return order.changeableUntil > now ? t('Not started yet.') : null
  },
  effects: async ({ order }) => [
    { about: 'customer', text: t('A no-show isn’t entitled to a refund. You can still refund it.') },
    {
      about: 'supplier',
      text: t('{provider} is paid as for a visit. To claim the cost, refund it as paid by the supplier.', {
        provider: order.provider,
      }),
    },
    { about: 'margin', text: t('Price and margin don’t change.') },
  ],
  async apply({ input }) {
    return {
      set: {},
      timeline: { kind: 'no_show', detail: input.note },
      message: t('No-show recorded'),
      before: { noShow: false },
      after: { noShow: true },
    }
  },
}

export const withdrawNoShowServer: CommandServer<{ readonly note: string | null }> = {
  refuse: (order) => (order.hasNoShow ? null : t('No no-show recorded.')),
  effects: async () => [
    { about: 'order', text: t('Manifests count the customer as expected again. The timeline keeps both steps.') },
  ],
  async apply({ input }) {
    return {
      set: {},
      timeline: { kind: 'no_show_withdrawn', detail: input.note },
      message: t('No-show withdrawn'),
      before: { noShow: true },
      after: { noShow: false },
    }
  },
}
