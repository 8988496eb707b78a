import { defineServerModule } from '../../../core/calls/server-module.server.ts'
import { implementedOrderCommands } from './order-commands.server.ts'

export const orderCommandsServerModule = defineServerModule({
  name: 'order-commands',
  endpoints: implementedOrderCommands,
})
