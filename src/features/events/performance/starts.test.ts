import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localOf } from '../../../core/zoned-time.ts'
import { clockBy, minutesUntil } from './clock-times.ts'
import { addMonths, dayByKey, weeksOf } from './month-days.ts'
import { addDays, expand, placeStart } from './starts.ts'
import { weekdayOf } from '../../../core/i18n/calendar-labels.ts'

describe('a start', () => {
  it.each([
    ['Pacific/Tongatapu', '2027-01-01', '00:30', '2026-12-31T11:30:00.000Z', '+13:00'],
    ['Pacific/Auckland', '2027-01-15', '20:00', '2027-01-15T07:00:00.000Z', '+13:00'],
    ['Etc/GMT+12', '2026-12-31', '23:30', '2027-01-01T11:30:00.000Z', '-12:00'],
    ['Asia/Kathmandu', '2027-06-01', '19:30', '2027-06-01T13:45:00.000Z', '+05:45'],
    ['Europe/Madrid', '2027-06-01', '21:00', '2027-06-01T19:00:00.000Z', '+02:00'],
    ['UTC', '2027-06-01', '21:00', '2027-06-01T21:00:00.000Z', '+00:00'],
    ['America/St_Johns', '2027-01-15', '20:00', '2027-01-15T23:30:00.000Z', '-03:30'],
    ['Pacific/Chatham', '2027-01-15', '20:00', '2027-01-15T06:15:00.000Z', '+13:45'],
  ])('in %s on %s at %s is one moment', (zone, localDate, localTime, startsAt, offset) => {
    expect(placeStart({ localDate, localTime }, zone)).toEqual({ startsAt, offsets: [offset], problem: null })
    expect(placeStart({ localDate, localTime, offset }, zone).startsAt).toBe(startsAt)
    expect(placeStart({ localDate, localTime, offset: '+01:15' }, zone)).toEqual({
      startsAt: null,
      offsets: [offset],
      problem: 'offset',
    })
  })

  it.each([
    ['Europe/Madrid', '2027-03-28', '02:30'],
    ['Europe/London', '2027-03-28', '01:30'],
    ['Africa/Casablanca', '2026-03-22', '02:30'],
    // Clocks that skip midnight: the day begins at one.
    ['America/Sao_Paulo', '2018-11-04', '00:30'],
    ['America/New_York', '2027-03-14', '02:00'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15'],
    // A whole day that Samoa never had, and with it a start whose time is yet to be announced.
    ['Pacific/Apia', '2011-12-30', '20:00'],
    ['Pacific/Apia', '2011-12-30', null],
  ])('that the clocks of %s skip on %s at %s is none', (zone, localDate, localTime) => {
    expect(placeStart({ localDate, localTime }, zone)).toEqual({ startsAt: null, offsets: [], problem: 'skipped' })
  })

  it.each([
    [
      'Europe/Madrid',
      '2027-10-31',
      '02:30',
      ['2027-10-31T00:30:00.000Z', '2027-10-31T01:30:00.000Z'],
      ['+02:00', '+01:00'],
    ],
    [
      'America/St_Johns',
      '2026-11-01',
      '01:30',
      ['2026-11-01T04:00:00.000Z', '2026-11-01T05:00:00.000Z'],
      ['-02:30', '-03:30'],
    ],
    [
      'Europe/London',
      '2027-10-31',
      '01:30',
      ['2027-10-31T00:30:00.000Z', '2027-10-31T01:30:00.000Z'],
      ['+01:00', '+00:00'],
    ],
    [
      'Africa/Casablanca',
      '2026-02-15',
      '02:30',
      ['2026-02-15T01:30:00.000Z', '2026-02-15T02:30:00.000Z'],
      ['+01:00', '+00:00'],
    ],
    [
      'America/Sao_Paulo',
      '2019-02-16',
      '23:30',
      ['2019-02-17T01:30:00.000Z', '2019-02-17T02:30:00.000Z'],
      ['-02:00', '-03:00'],
    ],
    [
      'Pacific/Apia',
      '2021-04-04',
      '03:30',
      ['2021-04-03T13:30:00.000Z', '2021-04-03T14:30:00.000Z'],
      ['+14:00', '+13:00'],
    ],
    [
      'Pacific/Auckland',
      '2027-04-04',
      '02:30',
      ['2027-04-03T13:30:00.000Z', '2027-04-03T14:30:00.000Z'],
      ['+13:00', '+12:00'],
    ],
  ])('that the clocks of %s show twice on %s at %s asks which', (zone, localDate, localTime, moments, offsets) => {
    expect(placeStart({ localDate, localTime }, zone)).toEqual({ startsAt: null, offsets, problem: 'repeated' })
    expect(offsets.map((offset) => placeStart({ localDate, localTime, offset }, zone).startsAt)).toEqual(moments)
  })

  it('reads the same on the clocks of its zone whatever the zone and the day', () => {
    const zones = [
      'UTC',
      'Pacific/Tongatapu',
      'Etc/GMT+12',
      'Europe/Lisbon',
      'Europe/London',
      'Africa/Casablanca',
      'Pacific/Apia',
      'America/Sao_Paulo',
      'Australia/Lord_Howe',
      'Asia/Tehran',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: 1_439 }),
        (zone, day, minutes) => {
          const start = { localDate: addDays('2000-01-01', day), localTime: clockBy('00:00', minutes) }
          const { startsAt, offsets } = placeStart(start, zone)
          for (const offset of offsets)
            expect(localOf(placeStart({ ...start, offset }, zone).startsAt ?? '', zone)).toBe(
              `${start.localDate}T${start.localTime}`,
            )
          expect(startsAt === null).toBe(offsets.length !== 1)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('a pattern', () => {
  it('makes each time of each of its weekdays, both ends included, without the days left out', () => {
    const starts = expand({
      from: '2026-12-21',
      until: '2026-12-31',
      weekdays: [5, 7],
      times: ['20:00', '16:00', '20:00'],
      except: ['2026-12-25'],
    })
    expect(starts).toEqual([
      { localDate: '2026-12-27', localTime: '16:00' },
      { localDate: '2026-12-27', localTime: '20:00' },
    ])
    expect(
      expand({
        from: '2026-12-25',
        until: '2026-12-25',
        weekdays: [weekdayOf('2026-12-25')],
        times: ['20:00'],
        except: [],
      }),
    ).toHaveLength(1)
  })

  it('stops behind what can be made at once', () => {
    expect(
      expand({
        from: '2027-01-01',
        until: '2029-12-31',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        times: ['10:00', '20:00'],
        except: [],
      }),
    ).toHaveLength(501)
  })
})

describe('a month', () => {
  it('has whole weeks from Monday on', () => {
    expect(weeksOf('2026-02').map((week) => [week[0], week[6]])).toEqual([
      ['2026-01-26', '2026-02-01'],
      ['2026-02-02', '2026-02-08'],
      ['2026-02-09', '2026-02-15'],
      ['2026-02-16', '2026-02-22'],
      ['2026-02-23', '2026-03-01'],
    ])
    expect([
      addMonths('2026-12', 1),
      addMonths('2026-01', -1),
      dayByKey('2027-01-31', 'PageDown'),
      dayByKey('2027-03-31', 'PageUp'),
    ]).toEqual(['2027-01', '2025-12', '2027-02-28', '2027-02-28'])
  })

  it('is gone through by the keys of a grid', () => {
    const from = (key: string) => dayByKey('2026-12-30', key)
    expect(
      ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp', 'a'].map(from),
    ).toEqual([
      '2026-12-31',
      '2026-12-29',
      '2027-01-06',
      '2026-12-23',
      '2026-12-28',
      '2027-01-03',
      '2027-01-30',
      '2026-11-30',
      null,
    ])
    expect(dayByKey('2026-12-30', 'ArrowRight', true)).toBe('2026-12-29')
  })
})

it('counts doors past midnight', () => {
  expect([
    minutesUntil('23:30', '00:30'),
    minutesUntil('19:00', '20:00'),
    clockBy('00:30', -60),
    clockBy('23:30', 60),
  ]).toEqual([60, 60, '23:30', '00:30'])
})
