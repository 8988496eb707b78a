import { describe, expect, it } from 'vitest'
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts'

describe('an amount as Stripe writes it', () => {
  it.each([
    ['EUR', 1250, 1250],
    ['JPY', 1250, 1250],
    // No decimals, but Stripe writes two: 1,250 krónur.
    ['ISK', 1250, 125_000],
    ['UGX', 50_000, 5_000_000],
    // Two decimals in ISO 4217, none at Stripe: 12 ariary.
    ['MGA', 1200, 12],
    ['MGA', 1250, null],
    ['KWD', 12_340, 12_340],
    ['KWD', 12_345, null],
  ])('%s %d is %s', (currency, amount, expected) => {
    expect(toStripeAmount(amount, currency)).toBe(expected)
    if (expected !== null) expect(fromStripeAmount(expected, currency)).toBe(amount)
  })
})
