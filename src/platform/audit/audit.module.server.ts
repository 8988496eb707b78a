import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { auditHeadsJob } from './audit-heads-job.server.ts'
import { implementAudit } from './audit-servers.server.ts'
import { auditServer } from './audit.server.ts'

export const auditServerModule = defineServerModule({
  name: 'audit',
  permissions: {
    audit: { label: 'Audit log', area: 'system' },
  },
  resources: [auditServer],
  endpoints: ({ settings, resources }) =>
    implementAudit({ resources, headsFile: settings.auditHeadsFile, timeZone: settings.businessTimeZone }),
  jobs: ({ settings }) => [auditHeadsJob(settings.auditHeadsFile)],
})
