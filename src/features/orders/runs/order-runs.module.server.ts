import { sql } from 'kysely'
import { defineServerModule } from '../../../core/calls/server-module.server.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import { gatewayOf } from '../payment-gateway.server.ts'
import { orderRuns } from './order-runs.ts'
import { implementOrderRuns } from './run-commands.server.ts'
import { carryOutRunsJob } from './run-orders.server.ts'

const ofItems = (which = sql`true`) =>
  sql`(select count(*)::integer from order_run_items i where i.run_id = t.id and ${which})`

export const orderRunsServerModule = defineServerModule({
  name: 'order-runs',
  resources: [
    serve(orderRuns, {
      derived: {
        requestedBy: sql`(select s.name from staff s where s.id = t.requested_by)`,
        approvedBy: sql`(select s.name from staff s where s.id = t.approved_by)`,
        orders: ofItems(),
        doneOrders: ofItems(sql`i.state = 'done'`),
        failedOrders: ofItems(sql`i.state = 'failed'`),
      },
    }),
  ],
  endpoints: implementOrderRuns,
  jobs: ({ settings }) => [carryOutRunsJob(gatewayOf(settings))],
  seed: [
    {
      name: 'runs over orders',
      when: 'later',
      after: 'messages of orders',
      load: async () => (await import('./seed-order-runs.server.ts')).seedOrderRuns,
    },
  ],
})
