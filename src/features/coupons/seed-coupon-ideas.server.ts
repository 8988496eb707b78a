import { generateCode } from './coupon-codes.ts'
import type { Amount, CouponValues } from './coupon-rules.ts'

/** What the demo data's own random numbers have to answer. */
export interface DemoRandom {
  int(min: number, max: number): number
  pick<T>(items: readonly T[]): T
}

interface Named {
  readonly id: number
  readonly name: string
}

/** What demo coupons can refer to. No list can be empty. */
export interface DemoRefs {
  readonly cities: readonly (Named & { readonly timeZone: string })[]
  readonly venues: readonly Named[]
  readonly performers: readonly Named[]
  readonly events: readonly Named[]
  readonly products: readonly Named[]
  readonly providers: readonly Named[]
  readonly staffIds: readonly number[]
}

export type Stored = Omit<CouponValues, 'state' | 'scope' | 'results' | 'batchId' | 'timesUsed'>

export interface Idea {
  readonly code: string
  readonly name: string
  readonly campaign: string
  readonly values: Partial<Stored>
  readonly zone?: string
}

type Maker = (random: DemoRandom, refs: DemoRefs, day: string) => Idea

/** For everybody, or nearly. */
export const broad: readonly Maker[] = [
  (_, __, day) => ({
    code: `${season(day)}${day.slice(0, 4)}`,
    name: `${title(season(day))} sale ${day.slice(0, 4)}`,
    campaign: 'Seasonal',
    values: {},
  }),
  (_, __, day) => ({
    code: `BLACKFRIDAY${day.slice(0, 4)}`,
    name: `Black Friday ${day.slice(0, 4)}`,
    campaign: 'Seasonal',
    values: { percent: 2000 },
  }),
  (random) => ({
    code: `WELCOME${random.pick(['', '10', 'ABOARD'])}`,
    name: 'Newsletter welcome',
    campaign: 'Newsletter',
    values: { percent: 1000, isFirstPurchaseOnly: true, perCustomerLimit: 1 },
  }),
  () => ({
    code: 'APP15',
    name: 'First steps in the app',
    campaign: 'App',
    values: { percent: 1500, channels: ['app'] },
  }),
  () => ({
    code: 'TENOFF',
    name: 'Ten off from fifty',
    campaign: 'Always on',
    values: { kind: 'fixed', percent: null, maxDiscounts: [], amounts: priced(1000), minSpends: priced(5000) },
  }),
  (random) => {
    const [code, name, locale] = random.pick([
      ['HOLA', 'Spain', 'es'],
      ['BONJOUR', 'France', 'fr'],
      ['CIAO', 'Italy', 'it'],
      ['HALLO', 'Germany', 'de'],
      ['OLA', 'Brazil', 'pt-BR'],
    ] as const)
    return { code, name: `Launch in ${name}`, campaign: 'Market launch', values: { locales: [locale] } }
  },
  (random, __, day) => ({
    code: `LASTMINUTE${day.slice(0, 4)}`,
    name: 'Fill the house',
    campaign: 'Last minute',
    values: { travelFrom: day, travelUntil: shifted(day, random.int(20, 60)) },
  }),
]

/** For a place, an artist, a partner or a person. */
export const narrow: readonly Maker[] = [
  (random, { cities }) => {
    const city = random.pick(cities)
    return {
      code: codeOf(city.name),
      name: `${city.name} city campaign`,
      campaign: 'City breaks',
      values: { cityIds: [city.id] },
      zone: city.timeZone,
    }
  },
  (random, { performers }) => {
    const performer = random.pick(performers)
    return {
      code: `${codeOf(performer.name)}-FANS`,
      name: `${performer.name}, fan club presale`,
      campaign: 'Presale',
      values: { performerIds: [performer.id], perCustomerLimit: 2 },
    }
  },
  (random, { events }) => {
    const event = random.pick(events)
    return {
      code: `EARLY-${codeOf(event.name)}`,
      name: `${event.name}, early bird`.slice(0, 120),
      campaign: 'Early bird',
      values: { eventIds: [event.id] },
    }
  },
  (random, { venues }) => {
    const venue = random.pick(venues)
    return {
      code: `${codeOf(venue.name)}-CLUB`,
      name: `${venue.name}, friends of the house`.slice(0, 120),
      campaign: 'Venues',
      values: { venueIds: [venue.id], platformShare: 5_000 },
    }
  },
  (random, { products }) => {
    const product = random.pick(products)
    return {
      code: `NOW-${codeOf(product.name)}`,
      name: `${product.name}, promotional price`.slice(0, 120),
      campaign: 'Suppliers',
      values: {
        kind: 'set_price',
        percent: null,
        maxDiscounts: [],
        amounts: priced(random.pick([2500, 3500, 4500])),
        productIds: [product.id],
        platformShare: 0,
      },
    }
  },
  (random, { providers }) => {
    const [code, name, domain] = random.pick([
      ['MERIDIAN', 'Meridian Card', 'meridiancard.example'],
      ['NORDLYS', 'Nordlys Hotels', 'nordlys.example'],
      ['HALCYON', 'Halcyon Air', 'halcyonair.example'],
    ] as const)
    const percent = random.pick([10, 15, 20])
    return {
      code: `${code}${percent}`,
      name: `${name} employees`,
      campaign: 'Partners',
      values: {
        percent: percent * 100,
        emailDomains: [domain],
        excludedProviderIds: [turn(providers, percent).id],
        stackGroup: 'partners',
        platformShare: 5_000,
      },
    }
  },
  (random) => {
    const name = random.pick(['Marta', 'Luca', 'Aiko', 'Jonas', 'Priya', 'Chloé', 'Diego', 'Freya'])
    const percent = random.pick([5, 10, 12, 15, 20])
    return {
      code: `${codeOf(name)}${percent}`,
      name: `${name}, travel creator`,
      campaign: 'Creators',
      values: { percent: percent * 100, perCustomerLimit: 1, stackGroup: 'creators' },
    }
  },
  (random) => ({
    code: generateCode('SORRY-', (below) => random.int(0, below - 1)),
    name: 'Apology for a late delivery',
    campaign: 'Service recovery',
    values: {
      kind: 'fixed',
      percent: null,
      maxDiscounts: [],
      amounts: priced(random.pick([1000, 1500, 2500])),
      totalLimit: 1,
      perCustomerLimit: 1,
    },
  }),
  (random, { cities }) => {
    const city = random.pick(cities)
    return {
      code: `GROUP-${codeOf(city.name)}`,
      name: `Groups of eight in ${city.name}`,
      campaign: 'Groups',
      values: { minQuantity: 8, cityIds: [city.id], channels: ['web', 'phone'] },
      zone: city.timeZone,
    }
  },
]

/** One of a list that has some, without a random number: those that were drawn before this was asked stay theirs. */
function turn<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('Demo coupons pick from lists that have something.')
  return item
}

/** About as much in each currency, as round as people expect it. `cents` is the amount in euro cents. */
export function priced(cents: number): Amount[] {
  return [
    { currency: 'EUR', amount: cents },
    { currency: 'USD', amount: cents },
    { currency: 'GBP', amount: cents },
    { currency: 'JPY', amount: Math.round((cents * 1.6) / 100) * 100 },
    { currency: 'MXN', amount: cents * 20 },
    { currency: 'AED', amount: cents * 4 },
  ]
}

function season(day: string): string {
  const month = Number(day.slice(5, 7))
  return month < 3 || month === 12 ? 'WINTER' : month < 6 ? 'SPRING' : month < 9 ? 'SUMMER' : 'AUTUMN'
}

function title(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase()
}

/** The beginning of a name as part of a code. */
function codeOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .toUpperCase()
    .split(' ')
    .filter(Boolean)
  return words.join('').slice(0, 16) || 'SPECIAL'
}

export function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
