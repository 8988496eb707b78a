import { expect, it } from 'vitest'
import { dayAndMonth } from './order-dates.ts'

it('calls September as lists do', () => {
  const now = new Date('2026-11-28T12:00:00Z')
  expect(dayAndMonth('2026-09-09', now)).toBe('9 Sep')
  expect(dayAndMonth('2027-09-09', now)).toBe('9 Sep 27')
})
