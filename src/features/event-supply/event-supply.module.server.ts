import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { registerDemoService } from '../../platform/demo-services/demo-services.server.ts'
import { supplyContextOf } from '../supply/supply-context.server.ts'
import { implementProviderCalls } from './calls/provider-calls.server.ts'
import { sellDemoEvents } from './adapters/sample-catalogue.server.ts'
import { implementProviderEvents } from './syncing/provider-events.server.ts'
import { eventSyncJobs } from './syncing/sync-events.server.ts'
import { implementTicketConnections } from './ticket-connections.server.ts'
import { implementEventProviders } from './event-providers.server.ts'
import { pauseByRuleJob } from './pause-rules.server.ts'
import { watchProvidersJob } from './provider-troubles.server.ts'
import { implementProviderTerms } from './terms/provider-terms.server.ts'
import { ticketAdapters } from './ticket-adapters.server.ts'

export const eventSupplyServerModule = defineServerModule({
  name: 'event-supply',
  endpoints: (server) => [
    ...implementEventProviders(),
    ...implementTicketConnections(server),
    ...implementProviderCalls(server, ticketAdapters),
    ...implementProviderEvents(),
    ...implementProviderTerms(),
  ],
  jobs(server) {
    if (server.settings.mode === 'demo') sellDemoEvents(server.database.kysely)
    return [watchProvidersJob, pauseByRuleJob, ...eventSyncJobs(supplyContextOf(server), ticketAdapters)]
  },
  setUp() {
    for (const { facts, startSimulator } of ticketAdapters) registerDemoService(facts.key, startSimulator)
  },
  seed: [
    {
      name: 'provider-health',
      when: 'later',
      after: 'listings',
      load: async () => (await import('./seed-provider-health.server.ts')).seedProviderHealth,
    },
    {
      name: 'ticket-adapters',
      when: 'later',
      after: 'provider-health',
      load: async () => (await import('./seed-ticket-adapters.server.ts')).seedTicketAdapters,
    },
  ],
})
