import type { TicketAdapter } from '../adapters/ticket-feed.server.ts'
import { ticketEvolutionFeed } from './ticket-evolution-feed.server.ts'
import { ticketEvolution } from './ticket-evolution.ts'

export const ticketEvolutionAdapter: TicketAdapter = {
  facts: ticketEvolution,
  hosts: ['api.ticketevolution.com', 'api.sandbox.ticketevolution.com'],
  testHosts: ['api.sandbox.ticketevolution.com'],
  perSecond: 5,
  openFeed: ticketEvolutionFeed,
  startSimulator: async () => (await import('./ticket-evolution-simulator.server.ts')).startTicketEvolutionSimulator(),
}
