import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Actor, Grants, Limits } from './access.ts'
import { may } from './access.ts'
import { permissionWords } from './permissions.ts'
import { permissionsVersion } from '../http/access.server.ts'
import {
  assertWithinLimits,
  notGranted,
  commonGrants,
  covers,
  grantsFrom,
  hasGrant,
  limitsOf,
  limitWords,
  seesPersonalData,
  mergeLimits,
} from './limits.ts'

const eur = (amount: number) => ({ maximum: { amount, currency: 'EUR' } })
const usd = (amount: number) => ({ maximum: { amount, currency: 'USD' } })
const admin: Grants = { isSuperUser: true, objects: {} }
const refunds = (...limits: (Limits | null)[]) =>
  grantsFrom(limits.map((one) => ({ action: 'refund', object: 'orders', limits: one })))
const person = (grants: Grants): Actor => ({ kind: 'staff', id: 1, name: 'Ana', email: null, role: 'agent', grants })
const titleOf = (id: number) => ['', 'Rome', 'Paris', 'Oslo'][id]

describe('what several roles allow together', () => {
  it('is without limit as soon as one of them is', () => {
    expect(limitsOf(refunds(eur(100), null, eur(500)), 'refund', 'orders')).toBeNull()
    expect(limitsOf(admin, 'refund', 'orders')).toBeNull()
  })

  it('is the larger of two amounts in one currency, and each amount in its own', () => {
    expect(mergeLimits([eur(100), eur(500), eur(300)])).toEqual([eur(500)])
    expect(mergeLimits([eur(100), usd(300)])).toEqual([eur(100), usd(300)])
  })

  it('is every city of each', () => {
    expect(mergeLimits([{ cities: [3, 1] }, { cities: [1, 2] }])).toEqual([{ cities: [1, 2, 3] }])
    expect(
      mergeLimits([
        { ...eur(100), cities: [1] },
        { ...eur(100), cities: [2] },
      ]),
    ).toEqual([{ ...eur(100), cities: [1, 2] }])
  })

  it('is never more than what one of them allows: an amount here and a city there do not make all of it', () => {
    expect(mergeLimits([eur(100), { cities: [1] }])).toEqual([eur(100), { cities: [1] }])
    const both = person(refunds({ ...eur(100), cities: [1] }, { ...eur(500), cities: [2] }))
    const refund = (amount: number, cityId: number) => () =>
      assertWithinLimits(both, 'refund', 'orders', { money: { amount, currency: 'EUR' }, cityId })
    expect(refund(500, 2)).not.toThrow()
    expect(refund(500, 1)).toThrow('up to €1.00, in one city, or up to €5.00, in one city')
  })
})

const limits = fc.record(
  {
    maximum: fc.record({ amount: fc.integer({ min: 1, max: 5 }), currency: fc.constantFrom('EUR', 'USD') }),
    cities: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { minLength: 1 }),
    personalData: fc.constant(false as const),
  },
  { requiredKeys: [] },
)
const extent = fc.record({
  amount: fc.integer({ min: 1, max: 6 }),
  currency: fc.constantFrom('EUR', 'USD'),
  cityId: fc.constantFrom(null, 1, 2, 3),
})
type Extent = { amount: number; currency: string; cityId: number | null }
const allows = (grants: Grants, { amount, currency, cityId }: Extent): boolean => {
  try {
    assertWithinLimits(person(grants), 'refund', 'orders', { money: { amount, currency }, cityId })
    return true
  } catch {
    return false
  }
}

describe('whatever the limits', () => {
  it('roles together allow exactly what one of them allows', () => {
    fc.assert(
      fc.property(fc.array(limits, { minLength: 1, maxLength: 4 }), extent, (all, done) => {
        expect(allows(refunds(...all), done)).toBe(all.some((one) => allows(refunds(one), done)))
      }),
    )
  })

  it('two holders have in common exactly what both can do', () => {
    fc.assert(
      fc.property(
        fc.array(limits, { minLength: 1, maxLength: 3 }),
        fc.array(limits, { minLength: 1, maxLength: 3 }),
        extent,
        (one, other, done) => {
          const [a, b] = [refunds(...one), refunds(...other)]
          expect(allows(commonGrants(a, b), done)).toBe(allows(a, done) && allows(b, done))
        },
      ),
    )
  })

  it('no one can give a permission that they do not have: a grant covers everything that it allows', () => {
    fc.assert(
      fc.property(limits, limits, extent, (held, given, done) => {
        if (covers(held, given) && allows(refunds(given), done)) expect(allows(refunds(held), done)).toBe(true)
        expect(hasGrant(refunds(held), { action: 'refund', object: 'orders', limits: given })).toBe(covers(held, given))
      }),
    )
  })
})

describe('using a grant', () => {
  const agent = person(refunds({ ...eur(20_000), cities: [1, 2] }))
  const refund =
    (money: { amount: number; currency: string; worth?: Record<string, number> }, cityId: number | null = 1) =>
    () =>
      assertWithinLimits(agent, 'refund', 'orders', { money, cityId }, titleOf)

  it('within its limits goes through', () => {
    expect(refund({ amount: 20_000, currency: 'EUR' }, 2)).not.toThrow()
    expect(refund({ amount: 99_000, currency: 'SEK', worth: { EUR: 9_000 } })).not.toThrow()
    expect(() => assertWithinLimits(person(admin), 'refund', 'orders', {})).not.toThrow()
  })

  it.each([
    ['above the amount', refund({ amount: 20_001, currency: 'EUR' })],
    ['in another city', refund({ amount: 1, currency: 'EUR' }, 3)],
    ['in no city', refund({ amount: 1, currency: 'EUR' }, null)],
    ['in a currency whose worth nobody knows', refund({ amount: 1, currency: 'SEK' })],
    ['in a currency that is worth more', refund({ amount: 1, currency: 'KWD', worth: { EUR: 20_001, USD: 1 } })],
    ['without saying how much or where', () => assertWithinLimits(agent, 'refund', 'orders', {}, titleOf)],
  ])('%s is refused in words', (_, attempt) => {
    expect(attempt).toThrow(
      `You have the permission “${permissionWords('refund', 'orders')}” only up to €200.00, in Rome and Paris. Ask your access manager.`,
    )
  })

  it('that one has not got at all is refused as ever', () => {
    expect(() => assertWithinLimits(agent, 'write', 'orders', {})).toThrow(
      `You need the permission “${permissionWords('write', 'orders')}” for this.`,
    )
  })

  it('is refused in words also where it was added at run time', () => {
    expect(notGranted('start-again', 'wind-parks').message).toBe(
      'You need the permission “Wind parks · Start again” for this. Ask your access manager.',
    )
  })

  it('without personal data is decided by the right to look', () => {
    const looking = (...grants: [action: string, limits: Limits | null][]) =>
      grantsFrom(grants.map(([action, one]) => ({ action, object: 'people', limits: one })))
    const without = { personalData: false } as const
    expect(
      [
        looking(['ui', without], ['read', null]),
        looking(['ui', null], ['read', without]),
        looking(['read', without]),
        looking(['write', null]),
        // Two roles: one shows no address, the other shows them, if only in a city.
        looking(['ui', without], ['ui', { cities: [1] }]),
        admin,
      ].map((grants) => seesPersonalData(grants, 'people')),
    ).toEqual([false, true, false, true, true, true])
  })
})

describe('what every object answers to by itself', () => {
  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])('is no grant: %s', (name) => {
    const nothing: Grants = { isSuperUser: false, objects: { ui: ['orders'] }, limits: { ui: { orders: [eur(1)] } } }
    expect(may(nothing, name, 'orders')).toBe(false)
    expect(may(nothing, 'ui', name)).toBe(false)
    expect(limitsOf(nothing, name, 'orders')).toBeNull()
    expect(limitsOf(nothing, 'ui', name)).toBeNull()
  })
})

describe('limits in words', () => {
  it.each([
    [[eur(20_000)], 'up to €200.00'],
    [[{ ...eur(5), cities: [1, 2] }], 'up to €0.05, in Rome and Paris'],
    [[{ cities: [1, 9] }], 'in 2 cities'],
    [[{ personalData: false as const }], 'without personal data'],
    [[eur(100), usd(100)], 'up to €1.00, or up to US$1.00'],
    [[eur(100), eur(200)], 'up to €2.00'],
  ])('%j', (ways, words) => {
    expect(limitWords(ways, titleOf)).toBe(words)
  })
})

describe('an open console', () => {
  it('learns of other limits by another version, and of the same in another order by none', () => {
    const version = (grants: Grants) => permissionsVersion(person(grants))
    const versions = [refunds(null), refunds(eur(100)), refunds(eur(200)), refunds({ ...eur(200), cities: [1] })].map(
      version,
    )
    expect(new Set(versions).size).toBe(4)
    const [a, b] = [eur(100), usd(100)]
    const raw = (...ways: Limits[]): Grants => ({
      isSuperUser: false,
      objects: { refund: ['orders'] },
      limits: { refund: { orders: ways } },
    })
    expect(version(raw(a, b))).toBe(version(raw(b, a)))
  })
})
