import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { readPurchaseDetailsServer } from './purchase-details.server.ts'
import { purchasesServer } from './purchases.server.ts'

export const purchasesServerModule = defineServerModule({
  name: 'purchases',
  permissions: {
    purchases: 'Purchases',
  },
  actions: { refund: 'Give money back' },
  resources: [purchasesServer],
  endpoints: [readPurchaseDetailsServer],
})
