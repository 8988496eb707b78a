import { describe, expect, it } from 'vitest'
import { agoWords } from './moments.ts'

// Nothing has asked for the reader’s zone yet.
process.env['TZ'] = 'America/Los_Angeles'

describe('when something was', () => {
  // A Wednesday, 08:00 in Los Angeles.
  const now = Date.parse('2026-11-25T16:00:00Z')
  it.each([
    ['2026-11-24T17:00:00Z', '23 hours ago'],
    ['2026-11-24T15:00:00Z', 'yesterday'],
    ['2026-11-23T17:00:00Z', '2 days ago'],
    // Thirteen days: not in the week before this one.
    ['2026-11-12T16:00:00Z', '1 week ago'],
    ['2026-09-30T16:00:00Z', '1 month ago'],
    ['2024-12-01T16:00:00Z', '1 year ago'],
  ])('%s is said as %s', (at, words) => {
    expect(agoWords(at, now)).toBe(words)
  })
})
