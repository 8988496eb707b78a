import { defineServerModule } from '../../../core/calls/server-module.server.ts'
import { imageStoreOf } from '../../../platform/media/image-settings.server.ts'
import { eTicketJobs } from './e-ticket-files.server.ts'
import { implementETickets } from './e-tickets.server.ts'
import { implementOrderTickets } from './order-tickets.server.ts'

export const eTicketsServerModule = defineServerModule({
  name: 'e-tickets',
  endpoints: (context) => {
    const store = imageStoreOf(context.settings)
    return [...implementETickets(context, store), ...implementOrderTickets(store)]
  },
  jobs: ({ settings }) => eTicketJobs(imageStoreOf(settings)),
})
