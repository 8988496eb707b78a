import { IconPlugConnected } from '@tabler/icons-react'
import { defineModule } from '../../ui/resource/module.web.ts'

export const eventSupplyModule = defineModule({
  name: 'event-supply',
  pages: [
    {
      nodes: [
        {
          path: '/providers',
          title: 'Providers',
          icon: IconPlugConnected,
          redirect: '/providers/event',
          access: 'providers',
          children: [
            {
              path: 'event',
              title: 'Event providers',
              access: 'providers',
              write: 'providers',
              screen: async () => (await import('./provider-list-screen.tsx')).ProviderListScreen,
            },
            {
              path: 'event/view',
              title: 'Event provider',
              hidden: true,
              shows: ['event-providers', 'view'],
              activeMenu: '/providers/event',
              access: 'providers',
              write: 'providers',
              screen: async () => (await import('./provider-screen.tsx')).ProviderScreen,
            },
          ],
        },
      ],
    },
  ],
})
