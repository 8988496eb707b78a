import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { inboxJobs } from './inbox-jobs.server.ts'
import { implementInbox } from './inbox.server.ts'

export const inboxServerModule = defineServerModule({
  name: 'inbox',
  endpoints: ({ resources }) => implementInbox(resources),
  jobs: ({ resources }) => inboxJobs(resources),
})
