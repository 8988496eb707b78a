import type { Contradiction } from './review-risk.ts'

/** The facts of the purchase behind a review. Dates are `YYYY-MM-DD`. */
export interface PurchaseFacts {
  readonly bookingStatus: string
  readonly travelDate: string
  readonly isOfSubject: boolean
}
export interface StoryFacts {
  readonly travelDate: string | null
  /** The last day that it was anywhere on earth when it was written. */
  readonly submittedOn: string
}

/** Bookings that did not take place, so their customers cannot review them. */
export const failedBookings: readonly string[] = ['pending_payment', 'on_hold', 'expired', 'rejected', 'cancelled']

/** Where a review and its purchase, or the review and its own dates, do not agree. */
export function contradictionsOf(review: StoryFacts, purchase: PurchaseFacts | null): readonly Contradiction[] {
  const visit = purchase?.travelDate ?? review.travelDate
  return [
    ...(purchase && failedBookings.includes(purchase.bookingStatus) ? (['purchase_failed'] as const) : []),
    ...(purchase && review.travelDate !== null && review.travelDate !== purchase.travelDate
      ? (['wrong_date'] as const)
      : []),
    ...(visit !== null && review.submittedOn < visit ? (['before_the_visit'] as const) : []),
    ...(purchase && !purchase.isOfSubject ? (['other_subject'] as const) : []),
  ]
}

/** How a review was verified, as shown to the public. */
export const proofs = ['verified', 'doubtful', 'supplier', 'imported', 'editorial'] as const
export type Proof = (typeof proofs)[number]

/** A purchase that contradicts the review proves nothing, so nothing is claimed of it in public. */
export function proofOf(source: string, found: readonly Contradiction[]): Proof {
  if (source === 'verified_purchase') return found.length === 0 ? 'verified' : 'doubtful'
  if (source === 'supplier') return 'supplier'
  return source === 'editorial' ? 'editorial' : 'imported'
}
