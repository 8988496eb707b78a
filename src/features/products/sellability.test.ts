import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { instantOf } from '../../core/zoned-time.ts'
import type { Sellable, SupplierDay } from './sellability.ts'
import { clockOfDay, dayOf, daysOfMonth, dayStates, monthAfter, weekdayOf } from './sellability.ts'
import { causeWords } from './sellability-labels.ts'

const now = Date.parse('2026-06-10T10:00:00Z')
const option: Sellable = {
  status: 'live',
  suspendedBecause: null,
  isActive: true,
  timeZone: 'Europe/Rome',
  startTimes: ['15:00', '09:30'],
  cutoffAmount: 2,
  cutoffUnit: 'hour',
  openingRules: [],
  openingExceptions: [],
}
function told(date: string, changes: Partial<SupplierDay> = {}): SupplierDay {
  return { date, status: 'AVAILABLE', vacancies: 7, capacity: 20, checkedAt: '2026-06-10T09:00:00.000Z', ...changes }
}
function seen(date: string, changes: Partial<Sellable> = {}, supplier: SupplierDay | null = told(date), at = now) {
  const day = dayOf({ ...option, ...changes }, date, supplier, at)
  return [day.state, causeWords(day, 'Europe/Rome')]
}

describe('a day', () => {
  it('is open while the supplier has places', () => {
    expect(dayOf(option, '2026-06-12', told('2026-06-12'), now)).toMatchObject({
      state: 'open',
      vacancies: 7,
      times: ['09:30', '15:00'],
    })
    expect(seen('2026-06-12')).toEqual(['open', '7 places are left.'])
    expect(seen('2026-06-12', {}, told('2026-06-12', { status: 'FREESALE', vacancies: null }))).toEqual([
      'open',
      'Freesale: the supplier takes every booking.',
    ])
  })

  it('is sold out where none is left, by word or by number', () => {
    expect(seen('2026-06-12', {}, told('2026-06-12', { status: 'SOLD_OUT', vacancies: 0 }))).toEqual([
      'sold_out',
      'The supplier has no places left.',
    ])
    expect(seen('2026-06-12', {}, told('2026-06-12', { status: 'LIMITED', vacancies: 0 }))[0]).toBe('sold_out')
  })

  it('is stale where the supplier was asked long ago, or never', () => {
    expect(seen('2026-06-12', {}, told('2026-06-12', { checkedAt: '2026-06-09T09:59:00.000Z' }))).toEqual([
      'stale',
      expect.stringMatching(/^Availability is out of date. The supplier was last asked .*9 Jun 2026/),
    ])
    expect(seen('2026-06-12', {}, null)).toEqual(['stale', 'No data from the supplier for this day.'])
  })

  it('is closed by the seasons and weekdays of its rules, and by exceptions with their cause', () => {
    const rule = {
      from: '2026-06-01',
      until: '2026-06-30',
      weekdays: ['fri', 'sat'] as const,
      opens: null,
      closes: null,
    }
    const rules = { openingRules: [rule] }
    expect(seen('2026-06-12', rules)[0]).toBe('open')
    expect(seen('2026-06-14', rules)).toEqual(['closed', 'It does not take place on this day of the week.'])
    expect(seen('2026-07-03', rules)).toEqual(['closed', 'No opening rule covers this day.'])
    const exceptions = [
      { from: '2026-06-14', until: null, kind: 'open', cause: null },
      { from: '2026-06-19', until: '2026-06-20', kind: 'closed', cause: 'Strike' },
      { from: '2026-06-20', until: null, kind: 'blackout', cause: 'Held for a group' },
    ] as const
    const days = ['2026-06-14', '2026-06-19', '2026-06-20'].map((date) =>
      seen(date, { ...rules, openingExceptions: exceptions }),
    )
    expect(days).toEqual([
      ['open', '7 places are left.'],
      ['closed', 'Strike'],
      ['blackout', 'Held for a group'],
    ])
  })

  it('is closed once the last start is nearer than the cut-off, in local time', () => {
    const last = Date.parse('2026-06-10T11:00:00.000Z')
    expect([last, last + 1].map((moment) => seen('2026-06-10', {}, told('2026-06-10'), moment)[0])).toEqual([
      'open',
      'closed',
    ])
    expect([
      seen('2026-06-10')[0],
      seen('2026-06-10', {}, told('2026-06-10'), Date.parse('2026-06-10T11:01:00Z')),
    ]).toEqual(['open', ['closed', 'The cut-off has passed.']])
    expect(seen('2026-06-12', { cutoffAmount: 3, cutoffUnit: 'day' })).toEqual(['closed', 'The cut-off has passed.'])
  })

  it('is closed by what is decided of the whole product before anything else', () => {
    expect(seen('2026-06-12', { status: 'suspended', suspendedBecause: 'quality' })).toEqual([
      'closed',
      'The product is suspended: Quality.',
    ])
    expect(seen('2026-06-12', { status: 'retired' })).toEqual(['closed', 'The product is retired.'])
    expect(seen('2026-06-12', { isActive: false })).toEqual(['closed', 'This option is not active.'])
    expect(seen('2026-06-09')).toEqual(['closed', 'The day is over.'])
  })

  it('has one state and a cause in words, whatever is said of it', () => {
    const date = fc
      .integer({ min: 1, max: 60 })
      .map((day) => new Date(Date.UTC(2026, 5, day)).toISOString().slice(0, 10))
    const supplier = fc.option(
      fc.record({
        status: fc.constantFrom('AVAILABLE', 'FREESALE', 'SOLD_OUT', 'LIMITED', 'CLOSED'),
        vacancies: fc.option(fc.nat(30)),
        capacity: fc.constant(null),
        checkedAt: fc.integer({ min: 0, max: 100 }).map((hours) => new Date(now - hours * 3_600_000).toISOString()),
      }),
    )
    const exception = fc.record({
      from: date,
      until: fc.option(date),
      kind: fc.constantFrom('open', 'closed', 'blackout'),
      cause: fc.option(fc.constant('A cause')),
    })
    fc.assert(
      fc.property(
        date,
        supplier,
        fc.array(exception, { maxLength: 4 }),
        fc.boolean(),
        (day, told, openingExceptions, isActive) => {
          const found = dayOf(
            { ...option, isActive, openingExceptions },
            day,
            told === null ? null : { ...told, date: day },
            now,
          )
          expect(dayStates).toContain(found.state)
          expect(causeWords(found, 'Europe/Rome').length).toBeGreaterThan(4)
          if (found.state === 'open') expect([isActive, told !== null && told.vacancies !== 0]).toEqual([true, true])
          if (
            openingExceptions.some(
              ({ kind, from, until }) => kind === 'blackout' && from <= day && day <= (until ?? from),
            )
          )
            expect(['blackout', 'closed']).toContain(found.state)
        },
      ),
    )
  })
})

describe('the clock of a day', () => {
  it('is asked a few times, however many start times there are', () => {
    const startTimes = Array.from({ length: 96 }, (_, at) => new Date(at * 900_000).toISOString().slice(11, 16))
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    expect(dayOf({ ...option, startTimes }, '2026-06-12', told('2026-06-12'), now).times).toHaveLength(96)
    expect(asked.mock.calls.length).toBeLessThan(4)
    asked.mockRestore()
  })

  it('says what the zone says of every moment, also around days that skip or repeat an hour', () => {
    const days = [
      '2027-03-26',
      '2027-03-27',
      '2027-03-28',
      '2027-03-29',
      '2027-04-30',
      '2027-10-30',
      '2027-10-31',
      '2027-11-01',
    ]
    for (const zone of ['Europe/Rome', 'Africa/Cairo', 'Asia/Tokyo'])
      for (const day of days) {
        const clock = clockOfDay(day, zone)
        for (const time of ['00:00', '00:30', '02:30', '12:00', '23:59'])
          expect(new Date(clock.at(time)).toISOString(), `${zone} ${day} ${time}`).toBe(
            instantOf(`${day}T${time}`, zone).instant,
          )
      }
  })
})

describe('months', () => {
  it('have the days of the calendar, also in leap years and across the year', () => {
    expect([
      daysOfMonth('2028-02').length,
      daysOfMonth('2026-02').at(-1),
      monthAfter('2026-12', 1),
      monthAfter('2026-01', -1),
    ]).toEqual([29, '2026-02-28', '2027-01', '2025-12'])
    expect([weekdayOf('2026-06-08'), weekdayOf('2026-06-14')]).toEqual(['mon', 'sun'])
  })
})
