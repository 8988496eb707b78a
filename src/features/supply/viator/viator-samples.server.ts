import { editedPrice, editedTitle, simulatedPictures } from '../importing/simulator.server.ts'

/** What a product of the simulator is made of. All of it is our own invention, in the documented shape. */
interface Kind {
  readonly title: string
  readonly description: string
  readonly minutes: number
  /** The adult's recommended price, in major units. */
  readonly price: number
  readonly tags: readonly number[]
  readonly times: readonly string[]
}

const kinds: readonly Kind[] = [
  {
    title: 'Old town walk with a local guide',
    description: 'Two hours through the old streets, with stops at the market hall and the city wall.',
    minutes: 120,
    price: 24,
    tags: [21725, 11938],
    times: ['10:00', '16:30'],
  },
  {
    title: 'Evening food tour in small groups',
    description: 'Five tastings in family-run places, and a drink at the last of them.',
    minutes: 210,
    price: 79.5,
    tags: [21911, 20757],
    times: ['18:30'],
  },
  {
    title: 'Bike tour along the river',
    description: 'A flat route of 18 km with four stops. Helmets are included.',
    minutes: 180,
    price: 32,
    tags: [13018],
    times: ['09:30', '14:00'],
  },
  {
    title: 'Skip-the-line museum ticket with audio guide',
    description: 'Timed entry by the side door. The audio guide speaks seven languages.',
    minutes: 90,
    price: 21.9,
    tags: [21074, 21514],
    times: ['10:00', '12:00', '15:00'],
  },
  {
    title: 'Hop-on hop-off bus, one day',
    description: 'Two routes, 23 stops, a bus every 20 minutes.',
    minutes: 480,
    price: 29,
    tags: [20226],
    times: [],
  },
  {
    title: 'Sunset boat trip with aperitif',
    description: 'Ninety minutes on the water while the lights come on.',
    minutes: 90,
    price: 45,
    tags: [11922],
    times: ['19:00'],
  },
]

/** Viator's places with the ids by which it calls them; the last ones are in no list of ours. */
const places = [
  { ref: 511, name: 'Rome', zone: 'Europe/Rome', currency: 'EUR' },
  { ref: 479, name: 'Paris', zone: 'Europe/Paris', currency: 'EUR' },
  { ref: 562, name: 'Barcelona', zone: 'Europe/Madrid', currency: 'EUR' },
  { ref: 737, name: 'London', zone: 'Europe/London', currency: 'GBP' },
  { ref: 687, name: 'New York City', zone: 'America/New_York', currency: 'USD' },
  { ref: 334, name: 'Tokyo', zone: 'Asia/Tokyo', currency: 'JPY' },
] as const

export const samplePlaces = places

/** The kinds as their operators have changed them. */
export const editedKinds = (edition: number): readonly Kind[] =>
  kinds.map((kind) => ({
    ...kind,
    title: editedTitle(kind.title, edition),
    price: editedPrice(kind.price, edition),
  }))

/** Products from nothing but their code: the same code is always the same product. Null: there is none. */
export function sampleProduct(code: string, of: readonly Kind[] = kinds) {
  const [, number = '', suffix = ''] = /^(\d+)P(\d+)$/.exec(code) ?? []
  if (number === '' || number === '90404') return null
  const n = Number(number) + Number(suffix)
  const kind = of[n % of.length]
  const place = places[Math.floor(n / of.length) % places.length]
  if (!kind || !place) return null
  if (number === '90410') return { kind, place, product: inactive(code), schedule: null }
  const isFree = number === '90000'
  const isUnpriced = number === '90405'
  return {
    kind,
    place,
    product: active(code, kind, place),
    schedule: isUnpriced ? null : schedule(code, kind, place, isFree),
  }
}

type Place = (typeof places)[number]

const inactive = (code: string) => ({
  status: 'INACTIVE',
  productCode: code,
  language: 'en',
  createdAt: '2021-02-19T10:40:44.224025Z',
  lastUpdatedAt: '2026-06-01T08:00:00Z',
})

function active(code: string, kind: Kind, place: Place) {
  const title = `${place.name}: ${kind.title}`
  return {
    status: 'ACTIVE',
    productCode: code,
    language: 'en',
    createdAt: '2023-04-01T09:00:00Z',
    lastUpdatedAt: '2026-08-14T06:30:00Z',
    title,
    ticketInfo: {
      ticketTypes: ['MOBILE_ONLY'],
      ticketTypeDescription: 'Mobile or paper ticket accepted',
      ticketsPerBooking: 'ONE_PER_BOOKING',
      ticketsPerBookingDescription: 'One per booking',
    },
    pricingInfo: {
      type: 'PER_PERSON',
      ageBands: [
        { ageBand: 'INFANT', startAge: 0, endAge: 2, minTravelersPerBooking: 0, maxTravelersPerBooking: 4 },
        { ageBand: 'CHILD', startAge: 3, endAge: 12, minTravelersPerBooking: 0, maxTravelersPerBooking: 8 },
        { ageBand: 'ADULT', startAge: 13, endAge: 99, minTravelersPerBooking: 1, maxTravelersPerBooking: 12 },
      ],
    },
    images: [
      {
        caption: title,
        isCover: true,
        variants: [{ url: `${simulatedPictures}/pictures/${Number.parseInt(code, 10)}.jpg`, width: 480, height: 320 }],
      },
    ],
    logistics: {
      start: [{ location: { ref: `LOC-${place.ref}` }, description: `Main square of ${place.name}, by the fountain` }],
      end: [],
      redemption: { redemptionType: 'NONE', specialInstructions: '' },
      travelerPickup: { pickupOptionType: 'MEET_EVERYONE_AT_START_POINT', allowCustomTravelerPickup: false },
    },
    ...(!isSilent(code) && { timeZone: place.zone }),
    description: kind.description,
    inclusions: [],
    additionalInfo: [{ type: 'WHEELCHAIR_ACCESSIBLE', description: 'Wheelchair accessible' }],
    cancellationPolicy: {
      type: 'STANDARD',
      description: 'For a full refund, cancel at least 24 hours before the start.',
      cancelIfBadWeather: false,
      cancelIfInsufficientTravelers: false,
      refundEligibility: [
        { dayRangeMin: 1, percentageRefundable: 100 },
        { dayRangeMin: 0, dayRangeMax: 1, percentageRefundable: 0 },
      ],
    },
    bookingConfirmationSettings: {
      bookingCutoffType: 'START_TIME',
      bookingCutoffInMinutes: 120,
      confirmationType: 'INSTANT',
    },
    bookingRequirements: { minTravelersPerBooking: 1, maxTravelersPerBooking: 12, requiresAdultForBooking: true },
    languageGuides: [{ type: 'GUIDE', language: 'en', legacyGuide: 'en/SERVICE_GUIDE' }],
    bookingQuestions: ['FULL_NAMES_FIRST', 'FULL_NAMES_LAST', 'SPECIAL_REQUIREMENTS'],
    tags: kind.tags,
    destinations: [{ ref: String(place.ref), primary: true }],
    itinerary: {
      itineraryType: 'STANDARD',
      skipTheLine: false,
      privateTour: false,
      duration: { fixedDurationInMinutes: kind.minutes },
    },
    productOptions: [
      { productOptionCode: 'TG1', title: kind.title, description: kind.description },
      { productOptionCode: 'TG2', title: 'Private group', description: 'The same, for your party alone' },
    ],
    translationInfo: { containsMachineTranslatedText: false },
    supplier: { name: 'Plaza Mayor Tours', reference: `PM-${code}` },
    reviews: { sources: [], totalReviews: 148, combinedAverageRating: 4.6 },
  }
}

/** Of these neither zone nor currency is named. */
const isSilent = (code: string) => code.startsWith('90701')

const everyDay = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

function schedule(code: string, kind: Kind, place: Place, isFree: boolean) {
  const round = (amount: number) =>
    place.currency === 'JPY' ? Math.round(amount * 160) : Math.round(amount * 100) / 100
  const detail = (ageBand: string, share: number) => ({
    pricingPackageType: 'PER_PERSON',
    minTravelers: 1,
    ageBand,
    price: {
      original: {
        recommendedRetailPrice: isFree ? 0 : round(kind.price * share),
        partnerNetPrice: isFree ? 0 : round(kind.price * share * 0.78),
        bookingFee: 0,
        partnerTotalPrice: isFree ? 0 : round(kind.price * share * 0.78),
      },
    },
  })
  const item = (productOptionCode: string, factor: number) => ({
    productOptionCode,
    seasons: [
      {
        startDate: '2026-01-01',
        pricingRecords: [
          {
            daysOfWeek: everyDay,
            ...(kind.times.length > 0 && {
              timedEntries: kind.times.map((startTime) => ({ startTime, unavailableDates: [] })),
            }),
            pricingDetails: [detail('INFANT', 0), detail('CHILD', 0.5 * factor), detail('ADULT', factor)],
            unavailableDates: [{ date: '2026-12-25', reason: 'SOLD_OUT' }],
          },
        ],
      },
    ],
  })
  return {
    productCode: code,
    bookableItems: [item('TG1', 1), item('TG2', 3)],
    currency: isSilent(code) ? '' : place.currency,
    summary: { fromPrice: round(kind.price * 0.5) },
  }
}
