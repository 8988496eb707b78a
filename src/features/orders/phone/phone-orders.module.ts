import { nameOf } from '../../../core/resource/resource-name.ts'
import { defineModule } from '../../../ui/resource/module.web.ts'
import type { purchases } from '../../purchases/purchases.ts'

export const phoneOrdersModule = defineModule({
  name: 'phone-orders',
  pages: [
    {
      under: '/purchases',
      nodes: [
        {
          path: '/purchases/new',
          title: 'New order',
          hidden: true,
          activeMenu: '/purchases/list',
          access: 'purchases',
          write: 'purchases',
          shows: ['purchases', 'new'],
          screen: async () => (await import('./phone-order-screen.tsx')).PhoneOrderScreen,
        },
      ],
    },
  ],
  panels: [
    {
      on: nameOf<typeof purchases>('purchases'),
      at: 'aside',
      load: async () => (await import('./phone-sale-panel.tsx')).PhoneSalePanel,
    },
  ],
})
