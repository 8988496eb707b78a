import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { readDashboardServer } from './dashboard.server.ts'

export const homeServerModule = defineServerModule({
  name: 'home',
  endpoints: ({ settings, jobs }) => [readDashboardServer(settings.businessTimeZone, jobs)],
})
