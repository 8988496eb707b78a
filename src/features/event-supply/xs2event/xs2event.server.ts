import type { TicketAdapter } from '../adapters/ticket-feed.server.ts'
import { xs2eventFeed } from './xs2event-feed.server.ts'
import { xs2event } from './xs2event.ts'

export const xs2eventAdapter: TicketAdapter = {
  facts: xs2event,
  hosts: ['api.xs2event.com', 'testapi.xs2event.com'],
  testHosts: ['testapi.xs2event.com'],
  perSecond: 5,
  openFeed: xs2eventFeed,
  startSimulator: async () => (await import('./xs2event-simulator.server.ts')).startXs2eventSimulator(),
}
