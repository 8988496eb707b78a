import { defineServerModule } from '../../../core/calls/server-module.server.ts'
import { implementCustomerRequests } from './customer-requests.server.ts'

export const customerRequestsServerModule = defineServerModule({
  name: 'customer-requests',
  endpoints: implementCustomerRequests,
  seed: [
    {
      name: 'requests of customers',
      when: 'later',
      after: 'refunds in every state',
      load: async () => (await import('./seed-customer-requests.server.ts')).seedCustomerRequests,
    },
  ],
})
