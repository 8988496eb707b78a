import * as z from 'zod/mini'

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

export const viatorAmendable = z.object({
  isAmendable: z.boolean(),
  reason: text,
  amendmentTypes: z.optional(z.array(z.string())),
})
export const viatorAmendQuote = z.object({
  status: z.string(),
  quoteRef: text,
  rejectionReasonCode: text,
  quotePriceDifference: z.optional(z.object({ partnerTotalPrice: z.number() })),
})
export const viatorAmended = z.object({
  status: z.string(),
  rejectionReasonCode: text,
  voucherInfo: z.optional(z.object({ url: z.string() })),
})
/** Of a status: what became of the last change. */
export const viatorAmendment = z.object({ amendmentStatus: text, amendmentRejectionReasonCode: text })
