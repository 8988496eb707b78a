import type { Band, Option, Product } from './catalogue-products.ts'
import { bandsOf, unitPrices } from './catalogue-products.ts'
import type { Performance } from './catalogue-events.ts'
import { priceRange } from './catalogue-event-rows.ts'
import type { City } from './geography.ts'
import { shareOf } from '../../core/money.ts'
import { priceIn } from './money.ts'
import type { Contact } from './people.ts'
import type { Provider } from './providers.ts'
import type { Random } from './random.ts'
import { itemAt, Weighted } from './random.ts'
import type { ZoneClock } from './zone-clock.ts'

const day = 86_400_000

/** A line before payment: amounts in minor units of the purchase's currency. */
export interface BasketLine {
  readonly title: string
  readonly quantity: number
  readonly unitPrice: number
  readonly band: Band | null
  readonly seat: Seat | null
}

interface Seat {
  readonly section: string
  readonly rawSection: string
  readonly row: string
  readonly first: number
}

type Delivery = 'eticket_pdf' | 'mobile_transfer' | 'venue_pickup' | 'courier' | 'local_pickup'

/** What a customer is about to buy. */
export interface Basket {
  readonly kind: 'product' | 'event'
  readonly title: string
  readonly contents: string
  readonly quantity: number
  readonly lines: readonly BasketLine[]
  /** The provider's price for all of it, in minor units of its own currency. */
  readonly net: number
  readonly costCurrency: string
  readonly city: City
  readonly provider: Provider
  /** The day there, counted from 1970. */
  readonly travelDay: number
  readonly minutes: number | null
  readonly startsAt: number
  readonly endsAt: number
  readonly isInstant: boolean
  /** Until when cancelling is free; null: never. */
  readonly cancelUntil: number | null
  readonly product: Product | null
  readonly option: Option | null
  readonly performance: Performance | null
  readonly delivery: Delivery | null
  readonly guideLanguage: string | null
}

/** The catalogue as sales need it: products by weight, performances by start. */
export interface Shelf {
  readonly products: Weighted<Product>
  readonly performances: readonly Performance[]
  readonly clock: ZoneClock
}

export function shelve(products: readonly Product[], performances: readonly Performance[], clock: ZoneClock): Shelf {
  // Suspended and retired ones sold while they were live; imported and mapped ones never were.
  const sold = products.filter(({ status }) => status !== 'imported' && status !== 'mapped')
  return { products: new Weighted(sold, ({ weight }) => weight), performances, clock }
}

const everyday = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ja', 'zh']

function titleOf(band: Band, quantity: number): string {
  return quantity === 1 ? band.title : band.titlePlural
}

function countOf(band: Band, quantity: number): string {
  return `${quantity} ${titleOf(band, quantity)}`
}

/** The customer's own language, else one that many speak. */
function guideFor(languages: readonly string[], locale: string): string | null {
  const known = everyday.find((language) => languages.includes(language))
  return languages.includes(locale) ? locale : (known ?? null)
}

function partyOf(random: Random, bands: readonly Band[]): (readonly [Band, number])[] {
  const of = (type: Band['type']) => bands.find((band) => band.type === type)
  const grown = of('ADULT') ?? of('TRAVELER') ?? itemAt(bands, 0)
  const adults = random.chance(0.17) ? 1 : random.chance(0.75) ? 2 : random.int(3, 6)
  const party: (readonly [Band, number])[] = [[grown, adults]]
  const child = of('CHILD')
  if (child && random.chance(0.22)) party.push([child, random.int(1, 3)])
  const infant = of('INFANT')
  if (infant && random.chance(0.05)) party.push([infant, 1])
  const senior = of('SENIOR')
  if (senior && random.chance(0.12)) party.push([senior, random.int(1, 2)])
  return party
}

/** A product for some day after a moment. */
export function productBasket(
  random: Random,
  shelf: Shelf,
  contact: Contact,
  currency: string,
  moment: number,
): Basket {
  const product = shelf.products.pick(random)
  const option = itemAt(product.options, random.chance(0.7) ? 0 : random.int(0, product.options.length - 1))
  const { zone } = product.city
  const bought = shelf.clock.dayAt(zone, moment)
  const lead = Math.min(200, Math.floor(random.wait(random.chance(0.35) ? 3 : 24)))
  const minutes = option.starts.length > 0 ? random.pick(option.starts) : null
  const cutoff = product.template.hasPickup ? 0.5 * day : day / 12
  // Too late for that day's start: the next day's.
  let travelDay = bought + lead
  let startsAt = shelf.clock.instantOrNext(zone, travelDay, minutes ?? 0)
  if (startsAt < moment + cutoff) {
    travelDay += 1 + Number(cutoff > day / 4)
    startsAt = shelf.clock.instantOrNext(zone, travelDay, minutes ?? 0)
  }
  // An all-day event lasts until the end of that day there.
  const endsAt =
    minutes === null ? shelf.clock.instantOrNext(zone, travelDay + 1, 0) : startsAt + option.minutes * 60_000
  const party = partyOf(random, bandsOf(product, option))
  const lines = party.map(([band, quantity]): BasketLine => ({
    title: titleOf(band, quantity),
    quantity,
    band,
    seat: null,
    unitPrice:
      band.share === 0 ? 0 : priceIn(currency, (product.euros * band.share * (100 + option.surcharge)) / 10_000),
  }))
  return {
    kind: 'product',
    title: product.title,
    contents: party.map(([band, quantity]) => countOf(band, quantity)).join(', '),
    quantity: party.reduce((sum, [, quantity]) => sum + quantity, 0),
    lines,
    net: party.reduce((sum, [band, quantity]) => sum + quantity * unitPrices(product, band, option.surcharge).net, 0),
    costCurrency: product.currency,
    city: product.city,
    provider: product.provider,
    travelDay,
    minutes,
    startsAt,
    endsAt,
    isInstant: product.isInstant,
    cancelUntil: product.cancellationHours === null ? null : startsAt - product.cancellationHours * 3_600_000,
    product,
    option,
    performance: null,
    delivery: null,
    guideLanguage: guideFor(option.languages, contact.locale),
  }
}

/** The first performance that begins after a moment. */
function firstAfter(performances: readonly Performance[], moment: number): number {
  let low = 0
  let high = performances.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (itemAt(performances, middle).startsAt > moment) high = middle
    else low = middle + 1
  }
  return low
}

type Section = readonly [name: string, raw: string, factor: number]

const sections: Readonly<Record<string, readonly Section[]>> = {
  stadium: [
    ['Block 104', 'SEC 104', 1.5],
    ['Block 118', 'BLK118', 1.1],
    ['Block 221', 'Section 221', 0.8],
    ['Block 233', '233', 0.6],
    ['Club Level', 'CLUB', 2.4],
  ],
  arena: [
    ['Floor', 'FLR STANDING', 1.6],
    ['Block 102', 'SEC-102', 1.4],
    ['Block 110', '110', 1.1],
    ['Block 205', 'Sec 205', 0.75],
    ['Block 214', 'BLOCK 214', 0.6],
  ],
  theatre: [
    ['Stalls', 'STALLS CTR', 1.4],
    ['Dress Circle', 'Dress Crcl', 1.2],
    ['Upper Circle', 'U/CIRCLE', 0.8],
    ['Balcony', 'BALC', 0.55],
    ['Box', 'Palco', 2.2],
  ],
  hall: [
    ['Parterre', 'PARQUET', 1.3],
    ['First Tier', 'Tier 1', 1],
    ['Second Tier', 'TIER2', 0.7],
    ['Choir', 'CHOIR SEATS', 0.6],
  ],
  gallery: [['General admission', 'GA', 1]],
  grounds: [
    ['General admission', 'GA STANDING', 1],
    ['Golden Circle', 'GOLD', 1.8],
  ],
}
const deliveries = new Weighted<readonly [Delivery, number]>(
  [
    ['eticket_pdf', 58],
    ['mobile_transfer', 28],
    ['venue_pickup', 7],
    ['courier', 4],
    ['local_pickup', 3],
  ],
  ([, weight]) => weight,
)

/** Tickets for a performance that begins after a moment; null when none does. */
export function eventBasket(random: Random, shelf: Shelf, currency: string, moment: number): Basket | null {
  const { performances } = shelf
  const from = firstAfter(performances, moment + day / 8 + random.wait(38) * day)
  const first = firstAfter(performances, moment + day / 8)
  if (first >= performances.length) return null
  const index = Math.min(performances.length - 1, Math.max(first, from + random.int(-12, 12)))
  const performance = itemAt(performances, index)
  const { show } = performance
  const [section, rawSection, factor] = random.pick(sections[show.venue.kind] ?? [])
  const quantity = random.chance(0.12) ? 1 : random.chance(0.68) ? 2 : random.int(3, 6)
  const isSeated = section !== 'General admission' && section !== 'Floor'
  const seat: Seat = {
    section,
    rawSection,
    row: isSeated ? itemAt([...'ABCDEFGHJKLMNPRSTUVW'], random.int(0, 19)) : '',
    first: random.int(1, 32),
  }
  const spread = show.type === 'exhibition' ? 1 : factor
  const face = priceIn(priceRange(show).currency, show.euros * spread)
  return {
    kind: 'event',
    title: show.name,
    contents: `${quantity} ${quantity === 1 ? 'ticket' : 'tickets'}, ${section}`,
    quantity,
    lines: [
      {
        title: `${section}${seat.row ? `, row ${seat.row}` : ''}`,
        quantity,
        band: null,
        seat,
        unitPrice: priceIn(currency, show.euros * spread * 1.08),
      },
    ],
    net: (face - shareOf(face, show.provider.commission)) * quantity,
    costCurrency: priceRange(show).currency,
    city: show.venue.city,
    provider: show.provider,
    travelDay: performance.day,
    minutes: performance.minutes,
    startsAt: performance.startsAt,
    endsAt: performance.endsAt,
    isInstant: random.chance(0.8),
    cancelUntil: null,
    product: null,
    option: null,
    performance,
    delivery: show.type === 'exhibition' ? 'eticket_pdf' : deliveries.pick(random)[0],
    guideLanguage: null,
  }
}
