import type { City } from './geography.ts'
import { cities } from './geography.ts'
import { shareOf } from '../../core/money.ts'
import { priceIn } from './money.ts'
import type { ProductTemplate } from './product-templates.ts'
import { productTemplates, spanishNames } from './product-templates.ts'
import type { Provider } from './providers.ts'
import { tourProviders } from './providers.ts'
import type { Random } from './random.ts'
import { hashText, itemAt, randomOf } from './random.ts'
import { sightsOf } from './sights.ts'

export interface Band {
  readonly id: number
  readonly type: 'ADULT' | 'YOUTH' | 'CHILD' | 'INFANT' | 'SENIOR' | 'TRAVELER'
  readonly title: string
  readonly titlePlural: string
  readonly ages: readonly [min: number, max: number]
  /** Of the adult price, in percent. */
  readonly share: number
  /** The one option that it is for; null for every option of its product. */
  readonly option: Option | null
}

export interface Option {
  readonly id: number
  readonly title: string
  readonly minutes: number
  readonly starts: readonly number[]
  readonly languages: readonly string[]
  /** On top of the product's price, in percent. */
  readonly surcharge: number
}

export interface Product {
  readonly id: number
  readonly title: string
  readonly locale: 'en' | 'es'
  readonly city: City
  readonly provider: Provider
  readonly currency: string
  readonly euros: number
  readonly template: ProductTemplate
  readonly isInstant: boolean
  /** Null: all sales are final. */
  readonly cancellationHours: number | null
  readonly meetingPoint: string
  readonly bands: readonly Band[]
  readonly options: readonly Option[]
  readonly weight: number
  readonly status: 'imported' | 'mapped' | 'live' | 'suspended' | 'retired'
}

/** How many products each city has: all of them together `total`, two at least, as the cities weigh. */
function sharesOf(total: number): number[] {
  const sum = cities.reduce((all, city) => all + city.weight, 0)
  const most = productTemplates.length
  const counts = cities.map((city) => Math.min(most, Math.max(2, Math.floor((total * city.weight) / sum))))
  const weightOf = (index: number) => itemAt(cities, index).weight
  const byWeight = cities.map((_, index) => index).sort((a, b) => weightOf(b) - weightOf(a) || a - b)
  for (let left = total - counts.reduce((all, count) => all + count, 0), turn = 0; left !== 0; turn++) {
    const index = itemAt(byWeight, turn % byWeight.length)
    const count = counts[index] ?? 0
    if (left > 0 && count < most) {
      counts[index] = count + 1
      left--
    }
    if (left < 0 && count > 2) {
      counts[index] = count - 1
      left++
    }
  }
  return counts
}

const bandTitles = {
  en: {
    ADULT: ['Adult', 'Adults'],
    YOUTH: ['Youth', 'Youths'],
    CHILD: ['Child', 'Children'],
    INFANT: ['Infant', 'Infants'],
    SENIOR: ['Senior', 'Seniors'],
    TRAVELER: ['Traveller', 'Travellers'],
  },
  es: {
    ADULT: ['Adulto', 'Adultos'],
    YOUTH: ['Joven', 'Jóvenes'],
    CHILD: ['Niño', 'Niños'],
    INFANT: ['Bebé', 'Bebés'],
    SENIOR: ['Mayor', 'Mayores'],
    TRAVELER: ['Viajero', 'Viajeros'],
  },
} as const

type BandPlan = readonly [type: Band['type'], min: number, max: number, share: number]
// Without gaps, so that every age finds its band.
const bandPlans: readonly (readonly BandPlan[])[] = [
  [
    ['ADULT', 13, 120, 100],
    ['CHILD', 4, 12, 60],
    ['INFANT', 0, 3, 0],
  ],
  [
    ['ADULT', 18, 64, 100],
    ['YOUTH', 13, 17, 80],
    ['CHILD', 4, 12, 50],
    ['SENIOR', 65, 120, 80],
    ['INFANT', 0, 3, 0],
  ],
  [
    ['ADULT', 18, 120, 100],
    ['CHILD', 0, 17, 70],
  ],
  [['TRAVELER', 0, 120, 100]],
]

/**
 * Whom each band is for. Mostly every option; of a few tours with a private one that one is for adults alone, and of some
 * others each option has a price of its own for grown-ups.
 */
function bandsFor(
  id: number,
  plan: readonly BandPlan[],
  options: readonly Option[],
): (readonly [BandPlan, Option | null])[] {
  const [standard, group, alone] = options
  if (standard && group && alone && id % 20 === 5) {
    return [
      ...[standard, group].flatMap((option) => plan.map((band) => [band, option] as const)),
      [['ADULT', 18, 120, 100], alone],
    ]
  }
  const isByOption = options.length > 1 && id % 20 === 11
  return plan.flatMap((band): (readonly [BandPlan, Option | null])[] =>
    isByOption && band[0] === 'ADULT' ? options.map((option) => [band, option] as const) : [[band, null]],
  )
}

/** What a customer who chooses an option can book. */
export function bandsOf({ bands }: Product, { id }: Option): readonly Band[] {
  return bands.filter(({ option }) => option === null || option.id === id)
}

function supplierCode(random: Random, provider: Provider, id: number): string {
  const codes: Readonly<Record<string, () => string>> = {
    viator: () => `${random.int(5_000, 480_000)}P${random.int(1, 90)}`,
    tiqets: () => String(970_000 + id * 7),
    globick: () => String(10_000 + id * 13),
    tourcms: () => `${random.int(100, 9_900)}-${id}`,
  }
  return (codes[provider.code] ?? (() => String(id)))()
}

const guideLanguages = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ja', 'zh'] as const

interface Counters {
  option: number
  band: number
}

function buildProduct(
  seed: number,
  id: number,
  city: City,
  template: ProductTemplate,
  counters: Counters,
): Product & { code: string } {
  const random = randomOf(seed, id)
  const speaksSpanish = city.country.languages[0] === 'es'
  const locale = speaksSpanish && random.chance(0.6) ? 'es' : 'en'
  const cityName = locale === 'es' ? (spanishNames[city.name] ?? city.name) : city.name
  const provider = random.pick(tourProviders)
  const [low, high] = template.euros
  const plan = itemAt(bandPlans, template.hasPickup && !template.isGuided ? 3 : random.int(0, 2))
  const titles = bandTitles[locale]
  const languages = template.isGuided
    ? [locale, ...guideLanguages.filter((language) => language !== locale && random.chance(0.35))]
    : []
  const names = locale === 'es' ? ['Estándar', 'Grupo reducido', 'Privado'] : ['Standard', 'Small group', 'Private']
  const count = template.isGuided ? random.int(1, 3) : 1 + Number(random.chance(0.25))
  const options = names.slice(0, count).map((name, index): Option => ({
    id: ++counters.option,
    title: name,
    minutes: template.minutes,
    languages,
    surcharge: [0, 25, 140][index] ?? 0,
    starts: template.starts.filter((_, start) => start === 0 || random.chance(0.8)),
  }))
  const bands = bandsFor(id, plan, options).map(([[type, min, max, share], option]): Band => ({
    id: ++counters.band,
    type,
    title: titles[type][0],
    titlePlural: titles[type][1],
    ages: [min, max],
    share,
    option,
  }))
  return {
    id,
    title: template[locale](cityName, sightsOf(city.name)),
    locale,
    city,
    provider,
    currency: city.country.currency,
    euros: Math.round((low + random.next() * (high - low)) * 2) / 2,
    template,
    isInstant: random.chance(0.74),
    cancellationHours: random.chance(0.12) ? null : random.pick([24, 24, 24, 48, 72]),
    meetingPoint: `${locale === 'es' ? 'Delante de' : 'In front of'} ${sightsOf(city.name).sights[0]}`,
    bands,
    options,
    weight: city.weight * (0.3 + random.next() ** 2 * 2.2),
    status: random.chance(0.88)
      ? 'live'
      : random.pick(['imported', 'mapped', 'suspended', 'suspended', 'retired'] as const),
    code: supplierCode(random, provider, id),
  }
}

/** Every product with its options and bands. */
export function buildProducts(seed: number, total: number): readonly (Product & { readonly code: string })[] {
  const counters: Counters = { option: 0, band: 0 }
  const stream = seed ^ hashText('products')
  let id = 0
  return sharesOf(total).flatMap((count, index) =>
    productTemplates
      .slice(0, count)
      .map((template) => buildProduct(stream, ++id, itemAt(cities, index), template, counters)),
  )
}

/** The customer's price for a unit, and the provider's part of it, in minor units of the product's currency. */
export function unitPrices(product: Product, band: Band, surcharge: number): { retail: number; net: number } {
  const retail =
    band.share === 0 ? 0 : priceIn(product.currency, (product.euros * band.share * (100 + surcharge)) / 10_000)
  return { retail, net: retail - shareOf(retail, product.provider.commission) }
}
