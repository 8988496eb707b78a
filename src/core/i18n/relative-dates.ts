import { msg, t } from './language.ts'
import { instantOf, localOf } from '../zoned-time.ts'

/** A stretch of whole days: from the first up to, and without, `to`. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** The most days that a period can have. */
export const maxDays = 366

const dayLength = 86_400_000

/** A calendar day some days later, or earlier. */
function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)
}

/** The Monday of the week that lies `weeks` after a day's (ISO 8601). */
function mondayOf(day: string, weeks: number): string {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return shifted(day, weeks * 7 - sinceMonday)
}

/** The first of the month that lies `months` after a day's. */
function firstOf(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

const one =
  (offset: number) =>
  (today: string): Days => ({ from: shifted(today, offset), to: shifted(today, offset + 1) })
const week =
  (offset: number) =>
  (today: string): Days => ({ from: mondayOf(today, offset), to: mondayOf(today, offset + 1) })
const month =
  (offset: number) =>
  (today: string): Days => ({ from: firstOf(today, offset), to: firstOf(today, offset + 1) })

const named = {
  today: one(0),
  yesterday: one(-1),
  tomorrow: one(1),
  thisWeek: week(0),
  lastWeek: week(-1),
  nextWeek: week(1),
  thisMonth: month(0),
  lastMonth: month(-1),
  nextMonth: month(1),
} as const

/** The periods that have a name; besides there are `last<N>Days` and `next<N>Days`. */
export const namedPeriods = Object.keys(named) as readonly (keyof typeof named)[]

/** `next14Days` taken apart; null for a period with a name and for anything else. */
export function countedDays(period: string): { readonly side: 'last' | 'next'; readonly count: number } | null {
  const [, side, digits] = /^(last|next)([1-9][0-9]{0,2})Days$/.exec(period) ?? []
  const count = Number(digits)
  return side === undefined || count > maxDays ? null : { side: side as 'last' | 'next', count }
}

export function isPeriod(word: unknown): word is string {
  return typeof word === 'string' && (Object.hasOwn(named, word) || countedDays(word) !== null)
}

/**
 * The days of a period, counted from today. The last and the next N days both include today.
 *
 * @throws RangeError for a word that is not a period
 */
export function daysOf(period: string, today: string): Days {
  if (Object.hasOwn(named, period)) return named[period as keyof typeof named](today)
  const counted = countedDays(period)
  if (!counted) throw new RangeError(`${period} is no period`)
  const { side, count } = counted
  return side === 'next'
    ? { from: today, to: shifted(today, count) }
    : { from: shifted(today, 1 - count), to: shifted(today, 1) }
}

/** The calendar day in a zone, now by default. */
export function todayIn(zone: string, now: Date = new Date()): string {
  return localOf(now, zone).slice(0, 10)
}

/** The moment at which a day begins in a zone: midnight, or the first minute after a midnight that is skipped. */
export function beginningOf(day: string, zone: string): string {
  return instantOf(`${day}T00:00`, zone).instant
}

const words: Readonly<Record<keyof typeof named, string>> = {
  today: msg('today'),
  yesterday: msg('yesterday'),
  tomorrow: msg('tomorrow'),
  thisWeek: msg('this week'),
  lastWeek: msg('last week'),
  nextWeek: msg('next week'),
  thisMonth: msg('this month'),
  lastMonth: msg('last month'),
  nextMonth: msg('next month'),
}

/** A period in words: `next 14 days`. */
export function periodWords(period: string): string {
  const counted = countedDays(period)
  if (!counted) return Object.hasOwn(words, period) ? t(words[period as keyof typeof words]) : period
  const { side, count: n } = counted
  return side === 'next'
    ? t('next {n} {n, plural, one {day} other {days}}', { n })
    : t('last {n} {n, plural, one {day} other {days}}', { n })
}
