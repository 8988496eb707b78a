import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementEventProviders } from './event-providers.server.ts'
import { watchProvidersJob } from './provider-troubles.server.ts'

export const eventSupplyServerModule = defineServerModule({
  name: 'event-supply',
  endpoints: () => implementEventProviders(),
  jobs: () => [watchProvidersJob],
  seed: [
    {
      name: 'provider-health',
      when: 'later',
      after: 'listings',
      load: async () => (await import('./seed-provider-health.server.ts')).seedProviderHealth,
    },
  ],
})
