import { defineServerModule } from '../../../core/calls/server-module.server.ts'
import { implementOrderCommands } from './order-commands.server.ts'

export const orderCommandsServerModule = defineServerModule({
  name: 'order-commands',
  endpoints: implementOrderCommands,
  seed: [
    {
      name: 'stories of orders',
      when: 'later',
      // Before the invoices: what one covers is not split.
      after: 'requests of customers',
      load: async () => (await import('./seed-order-stories.server.ts')).seedOrderStories,
    },
  ],
})
