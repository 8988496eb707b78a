import * as z from 'zod/mini'

// As Viator Partner API 2.0 documents them, and as its examples are: only what is read is asked for, anything else can be
// there. What examples leave out is optional here, whatever the document demands.

const text = z.optional(z.string())
const count = z.optional(z.number())

const ageBand = z.object({
  ageBand: z.string(),
  startAge: z.number(),
  endAge: z.number(),
  minTravelersPerBooking: count,
  maxTravelersPerBooking: count,
})

const guide = z.object({ type: text, language: z.string() })

export const viatorProduct = z.object({
  status: z.literal('ACTIVE'),
  productCode: z.string(),
  language: z.optional(z.string()),
  title: z.string().check(z.minLength(1)),
  description: text,
  timeZone: text,
  ticketInfo: z.optional(z.object({ ticketTypes: z.optional(z.array(z.string())) })),
  pricingInfo: z.optional(z.object({ type: text, unitType: text, ageBands: z.optional(z.array(ageBand)) })),
  images: z.optional(
    z.array(
      z.object({
        caption: z.optional(z.nullable(z.string())),
        isCover: z.optional(z.boolean()),
        variants: z.optional(z.array(z.object({ url: z.string(), width: z.number(), height: z.number() }))),
      }),
    ),
  ),
  logistics: z.optional(
    z.object({
      start: z.optional(z.array(z.object({ description: text }))),
      travelerPickup: z.optional(z.object({ pickupOptionType: text })),
    }),
  ),
  cancellationPolicy: z.optional(
    z.object({
      type: z.string(),
      refundEligibility: z.optional(
        z.array(z.object({ dayRangeMin: count, dayRangeMax: count, percentageRefundable: z.number() })),
      ),
    }),
  ),
  bookingConfirmationSettings: z.optional(z.object({ bookingCutoffInMinutes: count, confirmationType: text })),
  bookingRequirements: z.optional(
    z.object({
      minTravelersPerBooking: count,
      maxTravelersPerBooking: count,
      requiresAdultForBooking: z.optional(z.boolean()),
    }),
  ),
  bookingQuestions: z.optional(z.array(z.string())),
  languageGuides: z.optional(z.array(guide)),
  tags: z.optional(z.array(z.number())),
  destinations: z.optional(z.array(z.object({ ref: z.string(), primary: z.optional(z.boolean()) }))),
  itinerary: z.optional(
    z.object({
      duration: z.optional(
        z.object({
          fixedDurationInMinutes: count,
          variableDurationFromMinutes: count,
          variableDurationToMinutes: count,
        }),
      ),
    }),
  ),
  productOptions: z.optional(
    z.array(
      z.object({
        productOptionCode: z.string(),
        title: text,
        description: text,
        languageGuides: z.optional(z.array(guide)),
      }),
    ),
  ),
  supplier: z.optional(z.object({ name: text, reference: text })),
  reviews: z.optional(z.object({ totalReviews: count, combinedAverageRating: count })),
  viatorUniqueContent: z.optional(z.object({ shortDescription: text, longDescription: text })),
})
export type ViatorProduct = z.output<typeof viatorProduct>

/** What is left of a product that is off sale: hardly more than its code. */
export const viatorAnyProduct = z.object({ status: z.string(), productCode: z.string() })

const price = z.object({
  original: z.object({ recommendedRetailPrice: z.number(), partnerNetPrice: z.optional(z.number()) }),
  special: z.optional(z.object({ recommendedRetailPrice: z.number(), partnerNetPrice: z.optional(z.number()) })),
})

const unavailable = z.optional(z.array(z.object({ date: z.string(), reason: text })))

const season = z.object({
  startDate: z.string(),
  endDate: text,
  pricingRecords: z.array(
    z.object({
      daysOfWeek: z.optional(z.array(z.string())),
      timedEntries: z.optional(z.array(z.object({ startTime: z.string(), unavailableDates: unavailable }))),
      pricingDetails: z.array(
        z.object({
          pricingPackageType: z.string(),
          minTravelers: count,
          maxTravelers: count,
          ageBand: text,
          price,
        }),
      ),
      unavailableDates: unavailable,
    }),
  ),
})

export const viatorSchedule = z.object({
  productCode: z.string(),
  bookableItems: z.array(z.object({ productOptionCode: text, seasons: z.array(season) })),
  /** Empty where it is left out. */
  currency: z._default(z.string(), ''),
})
export type ViatorSchedule = z.output<typeof viatorSchedule>
export type ViatorSeason = z.output<typeof season>

export const viatorChanges = z.object({
  products: z.array(viatorAnyProduct),
  nextCursor: text,
})

export const viatorDestinations = z.object({
  destinations: z.array(z.object({ destinationId: z.number(), name: z.string() })),
})

export const viatorError = z.object({ code: text, message: text, trackingId: text })
