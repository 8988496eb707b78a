import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementAssignments } from './assignments.server.ts'

export const assignmentsServerModule = defineServerModule({
  name: 'assignments',
  endpoints: ({ servers }) => implementAssignments(servers),
})
