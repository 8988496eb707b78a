import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { outlierJobs } from './find-outliers.server.ts'
import { decideOutlierServer } from './outlier-decisions.server.ts'
import { readOutlierEvidenceServer } from './outlier-evidence.server.ts'
import { ticketMapOutliersServer } from './ticket-map-outliers.server.ts'

export const outliersServerModule = defineServerModule({
  name: 'outliers',
  resources: [ticketMapOutliersServer],
  endpoints: [readOutlierEvidenceServer, decideOutlierServer],
  jobs: outlierJobs,
  seed: [
    {
      name: 'ticket-map-outliers',
      when: 'later',
      after: 'rewrite-rules',
      load: async () => (await import('./seed-outliers.server.ts')).seedOutliers,
    },
  ],
})
