import { describe, expect, it } from 'vitest'
import { beginningOf, countedDays, daysOf, isPeriod, namedPeriods, periodWords, todayIn } from './relative-dates.ts'

describe('a period', () => {
  it.each([
    ['today', '2026-11-21', '2026-11-22'],
    ['yesterday', '2026-11-20', '2026-11-21'],
    ['tomorrow', '2026-11-22', '2026-11-23'],
    ['thisWeek', '2026-11-16', '2026-11-23'],
    ['lastWeek', '2026-11-09', '2026-11-16'],
    ['nextWeek', '2026-11-23', '2026-11-30'],
    ['thisMonth', '2026-11-01', '2026-12-01'],
    ['lastMonth', '2026-10-01', '2026-11-01'],
    ['nextMonth', '2026-12-01', '2027-01-01'],
    ['last1Days', '2026-11-21', '2026-11-22'],
    ['last7Days', '2026-11-15', '2026-11-22'],
    ['next1Days', '2026-11-21', '2026-11-22'],
    ['next14Days', '2026-11-21', '2026-12-05'],
    ['last366Days', '2025-11-21', '2026-11-22'],
  ])('%s on a Saturday in November is from %s up to %s', (period, from, to) => {
    expect(daysOf(period, '2026-11-21')).toEqual({ from, to })
  })

  it('of a week begins on a Monday, on a Sunday and across a year as well', () => {
    expect(daysOf('thisWeek', '2026-11-22').from).toBe('2026-11-16')
    expect(daysOf('thisWeek', '2026-11-23').from).toBe('2026-11-23')
    expect(daysOf('thisWeek', '2027-01-01')).toEqual({ from: '2026-12-28', to: '2027-01-04' })
  })

  it('of a month begins on its first, whatever day the last one ended on', () => {
    expect(daysOf('nextMonth', '2027-01-31')).toEqual({ from: '2027-02-01', to: '2027-03-01' })
    expect(daysOf('lastMonth', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-03-01' })
  })

  it.each([
    '',
    'Today',
    'someday',
    'next0Days',
    'next367Days',
    'next07Days',
    'next14days',
    'next-1Days',
    'next1.5Days',
    'constructor',
    'toString',
  ])('is not %j', (word) => {
    expect(isPeriod(word)).toBe(false)
    expect(() => daysOf(word, '2026-11-21')).toThrow(RangeError)
  })

  it('reads as words', () => {
    expect([...namedPeriods, 'next14Days', 'last1Days'].map(periodWords)).toEqual([
      'today',
      'yesterday',
      'tomorrow',
      'this week',
      'last week',
      'next week',
      'this month',
      'last month',
      'next month',
      'next 14 days',
      'last 1 day',
    ])
    expect(countedDays('last30Days')).toEqual({ side: 'last', count: 30 })
    expect(countedDays('today')).toBeNull()
  })
})

describe('a day', () => {
  it('is another one at the two ends of the world', () => {
    const now = new Date('2026-11-21T10:30:00Z')
    expect([
      todayIn('Pacific/Kiritimati', now),
      todayIn('Europe/Madrid', now),
      todayIn('Pacific/Pago_Pago', now),
    ]).toEqual(['2026-11-22', '2026-11-21', '2026-11-20'])
  })

  it.each([
    [
      'the clocks go forward in it',
      '2026-03-29',
      'Europe/Madrid',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
      23,
    ],
    [
      'the clocks go back in it',
      '2026-10-25',
      'Europe/Madrid',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      25,
    ],
    [
      'its midnight is skipped',
      '2026-04-24',
      'Africa/Cairo',
      '2026-04-23T22:00:00.000Z',
      '2026-04-24T21:00:00.000Z',
      23,
    ],
    [
      'its midnight occurs twice',
      '2026-10-25',
      'Atlantic/Azores',
      '2026-10-25T00:00:00.000Z',
      '2026-10-26T01:00:00.000Z',
      25,
    ],
  ])('is as long as it is where %s', (_, day, zone, from, to, hours) => {
    const next = daysOf('tomorrow', day).from
    expect([beginningOf(day, zone), beginningOf(next, zone)]).toEqual([from, to])
    expect((Date.parse(to) - Date.parse(from)) / 3_600_000).toBe(hours)
  })
})
