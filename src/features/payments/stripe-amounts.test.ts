import { describe, expect, it } from 'vitest'
import { fromStripeAmount, paidAmount, toStripeAmount } from './stripe-amounts.ts'

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

describe('an amount of a movement at Stripe', () => {
  it.each([
    // Paid and settled in the same currency.
    ['eur', 175, { currency: 'eur', exchange_rate: null }, 175],
    ['ugx', 175_000, { currency: 'ugx', exchange_rate: null }, 1750],
    ['mga', 17, { currency: 'mga', exchange_rate: null }, 1700],
    // Settled in euros: ¥10,000 at 0.62 is €62.00, and a fee of €1.18 is ¥190.
    ['jpy', 118, { currency: 'eur', exchange_rate: 0.62 }, 190],
    ['jpy', -118, { currency: 'eur', exchange_rate: 0.62 }, -190],
    ['ugx', 62, { currency: 'eur', exchange_rate: 0.00025 }, 2480],
    ['gbp', 3, { currency: 'eur', exchange_rate: 1.2 }, 3],
    ['gbp', -3, { currency: 'eur', exchange_rate: 1.2 }, -3],
  ])('in %s: %d of %j is %d', (currency, amount, movement, expected) => {
    expect(paidAmount(amount, movement, currency)).toBe(expected)
  })
})
