import { t } from '../../../core/i18n/language.ts'
import type { UnitType } from '../../products/product-age-bands.ts'

/** A visit in the supplier's own codes, as it was sold. It names no person. */
export interface SuppliedVisit {
  readonly productCode: string
  readonly optionCode: string
  /** Local, as the supplier counts it. */
  readonly date: string
  readonly time: string | null
  readonly currency: string
  /** What we expect to pay for all of it, in minor units. */
  readonly cost: number
  readonly units: readonly { readonly type: UnitType; readonly label: string; readonly quantity: number }[]
}

/** Who comes: the customer of the order. Read when it is needed, and kept with no booking. */
export interface LeadTraveller {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string | null
}

/** What a supplier keeps for us, or just has. */
export interface SupplierHold {
  /** By which it is booked later; null where it can only be booked by its product. */
  readonly handle: string | null
  /** Until when the supplier keeps price or places; null: it only looked. */
  readonly keptUntil: string | null
  /** Whether it keeps the places, not just the price. */
  readonly hasPlaces: boolean
  /** What all of it costs there, in minor units; null where the answer has no price that we pay. */
  readonly cost: number | null
}

export interface SupplierBooking {
  readonly status: 'PENDING' | 'CONFIRMED' | 'REJECTED' | 'CANCELLED'
  readonly reference: string | null
  readonly voucherUrl: string | null
  /** Why it is rejected, in plain words. */
  readonly reason: string | null
  /** Before then, asking again brings no news. */
  readonly nextPollAt: string | null
}

/** A booking as we know it: by our reference, by what the supplier began for us, by the supplier's own reference. */
export interface BookingIds {
  readonly partnerReference: string
  readonly handle: string | null
  readonly reference: string | null
}

type BookingToMake = BookingIds & { readonly visit: SuppliedVisit; readonly lead: LeadTraveller }
type BookingToMove = BookingIds & { readonly visit: SuppliedVisit }

/**
 * How one supplier is booked. Every call is one that the supplier answers; what fails on the way or cannot be read throws,
 * and then no one knows. An answer that says no is a BookingRefused.
 */
export interface SupplierBookings {
  /** Keeps price or places where the supplier does that; otherwise it looks whether they can be had. */
  hold(visit: SuppliedVisit): Promise<SupplierHold>
  /** Gives back what a hold keeps, where the supplier keeps places. What has lapsed already is no refusal. */
  release?(handle: string): Promise<void>
  /** Begins a booking that binds no one yet, where the supplier books in two steps. Answers with its handle. */
  begin?(booking: BookingToMake): Promise<string>
  book(booking: BookingToMake): Promise<SupplierBooking>
  /** Null: the supplier has no such booking. */
  status(ids: BookingIds): Promise<SupplierBooking | null>
  /** What comes back of its cost if it is cancelled now, in basis points. */
  quoteCancellation(booking: BookingToMove): Promise<{ readonly refund: number; readonly validUntil: string | null }>
  /** Cancelling what is cancelled already is no refusal. */
  cancel(ids: BookingIds): Promise<void>
  /** How it moves a booking to another day, time or option of the same product, where it does. */
  readonly changes?: SupplierChanges
}

export interface SupplierChanges {
  /** Why it can't be moved there; null where it can. */
  check(ids: BookingIds, wanted: SuppliedVisit): Promise<string | null>
  /** What we pay more (or less) for all of it, in minor units, with what the change is made by. */
  quote(ids: BookingIds, wanted: SuppliedVisit): Promise<{ readonly token: string; readonly difference: number }>
  apply(token: string): Promise<ChangeOutcome>
  /** What became of the last change; null where none was ever made. */
  outcome(ids: BookingIds): Promise<ChangeOutcome | null>
}

export interface ChangeOutcome {
  readonly status: 'DONE' | 'PENDING' | 'REJECTED'
  readonly voucherUrl: string | null
  readonly reason: string | null
}

/** What a supplier says to a booking that it has never had, or has forgotten. */
export const unknownBooking = (supplier: string) =>
  new BookingRefused('NotAvailable', t('{supplier} doesn’t know this booking.', { supplier }))

/** The supplier's no. Its message is for people: staff, and partners who placed the order. */
export class BookingRefused extends Error {
  override readonly name = 'BookingRefused'
  readonly code: 'NotAvailable' | 'SupplierRejected' | 'NotSupported'

  constructor(code: BookingRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}
