import type { XmlElement } from '../../languages/xml/xml-reader.ts'
import type { UnitType } from '../../products/product-age-bands.ts'
import { unknownCurrency, missingField } from '../importing/supplier-answers.server.ts'
import type { Exponents } from '../importing/draft-money.server.ts'
import { digitsOf, minorUnits, netBy, netWarning } from '../importing/draft-money.server.ts'
import { isLocale, plainText } from '../importing/draft-values.ts'
import type { DraftUnit, ProductDraft } from '../importing/product-draft.ts'

export const onlyOption = 'DEFAULT'
const oldest = 120

export const childOf = (element: XmlElement | undefined, name: string) =>
  element?.children.find((child) => child.name === name)
/** One child or many: lists are read alike. */
export const childrenOf = (element: XmlElement | undefined, name: string) =>
  element?.children.filter((child) => child.name === name) ?? []
export const textOf = (element: XmlElement | undefined, name: string) => childOf(element, name)?.text.trim() ?? ''

/** By the words of a rate's label, since `agecat` is often left out. */
const types: readonly (readonly [RegExp, UnitType])[] = [
  [/infant|bab(y|ies)/i, 'INFANT'],
  [/child|kid/i, 'CHILD'],
  [/youth|teen/i, 'YOUTH'],
  [/senior|concession/i, 'SENIOR'],
  [/student/i, 'STUDENT'],
  [/adult/i, 'ADULT'],
]
const categories: Readonly<Record<string, UnitType>> = { a: 'ADULT', c: 'CHILD', i: 'INFANT', y: 'YOUTH', s: 'SENIOR' }

/** A tour of a TourCMS channel in our terms. What we pay is in no answer: the selling price less the provider's commission. */
export function tourcmsDraft(code: string, tour: XmlElement, exponents: Exponents, commission = 0): ProductDraft {
  const text = (name: string) => textOf(tour, name)
  const currency = text('sale_currency')
  const exponent = digitsOf(exponents, currency)
  if (exponent === undefined) throw unknownCurrency(currency)
  const title = plainText(text('tour_name_long') || text('tour_name'), 255)
  if (title === null) throw missingField('tour_name')
  const location = plainText(text('location'), 160)
  const [, lat, lng] = /^(-?\d{1,3}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)$/.exec(text('geocode_start')) ?? []
  const isPlaced = lat !== undefined && Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180
  const [, start] = /^((?:[01]\d|2[0-3]):[0-5]\d)/.exec(text('start_time')) ?? []
  const rating = childOf(tour, 'ratings')
  const average = Number(textOf(rating, 'average_rating') || 0)
  const reviews = Number(textOf(rating, 'total_ratings') || 0)
  return {
    code,
    title,
    description: plainText(text('longdesc') || text('shortdesc') || text('summary'), 20_000),
    reference: plainText(text('tour_code'), 64),
    locale: 'en',
    timeZone: plainText(text('start_timezone'), 64),
    latitude: isPlaced ? Number(lat) : null,
    longitude: isPlaced ? Number(lng) : null,
    destination: location === null ? null : { key: location, name: location },
    supplierTags: tagsOf(text('tour_tags'), text('product_type')),
    currency,
    availabilityType: start === undefined ? 'OPENING_HOURS' : 'START_TIME',
    isInstantConfirmation: true,
    isInstantDelivery: false,
    isAvailabilityRequired: true,
    deliveryMethods: ['VOUCHER'],
    redemptionMethod: 'DIGITAL',
    pricingPer: 'UNIT',
    // Its policy is free text: until a person has read it, nothing is promised.
    cancellationPolicy: 'ALL_SALES_FINAL',
    cancellationHours: null,
    cancellationTiers: [],
    questions: [],
    rating: average > 0 && average <= 5 ? Math.round(average * 100) / 100 : null,
    reviewCount: Number.isInteger(reviews) && reviews > 0 ? reviews : 0,
    images: childrenOf(childOf(tour, 'images'), 'image')
      .slice(0, 20)
      .flatMap((image) => {
        const url = textOf(image, 'url_large') || textOf(image, 'url')
        return url.startsWith('https://') ? [{ url, alt: plainText(textOf(image, 'image_desc'), 255) }] : []
      }),
    isNoIndex: false,
    options: [
      {
        code: onlyOption,
        title,
        durationMinutes: daysInMinutes(text('duration')),
        languages: [
          ...new Set(
            text('languages_spoken')
              .split(',')
              .map((tag) => tag.trim()),
          ),
        ]
          .filter(isLocale)
          .slice(0, 30),
        startTimes: start === undefined ? [] : [start],
        cutoffMinutes: 0,
        minUnits: 1,
        maxUnits: 20,
        isPickupAvailable: text('pick') !== '',
        meetingPoint: null,
      },
    ],
    units: unitsOf(tour, exponent, commission),
    warnings: [netWarning(commission)],
  }
}

function tagsOf(tags: string, kind: string): string[] {
  const named = tags.split(',').map((tag) => tag.trim().slice(0, 80))
  return [...new Set([...named, ...(kind === '' ? [] : [`type-${kind.slice(0, 4)}`])])].filter(Boolean).slice(0, 60)
}

function daysInMinutes(days: string): number | null {
  const minutes = Math.round(Number(days) * 1_440)
  return minutes > 0 && minutes <= 43_200 ? minutes : null
}

function unitsOf(tour: XmlElement, exponent: number, commission: number): DraftUnit[] {
  const rates = childrenOf(childOf(childOf(tour, 'new_booking'), 'people_selection'), 'rate')
  const amountOf = (text: string) => (Number(text) > 0 ? minorUnits(Number(text), exponent) : 0)
  const shared = { optionCode: null, paxCount: 1, minQuantity: 0 }
  if (rates.length === 0) {
    const price = amountOf(textOf(tour, 'from_price'))
    const everyone = { type: 'OTHER' as const, label: 'Guest', minAge: 0, maxAge: oldest, maxQuantity: 20 }
    return [{ ...shared, ...everyone, accompaniedBy: [], net: netBy(commission, price), retail: price }]
  }
  return rates.map((rate): DraftUnit => {
    const label = plainText(textOf(rate, 'label_1'), 80) ?? 'Guest'
    const type = types.find(([words]) => words.test(label))?.[1] ?? categories[textOf(rate, 'agecat')] ?? 'OTHER'
    const age = (name: string, otherwise: number) => {
      const said = textOf(rate, name)
      return /^\d{1,3}$/.test(said) ? Math.min(oldest, Number(said)) : otherwise
    }
    const [minAge, maxAge] = [age('agerange_min', 0), age('agerange_max', oldest)]
    const price = amountOf(textOf(rate, 'from_price'))
    return {
      ...shared,
      type,
      label,
      minAge,
      maxAge: Math.max(minAge, maxAge >= 80 ? oldest : maxAge),
      maxQuantity: Math.min(1_000, Math.max(1, Number(textOf(rate, 'maximum')) || 20)),
      accompaniedBy: type === 'INFANT' ? ['ADULT'] : [],
      net: netBy(commission, price),
      retail: price,
    }
  })
}
