import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementSearch } from './search.server.ts'

export const searchServerModule = defineServerModule({
  name: 'search',
  endpoints: ({ servers, database }) => [implementSearch(servers, database)],
})
