import { basisPointsOf } from '../../core/money.ts'
import { hashText, itemAt } from './random.ts'
import type { Row } from './rows.ts'
import { clockText } from './zone-clock.ts'
import type { Band, Product } from './catalogue-products.ts'
import { bandsOf, unitPrices } from './catalogue-products.ts'

/** When a product was imported: most of them before the two years began. */
function importedAt(now: number, id: number): number {
  return now - (760 + ((id * 37) % 420) - (id % 5 === 0 ? 600 : 0)) * 86_400_000 - id * 61_000
}

function policyOf(hours: number | null): string {
  if (hours === null) return 'ALL_SALES_FINAL'
  return hours === 24 ? 'STANDARD' : 'CUSTOM'
}

const confirmations = {
  es: ['Confirmación en 24 horas', 'Confirmación inmediata'],
  en: ['Confirmation within 24 hours', 'Instant confirmation'],
} as const

const vouchers = { es: 'bono en el móvil', en: 'voucher on your phone' } as const

export function productRows(products: readonly (Product & { readonly code: string })[], now: number): Row[] {
  return products.map((product) => {
    const [adult] = product.bands
    if (!adult) throw new Error('Every product has a band.')
    const { retail, net } = unitPrices(product, adult, 0)
    const number = hashText(product.title)
    const confirmation = confirmations[product.locale][product.isInstant ? 1 : 0]
    const words = `${product.title}. ${confirmation}, ${vouchers[product.locale]}.`
    return {
      id: product.id,
      title: product.title,
      internal_name: `${product.city.iata} ${product.title}`,
      provider_id: product.provider.id,
      supplier_code: product.code,
      city_id: product.city.id,
      locale: product.locale,
      time_zone: product.city.zone,
      status: product.status,
      suspended_because:
        product.status === 'suspended' ? itemAt(['supplier_off', 'quality', 'manual'], product.id % 3) : null,
      availability_type: product.template.starts.length > 0 ? 'START_TIME' : 'OPENING_HOURS',
      is_instant_confirmation: product.isInstant,
      is_instant_delivery: product.isInstant,
      is_availability_required: true,
      delivery_methods: product.template.isGuided ? ['VOUCHER'] : ['VOUCHER', 'TICKET'],
      redemption_method: product.template.isGuided ? 'MANIFEST' : 'DIGITAL',
      pricing_per: 'UNIT',
      currency: product.currency,
      net_from: net,
      retail_from: retail,
      markup: net === 0 ? 0 : basisPointsOf(retail - net, net),
      cancellation_policy: policyOf(product.cancellationHours),
      cancellation_hours: product.cancellationHours,
      rating: number % 9 === 0 ? null : 3.6 + (number % 140) / 100,
      review_count: number % 9 === 0 ? 0 : 3 + (number % 2_400),
      latitude: product.city.latitude + ((number % 400) - 200) / 10_000,
      longitude: product.city.longitude + ((number % 371) - 185) / 10_000,
      description: words,
      last_synced_at: now - (number % 5_000) * 60_000,
      created_at: importedAt(now, product.id),
      updated_at: now - (number % 90) * 86_400_000,
    }
  })
}

export function optionRows(products: readonly Product[], now: number): Row[] {
  return products.flatMap((product) =>
    product.options.map((option, index) => ({
      id: option.id,
      product_id: product.id,
      code: `OPT${index + 1}`,
      title: option.title,
      is_default: index === 0,
      is_active: product.status !== 'retired',
      duration_minutes: option.minutes,
      languages: option.languages,
      start_times: option.starts.map(clockText),
      cutoff_amount: product.template.hasPickup ? 12 : 2,
      cutoff_unit: 'hour',
      min_units: 1,
      max_units: index === 2 ? 8 : 20,
      required_contact_fields: ['firstName', 'lastName', 'emailAddress'],
      is_pickup_available: product.template.hasPickup,
      meeting_point: product.template.isGuided ? product.meetingPoint : null,
      created_at: importedAt(now, product.id),
      updated_at: importedAt(now, product.id),
    })),
  )
}

/** Guests younger than the youngest band of an option are left out on purpose. */
function leavesOutTheYoung(product: Product, { option, ages: [youngest] }: Band): boolean {
  return option !== null && youngest > 0 && bandsOf(product, option).every(({ ages: [min] }) => min >= youngest)
}

export function bandRows(products: readonly Product[], now: number): Row[] {
  return products.flatMap((product) =>
    product.bands.map((band) => ({
      id: band.id,
      product_id: product.id,
      option_id: band.option?.id ?? null,
      type: band.type,
      title: band.title,
      title_plural: band.titlePlural,
      min_age: band.ages[0],
      max_age: band.ages[1],
      is_id_required: band.type === 'SENIOR' || band.type === 'YOUTH',
      pax_count: 1,
      min_quantity: 0,
      max_quantity: 20,
      accompanied_by: band.type === 'INFANT' || band.type === 'CHILD' ? ['ADULT'] : [],
      intended_gaps: leavesOutTheYoung(product, band) ? ['below'] : [],
      currency: product.currency,
      ...unitPrices(product, band, band.option?.surcharge ?? 0),
      created_at: importedAt(now, product.id),
      updated_at: importedAt(now, product.id),
    })),
  )
}
