import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { apiGatewayOf } from './api-gateway.server.ts'
import { implementApiUsers } from './api-user.endpoints.server.ts'
import { apiUsersServer } from './api-users.server.ts'

export const apiUsersServerModule = defineServerModule({
  name: 'api-users',
  actions: { 'manage-keys': 'Rotate and revoke the keys of API users' },
  resources: [apiUsersServer],
  endpoints: (context) => implementApiUsers(apiGatewayOf(context)),
  seed: [
    {
      name: 'API users',
      when: 'first',
      after: 'customers',
      load: async () => {
        const { seedApiUsers } = await import('./seed-api-users.server.ts')
        return (trx, { random, asOf }) => seedApiUsers(trx, random('API users', 1), asOf)
      },
    },
  ],
})
