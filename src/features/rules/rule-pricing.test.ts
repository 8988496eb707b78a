import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askBoundsOf, priceOf } from './rule-pricing.ts'

const none = { markup: null, minMargin: null, serviceFee: null }

describe('a price', () => {
  it('is what the provider asks where no rule says anything', () => {
    expect(priceOf(5_000, 1_000, none, null)).toEqual({
      cost: 4_500,
      marked: 5_000,
      price: 5_000,
      isRaised: false,
      isAtFloor: false,
      fee: 0,
      total: 5_000,
      margin: 500,
    })
  })

  it('is raised to the floor of its provider, whatever rules take off, and says so', () => {
    const cut = { markup: -500, minMargin: null, serviceFee: 1_000 }
    expect(priceOf(5_000, 1_000, cut, 10_000)).toMatchObject({
      price: 5_000,
      fee: 500,
      isRaised: true,
      isAtFloor: true,
    })
    expect(priceOf(5_001, 1_000, cut, 9_700)).toMatchObject({ price: 4_851, isAtFloor: true })
    // The minimum margin asks for more than the floor.
    expect(priceOf(5_000, 0, { ...cut, minMargin: 5_000 }, 10_000)).toMatchObject({ price: 10_000, isAtFloor: false })
  })

  it('has the markup first, then the minimum margin, then the fee', () => {
    expect(priceOf(5_000, 1_000, { markup: 1_000, minMargin: null, serviceFee: 900 }, null)).toEqual({
      cost: 4_500,
      marked: 5_500,
      price: 5_500,
      isRaised: false,
      isAtFloor: false,
      fee: 495,
      total: 5_995,
      margin: 1_495,
    })
    // 4,500 is three quarters of 6,000: a quarter of the price is left.
    expect(priceOf(5_000, 1_000, { markup: 1_000, minMargin: 2_500, serviceFee: 900 }, null)).toEqual({
      cost: 4_500,
      marked: 5_500,
      price: 6_000,
      isRaised: true,
      isAtFloor: false,
      fee: 540,
      total: 6_540,
      margin: 2_040,
    })
  })

  it('always leaves the minimum margin, and is never below nothing', () => {
    const bound = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: null })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.option(fc.integer({ min: -5_000, max: 100_000 }), { nil: null }),
        bound(9_000),
        bound(5_000),
        (ask, commission, markup, minMargin, serviceFee) => {
          const { cost, price, fee, total, margin } = priceOf(ask, commission, { markup, minMargin, serviceFee }, null)
          expect([Number.isInteger(price), Number.isInteger(fee), price >= 0, fee >= 0]).toEqual([
            true,
            true,
            true,
            true,
          ])
          expect([total, margin]).toEqual([price + fee, price + fee - cost])
          if (minMargin !== null) expect((price - cost) * 10_000).toBeGreaterThanOrEqual(price * minMargin)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('shows what a provider can have asked for it, whatever rules say', () => {
    const orNull = (max: number, min = 0) => fc.option(fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max)))
    fc.assert(
      fc.property(
        fc.oneof(fc.nat(20), fc.nat(10_000_000)),
        fc.integer({ min: 0, max: 10_000 }),
        fc.record({ markup: orNull(100_000, -5_000), minMargin: orNull(9_000), serviceFee: orNull(5_000) }),
        (ask, commission, rules) => {
          const { total } = priceOf(ask, commission, rules, null)
          const { least, most } = askBoundsOf(total, total)
          return least <= ask && ask <= most
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
