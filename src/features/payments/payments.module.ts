import { defineModule } from '../../ui/resource/module.web.ts'

const lists = () => import('./payment-lists.tsx')

export const paymentsModule = defineModule({
  name: 'payments',
  resources: [async () => (await import('./payments.ts')).payments, async () => (await import('./refunds.ts')).refunds],
  pages: [
    {
      under: '/purchases',
      nodes: [
        {
          path: '/purchases/payments/list',
          title: 'Payments',
          shortcut: 'b',
          access: 'purchases',
          shows: ['payments', 'list'],
          screen: async () => (await lists()).PaymentsScreen,
        },
        {
          path: '/purchases/refunds/list',
          title: 'Refunds',
          access: 'purchases',
          shows: ['refunds', 'list'],
          screen: async () => (await lists()).RefundsScreen,
        },
      ],
    },
  ],
})
