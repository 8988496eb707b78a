import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { providers } from './providers.ts'

export const providersServerModule = defineServerModule({
  name: 'providers',
  permissions: {
    providers: 'Providers and ticket availability',
  },
  resources: [providers],
})
