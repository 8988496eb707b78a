import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { invoices } from './invoices.ts'
import { implementInvoices } from './invoices.server.ts'

export const invoicesServerModule = defineServerModule({
  name: 'invoices',
  resources: [invoices],
  endpoints: implementInvoices,
  seed: [
    {
      name: 'invoices',
      when: 'later',
      load: async () => (await import('./seed-invoices.server.ts')).seedInvoices,
    },
  ],
})
