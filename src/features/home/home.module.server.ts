import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementDashboard } from './dashboard.server.ts'

export const homeServerModule = defineServerModule({
  name: 'home',
  endpoints: implementDashboard,
})
