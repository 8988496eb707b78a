import { nameOf } from '../../core/resource/resource-name.ts'
import { defineModule } from '../../ui/resource/module.web.ts'
import type { purchases } from '../purchases/purchases.ts'

export const recoverablesModule = defineModule({
  name: 'recoverables',
  resources: [async () => (await import('./recoverables.ts')).recoverables],
  pages: [
    {
      under: '/purchases',
      nodes: [
        {
          path: '/purchases/recoverables/list',
          title: 'Recoverables',
          access: 'purchases',
          shows: ['recoverables', 'list'],
          screen: async () => (await import('./recoverable-list-screen.tsx')).RecoverableListScreen,
        },
        {
          path: '/purchases/recoverables',
          title: 'Recoverables',
          hidden: true,
          redirect: '/purchases/recoverables/list',
          children: [
            {
              path: 'view',
              title: 'Recoverable',
              hidden: true,
              activeMenu: '/purchases/recoverables/list',
              access: 'purchases',
              shows: ['recoverables', 'view'],
              screen: async () => (await import('./recoverable-screen.tsx')).RecoverableScreen,
            },
          ],
        },
      ],
    },
  ],
  panels: [
    {
      on: nameOf<typeof purchases>('purchases'),
      at: 'aside',
      load: async () => (await import('./recoverables-of-order.tsx')).RecoverablesOfOrder,
    },
  ],
})
