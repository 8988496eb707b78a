import type { TicketAdapterFacts } from '../event-supply/adapters/ticket-adapter.ts'
import type { SupplierFacts } from '../supply/importing/supplier-facts.ts'
import type { SuppliedVisit } from '../supply/importing/supplier-bookings.server.ts'
import type { StockLine } from './house-stock.server.ts'

/** Our own stock, a supplier of products, or a provider of tickets. */
export type SupplierName = 'house' | SupplierFacts['key'] | TicketAdapterFacts['key']

/** Until a moment (ISO 8601), the supplier gives back so many basis points of what a booking costs. */
export interface SupplierTerm {
  readonly until: string
  readonly refund: number
}

/** What a booking becomes: all of its lines, the unchanged ones too. */
interface WantedChange {
  readonly lines: readonly StockLine[]
  /** For suppliers outside, which have no lines of ours. */
  readonly visit?: SuppliedVisit
}

type Nothing = Readonly<Record<never, never>>

/** What changes something at a supplier: written down before it is asked. */
interface SupplierCommands {
  /**
   * Keeps places until a deadline. A supplier outside is asked for a visit in its own codes and has no lines of ours; where
   * it keeps nothing, it looks whether the places are there, and `isKept` is false.
   */
  readonly hold: {
    readonly request: {
      readonly lines: readonly StockLine[]
      readonly visit?: SuppliedVisit
      readonly seconds: number
      readonly terms?: readonly SupplierTerm[]
    }
    readonly answer: { readonly heldUntil: string; readonly reference?: string; readonly isKept?: boolean }
  }
  /** Keeps them for longer; never for less. */
  readonly extend: { readonly request: { readonly until: string }; readonly answer: { readonly heldUntil: string } }
  /** Sells what is held. `PENDING`: the supplier decides later; ask for its status. */
  readonly book: {
    readonly request: Nothing
    readonly answer: { readonly status: 'CONFIRMED' | 'PENDING'; readonly reference?: string }
  }
  /** Gives back what is held or booked. With the token of a quote only while the quote is true (QuoteStale). */
  readonly cancel: { readonly request: { readonly token?: string }; readonly answer: { readonly returned: number } }
  readonly resendVoucher: { readonly request: Nothing; readonly answer: { readonly sentAt: string } }
  /** Makes the change that a token was given for, all of it or nothing (NotAvailable, QuoteStale). */
  readonly applyChange: {
    readonly request: WantedChange & { readonly token: string }
    readonly answer: { readonly reference: string }
  }
}

/** What only asks: made without an intent, and written down with its answer. */
interface SupplierQuestions {
  readonly status: {
    readonly request: Nothing
    readonly answer: {
      readonly status: SupplierStatus
      readonly reference: string
      /** Why it is rejected, in plain words. */
      readonly reason?: string
    }
  }
  /** What of the cost comes back if it is cancelled now, in basis points; true until a moment, or always (null). */
  readonly quoteCancellation: {
    readonly request: Nothing
    readonly answer: { readonly token: string; readonly refund: number; readonly validUntil: string | null }
  }
  /** Whether a change can be had: a sentence where it cannot. It reserves nothing. */
  readonly checkChange: { readonly request: WantedChange; readonly answer: { readonly problem: string | null } }
  /** What a change costs: the supplier's own fee, in minor units of the cost. */
  readonly quoteChange: {
    readonly request: WantedChange
    readonly answer: { readonly token: string; readonly fee: number }
  }
}

export type SupplierStatus = 'ON_HOLD' | 'PENDING' | 'CONFIRMED' | 'EXPIRED' | 'CANCELLED' | 'REJECTED'
export type SupplierCommand = keyof SupplierCommands
export type SupplierQuestion = keyof SupplierQuestions
type Actions = SupplierCommands & SupplierQuestions
export type SupplierAction = keyof Actions
export type SupplierRequest<A extends SupplierAction> = Actions[A]['request']
export type SupplierAnswer<A extends SupplierAction> = Actions[A]['answer']

/**
 * What every supplier can do for a booking, our own stock included. `key` is the booking's; `step` tells calls of the same
 * kind about one booking apart, such as a second voucher. Called again with both, a command does nothing twice and answers
 * as it did.
 *
 * It throws a Refusal where the supplier says no, which is an answer; anything else that it throws means that no one knows,
 * and a command is repeated. A SupplierUnsure is the expected case of that.
 */
export type SupplierPort = {
  readonly [A in SupplierAction]: (key: string, request: SupplierRequest<A>, step: string) => Promise<SupplierAnswer<A>>
} & {
  /** The statuses of several bookings at once, for those that it knows. */
  poll(keys: readonly string[]): Promise<ReadonlyMap<string, SupplierAnswer<'status'>>>
}

/** No one knows what a supplier did, or it can't be asked now. Its message is for staff. */
export class SupplierUnsure extends Error {
  override readonly name = 'SupplierUnsure'
}
