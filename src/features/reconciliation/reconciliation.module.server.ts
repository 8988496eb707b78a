import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { checkBooksJob } from './check-books-job.server.ts'
import { noteFindingAssignments } from './finding-notices.server.ts'
import { implementedReconciliation, reconciliationFindingsServer } from './reconciliation.server.ts'

export const reconciliationServerModule = defineServerModule({
  name: 'reconciliation',
  setUp: noteFindingAssignments,
  resources: [reconciliationFindingsServer],
  endpoints: implementedReconciliation,
  jobs: [checkBooksJob],
  seed: [
    {
      name: 'reconciliation',
      when: 'later',
      after: 'statements',
      load: async () => (await import('./seed-reconciliation.server.ts')).seedReconciliation,
    },
  ],
})
