import { IconSignature } from '@tabler/icons-react'
import type { products } from '../products/products.ts'
import { defineModule } from '../../ui/resource/module.web.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { recordPages } from '../../ui/resource/record-pages.web.ts'

const form = async () => (await import('./alias-form-screen.tsx')).AliasFormScreen

export const aliasesModule = defineModule({
  name: 'aliases',
  resources: [async () => (await import('./aliases.ts')).aliases],
  pages: [
    {
      nodes: [
        {
          path: '/aliases',
          title: 'Aliases',
          icon: IconSignature,
          redirect: '/aliases/list',
          access: 'aliases',
          children: recordPages({
            of: 'aliases',
            at: '/aliases',
            access: 'aliases',
            write: 'aliases',
            list: {
              title: 'Aliases',
              breadcrumb: false,
              shortcut: 'l',
              screen: async () => (await import('./alias-list-screen.tsx')).AliasListScreen,
            },
            create: { title: 'New alias', screen: form },
            update: { title: 'Edit alias', screen: form },
          }),
        },
      ],
    },
  ],
  panels: [
    {
      on: nameOf<typeof products>('products'),
      at: 'below',
      load: async () => (await import('./product-aliases.tsx')).ProductAliases,
    },
  ],
  commands: [
    {
      on: nameOf<typeof products>('products'),
      at: ['record', 'selection'],
      needs: [['write', 'aliases']],
      load: async () => (await import('./attach-button.tsx')).AttachButton,
    },
  ],
})
