import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { UnitType } from '../../products/product-age-bands.ts'
import { minorTypes, unitTypes } from '../../products/product-age-bands.ts'
import { unknownCurrency } from '../importing/supplier-answers.server.ts'
import { isLocale, plainText } from '../importing/draft-values.ts'
import type { Exponents } from '../importing/draft-money.server.ts'
import { digitsOf, minorUnits } from '../importing/draft-money.server.ts'
import type { DraftOption, DraftUnit, ProductDraft } from '../importing/product-draft.ts'
import type { ViatorProduct, ViatorSchedule } from './viator-payloads.server.ts'
import type { BandPrice } from './viator-prices.server.ts'
import { onlyOption, pricesOf, startTimesOf } from './viator-prices.server.ts'
import { questionsOf } from './viator-questions.ts'

/** Oldest age of our bands; Viator's end at 99 or so and mean everyone above. */
const oldest = 120
const viatorOldest = 80

interface Sources {
  readonly product: ViatorProduct
  readonly schedule: ViatorSchedule
  readonly exponents: Exponents
  /** A local date. */
  readonly today: string
  readonly destinationName: string | null
}

/** A Viator product in our terms. */
export function viatorDraft({ product, schedule, exponents, today, destinationName }: Sources): ProductDraft {
  const exponent = digitsOf(exponents, schedule.currency)
  if (exponent === undefined) throw unknownCurrency(schedule.currency)
  const warnings: Said[] = []
  const times = startTimesOf(schedule)
  const options = optionsOf(product, times)
  const units = unitsOf(product, pricesOf(schedule, today), exponent, warnings)
  const known = new Set(options.map(({ code }) => code))
  const destination = product.destinations?.find(({ primary }) => primary) ?? product.destinations?.[0]
  const { confirmationType } = product.bookingConfirmationSettings ?? {}
  const tickets = product.ticketInfo?.ticketTypes ?? []
  return {
    code: product.productCode,
    title: plainText(product.title, 255) ?? product.productCode,
    description: plainText(product.description ?? product.viatorUniqueContent?.longDescription, 20_000),
    reference: plainText(product.supplier?.reference, 64),
    locale: isLocale(product.language) ? product.language : 'en',
    timeZone: product.timeZone ?? null,
    latitude: null,
    longitude: null,
    destination: destination ? { key: destination.ref, name: destinationName } : null,
    supplierTags: [...new Set((product.tags ?? []).map(String))].slice(0, 60),
    currency: schedule.currency,
    availabilityType: [...times.values()].some((all) => all.length > 0) ? 'START_TIME' : 'OPENING_HOURS',
    isInstantConfirmation: confirmationType === 'INSTANT',
    isInstantDelivery: confirmationType === 'INSTANT' && tickets.some((type) => type.startsWith('MOBILE')),
    isAvailabilityRequired: true,
    deliveryMethods: ['VOUCHER'],
    redemptionMethod: tickets.includes('PAPER_ONLY') ? 'PRINT' : 'DIGITAL',
    pricingPer: product.pricingInfo?.type === 'UNIT' ? 'BOOKING' : 'UNIT',
    ...cancellationOf(product),
    questions: questionsOf(product.bookingQuestions ?? []),
    rating: ratingOf(product),
    reviewCount: product.reviews?.totalReviews ?? 0,
    images: imagesOf(product),
    isNoIndex: product.viatorUniqueContent !== undefined,
    options,
    units: units.filter(({ optionCode }) => optionCode === null || known.has(optionCode)),
    warnings,
  }
}

function ratingOf({ reviews }: ViatorProduct): number | null {
  const { combinedAverageRating: average = 0, totalReviews = 0 } = reviews ?? {}
  return totalReviews > 0 && average > 0 && average <= 5 ? Math.round(average * 100) / 100 : null
}

/** The largest picture up to what a page needs, the cover first. */
function imagesOf({ images = [] }: ViatorProduct): ProductDraft['images'] {
  return images
    .toSorted((a, b) => Number(b.isCover ?? false) - Number(a.isCover ?? false))
    .flatMap(({ caption, variants = [] }) => {
      const [best] = variants
        .filter(({ width, url }) => width <= 1_000 && url.startsWith('https://'))
        .toSorted((a, b) => b.width * b.height - a.width * a.height)
      return best ? [{ url: best.url, alt: plainText(caption ?? undefined, 255) }] : []
    })
    .slice(0, 20)
}

function cancellationOf({ cancellationPolicy: policy }: ViatorProduct) {
  const refunds = policy?.refundEligibility ?? []
  const none = { cancellationHours: null, cancellationTiers: [] }
  const full = refunds.filter((one) => one.percentageRefundable === 100).map((one) => (one.dayRangeMin ?? 0) * 24)
  const tiers = refunds
    .filter((one) => one.percentageRefundable > 0 && one.percentageRefundable < 100)
    .map((one) => ({
      hoursBefore: Math.round((one.dayRangeMin ?? 0) * 24),
      refund: Math.round(one.percentageRefundable * 100),
    }))
  const cancellationTiers = [...new Map(tiers.map((tier) => [tier.hoursBefore, tier])).values()].slice(0, 10)
  const hours = full.length > 0 ? Math.min(8_760, Math.round(Math.min(...full))) : null
  if (!policy || policy.type === 'ALL_SALES_FINAL' || (hours === null && cancellationTiers.length === 0))
    return { cancellationPolicy: 'ALL_SALES_FINAL' as const, ...none }
  return policy.type === 'STANDARD'
    ? { cancellationPolicy: 'STANDARD' as const, cancellationHours: hours, cancellationTiers: [] }
    : { cancellationPolicy: 'CUSTOM' as const, cancellationHours: hours, cancellationTiers }
}

function optionsOf(product: ViatorProduct, times: ReadonlyMap<string, readonly string[]>): DraftOption[] {
  const given = product.productOptions ?? []
  const all =
    given.length > 0 ? given : [{ productOptionCode: onlyOption, title: undefined, languageGuides: undefined }]
  const { minTravelersPerBooking: least = 1, maxTravelersPerBooking: most = 20 } = product.bookingRequirements ?? {}
  const { duration } = product.itinerary ?? {}
  const minutes = duration?.fixedDurationInMinutes ?? duration?.variableDurationToMinutes ?? null
  const pickup = product.logistics?.travelerPickup?.pickupOptionType ?? ''
  const maxUnits = Math.min(1_000, Math.max(1, most))
  return all.map(({ productOptionCode: code, title, languageGuides }) => ({
    code,
    title: plainText(title, 255) ?? plainText(product.title, 255) ?? code,
    durationMinutes: minutes !== null && minutes >= 1 && minutes <= 43_200 ? Math.round(minutes) : null,
    languages: [...new Set((languageGuides ?? product.languageGuides ?? []).map(({ language }) => language))]
      .filter(isLocale)
      .slice(0, 30),
    startTimes: times.get(code) ?? [],
    cutoffMinutes: Math.max(0, Math.round(product.bookingConfirmationSettings?.bookingCutoffInMinutes ?? 0)),
    minUnits: Math.min(maxUnits, Math.max(1, least)),
    maxUnits,
    isPickupAvailable: pickup.startsWith('PICKUP'),
    meetingPoint: plainText(product.logistics?.start?.[0]?.description, 255),
  }))
}

/** Units that cost the same in every option are shared by all; otherwise each option has its own. */
function unitsOf(
  product: ViatorProduct,
  prices: ReadonlyMap<string, ReadonlyMap<string, BandPrice>>,
  exponent: number,
  warnings: Said[],
): DraftUnit[] {
  const isByUnit = product.pricingInfo?.type === 'UNIT'
  const bands = isByUnit ? [] : (product.pricingInfo?.ageBands ?? [])
  const companions = companionsOf(product)
  const priced = [...prices].map(([optionCode, byBand]) => ({
    optionCode,
    units: isByUnit
      ? groupUnit(product, byBand.get(''), exponent)
      : bands.flatMap((band) => {
          const price = byBand.get(band.ageBand)
          return price ? [unitOf(band, price, exponent, companions)] : []
        }),
  }))
  const [first] = priced
  if (!first) return []
  for (const { units } of priced)
    for (const { label, retail, type } of units)
      if (retail === 0 && type !== 'INFANT') warnings.push(storedText('{unit}: price 0', { unit: label }))
  const text = (units: readonly Omit<DraftUnit, 'optionCode'>[]) => JSON.stringify(units)
  if (priced.every(({ units }) => text(units) === text(first.units)))
    return first.units.map((unit) => ({ optionCode: null, ...unit }))
  return priced.flatMap(({ optionCode, units }) => units.map((unit) => ({ optionCode, ...unit })))
}

type Companions = (type: UnitType) => readonly UnitType[]

/** Infants never travel alone, and minors do not where the supplier asks for an adult. */
function companionsOf({ pricingInfo, bookingRequirements }: ViatorProduct): Companions {
  const bands = (pricingInfo?.ageBands ?? []).map(({ ageBand }) => ageBand)
  const adults = unitTypes.filter((type) => ['ADULT', 'SENIOR', 'TRAVELER'].includes(type) && bands.includes(type))
  const asked = bookingRequirements?.requiresAdultForBooking === true
  return (type) => {
    if (type === 'INFANT') return adults.length > 0 ? adults : ['ADULT']
    return asked && minorTypes.includes(type) ? adults : []
  }
}

type Band = NonNullable<NonNullable<ViatorProduct['pricingInfo']>['ageBands']>[number]

function unitOf(
  band: Band,
  { net, retail }: BandPrice,
  exponent: number,
  companions: Companions,
): Omit<DraftUnit, 'optionCode'> {
  const type = (unitTypes as readonly string[]).includes(band.ageBand) ? (band.ageBand as UnitType) : 'OTHER'
  const minAge = Math.min(oldest, Math.max(0, Math.round(band.startAge)))
  const maxAge = band.endAge >= viatorOldest ? oldest : Math.round(band.endAge)
  const maxQuantity = Math.min(1_000, Math.max(1, band.maxTravelersPerBooking ?? 20))
  return {
    type,
    label: band.ageBand.charAt(0) + band.ageBand.slice(1).toLowerCase(),
    minAge,
    maxAge: Math.max(minAge, maxAge),
    minQuantity: Math.min(maxQuantity, Math.max(0, band.minTravelersPerBooking ?? 0)),
    maxQuantity,
    paxCount: 1,
    accompaniedBy: companions(type),
    net: minorUnits(net, exponent),
    retail: minorUnits(retail, exponent),
  }
}

function groupUnit(product: ViatorProduct, price: BandPrice | undefined, exponent: number) {
  if (!price) return []
  const name = product.pricingInfo?.unitType ?? 'GROUP'
  return [
    {
      type: 'OTHER' as const,
      label: name.charAt(0) + name.slice(1).toLowerCase(),
      minAge: 0,
      maxAge: oldest,
      minQuantity: 0,
      maxQuantity: 20,
      accompaniedBy: [],
      paxCount: Math.min(20, Math.max(1, product.bookingRequirements?.maxTravelersPerBooking ?? 1)),
      net: minorUnits(price.net, exponent),
      retail: minorUnits(price.retail, exponent),
    },
  ]
}
