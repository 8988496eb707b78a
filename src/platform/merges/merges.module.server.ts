import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { mergeJobs } from './merge-steps.server.ts'
import { withMergeRedirects } from './merged-into.server.ts'
import { implementMerges } from './merges.server.ts'

export const mergesServerModule = defineServerModule({
  name: 'merges',
  endpoints: ({ resources }) => implementMerges(resources),
  jobs: mergeJobs,
  wrap: withMergeRedirects,
})
