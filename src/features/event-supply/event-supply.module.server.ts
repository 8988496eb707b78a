import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementEventProviders } from './event-providers.server.ts'

export const eventSupplyServerModule = defineServerModule({
  name: 'event-supply',
  endpoints: () => implementEventProviders(),
  seed: [
    {
      name: 'provider-health',
      when: 'later',
      after: 'listings',
      load: async () => (await import('./seed-provider-health.server.ts')).seedProviderHealth,
    },
  ],
})
