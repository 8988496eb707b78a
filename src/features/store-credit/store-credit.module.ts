import { nameOf } from '../../core/resource/resource-name.ts'
import { defineModule } from '../../ui/resource/module.web.ts'
import type { customers } from '../customers/customers.ts'

export const storeCreditModule = defineModule({
  name: 'store-credit',
  resources: [async () => (await import('./store-credits.ts')).storeCredits],
  pages: [
    {
      under: '/purchases',
      nodes: [
        {
          path: '/purchases/store-credit/list',
          title: 'Store credit',
          access: 'purchases',
          shows: ['store-credits', 'list'],
          screen: async () => (await import('./store-credit-list-screen.tsx')).StoreCreditListScreen,
        },
      ],
    },
  ],
  panels: [
    {
      on: nameOf<typeof customers>('customers'),
      at: 'aside',
      load: async () => (await import('./credit-of-customer.tsx')).CreditOfCustomer,
    },
  ],
})
