import { nameOf } from '../../../core/resource/resource-name.ts'
import { defineModule } from '../../../ui/resource/module.web.ts'
import type { purchases } from '../../purchases/purchases.ts'

const update = async () => (await import('./order-update-screen.tsx')).OrderUpdateScreen

export const orderCommandsModule = defineModule({
  name: 'order-commands',
  pages: [
    {
      under: '/purchases',
      nodes: [
        {
          path: '/purchases/products/update',
          title: 'Update product purchase',
          hidden: true,
          activeMenu: '/purchases/products/list',
          write: 'purchases',
          shows: ['purchases', 'update-product'],
          screen: update,
        },
        {
          path: '/purchases/events/update',
          title: 'Update event purchase',
          hidden: true,
          activeMenu: '/purchases/events/list',
          write: 'purchases',
          shows: ['purchases', 'update-event'],
          screen: update,
        },
      ],
    },
  ],
  commands: [
    {
      on: nameOf<typeof purchases>('purchases'),
      at: ['record'],
      needs: ['write'],
      load: async () => (await import('./update-order-button.tsx')).UpdateOrderButton,
    },
  ],
})
