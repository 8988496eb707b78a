import { defineModule } from '../../ui/resource/module.web.ts'

export const workersModule = defineModule({
  name: 'workers',
  pages: [
    {
      under: '/settings',
      nodes: [
        {
          path: '/workers/list',
          title: 'Workers',
          shortcut: 'w',
          access: 'settings',
          write: 'settings',
          screen: async () => (await import('./worker-list-screen.tsx')).WorkerListScreen,
        },
        {
          path: '/workers',
          title: 'Workers',
          hidden: true,
          redirect: '/workers/list',
          access: 'settings',
          children: [
            {
              path: 'update',
              title: 'Worker',
              hidden: true,
              shows: ['workers', 'update'],
              activeMenu: '/workers/list',
              access: 'settings',
              write: 'settings',
              screen: async () => (await import('./worker-screen.tsx')).WorkerScreen,
            },
          ],
        },
      ],
    },
  ],
})
