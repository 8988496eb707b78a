import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  exponentOf,
  formatDate,
  formatInstant,
  formatMoney,
  formatNumber,
  formatPercent,
  inWords,
  zoneName,
} from './formats.ts'

describe('money', () => {
  it.each([
    [123_450, 'EUR', '€1,234.50'],
    [-5, 'EUR', '-€0.05'],
    [0, 'USD', 'US$0.00'],
    [1_500, 'JPY', 'JP¥1,500'],
    [12_345, 'KWD', 'KWD 12.345'],
    [999_999_999_999, 'EUR', '€9,999,999,999.99'],
  ])('of %i minor units of %s reads %s', (amount, currency, words) => {
    expect(formatMoney(amount, currency)).toBe(words)
  })
  it('in what is no currency is the bare number', () => {
    expect(formatMoney(100, 'euro')).toBe('100')
    expect(formatMoney(100, '')).toBe('100')
  })
  it('has as many digits as its currency', () => {
    expect([exponentOf('EUR'), exponentOf('JPY'), exponentOf('KWD')]).toEqual([2, 0, 3])
  })
  it('never loses a minor unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (amount, currency) => {
          expect(Number(formatMoney(amount, currency).replace(/[^0-9-]/g, ''))).toBe(amount === 0 ? 0 : amount)
        },
      ),
    )
  })
})

describe('numbers and days', () => {
  it('are written as people write them', () => {
    expect([
      formatNumber(1_234_567),
      formatNumber(1.23456, 2),
      formatPercent(1_250),
      formatPercent(1),
      formatPercent(10_000),
    ]).toEqual(['1,234,567', '1.23', '12.5%', '0.01%', '100%'])
    expect(formatDate('2026-06-01')).toBe('1 Jun 2026')
    expect(inWords('partially_refunded')).toBe('Partially refunded')
  })
  it.each([
    [6_667, '67%'],
    [9_999, '99%'],
    [10_000, '100%'],
    [10_004, '100%'],
    [3, '<1%'],
    [99, '<1%'],
    [100, '1%'],
    [0, '0%'],
    [-601, '-6%'],
    [123_456, '1,235%'],
  ])('have no precision that was not measured: %d of 10,000 is %s', (basisPoints, words) => {
    expect(formatPercent(basisPoints, 'measured')).toBe(words)
  })
  it('are the same day whatever zone the reader is in', () => {
    expect(formatDate('2026-12-31')).toBe('31 Dec 2026')
  })
})

describe('a moment', () => {
  it('is shown on the clocks of its zone, and says which', () => {
    expect(formatInstant('2026-06-01T17:30:00.000Z', 'Europe/Rome')).toBe('1 Jun 2026, 19:30')
    expect(formatInstant('2026-06-01T17:30:00.000Z', 'Asia/Tokyo')).toBe('2 Jun 2026, 02:30')
    expect(formatInstant('2026-01-01T00:00:00.000Z', 'UTC')).toBe('1 Jan 2026, 00:00')
    expect(zoneName('2026-06-01T17:30:00.000Z', 'Europe/Rome')).toBe('CEST')
    expect(zoneName('2026-12-01T17:30:00.000Z', 'Europe/Rome')).toBe('CET')
  })
})
