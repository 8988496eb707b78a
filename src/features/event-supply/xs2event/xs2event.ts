import { msg } from '../../../core/i18n/language.ts'
import type { TicketAdapterFacts } from '../adapters/ticket-adapter.ts'

export const xs2event: TicketAdapterFacts = {
  key: 'xs2event',
  name: 'XS2Event',
  kind: 'marketplace',
  currency: 'EUR',
  baseUrl: 'https://api.xs2event.com/v1',
  connection: [{ key: 'apiKey', label: msg('API key'), isSecret: true }],
  assumption: msg(
    'Nothing here was tried with XS2Event. How events are searched and tickets are bought is our assumption.',
  ),
}
