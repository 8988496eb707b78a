import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { dueOrdersJob } from './due-orders.server.ts'
import { implementQueues, noteAssignments } from './order-queues.server.ts'
import { readLinePlacementServer } from './line-placement.server.ts'
import { readPurchaseDetailsServer } from './purchase-details.server.ts'
import { purchasesServer } from './purchases.server.ts'

export const purchasesServerModule = defineServerModule({
  name: 'purchases',
  permissions: {
    purchases: 'Purchases',
  },
  actions: { refund: 'Give money back' },
  resources: [purchasesServer],
  endpoints: (context) => [readPurchaseDetailsServer, readLinePlacementServer, ...implementQueues(context)],
  setUp: noteAssignments,
  jobs: ({ settings }) => [dueOrdersJob(settings.businessTimeZone)],
  seed: [
    {
      name: 'snoozes and tags of purchases',
      when: 'later',
      load: async () => (await import('./seed-work.server.ts')).seedWork,
    },
    {
      name: 'orders that waited',
      when: 'later',
      after: ['snoozes and tags of purchases', 'disputes'],
      load: async () => (await import('./seed-work.server.ts')).seedWaitingDays,
    },
  ],
})
