import { nameOf } from '../../../core/resource/resource-name.ts'
import { defineModule } from '../../../ui/resource/module.web.ts'
import type { purchases } from '../../purchases/purchases.ts'

export const supplierLogModule = defineModule({
  name: 'supplier-log',
  panels: [
    {
      on: nameOf<typeof purchases>('purchases'),
      at: 'below',
      load: async () => (await import('./supplier-log.tsx')).SupplierLogOfOrder,
    },
  ],
})
