import * as z from 'zod/mini'
import { schemaTypes } from '../categories/categories.ts'
import { eventTypes } from '../events/event/event-labels.ts'
import { eventStatuses } from '../events/schedule/event-status.ts'
import { performerSports } from '../events/performer/performers.ts'
import { accessibilityFeatures } from '../places/venues/venues.ts'
import { proofs } from '../reviews/review-evidence.ts'
import type { ReviewKind } from '../reviews/review-kinds.ts'
import { noteLabels } from '../section-mapping/resolver/notes.ts'

/** schema.org’s ItemAvailability. What is in a country whose market is closed is out of stock: its page stays, checkout refuses. */
const availabilities = ['InStock', 'SoldOut', 'OutOfStock'] as const
/** What a review can be of. */
export const reviewed = ['product', 'alias', 'lineup'] as const satisfies readonly ReviewKind['kind'][]
export const performerKinds = ['artist', 'team', 'show', 'person'] as const

const text = z.string()
export const orNull = <S extends z.ZodMiniType>(schema: S) => z.nullable(schema)

/**
 * What a customer pays for one: price and fees, in total. Whole minor units: 4500 with exponent 2 is 45.00. `asOf` is when
 * its provider was last asked.
 */
export const price = z
  .object({ price: z.int(), fees: z.int(), total: z.int(), currency: text, exponent: z.int(), asOf: orNull(text) })
  .register(z.globalRegistry, {
    id: 'Price',
    description:
      'What a customer pays for one: price and fees, in total. Whole minor units of the currency: 4500 with exponent 2 is 45.00. asOf is when its provider was last asked.',
  })
const reference = z
  .object({ id: z.int(), name: text, slug: orNull(text) })
  .register(z.globalRegistry, { id: 'Reference' })
const section = z
  .object({ id: text, name: text, slug: orNull(text) })
  .register(z.globalRegistry, { id: 'CategoryReference' })
/** `file` is an address of this server: with /320, /640, /1280 or /2560 the picture that wide, with /square the part around its focal point, as WebP. */
const image = z
  .object({
    id: z.int(),
    file: text,
    altText: orNull(text),
    credit: orNull(text),
    width: z.int(),
    height: z.int(),
    focalPoint: z.object({ x: z.number(), y: z.number() }),
  })
  .register(z.globalRegistry, { id: 'Picture' })
const images = z.array(image)
const country = z.object({ code: text, name: text }).register(z.globalRegistry, { id: 'CountryReference' })
/** `local` is the wall clock of the venue with its offset; null while the day or the time is open. `utc` is then only about when. */
const start = z
  .object({
    localDate: text,
    localTime: orNull(text),
    local: orNull(text),
    utc: text,
    timeZone: text,
    isDateTbd: z.boolean(),
    isTimeTba: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Start' })

/** Tickets that are sold together. `section` and `row` are null where seats are given out later. */
export const offer = z
  .object({
    id: orNull(z.int()),
    section: orNull(text),
    row: orNull(text),
    quantity: z.int(),
    splits: z.array(z.int()),
    seatNotes: z.array(z.enum(noteLabels)),
    price,
  })
  .register(z.globalRegistry, {
    id: 'Offer',
    description:
      'Tickets that are sold together, at the price of one of them. id is null for what its provider counts but does not list, which can’t be ordered here; section and row are null where seats are given out later. splits are the quantities that can be bought at once; empty means any. seatNotes is what the seller notes of the seats.',
  })

/**
 * `locale` is that of the answer; `fallbackFields` names each text that is in another one, and in which; `outdatedFields`
 * names the record's own texts that are older than what they were translated from.
 */
export const inLanguage = {
  locale: text,
  fallbackFields: z.record(text, text),
  outdatedFields: z.array(text),
  updatedAt: text,
}
const page = { path: orNull(text) }
const point = { latitude: z.number(), longitude: z.number() }

export const records = {
  categories: z.object({
    id: text,
    name: text,
    slug: orNull(text),
    description: orNull(text),
    parent: orNull(section),
    schemaType: z.enum(schemaTypes),
    icon: orNull(text),
    position: z.int(),
    ...page,
    ...inLanguage,
  }),
  cities: z.object({
    id: z.int(),
    name: text,
    slug: text,
    description: orNull(text),
    country,
    subdivision: orNull(text),
    ...point,
    timeZone: text,
    unLocode: orNull(text),
    metropolitanCode: orNull(text),
    images,
    ...page,
    ...inLanguage,
  }),
  venues: z.object({
    id: z.int(),
    name: text,
    slug: text,
    description: orNull(text),
    address: orNull(text),
    city: orNull(reference),
    ...point,
    timeZone: text,
    capacity: z.int(),
    website: orNull(text),
    accessibility: z.array(z.enum(accessibilityFeatures)),
    images,
    ...page,
    ...inLanguage,
  }),
  performers: z.object({
    id: z.int(),
    name: text,
    slug: text,
    description: orNull(text),
    kind: z.enum(performerKinds),
    sport: orNull(z.enum(performerSports)),
    genre: orNull(text),
    country: orNull(country),
    homeVenue: orNull(reference),
    website: orNull(text),
    images,
    ...page,
    ...inLanguage,
  }),
  events: z.object({
    id: z.int(),
    name: text,
    slug: orNull(text),
    description: orNull(text),
    terms: orNull(text),
    type: z.enum(eventTypes),
    eventStatus: z.enum(eventStatuses),
    category: orNull(section),
    subcategory: orNull(section),
    venue: orNull(reference),
    city: orNull(reference),
    performers: z.array(z.object({ id: z.int(), name: text, slug: text, kind: z.enum(performerKinds) })),
    superEvent: orNull(reference),
    inLanguage: text,
    minAge: orNull(z.int()),
    onSaleAt: orNull(text),
    offSaleAt: orNull(text),
    nextStart: orNull(start),
    fromPrice: z.optional(orNull(price)),
    images,
    ...page,
    ...inLanguage,
  }),
  performances: z.object({
    id: z.int(),
    event: reference,
    venue: orNull(reference),
    city: orNull(reference),
    start,
    doorsTime: orNull(text),
    durationMinutes: z.int(),
    eventStatus: z.enum(eventStatuses),
    previousStartDate: orNull(text),
    fromPrice: z.optional(orNull(price)),
    toPrice: z.optional(orNull(price)),
    availability: z.optional(z.object({ status: z.enum(availabilities), remaining: z.int(), checkedAt: orNull(text) })),
    ...inLanguage,
  }),
  products: z.object({
    id: z.int(),
    title: text,
    description: orNull(text),
    city: orNull(reference),
    categories: z.array(section),
    ...point,
    timeZone: text,
    availabilityType: z.enum(['START_TIME', 'OPENING_HOURS']),
    instantConfirmation: z.boolean(),
    instantDelivery: z.boolean(),
    availabilityRequired: z.boolean(),
    deliveryMethods: z.array(z.enum(['VOUCHER', 'TICKET'])),
    redemptionMethod: z.enum(['DIGITAL', 'PRINT', 'MANIFEST']),
    pricingPer: z.enum(['UNIT', 'BOOKING']),
    cancellationPolicy: z.enum(['STANDARD', 'CUSTOM', 'ALL_SALES_FINAL']),
    cancellationHours: orNull(z.int()),
    fromPrice: z.optional(orNull(price)),
    availability: z.optional(z.object({ status: z.enum(availabilities) })),
    rating: z.optional(orNull(z.number())),
    reviewCount: z.optional(z.int()),
    /** From the reviews in this API. rating and reviewCount are the supplier's own figures. */
    ownRating: z.optional(orNull(z.number())),
    ownReviewCount: z.optional(z.int()),
    /** Its supplier does not let search engines index title and description. */
    isNoIndex: z.boolean(),
    images,
    ...inLanguage,
  }),
  reviews: z.object({
    /** Its kind and number: product-12, alias-3, lineup-4. */
    id: text,
    /** `path` is the address of its page; products have none of their own. */
    subject: z.object({ kind: z.enum(reviewed), id: z.int(), title: text, path: orNull(text) }),
    rating: z.int(),
    title: orNull(text),
    text,
    reply: orNull(text),
    /** As it came to us; isTranslated: people have translated it since. What was taken out of it reads [redacted]. */
    isMachineTranslated: z.boolean(),
    isTranslated: z.boolean(),
    isRedacted: z.boolean(),
    author: z.object({ name: text, country: orNull(country) }),
    travelDate: orNull(text),
    partyType: orNull(z.enum(['solo', 'couple', 'family', 'friends', 'business'])),
    helpfulCount: z.int(),
    submittedAt: text,
    /** How it was checked, in words that have to be shown with it. */
    proof: z.object({ kind: z.enum(proofs), badge: text, sentence: text }),
    isNoIndex: z.boolean(),
    images,
    ...inLanguage,
  }),
}
