import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PartyBand, PartyRule, PartyTerms } from './party.ts'
import { testParty } from './party.ts'
import type { Traveller } from './party-labels.ts'
import { maxTravellers, readParty } from './party-labels.ts'
import type { UnitType } from './product-age-bands.ts'
import { unitTypes } from './product-age-bands.ts'

function band(
  id: number,
  type: UnitType,
  [minAge, maxAge]: readonly [number, number],
  retail: number,
  more: Partial<PartyBand> = {},
): PartyBand {
  const title = type.toLowerCase()
  return {
    id,
    type,
    title,
    titlePlural: `${title}s`,
    minAge,
    maxAge,
    isIdRequired: false,
    intendedGaps: [],
    paxCount: 1,
    minQuantity: 0,
    maxQuantity: 20,
    accompaniedBy: [],
    net: Math.floor(retail / 2),
    retail,
    ...more,
  }
}
const family = [
  band(1, 'ADULT', [18, 120], 4_000),
  band(2, 'CHILD', [3, 17], 2_000, { accompaniedBy: ['ADULT'] }),
  band(3, 'INFANT', [0, 2], 0, { accompaniedBy: ['ADULT'] }),
  band(4, 'FAMILY', [0, 120], 9_000, { paxCount: 4 }),
]
const terms: PartyTerms = {
  pricingPer: 'UNIT',
  bookingNet: 0,
  bookingRetail: 0,
  minUnits: 1,
  maxUnits: 10,
  vacancies: null,
  stops: { product: null, option: null, day: null },
}

function tried(text: string, bands: readonly PartyBand[] = family, changes: Partial<PartyTerms> = {}) {
  return testParty(readParty(text, bands), bands, { ...terms, ...changes })
}
const all = (travellers: readonly Traveller[]) => ({ travellers, strange: [], isCut: false })
const broken = ({ rules }: ReturnType<typeof tried>): PartyRule[] =>
  rules.flatMap(({ rule, problem }) => (problem === null ? [] : [rule]))
const quantities = ({ lines }: ReturnType<typeof tried>) =>
  Object.fromEntries(lines.map(({ type, quantity }) => [type, quantity]))

describe('a party as it is typed', () => {
  it('is ages, kinds of traveller and names of bands', () => {
    const found = tried('2 adults, 7, 1')
    expect(found).toMatchObject({ isSellable: true, units: 4, pax: 4, retail: 10_000, net: 5_000 })
    expect(quantities(found)).toEqual({ ADULT: 2, CHILD: 1, INFANT: 1 })
  })

  it.each([
    ['2 adultos y 1 niño', { ADULT: 2, CHILD: 1 }],
    ['adult and 3 x 7', { ADULT: 1, CHILD: 3 }],
    ['1 Adult; 18 months', { ADULT: 1, INFANT: 1 }],
    ['35 years old + 7 años', { ADULT: 1, CHILD: 1 }],
    ['2x adults\n6 yo', { ADULT: 2, CHILD: 1 }],
  ])('%s', (text, expected) => {
    const found = tried(text)
    expect([quantities(found), broken(found)]).toEqual([expected, []])
  })

  it('names what it does not understand, and takes no more people than a party has', () => {
    expect(broken(tried('2 adults, blue'))).toEqual(['understood'])
    expect(broken(tried('1 adult, 300'))).toEqual(['understood'])
    // The limits of the band and of the option, however many come.
    const crowd = (count: number) => tried(`${count} adults`).rules.flatMap(({ problem }) => problem ?? [])
    expect([crowd(201), crowd(999_999)]).toEqual([
      ['At most 20 of adults in one booking.', 'At most 10 units in one booking.'],
      [
        'Only the first 2000 people are checked.',
        'At most 20 of adults in one booking.',
        'At most 10 units in one booking.',
      ],
    ])
    expect(broken(tried('3 adults', family, { stops: { product: 'Suspended', option: null, day: 'Past' } }))).toEqual([
      'product',
      'day',
    ])
  })

  it('finds the bands of a product by their own names first', () => {
    const bands = [band(1, 'OTHER', [0, 120], 500, { title: 'Niño grande', titlePlural: 'Adultos' })]
    expect(quantities(tried('2 adultos', bands))).toEqual({ OTHER: 2 })
  })
})

describe('a rule that stops a sale', () => {
  it.each<[string, PartyRule[]]>([
    ['1', ['accompanied', 'infants']],
    ['7', ['accompanied']],
    ['7, 1', ['accompanied', 'infants']],
    ['11 adults', ['units']],
    ['1 family, 1', []],
  ])('%s: %j', (text, expected) => {
    expect(broken(tried(text))).toEqual(expected)
  })

  it('lets no infant travel with children alone, whatever the band is called', () => {
    const anybody = [band(1, 'TRAVELER', [0, 120], 1_000)]
    expect(broken(tried('1', anybody))).toEqual(['infants'])
    expect(broken(tried('1, 7', anybody))).toEqual(['infants'])
    expect(broken(tried('1, 40', anybody))).toEqual([])
  })

  it('counts a family as its people where there are only so many places', () => {
    expect(tried('1 family', family, { vacancies: 3 })).toMatchObject({ isSellable: false, units: 1, pax: 4 })
    expect(tried('1 family', family, { vacancies: 4 })).toMatchObject({ isSellable: true, retail: 9_000 })
  })

  it('names the band that takes too few or too many', () => {
    const bands = [band(1, 'ADULT', [0, 120], 100, { minQuantity: 2, maxQuantity: 4 })]
    expect([
      broken(tried('1 adult', bands)),
      broken(tried('5 adults', bands)),
      broken(tried('3 adults', bands)),
    ]).toEqual([['quantities'], ['quantities'], []])
  })

  it('is that no one has a band', () => {
    expect(broken(tried('2 adults, 1 student', [band(1, 'ADULT', [30, 120], 100)]))).toEqual(['bands'])
  })
})

describe('the price of a party', () => {
  it('is one for the whole booking where that is what is priced', () => {
    expect(
      tried('2 adults, 7', family, { pricingPer: 'BOOKING', bookingRetail: 30_000, bookingNet: 20_000 }),
    ).toMatchObject({ retail: 30_000, net: 20_000 })
  })

  it('is that of the band which asks for no proof', () => {
    const bands = [band(1, 'ADULT', [18, 120], 400), band(2, 'SENIOR', [65, 120], 200, { isIdRequired: true })]
    expect([quantities(tried('70', bands)), quantities(tried('1 senior', bands))]).toEqual([
      { ADULT: 1 },
      { SENIOR: 1 },
    ])
  })
})

const someBands = fc
  .array(
    fc.record({
      type: fc.constantFrom(...unitTypes),
      ages: fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 120 })),
      retail: fc.nat(50_000),
      isIdRequired: fc.boolean(),
      paxCount: fc.integer({ min: 1, max: 6 }),
      minQuantity: fc.nat(3),
      more: fc.nat(20),
      accompaniedBy: fc.subarray([...unitTypes], { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) =>
    all.map(({ ages, more, ...rest }, index) =>
      band(index + 1, rest.type, [Math.min(...ages), Math.max(...ages)], rest.retail, {
        ...rest,
        title: `Band ${index}`,
        titlePlural: `Bands ${index}`,
        maxQuantity: rest.minQuantity + more + 1,
      }),
    ),
  )
const someTravellers = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 120 }).map((age): Traveller => ({ said: String(age), age, type: null, bandId: null })),
    fc.constantFrom(...unitTypes).map((type): Traveller => ({ said: type, age: null, type, bandId: null })),
  ),
  { maxLength: 12 },
)
const someTerms = fc.record({
  pricingPer: fc.constantFrom('UNIT', 'BOOKING'),
  bookingNet: fc.nat(10_000),
  bookingRetail: fc.nat(10_000),
  minUnits: fc.integer({ min: 1, max: 3 }),
  maxUnits: fc.integer({ min: 3, max: 20 }),
  vacancies: fc.option(fc.nat(40)),
  stops: fc.constant({ product: null, option: null, day: null }),
})

describe('whatever the party and the product', () => {
  it('each person who has a band is in one line, and the sums are those of the lines', () => {
    fc.assert(
      fc.property(someTravellers, someBands, someTerms, (travellers, bands, some) => {
        const found = testParty(all(travellers), bands, some)
        const add = (of: (line: (typeof found.lines)[number]) => number) =>
          found.lines.reduce((all, line) => all + of(line), 0)
        expect(add(({ quantity }) => quantity)).toBe(found.units)
        expect(add((line) => line.travellers.length)).toBe(found.units)
        expect(add(({ pax }) => pax)).toBe(found.pax)
        expect(found.pax).toBeGreaterThanOrEqual(found.units)
        expect(found.units).toBeLessThanOrEqual(travellers.length)
        if (some.pricingPer === 'UNIT')
          expect([add(({ retail }) => retail), add(({ net }) => net)]).toEqual([found.retail, found.net])
        else expect(found.retail).toBe(found.units === 0 ? 0 : some.bookingRetail)
      }),
    )
  })

  it('it is sold exactly where no rule is broken, and then each person has a band and a place', () => {
    fc.assert(
      fc.property(someTravellers, someBands, someTerms, (travellers, bands, some) => {
        const found = testParty(all(travellers), bands, some)
        expect(found.isSellable).toBe(found.rules.every(({ problem }) => problem === null))
        if (!found.isSellable) return
        expect(found.units).toBe(travellers.length)
        expect(found.units).toBeGreaterThanOrEqual(some.minUnits)
        expect(found.pax).toBeLessThanOrEqual(some.vacancies ?? Infinity)
      }),
    )
  })

  it('the order does not matter', () => {
    fc.assert(
      fc.property(someTravellers, someBands, someTerms, (travellers, bands, some) => {
        const sorted = (verdict: ReturnType<typeof testParty>) => ({
          ...verdict,
          rules: verdict.rules.map(({ problem }) => problem !== null),
          lines: verdict.lines.map((line) => ({ ...line, travellers: line.travellers.toSorted() })),
        })
        expect(sorted(testParty(all(travellers.toReversed()), bands, some))).toEqual(
          sorted(testParty(all(travellers), bands, some)),
        )
      }),
    )
  })

  it('infants alone are never sold to', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 5 }),
        someBands,
        someTerms,
        (ages, bands, some) => {
          const infants = ages.map((age): Traveller => ({ said: String(age), age, type: null, bandId: null }))
          expect(testParty(all(infants), bands, some).isSellable).toBe(false)
        },
      ),
    )
  })

  it('reading never fails, and reads back every age that is written', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(readParty(text, []).travellers.length).toBeLessThanOrEqual(maxTravellers)
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 20 }), (ages) => {
        expect(readParty(ages.join(', '), []).travellers.map(({ age }) => age)).toEqual(ages)
      }),
    )
  })
})
