import { defineServerModule } from '../../../core/calls/server-module.server.ts'
import { implementOrderCommands } from './order-commands.server.ts'

export const orderCommandsServerModule = defineServerModule({
  name: 'order-commands',
  endpoints: implementOrderCommands,
})
