import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventFacts, OfferFacts, Rule } from './rule-evaluation.ts'
import {
  appliesTo,
  comparePrecedence,
  decide,
  dimensions,
  dimensionsOf,
  precedenceOf,
  stateOf,
} from './rule-evaluation.ts'

const now = Date.parse('2026-06-01T10:00:00.000Z')
const plain: Rule = {
  id: 1,
  name: 'Any',
  type: 'markup',
  markup: 500,
  serviceFee: null,
  minMargin: null,
  hiddenProviderIds: [],
  minSeats: null,
  leadHours: null,
  notice: null,
  holderNames: null,
  maxTickets: null,
  refundProtection: null,
  protectionFee: null,
  badge: null,
  eventIds: [],
  performerIds: [],
  venueIds: [],
  competition: null,
  subcategoryIds: [],
  categoryIds: [],
  eventTypes: [],
  providerIds: [],
  countryIds: [],
  currency: null,
  priceFrom: null,
  priceTo: null,
  daysFrom: null,
  daysTo: null,
  priority: 50,
  isEnabled: true,
  validFrom: null,
  validUntil: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const rule = (values: Partial<Rule>): Rule => ({ ...plain, ...values })
const event: EventFacts = {
  id: 7,
  performerIds: [3, 4],
  venueId: 5,
  countryId: 6,
  categoryId: 8,
  subcategoryId: 10,
  type: 'sport',
  competitions: ['La Liga'],
  providerId: 9,
}
const offer: OfferFacts = { startsAt: '2026-06-08T09:59:00.000Z', currency: 'EUR', ask: 5_000 }
const applies = (values: Partial<Rule>, facts: Partial<EventFacts> = {}, seats: Partial<OfferFacts> = {}) =>
  appliesTo(rule(values), { ...event, ...facts }, { ...offer, ...seats }, now)

/** Few values of each kind, so that rules often meet the event and one another. */
const someIds = fc.subarray([3, 5, 6, 7, 8, 9, 11])
const anyRule: fc.Arbitrary<Rule> = fc
  .record({
    id: fc.integer({ min: 1, max: 1_000_000 }),
    type: fc.constantFrom('markup' as const, 'badge' as const),
    markup: fc.integer({ min: -5_000, max: 5_000 }),
    badge: fc.constant('New'),
    eventIds: someIds,
    performerIds: someIds,
    venueIds: someIds,
    subcategoryIds: someIds,
    categoryIds: someIds,
    providerIds: someIds,
    countryIds: someIds,
    eventTypes: fc.subarray(['sport', 'concert'] as const),
    competition: fc.constantFrom(null, 'la liga', 'Serie A'),
    currency: fc.constantFrom(null, 'EUR', 'USD'),
    priceFrom: fc.constantFrom(null, 1_000),
    priceTo: fc.constantFrom(null, 6_000),
    daysFrom: fc.constantFrom(null, 0, 7),
    daysTo: fc.constantFrom(null, 6, 30),
    priority: fc.integer({ min: 0, max: 3 }),
    isEnabled: fc.boolean(),
    validFrom: fc.constantFrom(null, '2026-05-01T00:00:00.000Z', '2026-07-01T00:00:00.000Z'),
    validUntil: fc.constantFrom(null, '2026-05-20T00:00:00.000Z'),
    createdAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'),
  })
  .map((values) => rule(values))
const anyRules = fc.uniqueArray(anyRule, { selector: ({ id }) => id, maxLength: 12 })

describe('a rule', () => {
  it('applies to everything without a condition, and only where all of its conditions are met', () => {
    expect(applies({})).toBe(true)
    expect(
      applies({
        eventIds: [7],
        performerIds: [4, 99],
        venueIds: [5],
        competition: ' la LIGA ',
        subcategoryIds: [10],
        categoryIds: [8],
        eventTypes: ['sport'],
        providerIds: [9],
        countryIds: [6],
        currency: 'EUR',
        priceFrom: 5_000,
        priceTo: 5_000,
        daysFrom: 6,
        daysTo: 6,
      }),
    ).toBe(true)
    for (const unmet of [
      { eventIds: [8] },
      { performerIds: [99] },
      { venueIds: [4] },
      { competition: 'Serie A' },
      { subcategoryIds: [1] },
      { categoryIds: [1] },
      { eventTypes: ['concert' as const] },
      { providerIds: [1] },
      { countryIds: [1] },
    ]) {
      expect([unmet, applies({ ...unmet, daysTo: 30 })]).toEqual([unmet, false])
    }
    expect(applies({ categoryIds: [8] }, { categoryId: null })).toBe(false)
    expect(applies({ subcategoryIds: [10] }, { subcategoryId: null })).toBe(false)
  })

  it('counts whole days, and compares a price in no other currency, nor without a price', () => {
    expect(applies({ daysTo: 6 })).toBe(true)
    expect(applies({ daysFrom: 7 })).toBe(false)
    expect(applies({ daysTo: 6 }, {}, { startsAt: '2026-06-08T10:00:00.000Z' })).toBe(false)
    expect(applies({ daysTo: 0 }, {}, { startsAt: '2026-06-02T09:59:59.000Z' })).toBe(true)
    expect(applies({ currency: 'EUR', priceTo: 4_999 })).toBe(false)
    expect(applies({ currency: 'USD', priceFrom: 0 })).toBe(false)
    expect(applies({ currency: 'EUR', priceFrom: 0 }, {}, { ask: null })).toBe(false)
  })

  it('counts a performance that has begun as over, and not as one of today', () => {
    const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
    const daysUntil = (startsAt: string) =>
      [-3, -2, -1, 0, 1, 2].filter((day) => applies({ daysFrom: day, daysTo: day }, {}, { startsAt }))
    expect([24, 23, 0, -3, -24, -25].flatMap((hours) => daysUntil(at(hours)))).toEqual([1, 0, 0, -1, -1, -2])
    expect(applies({ daysFrom: 0 }, {}, { startsAt: at(0) })).toBe(true)
    expect(applies({ daysFrom: 0 }, {}, { startsAt: at(-3) })).toBe(false)
  })

  it('is off, upcoming, active or over', () => {
    const window = { validFrom: '2026-06-01T10:00:00.000Z', validUntil: '2026-06-02T10:00:00.000Z' }
    expect([-1, 0, 86_400_000].map((ms) => stateOf(rule(window), now + ms))).toEqual(['scheduled', 'active', 'ended'])
    expect(stateOf(rule({ ...window, isEnabled: false }), now)).toBe('off')
  })
})

describe('which rule prevails', () => {
  it('is the most specific, then that of the highest priority, then the newest', () => {
    const wide = rule({ id: 1, priority: 100, createdAt: '2026-05-01T00:00:00.000Z' })
    const venue = rule({ id: 2, venueIds: [5], priority: 1 })
    const urgent = rule({ id: 3, venueIds: [5, 6], priority: 2 })
    const newer = rule({ id: 4, venueIds: [5], priority: 2, createdAt: '2026-03-01T00:00:00.000Z' })
    const { survivor, beaten } = decide([wide, venue, urgent, newer], 'markup', event, offer, now)
    expect(survivor?.id).toBe(4)
    expect(beaten.map(({ rule: { id }, by }) => [id, by])).toEqual([
      [3, 'age'],
      [2, 'priority'],
      [1, 'specificity'],
    ])
  })

  it('is none where none of the type applies now', () => {
    const others = [
      rule({ type: 'badge' }),
      rule({ isEnabled: false }),
      rule({ venueIds: [99] }),
      rule({ validUntil: '2026-05-01T00:00:00.000Z' }),
    ]
    expect(decide(others, 'markup', event, offer, now)).toEqual({ survivor: null, beaten: [] })
  })

  it('does not depend on the order in which rules are looked at', () => {
    fc.assert(
      fc.property(
        anyRules.chain((rules) =>
          fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length })),
        ),
        ([rules, shuffled]) => {
          expect(decide(shuffled, 'markup', event, offer, now)).toEqual(decide(rules, 'markup', event, offer, now))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('is one that applies and that no other that applies goes before', () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        const { survivor, beaten } = decide(rules, 'markup', event, offer, now)
        const applying = rules.filter(
          (one) => one.type === 'markup' && stateOf(one, now) === 'active' && appliesTo(one, event, offer, now),
        )
        expect(beaten).toHaveLength(Math.max(0, applying.length - 1))
        expect(survivor === null).toBe(applying.length === 0)
        for (const one of applying)
          if (survivor && one.id !== survivor.id) expect(comparePrecedence(survivor, one)).toBeLessThan(0)
      }),
      { numRuns: 300 },
    )
  })

  it('does not change when a rule is added that does not apply, or that is taken away again', () => {
    fc.assert(
      fc.property(anyRules, anyRule, (rules, other) => {
        const before = decide(rules, 'markup', event, offer, now)
        const added = rule({ ...other, id: 2_000_000, venueIds: [99] })
        expect(decide([...rules, added], 'markup', event, offer, now)).toEqual(before)
      }),
      { numRuns: 200 },
    )
  })

  it('is found by an order that is total: never both ways, and the same through a third', () => {
    fc.assert(
      fc.property(anyRule, anyRule, anyRule, (a, b, c) => {
        fc.pre(new Set([a.id, b.id, c.id]).size === 3)
        expect(Math.sign(comparePrecedence(a, b))).toBe(-Math.sign(comparePrecedence(b, a)))
        if (comparePrecedence(a, b) < 0 && comparePrecedence(b, c) < 0) expect(comparePrecedence(a, c)).toBeLessThan(0)
      }),
      { numRuns: 300 },
    )
  })
})

describe('how specific a rule is', () => {
  const only: Readonly<Record<(typeof dimensions)[number], Partial<Rule>>> = {
    event: { eventIds: [7] },
    performer: { performerIds: [3] },
    venue: { venueIds: [5] },
    competition: { competition: 'La Liga' },
    subcategory: { subcategoryIds: [10] },
    category: { categoryIds: [8] },
    type: { eventTypes: ['sport'] },
    provider: { providerIds: [9] },
    country: { countryIds: [6] },
    price: { currency: 'EUR', priceFrom: 1 },
    days: { daysTo: 3 },
  }

  it('is decided by what it names: an event before a performer, a venue, …, a country, a price and days', () => {
    const rules = Object.values(only).map((values, index) => rule({ ...values, id: index + 1 }))
    const prevailing = rules.toReversed().toSorted(comparePrecedence)
    expect(prevailing.flatMap(dimensionsOf)).toEqual([
      'event',
      'performer',
      'venue',
      'competition',
      'subcategory',
      'category',
      'type',
      'provider',
      'country',
      'price',
      'days',
    ])
  })

  it('grows with every condition, and one condition outweighs all that come after it', () => {
    expect(dimensionsOf(plain)).toEqual([])
    dimensions.forEach((one, index) => {
      expect(dimensionsOf(rule(only[one]))).toEqual([one])
      const after = dimensions.slice(index + 1).reduce((sum, later) => ({ ...sum, ...only[later] }), {})
      // Whatever else would decide speaks for the other.
      const [specific, general] = [rule({ ...only[one], priority: 0 }), rule({ ...after, priority: 99, id: 2 })]
      expect(comparePrecedence(specific, general)).toBeLessThan(0)
      expect(precedenceOf(specific, general)).toBe('specificity')
    })
  })
})
