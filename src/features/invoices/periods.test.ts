import { expect, it } from 'vitest'
import { daysOf, isPeriod, lastDayOf, periodOf, periodsUntil } from './periods.ts'

it.each([
  ['2026-11', ['2026-11-01', '2026-12-01'], '2026-11-30'],
  ['2026-12', ['2026-12-01', '2027-01-01'], '2026-12-31'],
  ['2028-02', ['2028-02-01', '2028-03-01'], '2028-02-29'],
  ['2026-Q1', ['2026-01-01', '2026-04-01'], '2026-03-31'],
  ['2026-Q4', ['2026-10-01', '2027-01-01'], '2026-12-31'],
  ['2026', ['2026-01-01', '2027-01-01'], '2026-12-31'],
  ['2026-11-03..2026-11-20', ['2026-11-03', '2026-11-21'], '2026-11-20'],
  ['2026-12-31..2026-12-31', ['2026-12-31', '2027-01-01'], '2026-12-31'],
] as const)('knows the days of %s', (period, days, last) => {
  expect(daysOf(period)).toEqual(days)
  expect(lastDayOf(daysOf(period))).toBe(last)
})

it('names days from one to another', () => {
  expect(daysOf(periodOf('2026-11-03', '2026-11-20'))).toEqual(['2026-11-03', '2026-11-21'])
})

it('lists months, quarters and years from those of a day back over the year', () => {
  const { months, quarters, years } = periodsUntil('2026-02-28')
  expect(months.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(quarters.slice(0, 3)).toEqual(['2026-Q1', '2025-Q4', '2025-Q3'])
  expect(years.slice(0, 2)).toEqual(['2026', '2025'])
  expect(periodsUntil('2026-12-31').quarters[0]).toBe('2026-Q4')
  for (const one of [...months, ...quarters, ...years]) expect(isPeriod(one)).toBe(true)
})

it.each([
  '',
  '2026-Q5',
  '2026-Q0',
  '2026-13',
  '2026-00',
  '1999-Q1',
  '2026-q1',
  ' 2026-Q1',
  '2026-Q11',
  '2026-11-20..2026-11-03',
  '2026-02-30..2026-03-01',
  '2026-02-01..2026-02-29',
  '2026-11-03',
])('takes “%s” for no period', (text) => {
  expect(isPeriod(text)).toBe(false)
})
