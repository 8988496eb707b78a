import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { exportJobs } from './export-jobs.server.ts'
import { implementExports } from './exports.server.ts'
import { implementFileImports } from './file-imports.server.ts'
import { fileImportJobs } from './import-jobs.server.ts'

export const transferServerModule = defineServerModule({
  name: 'transfer',
  endpoints: ({ resources, implementations, settings, database, log }) => [
    ...implementExports({ resources, implementations, timeZone: settings.businessTimeZone }),
    ...implementFileImports({ resources, implementations, database, log }),
  ],
  jobs: (context) => [...exportJobs(context), ...fileImportJobs(context)],
})
