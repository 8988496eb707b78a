import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { supplyContextOf } from '../supply/supply-context.server.ts'
import { apiGatewayOf } from '../api-users/api-gateway.server.ts'
import { pollSuppliersJob } from './confirm-order.server.ts'
import { countTicketsJob } from './count-tickets.server.ts'
import { completeOrdersJob } from './order-completion.server.ts'
import { findOversellsJob } from './find-oversells.server.ts'
import { expireOrdersJob } from './order-expiry.server.ts'
import { implementOrders } from './orders.server.ts'
import { gatewayOf } from './payment-gateway.server.ts'
import { implementQuotes } from './quotes.server.ts'
import { settleSupplierCallsJob } from './supplier-calls.server.ts'
import { connectSuppliers } from './suppliers.server.ts'
import { implementTestEvents } from './test-events.server.ts'

export const ordersServerModule = defineServerModule({
  name: 'orders',
  endpoints: (context) => {
    const gateway = apiGatewayOf(context)
    connectSuppliers(context.database, supplyContextOf(context))
    return [
      ...implementQuotes(gateway, context.settings),
      ...implementOrders(context.database, gateway, gatewayOf(context.settings), context.settings),
      ...implementTestEvents(context),
    ]
  },
  jobs: [
    completeOrdersJob,
    countTicketsJob,
    expireOrdersJob,
    findOversellsJob,
    pollSuppliersJob,
    settleSupplierCallsJob,
  ],
})
