import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { bulkEditJobs } from './bulk-edit-jobs.server.ts'
import { implementBulkEdits } from './bulk-edits.server.ts'

export const bulkServerModule = defineServerModule({
  name: 'bulk',
  endpoints: ({ servers, implementations, settings }) =>
    implementBulkEdits({ servers, implementations, timeZone: settings.businessTimeZone }),
  jobs: ({ servers }) => bulkEditJobs(servers),
})
