import { unknownCurrency, missingField } from '../importing/supplier-answers.server.ts'
import type { Exponents } from '../importing/draft-money.server.ts'
import { digitsOf } from '../importing/draft-money.server.ts'
import { plainText } from '../importing/draft-values.ts'
import type { DraftOption, ProductDraft } from '../importing/product-draft.ts'
import type { GlobickActivity, GlobickSession } from './globick-payloads.server.ts'
import { timeOf } from './globick-payloads.server.ts'
import { currencyOf, globickUnits } from './globick-prices.server.ts'

const maxOptions = 40

/** The option that a session belongs to: sessions of one name are one option, whatever their day and time. */
export function optionOf({ name }: GlobickSession): string {
  const words = (name ?? '').normalize('NFKC').toLocaleUpperCase('en')
  const code = words.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
  return code.slice(0, 64).toWellFormed() || 'DEFAULT'
}

/** A Globick activity with the sessions of the next months in our terms: only these have options and prices. */
export function globickDraft(
  activity: GlobickActivity,
  sessions: readonly GlobickSession[],
  exponents: Exponents,
): ProductDraft {
  const title = plainText(activity.name, 255)
  if (title === null) throw missingField('name')
  const [currency = ''] = sessions
    .flatMap((session) => [...(session.prices ?? []).map((price) => currencyOf(session, price)), currencyOf(session)])
    .filter((code) => code !== '')
  const exponent = digitsOf(exponents, currency)
  if (exponent === undefined) throw unknownCurrency(currency)
  const { units, warnings } = globickUnits(sessions, optionOf, { currency, exponent })
  const options = optionsOf(sessions, title)
  const priced = options.filter(({ code }) => units.some(({ optionCode }) => optionCode === code))
  const offered = (priced.length > 0 ? priced : options).slice(0, maxOptions)
  const { city, country, category } = activity
  const place = plainText(city, 100)
  const tag = plainText(String(category?.id ?? category?.name ?? ''), 60)
  return {
    code: String(activity.id),
    title,
    description: plainText(activity.description, 20_000),
    reference: plainText(String(activity.code ?? ''), 64),
    // Texts are asked for in English.
    locale: 'en',
    timeZone: null,
    latitude: null,
    longitude: null,
    destination:
      place === null ? null : { key: [place, plainText(country, 50)].filter(Boolean).join(', '), name: place },
    supplierTags: tag === null ? [] : [tag],
    currency,
    availabilityType: offered.some(({ startTimes }) => startTimes.length > 0) ? 'START_TIME' : 'OPENING_HOURS',
    isInstantConfirmation: true,
    isInstantDelivery: false,
    isAvailabilityRequired: true,
    deliveryMethods: ['VOUCHER'],
    redemptionMethod: 'DIGITAL',
    pricingPer: 'UNIT',
    // No policy was seen anywhere, so nothing is promised.
    cancellationPolicy: 'ALL_SALES_FINAL',
    cancellationHours: null,
    cancellationTiers: [],
    questions: [],
    rating: null,
    reviewCount: 0,
    images: [],
    isNoIndex: false,
    options: offered,
    units: units.filter(({ optionCode }) => offered.some(({ code }) => code === optionCode)),
    warnings,
  }
}

function optionsOf(sessions: readonly GlobickSession[], title: string): DraftOption[] {
  return [...Map.groupBy(sessions, optionOf)].map(([code, its]) => ({
    code,
    title: plainText(its[0]?.name, 255) ?? title,
    durationMinutes: null,
    languages: [],
    startTimes: [...new Set(its.flatMap((session) => timeOf(session) ?? []))].toSorted().slice(0, 96),
    cutoffMinutes: 0,
    minUnits: 1,
    maxUnits: 20,
    isPickupAvailable: false,
    meetingPoint: null,
  }))
}
