import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { dueOrdersJob } from './due-orders.server.ts'
import { implementQueues, noteAssignments } from './order-queues.server.ts'
import { readLinePlacementServer } from './line-placement.server.ts'
import { readPurchaseDetailsServer } from './purchase-details.server.ts'
import { purchasesServer } from './purchases.server.ts'
import { riskRules } from './risk/risk-rules.ts'
import { tryRiskRuleServer } from './risk/try-risk-rule.server.ts'

export const purchasesServerModule = defineServerModule({
  name: 'purchases',
  permissions: {
    purchases: { label: 'Purchases', area: 'sales' },
  },
  actions: { refund: 'Issue refunds' },
  resources: [purchasesServer, riskRules],
  endpoints: (context) => [
    readPurchaseDetailsServer,
    readLinePlacementServer,
    tryRiskRuleServer,
    ...implementQueues(context),
  ],
  setUp: noteAssignments,
  jobs: ({ settings }) => [dueOrdersJob(settings.businessTimeZone)],
  seed: [
    {
      name: 'snoozes and tags of purchases',
      when: 'later',
      load: async () => (await import('./seed-work.server.ts')).seedWork,
    },
    {
      name: 'risk rules',
      when: 'later',
      load: async () => (await import('./risk/seed-risk-rules.server.ts')).seedRiskRules,
    },
    {
      name: 'orders that waited',
      when: 'later',
      after: ['snoozes and tags of purchases', 'disputes'],
      load: async () => (await import('./seed-work.server.ts')).seedWaitingDays,
    },
  ],
})
