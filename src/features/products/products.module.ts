import { IconTicket } from '@tabler/icons-react'
import type { subcategories } from '../categories/subcategories.ts'
import { openDrifts } from './drift-address.ts'
import { defineModule } from '../../ui/resource/module.web.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { recordGroup, recordPages } from '../../ui/resource/record-pages.web.ts'

const lists = () => import('./option-list-screens.tsx')
const forms = () => import('./product-form-screens.tsx')

export const productsModule = defineModule({
  name: 'products',
  resources: [
    async () => (await import('./products.ts')).products,
    async () => (await import('./product-options.ts')).productOptions,
    async () => (await import('./product-age-bands.ts')).productAgeBands,
    async () => (await import('./product-drifts.ts')).productDrifts,
    async () => (await import('./product-drift-rules.ts')).productDriftRules,
  ],
  pages: [
    {
      nodes: [
        {
          path: '/products',
          title: 'Products',
          icon: IconTicket,
          redirect: '/products/list',
          access: ['products', 'product-options', 'product-age-bands'],
          children: [
            ...recordPages({
              of: 'products',
              at: '/products',
              access: 'products',
              write: 'products',
              list: {
                title: 'Products',
                breadcrumb: false,
                shortcut: 'o',
                screen: async () => (await import('./product-list-screen.tsx')).ProductListScreen,
              },
              update: { title: 'Product', screen: async () => (await forms()).ProductFormScreen },
            }),
            {
              path: 'drift-inbox',
              title: 'Drift inbox',
              shortcut: 'x',
              access: 'products',
              write: 'products',
              shows: ['product-drifts', 'list'],
              opensAs: openDrifts,
              screen: async () => (await import('./drift-inbox-screen.tsx')).DriftInboxScreen,
              children: [
                // Reached from the inbox, so the menu shows none of it.
                {
                  path: '/products/drift-rules',
                  title: 'Auto-accept rules',
                  hidden: true,
                  redirect: '/products/drift-rules/list',
                  access: 'products',
                  children: recordPages({
                    of: 'product-drift-rules',
                    at: '/products/drift-rules',
                    access: 'products',
                    write: 'products',
                    list: {
                      title: 'Auto-accept rules',
                      breadcrumb: false,
                      screen: async () => (await lists()).DriftRuleListScreen,
                    },
                    create: { title: 'New auto-accept rule', screen: async () => (await forms()).DriftRuleFormScreen },
                    update: { title: 'Auto-accept rule', screen: async () => (await forms()).DriftRuleFormScreen },
                  }).map((page) => ({ ...page, hidden: true, activeMenu: '/products/drift-inbox' })),
                },
              ],
            },
            ...recordGroup({
              of: 'product-options',
              at: '/product-options',
              access: 'product-options',
              write: 'product-options',
              list: { title: 'Product options', screen: async () => (await lists()).ProductOptionListScreen },
              update: { title: 'Product option', screen: async () => (await forms()).ProductOptionFormScreen },
            }),
            ...recordGroup({
              of: 'product-age-bands',
              at: '/product-age-bands',
              access: 'product-age-bands',
              write: 'product-age-bands',
              list: { title: 'Product age bands', screen: async () => (await lists()).ProductAgeBandListScreen },
              update: { title: 'Product age band', screen: async () => (await forms()).ProductAgeBandFormScreen },
            }),
          ],
        },
      ],
    },
  ],
  commands: [
    {
      on: nameOf<typeof subcategories>('subcategories'),
      at: ['record'],
      needs: [['write', 'products']],
      load: async () => (await import('./move-products.tsx')).MoveProducts,
    },
  ],
})
