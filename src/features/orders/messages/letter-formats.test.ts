import { describe, expect, it } from 'vitest'
import { moneyIn } from './letter-formats.ts'

describe('money in a message', () => {
  it.each([
    ['en', 123_456, 'EUR', 2, '€1,234.56'],
    ['en', 5, 'EUR', 2, '€0.05'],
    ['en', -5, 'EUR', 2, '-€0.05'],
    ['en', -123_456, 'EUR', 2, '-€1,234.56'],
    ['en', 1200, 'JPY', 0, 'JP¥1,200'],
    ['es', -1_234_567, 'KWD', 3, '-1234,567 KWD'],
    ['en', 9_007_199_254_740_991, 'EUR', 2, '€90,071,992,547,409.91'],
  ])('in %s: %d of %s', (locale, total, currency, exponent, words) => {
    expect(moneyIn(locale, { total, currency, exponent }).replaceAll('\u00a0', ' ')).toBe(words)
  })

  it('has every digit of its currency, also where habit leaves them out', () => {
    const written = (currency: string, total: number, exponent: number) =>
      moneyIn('en', { total, currency, exponent }).replaceAll('\u00a0', ' ')
    expect([written('HUF', 3_836_245, 2), written('COP', 72_314_118, 2), written('IQD', 1_250_500, 3)]).toEqual([
      'HUF 38,362.45',
      'COP 723,141.18',
      'IQD 1,250.500',
    ])
    expect([written('EUR', 5, 2), written('JPY', 1_200, 0), written('KWD', 1_001, 3)]).toEqual([
      '€0.05',
      'JP¥1,200',
      'KWD 1.001',
    ])
  })
})
