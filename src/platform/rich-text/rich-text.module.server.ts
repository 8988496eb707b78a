import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { pageLinkJobs } from './page-links.server.ts'
import { withRichText } from './rich-text.server.ts'

export const richTextServerModule = defineServerModule({
  name: 'rich-text',
  jobs: pageLinkJobs,
  wrap: withRichText,
})
