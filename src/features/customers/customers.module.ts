import { IconUsers } from '@tabler/icons-react'
import { defineModule } from '../../ui/resource/module.web.ts'
import { recordPages } from '../../ui/resource/record-pages.web.ts'

export const customersModule = defineModule({
  name: 'customers',
  resources: [async () => (await import('./customers.ts')).customers],
  pages: [
    {
      nodes: [
        {
          path: '/users',
          title: 'Users',
          icon: IconUsers,
          redirect: '/users/list',
          access: 'users',
          children: recordPages({
            of: 'customers',
            at: '/users',
            write: 'users',
            list: {
              title: 'Customers',
              shortcut: 'u',
              screen: async () => (await import('./customer-list-screen.tsx')).CustomerListScreen,
            },
            update: {
              title: 'Customer',
              screen: async () => (await import('./customer-form-screen.tsx')).CustomerFormScreen,
            },
          }),
        },
      ],
    },
  ],
})
