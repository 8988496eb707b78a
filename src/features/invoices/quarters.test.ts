import { expect, it } from 'vitest'
import { daysOf, isQuarter, quartersUntil } from './quarters.ts'

it('knows the days of a quarter, the last of a year included', () => {
  expect(daysOf('2026-Q1')).toEqual(['2026-01-01', '2026-04-01'])
  expect(daysOf('2026-Q4')).toEqual(['2026-10-01', '2027-01-01'])
})

it('lists quarters from that of a day back over the year', () => {
  expect(quartersUntil('2026-02-28', 3)).toEqual(['2026-Q1', '2025-Q4', '2025-Q3'])
  expect(quartersUntil('2026-12-31', 1)).toEqual(['2026-Q4'])
})

it('takes nothing else for a quarter', () => {
  expect(['2026-Q4', '2026-Q5', '2026-Q0', '1999-Q1', '2026Q1', 'x2026-Q1'].filter(isQuarter)).toEqual(['2026-Q4'])
})
