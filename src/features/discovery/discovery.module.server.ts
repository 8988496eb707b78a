import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { apiGatewayOf } from '../api-users/api-gateway.server.ts'
import { implementDiscovery } from './discovery.server.ts'
import { implementVisits } from './discovery-visits.server.ts'

export const discoveryServerModule = defineServerModule({
  name: 'discovery',
  endpoints: (context) => [
    ...implementDiscovery(context.database, apiGatewayOf(context)),
    ...implementVisits(context.database, apiGatewayOf(context)),
  ],
})
