import { defineModule } from '../../ui/resource/module.web.ts'
import { recordPages } from '../../ui/resource/record-pages.web.ts'

const form = async () => (await import('./tag-form-screen.tsx')).TagFormScreen

export const tagsModule = defineModule({
  name: 'tags',
  resources: [async () => (await import('./tags.ts')).tags],
  pages: [
    {
      under: '/events',
      nodes: [
        {
          path: '/tags',
          title: 'Tags',
          redirect: '/tags/list',
          access: 'tags',
          children: recordPages({
            of: 'tags',
            at: '/tags',
            write: 'tags',
            list: {
              title: 'Tags',
              breadcrumb: false,
              shortcut: 'g',
              screen: async () => (await import('./tag-list-screen.tsx')).TagListScreen,
            },
            create: { title: 'New tag', screen: form },
            update: { title: 'Edit tag', path: 'update/{id}', screen: form },
          }),
        },
      ],
    },
  ],
})
