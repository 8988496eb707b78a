import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf, localOf } from '../../core/zoned-time.ts'
import { cities } from './geography.ts'
import { clockText, dateText, ZoneClock } from './zone-clock.ts'

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000
const shown = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())

describe('the clock of a zone', () => {
  const clock = new ZoneClock()

  it.each([
    ['Europe/Madrid', '2026-07-01', 1_230, '2026-07-01T18:30:00.000Z'],
    ['Europe/Madrid', '2026-12-01', 1_230, '2026-12-01T19:30:00.000Z'],
    ['Asia/Kathmandu', '2026-03-10', 540, '2026-03-10T03:15:00.000Z'],
    ['America/St_Johns', '2026-01-15', 600, '2026-01-15T13:30:00.000Z'],
    ['Pacific/Apia', '2026-05-01', 600, '2026-04-30T21:00:00.000Z'],
    ['Pacific/Honolulu', '2026-05-01', 1_200, '2026-05-02T06:00:00.000Z'],
  ])('shows in %s on %s at minute %i what is %s', (zone, date, minutes, instant) => {
    expect(shown(clock.instant(zone, dayOf(date), minutes))).toBe(instant)
  })

  it('skips the hour in which clocks are put forward, and goes on behind it when asked for the next', () => {
    const spring = dayOf('2026-03-29')
    expect(clock.instant('Europe/Madrid', spring, 150)).toBeNull()
    expect(shown(clock.instantOrNext('Europe/Madrid', spring, 150))).toBe('2026-03-29T01:00:00.000Z')
    expect(shown(clock.instant('Europe/Madrid', spring, 119))).toBe('2026-03-29T00:59:00.000Z')
    expect(shown(clock.instant('Europe/Madrid', spring, 180))).toBe('2026-03-29T01:00:00.000Z')
  })

  it('takes the first of the two hours when clocks are put back', () => {
    expect(shown(clock.instant('Europe/Madrid', dayOf('2026-10-25'), 150))).toBe('2026-10-25T00:30:00.000Z')
  })

  it('begins a day late where midnight itself is skipped', () => {
    const day = dayOf('2025-09-07')
    expect(clock.instant('America/Santiago', day, 0)).toBeNull()
    expect(localOf(clock.instantOrNext('America/Santiago', day, 0), 'America/Santiago')).toBe('2025-09-07T01:00')
  })

  it('agrees with the slow way in every city at any time of four years', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...new Set(cities.map(({ zone }) => zone))),
        fc.integer({ min: dayOf('2024-01-01'), max: dayOf('2028-01-01') }),
        fc.integer({ min: 0, max: 1_439 }),
        (zone, day, minutes) => {
          const slow = instantOf(`${dateText(day)}T${clockText(minutes)}`, zone)
          const expected = slow.occurrence === 'never' ? null : slow.instant
          expect(shown(clock.instant(zone, day, minutes))).toBe(expected)
          expect(dateText(clock.dayAt(zone, Date.parse(slow.instant)))).toBe(localOf(slow.instant, zone).slice(0, 10))
        },
      ),
      { numRuns: 400 },
    )
  })
})
