import { defineServerModule } from '../../../core/calls/server-module.server.ts'
import { implementSupplierLog } from './supplier-log.server.ts'

export const supplierLogServerModule = defineServerModule({
  name: 'supplier-log',
  endpoints: implementSupplierLog,
  seed: [
    {
      name: 'supplier logs of purchases',
      when: 'later',
      load: async () => (await import('./seed-supplier-log.server.ts')).seedSupplierLogs,
    },
  ],
})
