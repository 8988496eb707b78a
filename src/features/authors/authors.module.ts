import { IconPencil } from '@tabler/icons-react'
import { defineModule } from '../../ui/resource/module.web.ts'
import { recordPages } from '../../ui/resource/record-pages.web.ts'

const form = async () => (await import('./author-form-screen.tsx')).AuthorFormScreen

export const authorsModule = defineModule({
  name: 'authors',
  resources: [async () => (await import('./authors.ts')).authors],
  pages: [
    {
      nodes: [
        {
          path: '/authors',
          title: 'Authors',
          icon: IconPencil,
          redirect: '/authors/list',
          access: 'authors',
          children: recordPages({
            of: 'authors',
            at: '/authors',
            write: 'authors',
            list: {
              title: 'Authors',
              breadcrumb: false,
              screen: async () => (await import('./author-list-screen.tsx')).AuthorListScreen,
            },
            create: { title: 'New author', screen: form },
            update: { title: 'Edit author', screen: form },
          }),
        },
      ],
    },
  ],
})
