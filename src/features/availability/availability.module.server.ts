import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementChecks } from './availability-checks.server.ts'
import { findSubjectsServer } from './find-subjects.server.ts'
import { matchSourceServer } from './match-source.server.ts'
import { forgetChecks } from './forget-checks.server.ts'

export const availabilityServerModule = defineServerModule({
  name: 'availability',
  actions: { payload: 'See raw payloads' },
  endpoints: (server) => [findSubjectsServer, matchSourceServer, ...implementChecks(server)],
  jobs: [forgetChecks],
})
