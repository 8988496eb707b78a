import { describe, expect, it } from 'vitest'
import { formatDayOf, timeAgo } from './formats.ts'

// Nothing has asked for the reader’s zone yet.
process.env['TZ'] = 'America/Los_Angeles'

describe('the day of an instant', () => {
  it('is the reader’s, or that of the zone that is named', () => {
    const terms = '2026-12-31T23:00:00.000Z'
    expect(formatDayOf(terms)).toBe('31 Dec 2026')
    expect(formatDayOf(terms, 'Europe/Madrid')).toBe('1 Jan 2027')
    expect(formatDayOf('2026-11-24T04:00:00.000Z')).toBe('23 Nov 2026')
    expect(formatDayOf('2026-11-24T04:00:00.000Z', null)).toBe('23 Nov 2026')
  })
})

describe('how long ago', () => {
  // A Wednesday, 08:00 in Los Angeles.
  const now = new Date('2026-11-25T16:00:00Z')
  it.each([
    ['2026-11-23T17:00:00Z', '2 days ago'],
    ['2026-11-24T15:59:00Z', 'yesterday'],
    ['2026-11-24T08:00:00Z', 'yesterday'],
    ['2026-11-24T07:59:00Z', '2 days ago'],
    ['2026-11-24T17:00:00Z', '23 hr ago'],
    ['2026-11-26T17:00:00Z', 'tomorrow'],
    ['2026-11-27T15:00:00Z', 'in 2 days'],
    ['2026-11-25T15:58:00Z', '2 min ago'],
    ['2026-11-25T16:00:00Z', 'now'],
    ['2026-11-25T15:59:10Z', 'now'],
  ])('%s is said as %s', (instant, words) => {
    expect(timeAgo(instant, now)).toBe(words)
  })

  it('is said in hours on the day that has 25', () => {
    expect(timeAgo('2026-11-01T07:30:00Z', new Date('2026-11-02T07:45:00Z'))).toBe('24 hr ago')
  })
})
