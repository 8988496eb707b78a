import { sql } from 'kysely'
import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { ledgerEntries } from './ledger-entries.ts'
import { implementLedgerSums } from './ledger-sums.server.ts'

const ledgerServer = serve(ledgerEntries, {
  derived: { orderKind: sql`(select p.kind from purchases p where p.id = t.purchase_id)` },
})

export const ledgerServerModule = defineServerModule({
  name: 'ledger',
  resources: [ledgerServer],
  endpoints: (context) => [...implementLedgerSums(ledgerServer, context)],
  seed: [
    {
      name: 'ledger',
      when: 'later',
      after: 'store credit',
      load: async () => (await import('./seed-ledger.server.ts')).seedLedger,
    },
  ],
})
