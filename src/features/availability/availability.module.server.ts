import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { readAnswerPlacementServer } from './answer-placement.server.ts'
import { implementChecks } from './availability-checks.server.ts'
import { findSubjectsServer } from './find-subjects.server.ts'
import { matchSourceServer } from './match-source.server.ts'
import { forgetChecks } from './forget-checks.server.ts'

export const availabilityServerModule = defineServerModule({
  name: 'availability',
  actions: { payload: 'See raw payloads' },
  endpoints: (server) => [findSubjectsServer, matchSourceServer, readAnswerPlacementServer, ...implementChecks(server)],
  jobs: [forgetChecks],
})
