import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { gatewayOf, provideGateway } from '../orders/payment-gateway.server.ts'
import { implementLocalStripe } from './local-stripe-calls.server.ts'
import { gatewayFor } from './gateway.server.ts'
import { paymentsServer, refundsServer } from './payments.server.ts'
import { forgetGatewayEventsJob, implementStripeWebhook } from './stripe-webhook.server.ts'
import { beginToCountRefunds } from './refund-limits.server.ts'
import { implementRefundDecisions } from './refund-decisions.server.ts'
import { sendRefundsJob } from './send-refunds.server.ts'
import { voidPaymentsJob } from './void-payments.server.ts'

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
  endpoints: (context) => {
    beginToCountRefunds()
    return [...implementRefundDecisions(context), ...implementStripeWebhook(context), ...implementLocalStripe(context)]
  },
  setUp: () => provideGateway(gatewayFor),
  jobs: ({ settings }) => [
    sendRefundsJob(gatewayOf(settings)),
    voidPaymentsJob(gatewayOf(settings)),
    forgetGatewayEventsJob,
  ],
})
