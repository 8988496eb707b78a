import { IconFileText } from '@tabler/icons-react'
import { defineModule } from '../../ui/resource/module.web.ts'

const form = async () => (await import('./static-page-form-screen.tsx')).StaticPageFormScreen

export const staticPagesModule = defineModule({
  name: 'static-pages',
  resources: [async () => (await import('./static-pages.ts')).staticPages],
  pages: [
    {
      nodes: [
        {
          path: '/static-pages',
          title: 'Static pages',
          icon: IconFileText,
          access: 'static-pages',
          write: 'static-pages',
          shows: ['static-pages', 'list'],
          screen: async () => (await import('./static-page-list-screen.tsx')).StaticPageListScreen,
          children: [
            {
              path: 'create',
              title: 'New static page',
              hidden: true,
              activeMenu: '/static-pages',
              write: 'static-pages',
              shows: ['static-pages', 'create'],
              screen: form,
            },
            {
              path: '{id}',
              title: 'Edit static page',
              hidden: true,
              activeMenu: '/static-pages',
              write: 'static-pages',
              shows: ['static-pages', 'update'],
              screen: form,
            },
          ],
        },
      ],
    },
  ],
})
