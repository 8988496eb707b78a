import { describe, expect, it } from 'vitest'
import { durationWords, lasted } from './durations.ts'

describe('a duration', () => {
  it.each([
    [340, '340 ms'],
    [4_230, '4.2 s'],
    [59_000, '59 s'],
    [71_400, '1 min 11 s'],
    [900_000, '15 min'],
    [21_600_000, '6 h'],
    [7_500_000, '2 h 5 min'],
  ])('of %i ms is %s', (milliseconds, words) => expect(durationWords(milliseconds)).toBe(words))

  it('lasts until now where it has no end, and is nothing before its start', () => {
    const now = new Date('2026-11-20T10:00:10Z')
    expect(lasted('2026-11-20T10:00:00Z', null, now)).toBe(10_000)
    expect(lasted(null, null, now)).toBeNull()
    expect(lasted('2026-11-20T10:00:00Z', '2026-11-20T10:00:02Z', now)).toBe(2_000)
  })
})
