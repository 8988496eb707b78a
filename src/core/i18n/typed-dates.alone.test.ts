import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { formatDate, formatInstant } from './formats.ts'
import { addLanguage, findLanguageBy } from './language.ts'
import { readDate, readInstant, readTime } from './typed-dates.ts'

const today = '2026-11-24'
addLanguage('es', {})
afterEach(() => findLanguageBy(() => 'en'))

describe('a day', () => {
  it.each([
    ['24 Nov 2026', '2026-11-24'],
    ['24 nov 26', '2026-11-24'],
    ['24nov', '2026-11-24'],
    ['24th of November', '2026-11-24'],
    ['November 24, 2026', '2026-11-24'],
    ['Tue 24 Nov 2026', '2026-11-24'],
    ['1 Sept 2026', '2026-09-01'],
    ['9/10/2025', '2025-10-09'],
    ['24.11.', '2026-11-24'],
    ['24-11-2026', '2026-11-24'],
    ['2026-11-24', '2026-11-24'],
    ['2026/1/5', '2026-01-05'],
    ['24112026', '2026-11-24'],
    ['20261124', '2026-11-24'],
    ['241126', '2026-11-24'],
    ['5', '2026-11-05'],
    ['5 jan', '2027-01-05'],
    ['5 may', '2026-05-05'],
    ['today', '2026-11-24'],
    ['Tomorrow', '2026-11-25'],
    ['fri', '2026-11-27'],
    ['tuesday', '2026-11-24'],
    ['mon', '2026-11-30'],
    ['+3', '2026-11-27'],
    ['-1w', '2026-11-17'],
    ['+3m', '2027-02-24'],
    ['29 feb 2028', '2028-02-29'],
  ])('is read from %s', (typed, day) => {
    expect(readDate(typed, today)).toBe(day)
  })
  it.each(['', 'x', '31 Jun', '29 Feb 2027', '24 Nov 202', '13/13/2026', '2026', 'Ju 4', 'Nov', '24 Nov 2026 19', '0'])(
    'is not read from "%s"',
    (typed) => {
      expect(readDate(typed, today)).toBeNull()
    },
  )
  it('adds months to the last day of a short one', () => {
    expect(readDate('+1m', '2026-01-31')).toBe('2026-02-28')
  })
  it.each([
    ['24 nov 2026', '2026-11-24'],
    ['24 de noviembre de 2026', '2026-11-24'],
    ['1 ene', '2027-01-01'],
    ['mañana', '2026-11-25'],
    ['miércoles', '2026-11-25'],
    ['6 January 2027', '2027-01-06'],
  ])('is read in Spanish from %s', (typed, day) => {
    findLanguageBy(() => 'es')
    expect(readDate(typed, today)).toBe(day)
  })
})

describe('a time', () => {
  it.each([
    ['19:30', '19:30'],
    ['7', '07:00'],
    ['930', '09:30'],
    ['1930', '19:30'],
    ['19.30', '19:30'],
    ['19h30', '19:30'],
    ['19h', '19:00'],
    ['7pm', '19:00'],
    ['7:30 p.m.', '19:30'],
    ['12am', '00:00'],
    ['noon', '12:00'],
  ])('is read from %s', (typed, time) => {
    expect(readTime(typed)).toBe(time)
  })
  it.each(['', '24:00', '19:60', '13pm', '0am', 'soon', '19:3'])('is not read from "%s"', (typed) => {
    expect(readTime(typed)).toBeNull()
  })
})

/** On the clocks of UTC, to the minute. */
function readLocal(text: string, before: string | null): string | null {
  return readInstant(text, 'UTC', today, before)?.slice(0, 16) ?? null
}

describe('a day with a time', () => {
  it.each([
    ['24 Nov 2026, 19:30', '2026-11-24T19:30'],
    ['2026-11-24T19:30', '2026-11-24T19:30'],
    ['2026-11-24 1930', '2026-11-24T19:30'],
    ['tomorrow 7 pm', '2026-11-25T19:00'],
    ['fri at noon', '2026-11-27T12:00'],
    ['24 nov 2026 19', '2026-11-24T19:00'],
    ['24/11 19.30', '2026-11-24T19:30'],
    ['1 dec', '2026-12-01T00:00'],
    ['19:30', '2026-11-24T19:30'],
  ])('is read from %s', (typed, local) => {
    expect(readLocal(typed, null)).toBe(local)
  })
  it('keeps the half that is not typed', () => {
    expect(readLocal('1 dec', '2026-06-01T19:30:00Z')).toBe('2026-12-01T19:30')
    expect(readLocal('9:15', '2026-06-01T19:30:00Z')).toBe('2026-06-01T09:15')
  })
  it.each(['', 'x', '24 Nov 2026, 25:00', '31 Jun 19:30', '24 Nov, x'])('is not read from "%s"', (typed) => {
    expect(readLocal(typed, null)).toBeNull()
  })
})

describe('a moment', () => {
  const read = (typed: string) => readInstant(typed, 'Europe/Madrid', today, null)
  it.each([
    ['24 Nov 2026, 19:30', '2026-11-24T18:30:00.000Z'],
    ['24 Nov 2026, 19:30 CET', '2026-11-24T18:30:00.000Z'],
    ['24 Nov 2026, 19:30 UTC', '2026-11-24T19:30:00.000Z'],
    ['2026-11-24T19:30:00Z', '2026-11-24T19:30:00.000Z'],
    ['2026-11-24T19:30+09:00', '2026-11-24T10:30:00.000Z'],
    ['24 Nov 2026, 7:30 PM', '2026-11-24T18:30:00.000Z'],
  ])('is read from %s', (typed, instant) => {
    expect(read(typed)).toBe(instant)
  })
  it('is not read in the time of a zone that is not the field’s', () => {
    expect(read('24 Nov 2026, 19:30 PST')).toBeNull()
    expect(read('2026-13-24T19:30:00Z')).toBeNull()
  })
})

it.each(['en', 'es'] as const)('what is shown in %s is read again as what it was', (spoken) => {
  findLanguageBy(() => spoken)
  const day = fc.date({
    min: new Date('1901-01-01T00:00:00Z'),
    max: new Date('2199-12-31T23:59:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(day, fc.constantFrom('UTC', 'Europe/Madrid', 'Asia/Kolkata'), (moment, zone) => {
      const instant = new Date(Math.floor(moment.getTime() / 60_000) * 60_000).toISOString()
      expect(readDate(formatDate(instant.slice(0, 10)), today)).toBe(instant.slice(0, 10))
      const read = readInstant(formatInstant(instant, zone), zone, today, null)
      expect(read && formatInstant(read, zone)).toBe(formatInstant(instant, zone))
    }),
  )
})
