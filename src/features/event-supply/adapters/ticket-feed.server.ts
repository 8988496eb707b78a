import type { DemoService } from '../../../platform/demo-services/demo-services.server.ts'
import type { OutboundReply } from '../../../platform/outbound/outbound-target.server.ts'
import type { Connectable, OpenCalls } from '../../supply/importing/connections.server.ts'
import type { Exponents } from '../../supply/importing/draft-money.server.ts'
import type { SupplierFault } from '../../supply/importing/supplier-catalogue.server.ts'
import type { TicketAdapterFacts } from './ticket-adapter.ts'

/** A performance as its provider knows it. Date and time are local to the venue. */
export interface TheirEvent {
  readonly code: string
  readonly name: string
  readonly venue: string | null
  readonly city: string | null
  readonly localDate: string | null
  readonly localTime: string | null
  readonly isDateConfirmed: boolean
}

/** Tickets that are sold together, as their provider spells them. Money in minor units. */
export interface TheirListing {
  readonly code: string
  readonly section: string
  readonly row: string | null
  readonly quantity: number
  /** How many of them can be bought at once; none: any number. */
  readonly splits: readonly number[]
  readonly ask: number
  readonly currency: string
  readonly faceValue: number | null
  readonly format: string | null
  readonly isInstant: boolean
  readonly inHandOn: string | null
  readonly note: string | null
  /** Parking is no seat. */
  readonly isParking: boolean
  readonly isWheelchair: boolean
  /** Leaving a single ticket is not allowed. */
  readonly leavesNoSingle: boolean
}

interface TheirHold {
  readonly code: string
  /** An instant, null where the provider names none. */
  readonly until: string | null
}

/** `pending`: the seller decides later. */
export interface TheirOrder {
  readonly code: string
  readonly state: 'confirmed' | 'pending' | 'rejected'
}

interface WantedTickets {
  readonly listing: Pick<TheirListing, 'code' | 'ask' | 'currency'>
  readonly quantity: number
  /** Names the order on both sides: asked again, nothing is done twice. */
  readonly reference: string
}

/** A page of all events that a provider has to come. */
export interface EventPage {
  readonly events: readonly TheirEvent[]
  /** Where the next page begins; null where none follows. */
  readonly next: string | null
}

/** What every provider of tickets can be asked. Methods throw; `classifyError` says what an error means. */
export interface TicketFeed {
  /** Performances on a day whose names have a word of these. */
  findEvents(wanted: { readonly date: string; readonly words: string }): Promise<readonly TheirEvent[]>
  /** Events from today on, page by page; null begins. */
  listEvents(page: string | null): Promise<EventPage>
  listingsOf(eventCode: string): Promise<readonly TheirListing[]>
  hold(wanted: WantedTickets): Promise<TheirHold>
  /** Buys what is held. Asked again with the same reference, it answers as it did where the provider knows the order. */
  buy(hold: TheirHold, wanted: WantedTickets): Promise<TheirOrder>
  /** What became of an order, by our reference. Null: the provider has none. */
  orderOf(reference: string): Promise<TheirOrder | null>
  release(hold: TheirHold): Promise<void>
  /** Where it is called. */
  readonly baseUrl: URL
  /**
   * Asks once more what was read at a path, with the keys of today. Any status is an answer; without one it throws an
   * `OutboundFailure`.
   */
  repeat(path: string): Promise<OutboundReply>
  classifyError(error: unknown): SupplierFault
}

export interface FeedContext extends Omit<OpenCalls, 'perSecond'> {
  readonly exponents: Exponents
}

/** A provider's part on the server. */
export interface TicketAdapter extends Connectable {
  readonly facts: TicketAdapterFacts
  openFeed(context: FeedContext): TicketFeed
  startSimulator(): Promise<DemoService>
}
