import type { TicketAdapter } from './adapters/ticket-feed.server.ts'
import { ticketEvolutionAdapter } from './ticket-evolution/ticket-evolution.server.ts'

/** A line a provider of tickets that can be called. */
export const ticketAdapters: readonly TicketAdapter[] = [ticketEvolutionAdapter]
