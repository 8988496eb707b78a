import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementLive } from './live.server.ts'

export const realtimeServerModule = defineServerModule({
  name: 'realtime',
  endpoints: ({ database, log, resources, authenticate, onStop }) => {
    const live = implementLive({ database, log, resources, authenticate })
    onStop('preClose', async () => live.endStreams())
    onStop('onClose', () => live.stop())
    return live.implementations
  },
})
