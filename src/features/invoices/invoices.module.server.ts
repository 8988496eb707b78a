import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { invoices } from './invoices.ts'
import { implementedArchive, makePdfsJob } from './invoice-archive.server.ts'
import { implementedInvoiceBooks } from './invoice-books.server.ts'
import { implementInvoices } from './invoices.server.ts'
import { implementedVatTotals } from './vat-totals.server.ts'
import { provideInvoiceFiles, sendInvoicesServer } from './send-invoices.server.ts'

export const invoicesServerModule = defineServerModule({
  name: 'invoices',
  resources: [invoices],
  endpoints: (context) => [
    ...implementInvoices(context),
    sendInvoicesServer,
    ...implementedArchive,
    ...implementedInvoiceBooks,
    ...implementedVatTotals,
  ],
  jobs: [makePdfsJob],
  setUp: provideInvoiceFiles,
  seed: [
    {
      name: 'invoices',
      when: 'later',
      load: async () => (await import('./seed-invoices.server.ts')).seedInvoices,
    },
  ],
})
