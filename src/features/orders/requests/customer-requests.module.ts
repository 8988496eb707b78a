import { nameOf } from '../../../core/resource/resource-name.ts'
import { defineModule } from '../../../ui/resource/module.web.ts'
import type { purchases } from '../../purchases/purchases.ts'

export const customerRequestsModule = defineModule({
  name: 'customer-requests',
  panels: [
    {
      on: nameOf<typeof purchases>('purchases'),
      at: 'aside',
      load: async () => (await import('./requests-of-order.tsx')).RequestsOfOrder,
    },
  ],
})
