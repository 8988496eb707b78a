import { IconPhoto } from '@tabler/icons-react'
import { defineModule } from '../../ui/resource/module.web.ts'
import { recordPages } from '../../ui/resource/record-pages.web.ts'

export const mediaModule = defineModule({
  name: 'media',
  resources: [async () => (await import('./images.ts')).images],
  pages: [
    {
      nodes: [
        {
          path: '/images',
          title: 'Images',
          icon: IconPhoto,
          redirect: '/images/list',
          access: 'images',
          children: recordPages({
            of: 'images',
            at: '/images',
            write: 'images',
            list: {
              title: 'Images',
              breadcrumb: false,
              shortcut: 'i',
              screen: async () => (await import('./image-list-screen.tsx')).ImageListScreen,
            },
            update: { title: 'Image', screen: async () => (await import('./image-form-screen.tsx')).ImageFormScreen },
          }),
        },
      ],
    },
  ],
})
