import { msg } from '../../../core/i18n/language.ts'
import type { TicketAdapterFacts } from '../adapters/ticket-adapter.ts'

export const ticketEvolution: TicketAdapterFacts = {
  key: 'ticket-evolution',
  name: 'Ticket Evolution',
  kind: 'broker_feed',
  currency: 'USD',
  baseUrl: 'https://api.ticketevolution.com/v9',
  connection: [
    { key: 'token', label: msg('Token'), isSecret: true },
    { key: 'secret', label: msg('Secret'), isSecret: true },
  ],
  assumption: msg('How tickets are held and bought is our assumption. Events, listings and signatures are documented.'),
}
