import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementDeletionPreviews } from './deletion-preview.server.ts'
import { implementDeletions } from './deletion.server.ts'

export const deletionServerModule = defineServerModule({
  name: 'deletion',
  endpoints: ({ servers }) => [...implementDeletions(servers), ...implementDeletionPreviews(servers)],
})
