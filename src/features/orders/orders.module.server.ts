import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { apiGatewayOf } from '../api-users/api-gateway.server.ts'
import { completeOrdersJob } from './order-completion.server.ts'
import { implementQuotes } from './quotes.server.ts'
import { settleSupplierCallsJob } from './supplier-calls.server.ts'

export const ordersServerModule = defineServerModule({
  name: 'orders',
  endpoints: (context) => implementQuotes(apiGatewayOf(context)),
  jobs: [completeOrdersJob, settleSupplierCallsJob],
})
