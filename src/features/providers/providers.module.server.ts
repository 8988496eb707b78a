import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { providers } from './providers.ts'

export const providersServerModule = defineServerModule({
  name: 'providers',
  permissions: {
    providers: { label: 'Providers and ticket availability', area: 'suppliers' },
  },
  resources: [providers],
})
