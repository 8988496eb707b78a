import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { readDomainsServer } from './domains.server.ts'
import { pageServer } from './page-server.server.ts'
import { publicationJobs } from './publication-jobs.server.ts'
import { implementPublication } from './publication.server.ts'

export const publishingServerModule = defineServerModule({
  name: 'publishing',
  endpoints: ({ servers }) => [readDomainsServer, ...implementPublication(servers)],
  jobs: ({ servers }) => publicationJobs(servers),
  wrap: pageServer,
})
