import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CouponTerms, CouponUse, UseHistory, UseLine } from './coupon-use.ts'
import { discountOf, foldCode, refuseUse } from './coupon-use.ts'
import { noConditions } from './no-conditions.ts'

const now = Date.parse('2026-06-01T12:00:00.000Z')
const coupon: CouponTerms = {
  ...noConditions,
  code: 'SAVE',
  kind: 'percent',
  percent: 1000,
}
const line: UseLine = {
  eventId: 7,
  performerIds: [70, 71],
  venueId: 5,
  cityId: 3,
  productId: null,
  aliasIds: [],
  categoryIds: [4],
  subcategoryIds: [40],
  providerId: 2,
  travelOn: '2026-07-01',
  quantity: 2,
  amount: 10_000,
}
const use: CouponUse = {
  currency: 'EUR',
  channel: 'web',
  locale: 'es',
  customerId: 1,
  email: 'Ana@Example.com',
  lines: [line],
}
const history: UseHistory = { usesByCustomer: 0, hasBoughtBefore: false, otherStackGroups: [] }
const eur = (amount: number) => [{ currency: 'EUR', amount }]
const fixed = { kind: 'fixed', percent: null, amounts: eur(1500) } as const

const refusal = (terms: Partial<CouponTerms>, how: Partial<CouponUse> = {}, past: Partial<UseHistory> = {}) =>
  refuseUse({ ...coupon, ...terms }, { ...use, ...how }, { ...history, ...past }, now)

describe('a coupon can be used', () => {
  it.each([
    ['without conditions', {}],
    ['for its event', { eventIds: [7] }],
    ['for one of its performers', { performerIds: [71] }],
    ['for its product or its event', { eventIds: [7], productIds: [99] }],
    ['in its category', { categoryIds: [4, 9] }],
    ['in its subcategory, with another category named beside it', { subcategoryIds: [40], categoryIds: [9] }],
    ['from its provider', { providerIds: [2] }],
    ['from its provider, with another left out', { providerIds: [2], excludedProviderIds: [3] }],
    ['for its event, beside an alias that sells something else', { eventIds: [7], aliasIds: [99] }],
    ['on the first day of travel', { travelFrom: '2026-07-01' }],
    ['on the last day of travel', { travelUntil: '2026-07-01' }],
    ['by a named customer', { customerIds: [1] }],
    ['from a named domain', { emailDomains: ['example.com'], customerIds: [9] }],
    ['at exactly the minimum', { minSpends: eur(10_000) }],
    ['for exactly the quantity', { minQuantity: 2 }],
    ['for the last use', { totalLimit: 3, timesUsed: 2 }],
  ])('%s', (_, terms) => {
    expect(refusal(terms)).toBeNull()
  })

  it('beside another of its stack group', () => {
    expect(refusal({ stackGroup: 'summer' }, {}, { otherStackGroups: ['summer'] })).toBeNull()
  })
})

/** A line that has one of everything that a coupon can be for. */
const sold: UseLine = { ...line, productId: 9, aliasIds: [90, 91] }

describe.each([
  ['event', 'eventIds', 'excludedEventIds', 7],
  ['product', 'productIds', 'excludedProductIds', 9],
  ['alias', 'aliasIds', 'excludedAliasIds', 91],
  ['category', 'categoryIds', 'excludedCategoryIds', 4],
  ['subcategory', 'subcategoryIds', 'excludedSubcategoryIds', 40],
  ['provider', 'providerIds', 'excludedProviderIds', 2],
  ['performer', 'performerIds', 'excludedPerformerIds', 71],
  ['venue', 'venueIds', 'excludedVenueIds', 5],
  ['city', 'cityIds', 'excludedCityIds', 3],
] as const)('a coupon that names a %s', (_, included, excluded, own) => {
  it('is for what is that, and for nothing else', () => {
    expect(refusal({ [included]: [1, own] }, { lines: [sold] })).toBeNull()
    expect(refusal({ [included]: [1] }, { lines: [sold] })).toMatch(/does not apply/)
  })

  it('leaves out what is that, and nothing else', () => {
    expect(refusal({ [excluded]: [1, own] }, { lines: [sold] })).toMatch(/does not apply/)
    expect(refusal({ [excluded]: [1] }, { lines: [sold] })).toBeNull()
  })
})

describe('a coupon is refused', () => {
  it.each([
    ['before its time', { validFrom: '2026-06-02T00:00:00.000Z' }, /not valid yet/],
    ['after its time', { validUntil: '2026-06-01T12:00:00.000Z' }, /no longer valid/],
    ['when it is used up', { totalLimit: 3, timesUsed: 3 }, /used up/],
    ['when paused', { status: 'paused' }, /not in use/],
    ['when a draft', { status: 'draft' }, /not in use/],
    ['to other customers', { customerIds: [2], emailDomains: ['acme.com'] }, /other customers/],
    ['on another channel', { channels: ['phone'] }, /cannot be used here/],
    ['in another language', { locales: ['en'] }, /another language/],
    ['in a language left out', { excludedLocales: ['es'] }, /another language/],
    ['for another event', { eventIds: [8] }, /does not apply/],
    ['for an event left out', { excludedEventIds: [7] }, /does not apply/],
    ['for a performer left out', { performerIds: [70], excludedPerformerIds: [71] }, /does not apply/],
    ['elsewhere', { eventIds: [7], cityIds: [4] }, /does not apply/],
    ['for a venue left out', { excludedVenueIds: [5] }, /does not apply/],
    ['in another category', { categoryIds: [9], subcategoryIds: [90] }, /does not apply/],
    ['in a category left out', { subcategoryIds: [40], excludedCategoryIds: [4] }, /does not apply/],
    ['in its category, from another provider', { categoryIds: [4], providerIds: [3] }, /does not apply/],
    ['from a provider left out', { excludedProviderIds: [2] }, /does not apply/],
    ['on another alias', { aliasIds: [99] }, /does not apply/],
    ['for travel too early', { travelFrom: '2026-07-02' }, /does not apply/],
    ['for travel too late', { travelUntil: '2026-06-30' }, /does not apply/],
    [
      'in a currency without an amount',
      { ...fixed, amounts: [{ currency: 'USD', amount: 5 }] },
      /cannot be used in EUR/,
    ],
    ['below the minimum', { minSpends: eur(10_001) }, /below the minimum/],
    [
      'when the minimum is in other currencies',
      { minSpends: [{ currency: 'USD', amount: 5 }] },
      /cannot be used in EUR/,
    ],
    ['for too few', { minQuantity: 3 }, /at least 3/],
  ] as const)('%s', (_, terms, message) => {
    expect(refusal(terms as Partial<CouponTerms>)).toMatch(message)
  })

  it('for a second purchase, a use too many, and beside a stranger', () => {
    expect(refusal({ isFirstPurchaseOnly: true }, {}, { hasBoughtBefore: true })).toMatch(/first purchase/)
    expect(refusal({ perCustomerLimit: 2 }, {}, { usesByCustomer: 2 })).toMatch(/reached this coupon’s limit/)
    expect(refusal({ stackGroup: 'summer' }, {}, { otherStackGroups: ['winter'] })).toMatch(/combined/)
    expect(refusal({}, {}, { otherStackGroups: [null] })).toMatch(/combined/)
  })

  it('for an address that only looks like the domain', () => {
    expect(refusal({ emailDomains: ['example.com'] }, { email: 'ana@evil-example.com' })).toMatch(/other customers/)
  })
})

describe('what a coupon takes off', () => {
  const off = (terms: Partial<CouponTerms>, lines: readonly UseLine[] = [line]) =>
    discountOf({ ...coupon, ...terms }, { ...use, lines })

  it('is a share of each line, rounded half up once per line', () => {
    expect(off({ percent: 1250 })).toBe(1250)
    expect(
      off({ percent: 5000 }, [
        { ...line, amount: 101 },
        { ...line, amount: 101 },
      ]),
    ).toBe(102)
    expect(off({ percent: 1 }, [{ ...line, amount: 4_999 }])).toBe(0)
    expect(off({ percent: 1 }, [{ ...line, amount: 5_000 }])).toBe(1)
  })

  it('is capped by the maximum of the currency', () => {
    expect(off({ percent: 5000, maxDiscounts: eur(800) })).toBe(800)
    expect(off({ percent: 5000, maxDiscounts: [{ currency: 'USD', amount: 800 }] })).toBe(5000)
  })

  it('is a fixed amount, but never more than what it applies to', () => {
    expect(off(fixed)).toBe(1500)
    expect(off({ ...fixed, amounts: eur(99_999) })).toBe(10_000)
    expect(off({ ...fixed, amounts: eur(99_999), eventIds: [7] }, [line, { ...line, eventId: 8, amount: 500 }])).toBe(
      10_000,
    )
  })

  it('is what is above the set price, per unit, and nothing when the price was lower', () => {
    expect(off({ kind: 'set_price', percent: null, amounts: eur(3000) })).toBe(4000)
    expect(off({ kind: 'set_price', percent: null, amounts: eur(6000) })).toBe(0)
  })

  it('leaves a total that is never below zero, in whole minor units, for any coupon and any purchase', () => {
    const amounts = fc.array(
      fc.record({ currency: fc.constantFrom('EUR', 'USD'), amount: fc.integer({ min: 1, max: 999_999_999_999 }) }),
      { maxLength: 2 },
    )
    const terms = fc.record({
      kind: fc.constantFrom('percent' as const, 'fixed' as const, 'set_price' as const),
      percent: fc.integer({ min: 1, max: 10_000 }),
      amounts,
      maxDiscounts: amounts,
      eventIds: fc.subarray([7, 8]),
    })
    const lines = fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 50 }),
        amount: fc.integer({ min: 0, max: 999_999_999_999 }),
        eventId: fc.constantFrom(7, 8, 9),
      }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(terms, lines, (some, many) => {
        const all = many.map((one) => ({ ...line, ...one }))
        const discount = off(some, all)
        const eligible = all.filter(({ eventId }) => some.eventIds.length === 0 || some.eventIds.includes(eventId ?? 0))
        expect(Number.isSafeInteger(discount)).toBe(true)
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(discount).toBeLessThanOrEqual(eligible.reduce((total, { amount }) => total + amount, 0))
      }),
    )
  })
})

describe('a code as it is typed', () => {
  it('is one in every letter case and width', () => {
    for (const code of ['save', 'SAVE', ' Save ', 'ｓａｖｅ', 'ＳＡＶＥ']) expect(foldCode(code)).toBe('SAVE')
  })
})
