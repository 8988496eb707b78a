import { defineModule } from '../../ui/resource/module.web.ts'

export const disputesModule = defineModule({
  name: 'disputes',
  resources: [async () => (await import('./disputes.ts')).disputes],
  pages: [
    {
      under: '/purchases',
      nodes: [
        {
          path: '/purchases/disputes/list',
          title: 'Disputes',
          access: 'purchases',
          shows: ['disputes', 'list'],
          screen: async () => (await import('./dispute-list-screen.tsx')).DisputeListScreen,
        },
        {
          path: '/purchases/disputes',
          title: 'Disputes',
          hidden: true,
          redirect: '/purchases/disputes/list',
          children: [
            {
              path: 'view',
              title: 'Dispute',
              hidden: true,
              activeMenu: '/purchases/disputes/list',
              access: 'purchases',
              write: 'purchases',
              shows: ['disputes', 'view'],
              screen: async () => (await import('./dispute-screen.tsx')).DisputeScreen,
            },
          ],
        },
      ],
    },
  ],
})
