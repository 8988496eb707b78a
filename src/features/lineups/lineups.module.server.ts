import { defineServerModule } from '../../core/calls/server-module.server.ts'
import {
  previewContentsServer,
  readBillServer,
  reviewContentsServer,
  writeBillServer,
} from './lineup-commands.server.ts'
import { lineupJobs } from './lineup-jobs.server.ts'
import { readLineupsOfEventServer } from './lineups-of-event.server.ts'
import { lineupsServer } from './lineups.server.ts'

export const lineupsServerModule = defineServerModule({
  name: 'lineups',
  permissions: {
    lineups: { label: 'Lineups', area: 'catalogue' },
  },
  resources: [lineupsServer],
  endpoints: [readLineupsOfEventServer, readBillServer, writeBillServer, previewContentsServer, reviewContentsServer],
  jobs: ({ servers }) => lineupJobs(servers),
  seed: [
    {
      name: 'lineups',
      when: 'later',
      after: ['listings', 'authors'],
      load: async () => (await import('./seed-lineups.server.ts')).seedLineups,
    },
  ],
})
