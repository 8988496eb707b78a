import { IconCategory } from '@tabler/icons-react'
import { defineModule } from '../../ui/resource/module.web.ts'
import { recordGroup, recordPages } from '../../ui/resource/record-pages.web.ts'

const lists = () => import('./section-list-screens.tsx')
const forms = () => import('./section-form-screens.tsx')

export const categoriesModule = defineModule({
  name: 'categories',
  resources: [
    async () => (await import('./categories.ts')).categories,
    async () => (await import('./subcategories.ts')).subcategories,
  ],
  pages: [
    {
      nodes: [
        {
          path: '/categories',
          title: 'Categories',
          icon: IconCategory,
          redirect: '/categories/list',
          access: ['categories', 'subcategories'],
          children: [
            ...recordPages({
              of: 'categories',
              at: '/categories',
              access: 'categories',
              write: 'categories',
              list: {
                title: 'Categories',
                breadcrumb: false,
                shortcut: 'z',
                screen: async () => (await lists()).CategoryListScreen,
              },
              create: { title: 'New category', screen: async () => (await forms()).CategoryFormScreen },
              update: { title: 'Edit category', screen: async () => (await forms()).CategoryFormScreen },
            }),
            ...recordGroup({
              of: 'subcategories',
              at: '/subcategories',
              access: 'subcategories',
              write: 'subcategories',
              list: { title: 'Subcategories', screen: async () => (await lists()).SubcategoryListScreen },
              create: { title: 'New subcategory', screen: async () => (await forms()).SubcategoryFormScreen },
              update: { title: 'Edit subcategory', screen: async () => (await forms()).SubcategoryFormScreen },
            }),
          ],
        },
      ],
    },
  ],
})
