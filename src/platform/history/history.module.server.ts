import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementRecordHistory } from './record-history.server.ts'

export const historyServerModule = defineServerModule({
  name: 'history',
  endpoints: ({ servers }) => implementRecordHistory(servers),
})
