import { unknownCurrency } from '../importing/supplier-answers.server.ts'
import type { Exponents } from '../importing/draft-money.server.ts'
import { minorUnits, netBy, netWarning } from '../importing/draft-money.server.ts'
import { isLocale, plainText } from '../importing/draft-values.ts'
import type { ProductDraft } from '../importing/product-draft.ts'
import type { TiqetsProduct } from './tiqets-payloads.server.ts'

/** Prices are asked for in it. */
export const askedCurrency = 'EUR'

/** Tickets have no options of their own. */
export const onlyOption = 'DEFAULT'

/**
 * A Tiqets product in our terms. It names one price and no age bands, so it becomes one unit for all ages; what we pay is in
 * no payload, so the net price is the selling price less the commission of the provider.
 */
export function tiqetsDraft(product: TiqetsProduct, exponents: Exponents, commission = 0): ProductDraft {
  const currency = product.currency ?? askedCurrency
  const exponent = exponents.get(currency)
  if (exponent === undefined) throw unknownCurrency(currency)
  const title = plainText(product.title, 255) ?? String(product.id)
  const price = Number(product.price ?? 0)
  const amount = Number.isFinite(price) && price > 0 ? minorUnits(price, exponent) : 0
  const { lat = null, lng = null } = product.geolocation ?? {}
  const isPlaced = lat !== null && lng !== null && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  const [average, total] = [Number(product.ratings?.average ?? 0), Number(product.ratings?.total ?? 0)]
  return {
    code: String(product.id),
    title,
    description: plainText(product.summary ?? product.tagline, 20_000),
    reference: null,
    locale: isLocale(product.language ?? undefined) ? String(product.language) : 'en',
    timeZone: plainText(product.timezone, 64),
    latitude: isPlaced ? lat : null,
    longitude: isPlaced ? lng : null,
    destination:
      product.city_id === undefined || product.city_id === null
        ? null
        : { key: String(product.city_id), name: plainText(product.city_name, 160) },
    supplierTags: [...new Set((product.tag_ids ?? []).map(String))].slice(0, 60),
    currency,
    availabilityType: 'OPENING_HOURS',
    isInstantConfirmation: true,
    isInstantDelivery: true,
    isAvailabilityRequired: true,
    deliveryMethods: ['TICKET'],
    redemptionMethod: 'DIGITAL',
    pricingPer: 'UNIT',
    // The policy comes with a day's availability; until that is asked, nothing is promised.
    cancellationPolicy: 'ALL_SALES_FINAL',
    cancellationHours: null,
    cancellationTiers: [],
    questions: [],
    rating: average > 0 && average <= 5 ? Math.round(average * 100) / 100 : null,
    reviewCount: Number.isInteger(total) && total > 0 ? total : 0,
    images: (product.images ?? []).slice(0, 20).flatMap(({ large, medium, alt_text: alt }) => {
      const url = large ?? medium ?? ''
      return url.startsWith('https://') ? [{ url, alt: plainText(alt, 255) }] : []
    }),
    isNoIndex: false,
    options: [
      {
        code: onlyOption,
        title,
        durationMinutes: minutesOf(product.duration),
        languages: [],
        startTimes: [],
        cutoffMinutes: 0,
        minUnits: 1,
        maxUnits: 20,
        isPickupAvailable: false,
        meetingPoint: plainText([product.venue?.name, product.venue?.address].filter(Boolean).join(', '), 255),
      },
    ],
    units: [
      {
        optionCode: null,
        type: 'OTHER',
        label: 'Ticket',
        minAge: 0,
        maxAge: 120,
        minQuantity: 0,
        maxQuantity: 20,
        paxCount: 1,
        accompaniedBy: [],
        net: netBy(commission, amount),
        retail: amount,
      },
    ],
    warnings: [netWarning(commission)],
  }
}

/** "01:30:00" in minutes. */
function minutesOf(duration: string | null | undefined): number | null {
  const [, hours = '', minutes = ''] = /^(\d{1,3}):(\d{2})(?::\d{2})?$/.exec(duration ?? '') ?? []
  const total = Number(hours) * 60 + Number(minutes)
  return hours !== '' && total > 0 && total <= 43_200 ? total : null
}
