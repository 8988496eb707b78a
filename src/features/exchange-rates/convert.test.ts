import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billionths, convert } from './convert.ts'

describe('a rate', () => {
  it.each([
    ['1.086200000', 1_086_200_000],
    ['163', 163_000_000_000],
    ['0.000000001', 1],
  ])('%s is %d billionths', (rate, expected) => {
    expect(billionths(rate)).toBe(expected)
  })
})

describe('an amount in another currency', () => {
  it.each([
    // 10.00 EUR at 163 JPY each, and back.
    [1000, '163', false, 2, 0, 1630],
    [1630, '163', true, 0, 2, 1000],
    // 12.345 KWD, of which one euro buys 0.338.
    [12_345, '0.338', true, 3, 2, 3652],
    // A half goes away from zero, in both directions.
    [1, '0.5', false, 2, 2, 1],
    [-1, '0.5', false, 2, 2, -1],
    [0, '1.09', true, 2, 2, 0],
  ])('%d at %s (inverse: %s) is rounded once', (amount, rate, isInverse, fromDigits, toDigits, expected) => {
    expect(convert(amount, { rate: billionths(rate), isInverse, fromDigits, toDigits })).toBe(expected)
  })

  it('comes back to within what one minor unit of the other currency is worth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.integer({ min: 500_000_000, max: 2_000_000_000 }),
        (amount, rate) => {
          const digits = { fromDigits: 2, toDigits: 2 }
          const there = convert(amount, { rate, isInverse: false, ...digits })
          expect(Math.abs(convert(there, { rate, isInverse: true, ...digits }) - amount)).toBeLessThanOrEqual(2)
        },
      ),
    )
  })
})
