import { defineModule } from '../../ui/resource/module.web.ts'
import { recordPages } from '../../ui/resource/record-pages.web.ts'

export const mailModule = defineModule({
  name: 'mail',
  resources: [async () => (await import('./messages.ts')).messages],
  pages: [
    {
      under: '/settings',
      nodes: [
        ...recordPages({
          of: 'messages',
          at: '/messages',
          access: 'messages',
          write: 'messages',
          list: {
            title: 'Messages',
            shortcut: 'm',
            screen: async () => (await import('./message-list-screen.tsx')).MessageListScreen,
          },
        }),
        {
          path: '/messages',
          title: 'Messages',
          hidden: true,
          redirect: '/messages/list',
          access: 'messages',
          children: [
            {
              path: 'view',
              title: 'Message',
              hidden: true,
              activeMenu: '/messages/list',
              write: 'messages',
              shows: ['messages', 'view'],
              screen: async () => (await import('./message-screen.tsx')).MessageScreen,
            },
          ],
        },
      ],
    },
  ],
})
