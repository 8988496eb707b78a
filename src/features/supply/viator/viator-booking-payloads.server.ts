import * as z from 'zod/mini'
import { msg } from '../../../core/i18n/language.ts'

// As the examples of Viator's document are: some leave out what its schemas demand, such as the booking fee of a hold, so
// only what is read is asked for.

const text = z.optional(z.string())
const price = z.object({ price: z.object({ partnerTotalPrice: z.number() }) })

export const viatorAvailable = z.object({
  bookableItems: z.array(
    z.object({
      productOptionCode: text,
      startTime: text,
      available: z.boolean(),
      unavailableReason: text,
      totalPrice: z.optional(price),
    }),
  ),
})

const promise = z.object({ status: z.string(), validUntil: text })
export const viatorHeld = z.object({
  bookingRef: z.string(),
  bookingHoldInfo: z.object({ availability: promise, pricing: promise }),
  totalPrice: z.optional(price),
})

/** The answer to a booking, and to the question what became of it. */
export const viatorBooked = z.object({
  status: z.string(),
  bookingRef: text,
  partnerBookingRef: text,
  rejectionReasonCode: text,
  voucherInfo: z.optional(z.object({ url: z.string() })),
  nextPollAt: text,
})

export const viatorCancelQuote = z.object({
  status: z.string(),
  refundDetails: z.optional(z.object({ refundPercentage: z.optional(z.number()) })),
})

export const viatorCancelled = z.object({ status: z.string(), reason: text })

/** Viator's codes of why something is not booked. */
export const viatorReasons: Readonly<Record<string, string>> = {
  SOLD_OUT: msg('Sold out at Viator.'),
  NOT_OPERATING: msg('Viator does not run it on that day.'),
  TRAVEL_DATE_PAST: msg('That day is over.'),
  BOOKABLE_ITEM_IS_NO_LONGER_AVAILABLE: msg('It was just sold out at Viator.'),
  FAILED_TO_CHECK_AVAILABILITY_OR_PRICING: msg('Viator could not reach the operator.'),
  WEATHER: msg('The operator rejected it because of the weather.'),
  DUPLICATE_BOOKING: msg('Viator takes it for a duplicate of another booking.'),
  PRODUCT_NO_LONGER_OPERATING: msg('The operator no longer runs it.'),
  MINIMUM_NUMBER_OF_PASSENGERS_NOT_MET: msg('Too few people booked for it to take place.'),
  SIGNIFICANT_GLOBAL_EVENT_FORCE_MAJEURE: msg('The operator rejected it because of force majeure.'),
  TOUR_WAS_CANCELLED: msg('The operator cancelled it.'),
  ISSUE_WITH_TICKET: msg('Viator had a problem with the ticket.'),
  ISSUE_WITH_PICKUP: msg('The operator can’t pick the guests up there.'),
  ISSUE_WITH_PAYMENT: msg('Viator declined our payment.'),
  INSUFFICIENT_FUNDS: msg('Viator declined our payment: not enough funds.'),
  INVALID_PAYMENT_DETAILS: msg('Viator declined our payment details.'),
  OTHER: msg('Viator rejected it without a reason.'),
}
