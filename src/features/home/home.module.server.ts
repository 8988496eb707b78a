import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementDashboard } from './dashboard.server.ts'

export const homeServerModule = defineServerModule({
  name: 'home',
  endpoints: implementDashboard,
  seed: [
    {
      name: 'inbox',
      when: 'later',
      after: ['provider-health', 'disputes'],
      load: async () => (await import('./seed-inbox.server.ts')).seedInbox,
    },
  ],
})
