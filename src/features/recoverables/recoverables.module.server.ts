import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementedRecoverables, recoverablesServer } from './recoverables.server.ts'

export const recoverablesServerModule = defineServerModule({
  name: 'recoverables',
  resources: [recoverablesServer],
  endpoints: implementedRecoverables,
  seed: [
    {
      name: 'recoverables',
      when: 'later',
      after: 'disputes',
      load: async () => (await import('./seed-recoverables.server.ts')).seedRecoverables,
    },
  ],
})
