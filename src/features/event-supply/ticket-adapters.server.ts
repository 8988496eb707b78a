import type { TicketAdapter } from './adapters/ticket-feed.server.ts'
import { xs2eventAdapter } from './xs2event/xs2event.server.ts'
import { ticketEvolutionAdapter } from './ticket-evolution/ticket-evolution.server.ts'

/** A line a provider of tickets that can be called. */
export const ticketAdapters: readonly TicketAdapter[] = [ticketEvolutionAdapter, xs2eventAdapter]
