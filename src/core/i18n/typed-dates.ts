import type { LocalDateTime } from '../zoned-time.ts'
import { instantOf, localOf } from '../zoned-time.ts'
import { relativeTime, zoneName } from './formats.ts'
import { locale } from './language.ts'

/** Letter case, accents and dots make no difference. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

interface CalendarWords {
  /** January first, each with its long and short name. */
  readonly months: readonly (readonly string[])[]
  /** Monday first. */
  readonly weekdays: readonly (readonly string[])[]
  /** Names of days near today, with how far off they are. */
  readonly near: ReadonlyMap<string, number>
}

const known = new Map<string, CalendarWords>()

/** The names of the language that is spoken and the English ones: copied dates are often English. */
function calendarWords(): CalendarWords {
  const spoken = locale()
  const found = known.get(spoken)
  if (found) return found
  const names = (options: Intl.DateTimeFormatOptions, at: Date) =>
    [...new Set([spoken, 'en-GB'])].map((language) =>
      fold(new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(at)).replaceAll('.', ''),
    )
  const each = (count: number, day: (n: number) => Date, long: Intl.DateTimeFormatOptions, short: typeof long) =>
    Array.from({ length: count }, (_, n) => [...names(long, day(n)), ...names(short, day(n))])
  const words: CalendarWords = {
    months: each(12, (n) => new Date(Date.UTC(2024, n, 1)), { month: 'long' }, { month: 'short' }),
    // 1 January 2024 was a Monday.
    weekdays: each(7, (n) => new Date(Date.UTC(2024, 0, n + 1)), { weekday: 'long' }, { weekday: 'short' }),
    near: new Map([
      ...[0, 1, -1].map((days) => [fold(relativeTime(days, 'day')), days] as const),
      ['today', 0],
      ['tomorrow', 1],
      ['yesterday', -1],
    ]),
  }
  known.set(spoken, words)
  return words
}

/** Where a word of at least three letters begins just one of the names. */
function placeIn(names: readonly (readonly string[])[], word: string): number | null {
  if (!/^[a-z]{3,}$/.test(word)) return null
  const found = names.flatMap((each, n) => (each.some((name) => name.startsWith(word)) ? [n] : []))
  return found.length === 1 ? (found[0] ?? null) : null
}

function dateOf(year: number, month: number, day: number): string | null {
  if (year < 1 || year > 9999) return null
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year, month - 1, day)
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : null
}

/** A day some days after another. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The year that a day and month without one belong to: this one, or the next where this year's is long past. */
function nearestYear(month: number, today: string): number {
  const [year, now] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  return now - month > 6 ? year + 1 : year
}

function fullYear(text: string): number | null {
  return text.length === 4 ? Number(text) : text.length <= 2 ? 2000 + Number(text) : null
}

function dayMonthYear(day: string, month: number, year: string | undefined, today: string): string | null {
  const of = year === undefined ? nearestYear(month, today) : fullYear(year)
  return of === null || day.length > 2 ? null : dateOf(of, month, Number(day))
}

/** `24112026`, `241126`, `2411` and `20261124`. */
function ofDigits(digits: string, today: string): string | null {
  if (digits.length === 8) {
    const day = dayMonthYear(digits.slice(0, 2), Number(digits.slice(2, 4)), digits.slice(4), today)
    return /^(19|20|21)/.test(digits)
      ? (dateOf(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6))) ?? day)
      : day
  }
  if (digits.length === 6 || digits.length === 4)
    return dayMonthYear(digits.slice(0, 2), Number(digits.slice(2, 4)), digits.slice(4) || undefined, today)
  if (digits.length > 2) return null
  return dateOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)), Number(digits))
}

/** `+3`, `+2w`, `-1m`: from today, in days, weeks, months or years. */
function ofDistance(text: string, today: string): string | null {
  const [, sign, count, unit] = /^([+-]) ?(\d{1,4}) ?([dwmy]?)$/.exec(text) ?? []
  if (count === undefined) return null
  const n = Number(`${sign}${count}`)
  if (unit !== 'm' && unit !== 'y') return daysAfter(today, n * (unit === 'w' ? 7 : 1))
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const months = year * 12 + month - 1 + n * (unit === 'y' ? 12 : 1)
  const last = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate()
  return dateOf(Math.floor(months / 12), (months % 12) + 1, Math.min(day, last))
}

/**
 * Reads a day as people type it: `24 Nov 2026`, `24/11`, `24.11.26`, `2026-11-24`, `Nov 24`, `241126`, `tomorrow`,
 * `fri`, `+2w`. The day comes before the month, as everywhere in the console. Null for what is no day.
 */
export function readDate(text: string, today: string): string | null {
  const { months, weekdays, near } = calendarWords()
  const typed = fold(text)
  const distance = near.get(typed)
  if (distance !== undefined) return daysAfter(today, distance)
  const counted = ofDistance(typed, today)
  if (counted) return counted
  if (/^\d+$/.test(typed)) return ofDigits(typed, today)

  let words = typed
    .replaceAll(/(\d)(st|nd|rd|th|º|ª)(?![a-z])/g, '$1')
    .replaceAll(/(\d)(?=[a-z])|([a-z])(?=\d)/g, '$& ')
    .split(/[\s.,/-]+/)
    .filter((word) => word !== '' && !['de', 'del', 'of', 'the'].includes(word))
  const weekday = placeIn(weekdays, words[0] ?? '')
  if (weekday !== null && words.length === 1) {
    const now = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
    return daysAfter(today, (weekday - now + 7) % 7)
  }
  if (weekday !== null && placeIn(months, words[0] ?? '') === null) words = words.slice(1)
  else if (weekday !== null && words.length > 3) words = words.slice(1)

  const [one = '', two = '', three, ...more] = words
  const isNumber = (word: string | undefined) => word === undefined || /^\d{1,4}$/.test(word)
  if (more.length > 0 || !isNumber(three)) return null
  if (isNumber(one) && isNumber(two)) {
    if (one.length === 4) return three === undefined ? null : dateOf(Number(one), Number(two), Number(three))
    return dayMonthYear(one, Number(two), three, today)
  }
  const [day, name] = isNumber(one) ? [one, two] : [two, one]
  const month = placeIn(months, name)
  return month === null || !isNumber(day) || day === '' ? null : dayMonthYear(day, month + 1, three, today)
}

const noons: ReadonlyMap<string, string> = new Map([
  ['noon', '12:00'],
  ['midday', '12:00'],
  ['mediodia', '12:00'],
  ['midnight', '00:00'],
  ['medianoche', '00:00'],
])

/** Reads a time of day: `19:30`, `1930`, `19.30`, `19h30`, `7`, `7 pm`, `7:30pm`, `noon`. Null for what is none. */
export function readTime(text: string): string | null {
  const typed = fold(text)
  const named = noons.get(typed)
  if (named) return named
  const found =
    /^(?<hour>\d{1,2})(?:[:.h ](?<minute>\d{2}))? ?h?(?: ?(?<half>[ap])\.? ?m\.?)?$/.exec(typed) ??
    /^(?<hour>\d{1,2})(?<minute>\d{2})(?: ?(?<half>[ap])\.? ?m\.?)?$/.exec(typed)
  const { hour, minute = '00', half } = found?.groups ?? {}
  if (hour === undefined) return null
  const isTwelve = half !== undefined
  const n = isTwelve ? (Number(hour) % 12) + (half === 'p' ? 12 : 0) : Number(hour)
  if (n > 23 || Number(minute) > 59 || (isTwelve && (Number(hour) < 1 || Number(hour) > 12))) return null
  return `${String(n).padStart(2, '0')}:${minute}`
}

/**
 * Reads a day with a time, in any of their forms. A day alone keeps the time of `before`, or is its midnight; a time
 * alone keeps the day of `before`, or is today's.
 */
function readLocal(text: string, today: string, before: LocalDateTime | null): LocalDateTime | null {
  const typed = fold(text)
  const joined = (date: string | null, time: string | null) => (date && time ? `${date}T${time}` : null)
  const marked = /[:]|\d ?[ap]\.? ?m\b|\dh|noon|midnight|mediodia|medianoche/.test(typed)
  const alone = () => joined(readDate(typed, today), before?.slice(11, 16) ?? '00:00')
  const split = () => {
    // The time is the shortest ending that is one: `24 nov 7 pm`, `24 nov 2026, 19:30`.
    for (const { index, 0: gap } of [
      ...typed.matchAll(/(?:[\s,]+(?:at|a las)[\s]+|[\s,]+|(?<=\d)t(?=\d))/g),
    ].reverse()) {
      const both = joined(readDate(typed.slice(0, index), today), readTime(typed.slice(index + gap.length)))
      if (both) return both
    }
    return null
  }
  const clock = () => joined(before?.slice(0, 10) ?? today, readTime(typed))
  return marked ? (split() ?? clock()) : (alone() ?? split() ?? clock())
}

/** Reads a moment on a zone's local time. What names UTC, another offset or the zone itself is read as that. */
export function readInstant(text: string, zone: string, today: string, before: string | null): string | null {
  const typed = text.trim()
  if (/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(typed)) {
    const moment = new Date(typed)
    return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
  }
  const [, plain = typed, suffix] = /^(.*\d.*?)\s+([A-Z]{3,5}|GMT[+-]\d+)$/.exec(typed) ?? []
  const isClock = suffix === 'AM' || suffix === 'PM'
  const read = (words: string, where: string) => {
    const local = readLocal(words, today, before && localOf(before, where))
    return local && instantOf(local, where).instant
  }
  if (suffix === undefined || isClock) return read(typed, zone)
  const own = read(plain, zone)
  if (own && zoneName(own, zone) === suffix) return own
  return suffix === 'UTC' || suffix === 'GMT' ? read(plain, 'UTC') : read(typed, zone)
}
