import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { gatewayOf } from '../orders/payment-gateway.server.ts'
import { paymentsServer, refundsServer } from './payments.server.ts'
import { sendRefundsJob } from './send-refunds.server.ts'

export const paymentsServerModule = defineServerModule({
  name: 'payments',
  resources: [paymentsServer, refundsServer],
  seed: [
    {
      name: 'refunds in every state',
      when: 'later',
      load: async () => (await import('./seed-refunds.server.ts')).seedRefunds,
    },
  ],
  jobs: ({ settings }) => [sendRefundsJob(gatewayOf(settings))],
})
