import { nameOf } from '../../../core/resource/resource-name.ts'
import { defineModule, fill } from '../../../ui/resource/module.web.ts'
import type { purchases } from '../../purchases/purchases.ts'
import { ticketFiles } from '../commands/ticket-files.ts'

export const eTicketsModule = defineModule({
  name: 'e-tickets',
  panels: [
    {
      on: nameOf<typeof purchases>('purchases'),
      at: 'below',
      load: async () => (await import('./e-tickets-panel.tsx')).ETicketsOfOrder,
    },
  ],
  fills: [fill(ticketFiles, async () => (await import('./e-tickets-panel.tsx')).TicketFiles)],
})
