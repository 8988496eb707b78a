import { nameOf } from '../../../core/resource/resource-name.ts'
import { defineModule } from '../../../ui/resource/module.web.ts'
import type { events } from '../../events/event/events.ts'
import type { performances } from '../../events/performance/performances.ts'

export const orderRunsModule = defineModule({
  name: 'order-runs',
  resources: [async () => (await import('./order-runs.ts')).orderRuns],
  pages: [
    {
      under: '/purchases',
      nodes: [
        {
          path: '/purchases/runs/list',
          title: 'Order runs',
          access: 'purchases',
          shows: ['order-runs', 'list'],
          screen: async () => (await import('./run-list-screen.tsx')).RunListScreen,
        },
        {
          path: '/purchases/runs',
          title: 'Order runs',
          hidden: true,
          redirect: '/purchases/runs/list',
          access: 'purchases',
          children: [
            {
              path: 'start',
              title: 'New order run',
              hidden: true,
              activeMenu: '/purchases/runs/list',
              access: 'purchases',
              write: 'purchases',
              shows: ['order-runs', 'start'],
              screen: async () => (await import('./new-run-screen.tsx')).NewRunScreen,
            },
            {
              path: 'view',
              title: 'Order run',
              hidden: true,
              activeMenu: '/purchases/runs/list',
              access: 'purchases',
              shows: ['order-runs', 'view'],
              screen: async () => (await import('./run-screen.tsx')).RunScreen,
            },
          ],
        },
      ],
    },
  ],
  commands: [
    {
      on: nameOf<typeof performances>('performances'),
      at: ['record', 'selection'],
      needs: [['write', 'purchases']],
      load: async () => (await import('./run-buttons.tsx')).RunOfPerformances,
    },
    {
      on: nameOf<typeof events>('events'),
      at: ['record'],
      needs: [['write', 'purchases']],
      load: async () => (await import('./run-buttons.tsx')).RunOfEvent,
    },
  ],
})
