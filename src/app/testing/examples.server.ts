import { sql } from 'kysely'
import type { Example, Examples } from '../../kit/testing/make.server.ts'
import { instantOf } from '../../kit/zoned-time.ts'
import { referenceCountries } from '../../areas/places/reference-places.server.ts'
import { supplierFields } from '../../areas/products/supplier-fields.ts'

type Values = Record<string, unknown>

function nth<T>(list: readonly T[], n: number): T {
  const found = list[n % list.length]
  if (found === undefined) throw new Error('There is nothing to choose from.')
  return found
}

const euros = (amount: number) => [{ currency: 'EUR', amount }]

/** Rows of the chain: every field of them is derived, so all of it stands in the columns. */
const auditEntries: Example = (n) => {
  const isOfPerson = n % 3 > 0
  return {
    columns: {
      actor_kind: isOfPerson ? 'staff' : 'system', actor_id: isOfPerson ? n : null, actor_name: isOfPerson ? `Person ${n}` : 'jobs',
      actor_email: isOfPerson ? `person-${n}@example.com` : null, actor_role: isOfPerson ? 'finance' : null,
      ...(n % 4 === 0 && { real_actor_id: 100 + n, real_actor_name: `Behind ${n}`, real_actor_email: `behind-${n}@example.com` }),
      elevated_from: n % 5 === 0 ? 'read-only' : null, action: nth(['update', 'refused', 'sign-in-refused', 'create'], n),
      object: nth(['coupons', 'sessions'], n), record_id: n % 2 ? String(n) : null, title: n % 4 ? `Sample ${n}` : null,
      before: n % 2 ? JSON.stringify({ name: 'Old', percent: n }) : null, after: n % 3 ? JSON.stringify({ name: 'New', isFirstPurchaseOnly: true }) : null,
      reason: n % 3 === 0 ? `Because of ${n}` : null, request_id: n % 2 ? `request-${n}` : null, address: n % 2 ? '192.0.2.7' : '2001:db8::7',
    },
  }
}

const coupons: Example = (n) => {
  const isPercent = n % 3 !== 0
  const none = {
    excludedEventIds: [], excludedPerformerIds: [], excludedVenueIds: [], excludedCityIds: [], excludedProductIds: [], excludedLocales: [],
  }
  return {
    values: {
      ...none,
      ...(isPercent
        ? { kind: 'percent', percent: n * 25, amounts: [], maxDiscounts: n % 2 ? euros(5_000) : [] }
        : { kind: nth(['fixed', 'set_price'], n), percent: null, amounts: euros(n * 100), maxDiscounts: [] }),
      minSpends: n % 2 ? euros(10_000) : [],
      code: `CODE-${n}`, status: nth(['draft', 'active'], n), locales: n % 2 ? ['es', 'pt-BR'] : [], emailDomains: n % 4 ? [] : ['example.com'],
      totalLimit: n % 2 ? 50 + n : null, timesUsed: 0,
      travelFrom: n % 2 ? '2026-06-01' : null, travelUntil: n % 3 ? '2026-06-30' : null,
      validFrom: n % 2 ? '2026-01-01T00:00:00.000Z' : null, validUntil: n % 3 ? `2027-01-${10 + n % 18}T00:00:00.000Z` : null,
    },
  }
}

const performances: Example = (n) => {
  const timeZone = nth(['UTC', 'Asia/Tokyo', 'Europe/Rome'], n)
  // What has taken place cannot be changed, so all of it lies ahead.
  const localDate = new Date(Date.UTC(2036, 5, 1 + n)).toISOString().slice(0, 10)
  const localTime = n % 4 === 0 ? null : nth(['19:30', '20:00', '15:00'], n)
  const { instant: startsAt } = instantOf(`${localDate}T${localTime ?? '12:00'}`, timeZone)
  return {
    values: {
      timeZone, localDate, localTime, isTimeTba: localTime === null, isDateTbd: false, doorsTime: null, startsAt, providerCodes: [], capacity: 500, available: n % 500,
      minPrice: n % 3 ? 1_000 + n : null, maxPrice: n % 3 ? 9_000 : null,
    },
  }
}

const matches: Example = (n, ids) => {
  const localDate = new Date(Date.UTC(2026, 7, 1 + n)).toISOString().slice(0, 10)
  // Where all venues of the samples are.
  const timeZone = 'Europe/Rome'
  return {
    values: {
      round: `Round ${n}`, homePerformerId: nth(ids('performers'), n), awayPerformerId: nth(ids('performers'), n + 1), nameTemplate: nth(['{home} v {away}', '{home} - {away}'], n),
      localDate, localTime: '20:45', timeZone, isLater: false, isTbc: n % 2 === 0, startsAt: instantOf(`${localDate}T20:45`, timeZone).instant,
    },
    columns: { name: `Match ${n}` },
  }
}

const inRome = (n: number) => ({ latitude: Number((41.9 + n % 50 / 1_000).toFixed(3)), longitude: 12.5, timeZone: 'Europe/Rome' })

const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

function reference(n: number): string {
  let text = ''
  for (let rest = n; text.length < 8; rest = Math.floor(rest / alphabet.length)) text = `${alphabet.charAt(rest % alphabet.length)}${text}`
  return text
}

/** Where the money of a purchase stands, as its three statuses and its sums have to say together. */
const ledgers: readonly Values[] = [
  { bookingStatus: 'pending_payment', paymentStatus: 'unpaid', fulfilmentStatus: 'not_due', refundState: 'none', captured: 0, refunded: 0, refundPending: 0, chargedBack: 0 },
  { bookingStatus: 'confirmed', paymentStatus: 'captured', fulfilmentStatus: 'awaiting_tickets', refundState: 'none', captured: 10_500, refunded: 0, refundPending: 0, chargedBack: 0 },
  { bookingStatus: 'cancelled', paymentStatus: 'partially_refunded', fulfilmentStatus: 'delivered', refundState: 'partial', captured: 10_500, refunded: 500, refundPending: 0, chargedBack: 0 },
  { bookingStatus: 'cancelled', paymentStatus: 'refunded', fulfilmentStatus: 'not_due', refundState: 'full', captured: 10_500, refunded: 10_500, refundPending: 0, chargedBack: 0 },
  { bookingStatus: 'on_hold', paymentStatus: 'authorised', fulfilmentStatus: 'not_due', refundState: 'none', captured: 0, refunded: 0, refundPending: 0, chargedBack: 0 },
  { bookingStatus: 'completed', paymentStatus: 'disputed', fulfilmentStatus: 'delivered', refundState: 'requested', captured: 10_500, refunded: 0, refundPending: 100, chargedBack: 0 },
]

const purchases: Example = (n, ids) => {
  const isProduct = n % 2 === 0
  return {
    values: {
      ...nth(ledgers, n), reference: reference(n), kind: isProduct ? 'product' : 'event',
      ...(isProduct
        ? { productId: nth(ids('products'), n), productOptionId: nth(ids('product-options'), n), eventId: null, performanceId: null }
        : { productId: null, productOptionId: null, eventId: nth(ids('events'), n), performanceId: nth(ids('performances'), n) }),
      itemsTotal: 10_000, feesTotal: 700, taxTotal: 300, discountTotal: 500, grandTotal: 10_500, currency: nth(['EUR', 'USD', 'JPY'], n),
      startsAt: '2026-07-01T08:00:00.000Z', endsAt: '2026-07-01T10:00:00.000Z', riskScore: (n * 13) % 100,
      // Of no sample of a country: one that is sold to stays.
      customerCountry: nth(['ES', 'FR', 'PT'], n),
    },
  }
}

/** Grades within their scale, sources with what they need, and nothing decided. */
const reviews: Example = (n, ids) => {
  const source = nth(['import', 'supplier', 'editorial'], n)
  const isSupplier = source === 'supplier'
  return {
    values: {
      source, isNoIndex: isSupplier || n % 2 === 0, providerId: isSupplier ? nth(ids('providers'), n) : null, supplierReference: isSupplier ? `R-${n}` : null,
      purchaseId: null, purchaseLine: null, originalRating: n % 6, originalScale: nth([5, 10, 100], n), status: nth(['pending', 'approved', 'hidden'], n),
      rejectionReason: null, body: `Sample ${n} of what somebody wrote.`, staffReply: `Reply ${n}`,
    },
    columns: { author_address: n % 3 ? `192.0.${n % 200}.7` : null, risk_score: n % 100, risk_reasons: n % 2 ? ['burst'] : [] },
  }
}

const letters = [...'BCDEFGHIJKLMNOPQRSTUVW']
const standard = await referenceCountries()
const unknown = (key: 'code' | 'alpha3' | 'numericCode', codes: readonly string[]) => codes.filter((code) => standard.every((country) => country[key] !== code))
/** Codes that ISO 3166-1 does not know: those that it knows go together. */
const free = {
  code: unknown('code', letters.flatMap((first) => letters.map((second) => `${first}${second}`))),
  alpha3: unknown('alpha3', letters.flatMap((second) => letters.map((third) => `Q${second}${third}`))),
  numericCode: unknown('numericCode', Array.from({ length: 800 }, (_, index) => String(index + 200))),
}
const ownCodes = (n: number) => ({ code: nth(free.code, n), alpha3: nth(free.alpha3, n), numericCode: nth(free.numericCode, n) })
/** Of each maker, the sample that became the last of the countries that others refer to. */
const triedLast = new WeakMap<object, number>()

/** A page that is public, or is not yet: no moment at which a job would change that. */
const page = (n: number) => ({ slug: `page-${n}`, publication: nth(['draft', 'published', 'unpublished'], n), publishAt: null, unpublishAt: null })

/**
 * What the samples of a resource need besides, because its fields have to fit together. A resource with such rules
 * needs a line here before the contract suite can make its records, and says so when it has none.
 */
export const examples: Examples = {
  // Whoever is archived has no bylines, so nobody here is.
  authors: (n) => ({ values: { ...page(n), name: `Sample author ${n}`, biography: `Writes ${n}`, languages: ['en', 'pt-BR'].slice(n % 2), profiles: [`https://example.com/${n}`] } }),
  categories: (n) => ({ values: { ...page(n), icon: `icon-${n}`, description: `What is in ${n}` } }),
  // All of one category, which is that of the events as well: an event's two go together.
  subcategories: (n, ids) => ({ values: { ...page(n), categoryId: nth(ids('categories'), 0), description: `What is in ${n}` } }),
  // What it sells follows from its members, of which the sample has none.
  aliases: (n) => ({
    values: {
      ...page(n), longText: `<p>Sample ${n} of an alias</p>`, canonicalId: null, displayPrice: 1_000 + n, displayCurrency: nth(['EUR', 'USD'], n), productIds: [], memberCount: 0, liveCount: 0,
      chosenProductId: null, choiceReason: null, fromPrice: null, currency: null, fromPriceAt: null,
    },
  }),
  audit: auditEntries,
  // Regions of our own: the continents are there already.
  continents: (n) => ({ values: { code: `${'QXYZ'.charAt(Math.floor(n / 36) % 4)}${(n % 36).toString(36).toUpperCase()}` } }),
  // North of Rome, each too far from the one before to be its twin. Wherever an edge moves one of the coordinates, at sea and at the poles, any zone will do.
  // All of one country, because their codes begin with its own: the last of those that were made to refer to. In another they have none.
  cities: (n, ids, { countryId }) => {
    const country = ownCodes(triedLast.get(ids) ?? 0).code
    const codes = { unLocode: `${country}${[676, 26, 1].map((step) => String.fromCharCode(65 + Math.floor(n / step) % 26)).join('')}`, subdivision: `${country}-${10 + n % 80}` }
    return { values: { ...inRome(n), latitude: Number((41.9 + n % 10 * 0.4).toFixed(1)), countryId: ids('countries').at(-1), ...(countryId === undefined ? codes : { unLocode: null, subdivision: null }), viatorDestination: String(1_000 + n), tiqetsCity: String(2_000 + n), parentId: null, description: `<p>Sample ${n} of a city</p>` } }
  },
  'city-launches': (n, ids) => ({
    columns: {
      name: `City ${n}`, slug: `city-to-launch-${n}`, country_id: nth(ids('countries'), n), latitude: 41.9, longitude: 12.5, time_zone: 'Europe/Rome', popularity: n % 100,
      publication: n % 3 === 0 ? 'published' : 'draft', viator_destination: n % 2 ? String(500_000 + n) : null,
    },
  }),
  countries: (n, ids) => {
    if (ids('countries').length === 0) triedLast.set(ids, n)
    return { values: {
      ...ownCodes(n), languages: n % 2 ? ['it', 'de-AT'] : [], timeZones: n % 2 ? ['Europe/Rome'] : [], addressFormat: n % 2 ? '{street}\n{postcode} {city}' : null,
      // The first ones are where the purchases of other samples are.
      ...(n % 40 === 20 ? { isBlocked: true, blockedBecause: nth(['tax', 'risk'], n), blockedAt: '2026-06-01T10:00:00.000Z' } : { isBlocked: false, blockedBecause: null, blockNote: null, blockedAt: null }),
    } }
  },
  coupons,
  'coupon-batches': (n) => ({ values: { prefix: `P${n}`, wanted: 10, made: n % 10 }, columns: { template: JSON.stringify({ name: 'Of a batch', kind: 'percent', percent: 500 }) } }),
  customers: (n) => ({ values: { firstName: 'Sample', lastName: `Person ${n}`, email: `person-${n}@example.com`, status: nth(['active', 'blocked'], n) } }),
  'discovery-api-users': (n) => ({ values: { allowedRanges: n % 2 ? ['192.0.2.0/24', '2001:db8::1'] : [], quotaPerMinute: n, quotaPerDay: 1_000 + n } }),
  events: (n, ids) => ({
    values: {
      categoryId: nth(ids('categories'), 0),
      ...page(n), onSaleAt: '2026-01-01T09:00:00.000Z', offSaleAt: n % 2 ? `2026-05-${10 + n % 18}T09:00:00.000Z` : null, subcategoryId: null, superEventId: null,
      // The only one of its provider, which a copy would have as well.
      providerCode: null, description: `<p>Sample ${n} of an event</p>`,
    },
  }),
  // They turn the check of addresses on, so every one of them has to admit whoever runs the tests. When they were last
  // seen lies ahead, because every call of a test is another look.
  'ip-ranges': (n) => ({
    values: {
      range: nth(['127.0.0.1/32', `127.0.0.0/${8 + n % 17}`], n), expiresAt: n % 2 ? null : `2099-01-${10 + n % 18}T00:00:00.000Z`,
      lastSeenAt: `2098-01-${10 + n % 18}T00:00:00.000Z`,
    },
  }),
  'ip-trusts': (n) => ({ values: { network: `192.0.2.${n}` }, columns: { staff_id: sql`(select max(id) from staff)` } }),
  'ip-verifications': (n) => ({
    values: { network: `192.0.2.${n}`, address: `192.0.2.${n}`, decidedAt: n % 2 ? null : '2026-06-01T10:00:00.000Z' },
    columns: { staff_id: sql`(select max(id) from staff)`, status: n % 2 ? 'pending' : 'denied', user_agent: `Sample/${n}` },
  }),
  // Tags that ISO 639 keeps for private use, none of them on the site: pages would need their titles in each.
  'locales': (n) => ({
    values: {
      code: `q${String.fromCharCode(97 + Math.floor(n / 26) % 20)}${String.fromCharCode(97 + n % 26)}`, hreflang: `q${String.fromCharCode(97 + Math.floor(n / 26) % 20)}${String.fromCharCode(97 + n % 26)}-QM`,
      fallbackId: 1, isDefault: false, isEnabledOnSite: false, isRequiredToPublish: false, leadsToId: null,
      // Two in turn, because samples that point at each other are made in pairs.
      retiredAt: Math.floor(n / 2) % 2 ? `2026-01-${10 + n % 18}T00:00:00.000Z` : null,
    },
  }),
  'static-pages': (n) => ({
    values: {
      ...page(n), key: `sample-page-${n}`, slug: `sample/page-of-${n}-words`, body: `<p>Sample ${n} of a page</p>`, canonicalUrl: n % 2 ? `https://example.com/${n}` : null, unpublishAt: null,
    },
  }),
  'messages': (n) => ({
    values: { recipient: `person-${n}@example.com`, template: 'sample', status: nth(['sent', 'kept', 'failed'], n), nextAttemptAt: null },
    columns: { content: JSON.stringify({ paragraphs: [`Sample ${n}`] }) },
  }),
  performances,
  // Teams of one sport, so that any two of them can play each other.
  // A provider's code belongs to one performer: neither a copy nor whoever else makes samples in the same database may bear it too.
  performers: (n) => ({ values: { kind: 'team', sport: 'football', providerCodes: [], sortName: `Sample ${n} of sortName`, slug: `sample-${n}-of-slug`, isNamesake: true } }),
  lineups: (n) => ({
    values: {
      ...page(n), membership: nth(['explicit', 'living'], n), isOfBill: true, nameContains: n % 2 ? `Sample ${n}` : null, fromDate: '2026-06-01', untilDate: n % 2 ? '2026-06-30' : null,
      excludedEventIds: [], successorId: null, venueId: null, maxEvents: 20 + n % 100, description: `<p>What is in ${n}</p>`,
    },
  }),
  matches,
  'alias-reviews': reviews,
  'lineup-reviews': reviews,
  'product-reviews': reviews,
  // Every value is there, so that whatever the type is, it has the one it needs; of prices and days the second is the larger.
  rules: (n, ids) => ({
    values: {
      markup: n * 10, serviceFee: n, minMargin: n, minSeats: 2 + n % 4, leadHours: n, notice: `Told to buyers ${n}`, holderNames: nth(['lead', 'every'], n), maxTickets: 1 + n % 9,
      refundProtection: nth(['offered', 'included'], n), protectionFee: n, badge: `Badge ${n}`, hiddenProviderIds: ids('providers').slice(0, 1),
      daysFrom: n % 3 ? n % 20 : null, daysTo: n % 2 ? 100 + n % 20 : null, ...(n % 2 ? { currency: 'EUR', priceFrom: 1_000 + n, priceTo: 90_000 + n } : { currency: null, priceFrom: null, priceTo: null }),
      validFrom: n % 3 ? '2026-01-01T00:00:00.000Z' : null, validUntil: n % 2 ? `2099-01-${10 + n % 18}T00:00:00.000Z` : null,
    },
  }),
  // What suppliers call a tag is no other tag's, so copies of a sample would not have it.
  tags: (n) => ({ values: { slug: `tag-${n}`, supplierTags: [] } }),
  // Of every option: samples of options are of other products.
  'product-age-bands': (n) => ({
    values: { optionId: null, type: nth(['ADULT', 'CHILD', 'INFANT'], n), accompaniedBy: ['ADULT'], minAge: n % 18, maxAge: 18 + n % 80, minQuantity: 0, maxQuantity: 5 + n % 9, paxCount: 1 + n % 4 },
  }),
  'product-options': (n) => ({ values: { isDefault: false, isPickupAvailable: n % 2 === 0 || n % 3 === 0, isPickupRequired: n % 3 === 0, minUnits: 1 + n % 3, maxUnits: 4 + n % 9, startTimes: n % 2 ? ['09:30', '11:00'] : [], openingRules: [], openingExceptions: [], languages: n % 2 ? ['en', 'pt-BR'] : [], cutoffUnit: 'hour', cancellationCutoffAmount: 24 + n, cancellationCutoffUnit: 'hour' } }),
  // Overridden throughout: what is the supplier's could not be changed else.
  products: (n) => ({
    values: {
      ...(n % 3 ? { status: nth(['imported', 'mapped', 'live'], n), suspendedBecause: null } : { status: 'suspended', suspendedBecause: 'quality' }),
      cancellationPolicy: nth(['STANDARD', 'CUSTOM'], n), cancellationHours: 24, cancellationTiers: [], questions: [], overrides: supplierFields,
    },
  }),
  'product-drift-rules': (n) => ({ values: { field: nth(['netFrom', 'cancellationHours'], n), maxChange: n % 2 ? 500 + n : null } }),
  'product-drifts': (n) => ({
    values: { ...(n % 2 ? { state: 'open', decidedAt: null } : { state: nth(['accepted', 'kept'], n), decidedAt: '2026-06-01T10:00:00.000Z' }), ruleId: null },
    columns: { our_value: JSON.stringify(`Ours ${n}`), their_value: JSON.stringify(`Theirs ${n}`) },
  }),
  purchases,
  'admin-users': (n) => {
    const status = nth(['invited', 'active', 'suspended'], n)
    return {
      values: { email: `admin-user-${n}@example.com`, status },
      columns: {
        first_name: `Admin ${n}`, last_name: 'User', role_id: sql`(select id from roles where name = 'read-only')`,
        google_sub: status === 'invited' ? null : `sample-${n}`,
      },
    }
  },
  elevations: (n) => {
    const at = `2026-06-01T10:${10 + n % 50}:00.000Z`
    const answered = n % 2
      ? { decision: null, decidedAt: null, answer: null, endedAt: at, endedBecause: 'withdrawn' }
      : { decision: 'refused', decidedAt: at, answer: `Not today, number ${n}`, endedAt: null, endedBecause: null }
    return {
      values: { ...answered, endsAt: null, roleName: 'finance', minutes: 5 + n % 400, reason: `A reason of some length, number ${n}` },
      columns: { role_id: sql`(select id from roles where name = 'finance')` },
    }
  },
  'venue-sections': (n) => ({ values: { isGeneralAdmission: n % 3 === 0, rows: n % 3 === 0 ? [] : ['A', 'B'], code: `section-${n}`, ...(n % 2 ? { viewImageId: null } : { viewImageUrl: null }) } }),
  venues: (n) => ({ values: { ...inRome(n), providerCodes: [], sectionSpellings: [], description: `<p>Sample ${n} of a venue</p>` } }),
  staff: (n) => ({
    values: { email: `colleague-${n}@example.com` },
    columns: { first_name: `Colleague ${n}`, last_name: 'Sample', role_id: sql`(select id from roles where name = 'read-only')` },
  }),
}
