import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { instantOf, isTimeZone, localOf, offsetMinutes, ownZone } from './zoned-time.ts'

describe('local time in a zone', () => {
  it.each([
    ['2026-06-01T19:30', 'Europe/Madrid', '2026-06-01T17:30:00.000Z'],
    ['2026-01-01T00:00', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
    ['2026-01-01T00:00', 'Etc/GMT+12', '2026-01-01T12:00:00.000Z'],
    ['2026-07-01T09:15', 'Asia/Kathmandu', '2026-07-01T03:30:00.000Z'],
  ])('%s in %s is %s', (local, zone, instant) => {
    expect(instantOf(local, zone)).toEqual({ instant, occurrence: 'once' })
    expect(localOf(instant, zone)).toBe(local)
  })

  it('is the same by the machine’s own clock as by Intl', () => {
    const [min, max] = [new Date('1900-01-01T00:00Z'), new Date('+012000-01-01T00:00Z')]
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (moment) => {
        // Intl reads a name in any letter case; the quick way is only taken by the machine's own.
        expect(localOf(moment, ownZone())).toBe(localOf(moment, ownZone().toLowerCase()))
      }),
    )
    expect(() => localOf('no moment', ownZone())).toThrow(RangeError)
  })

  it('says that a time skipped by summer time never occurs, and moves it past the jump', () => {
    expect(instantOf('2026-03-29T02:30', 'Europe/Rome')).toEqual({
      instant: '2026-03-29T01:30:00.000Z',
      occurrence: 'never',
    })
    expect(localOf('2026-03-29T01:30:00.000Z', 'Europe/Rome')).toBe('2026-03-29T03:30')
  })

  it('says that a time repeated in autumn occurs twice, and gives the one that is asked for', () => {
    expect(instantOf('2026-10-25T02:30', 'Europe/Rome')).toEqual({
      instant: '2026-10-25T00:30:00.000Z',
      occurrence: 'twice',
    })
    expect(instantOf('2026-10-25T02:30', 'Europe/Rome', 'later').instant).toBe('2026-10-25T01:30:00.000Z')
  })

  it('knows a change of half an hour', () => {
    expect(offsetMinutes(Date.parse('2026-01-15T00:00Z'), 'Australia/Lord_Howe')).toBe(660)
    expect(instantOf('2026-10-04T02:15', 'Australia/Lord_Howe').occurrence).toBe('never')
  })
})

describe('a time zone', () => {
  it('goes by any name that clocks are known by, and by no offset', () => {
    const zones = ['Europe/Rome', 'europe/rome', 'Asia/Calcutta', 'UTC', 'Etc/GMT+5']
    expect(zones.filter((name) => !isTimeZone(name))).toEqual([])
    // PostgreSQL takes an offset too, and counts it the other way round.
    const others = ['', 'Madrid', 'Europe/Atlantis', '+02:00', '-0500', `Europe/${'a'.repeat(60)}`]
    expect(others.filter(isTimeZone)).toEqual([])
  })
})
