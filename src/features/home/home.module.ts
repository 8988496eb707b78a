import { IconLayoutDashboard } from '@tabler/icons-react'
import { defineModule } from '../../ui/resource/module.web.ts'

export const homeModule = defineModule({
  name: 'home',
  pages: [
    {
      nodes: [
        {
          path: '/dashboard',
          name: 'dashboard',
          title: 'Dashboard',
          icon: IconLayoutDashboard,
          shortcut: 'd',
          screen: async () => (await import('./home-screen.tsx')).HomeScreen,
        },
      ],
    },
  ],
})
