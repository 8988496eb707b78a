import { locale } from './language.ts'
import { localOf, ownZone } from '../zoned-time.ts'

type Format =
  | Intl.NumberFormat
  | Intl.DateTimeFormat
  | Intl.ListFormat
  | Intl.RelativeTimeFormat
  | Intl.DisplayNames
  | Intl.Collator

const known = new Map<string, Map<string, Format>>()

/** Making a format takes a hundred times as long as using one, so each is made once for each locale. */
export function format<F extends Format>(key: string, make: (locale: string) => F): F {
  const spoken = locale()
  const formats = known.get(spoken) ?? new Map<string, Format>()
  known.set(spoken, formats)
  const found = formats.get(key)
  if (found) return found as F
  const made = make(spoken)
  formats.set(key, made)
  return made
}

/** ISO 4217's exceptions from two digits. Intl is not asked: its tables follow habits of use and differ for some. */
const exponents: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ...'CLF UYW'.split(' ').map((code) => [code, 4]),
])

/** Digits after the point of a currency's minor unit: 2 for EUR, 0 for JPY, 3 for KWD (ISO 4217). */
export function exponentOf(currency: string): number {
  return exponents[currency] ?? 2
}

/** `€1,250.00`, `US$12.50`, `CHF 9.00`: from minor units, with the sign that people know. */
export function formatMoney(amount: number, currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return String(amount)
  const digits = { minimumFractionDigits: exponentOf(currency), maximumFractionDigits: exponentOf(currency) }
  return format(
    `amount ${currency}`,
    (spoken) => new Intl.NumberFormat(spoken, { style: 'currency', currency, ...digits }),
  )
    .format(amount / 10 ** exponentOf(currency))
    .replaceAll('\u00a0', ' ')
}

export function formatNumber(value: number, digits?: number, least = 0): string {
  return format(
    `number ${digits ?? ''} ${least}`,
    (spoken) =>
      new Intl.NumberFormat(
        spoken,
        digits === undefined ? {} : { minimumFractionDigits: least, maximumFractionDigits: digits },
      ),
  ).format(value)
}

/** The separators between the digits of a number as it is typed: `,` and `.` in English, `.` and `,` in Spanish. */
export function numberMarks(): { readonly thousandSeparator: string; readonly decimalSeparator: string } {
  const decimalSeparator = formatNumber(0.5, 1).charAt(1)
  return { decimalSeparator, thousandSeparator: decimalSeparator === ',' ? '.' : ',' }
}

/**
 * `12.5%` from basis points, `12,5 %` in Spanish. What was counted or measured has no more precision than its whole part:
 * `67%`, never `66.67%`; `<1%` and `99%` where a whole `0%` or `100%` would not be true.
 */
export function formatPercent(basisPoints: number, is: 'set' | 'measured' = 'set'): string {
  const write = (share: number, digits: number) =>
    format(
      `percent ${digits}`,
      (spoken) => new Intl.NumberFormat(spoken, { style: 'percent', maximumFractionDigits: digits }),
    )
      .format(share)
      .replaceAll('\u00a0', ' ')
  if (is === 'set') return write(basisPoints / 10_000, 2)
  if (basisPoints > 0 && basisPoints < 100) return `<${write(0.01, 0)}`
  const whole = Math.round(basisPoints / 100)
  return write((whole === 100 && basisPoints < 10_000 ? 99 : whole) / 100, 0)
}

/** What follows the digits of a percentage as it is typed: `%`, and ` %` in Spanish. */
export function percentMark(): string {
  return formatPercent(100).slice(1)
}

/** `1 Jun 2026` and `1 Sep 2026`, in any zone the reader is in. */
export function formatDate(date: string): string {
  return formatDay(date, 'numeric')
}

/** `1 Jun` and `1 Sep`; with `2-digit`, `1 Jun 26`. */
export function formatDay(date: string, year?: 'numeric' | '2-digit'): string {
  const day = format(
    `day ${year}`,
    (spoken) => new Intl.DateTimeFormat(spoken, { day: 'numeric', month: 'short', year, timeZone: 'UTC' }),
  )
  return day.format(new Date(`${date}T00:00:00Z`)).replace('Sept', 'Sep')
}

/** `1 Jun 2026, 19:30` in a zone's local time; the reader's own where none is given. */
export function formatInstant(instant: string, zone?: string | null): string {
  const local = localOf(instant, zone ?? ownZone())
  return `${formatDate(local.slice(0, 10))}, ${local.slice(11)}`
}

/** `1 Jun 2026`: the day of an instant in a zone; the reader's own where none is given. */
export function formatDayOf(instant: string, zone?: string | null): string {
  return formatDate(localOf(instant, zone ?? ownZone()).slice(0, 10))
}

/** As short as it is still clear: `19:30` today, `1 Jun` this year, `1 Jun 2025` before and after. */
export function formatBriefly(instant: string, zone?: string | null, now: Date = new Date()): string {
  const [then, here] = [instant, now.toISOString()].map((moment) => localOf(moment, zone ?? ownZone()))
  if (!then || !here) return ''
  if (then.slice(0, 10) === here.slice(0, 10)) return then.slice(11)
  if (then.slice(0, 4) !== here.slice(0, 4)) return formatDate(then.slice(0, 10))
  return formatDay(then.slice(0, 10))
}

/** `CEST` or `GMT+9`: what a zone calls itself at a moment. */
export function zoneName(instant: string, zone: string): string {
  const named = format(
    `zone ${zone}`,
    (spoken) => new Intl.DateTimeFormat(spoken, { timeZone: zone, timeZoneName: 'short' }),
  )
  return named.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** `Rome, Paris and Oslo`. */
export function listOf(words: readonly string[]): string {
  return format('list', (spoken) => new Intl.ListFormat(spoken, { type: 'conjunction' })).format(words)
}

/** `Rome, Paris or Oslo`. */
export function eitherOf(words: readonly string[]): string {
  return format('either', (spoken) => new Intl.ListFormat(spoken, { type: 'disjunction' })).format(words)
}

/**
 * `3 days ago`, `yesterday`; `in 2 hours` of a positive amount. `auto` says `yesterday` and `last week`, which are parts
 * of the calendar: an amount that was counted in hours needs `always`.
 */
export function relativeTime(amount: number, unit: Intl.RelativeTimeFormatUnit, numeric: 'auto' | 'always' = 'auto') {
  const written = format(`relative ${numeric}`, (spoken) => new Intl.RelativeTimeFormat(spoken, { numeric }))
  return written.format(amount, unit)
}

/** How many calendar days an instant is after another, on the reader's clock: -1 of yesterday. */
export function daysFrom(now: Date | number, instant: string): number {
  const [then = 0, today = 0] = [instant, now].map((at) => Date.parse(localOf(at, ownZone()).slice(0, 10)))
  return (then - today) / 86_400_000
}

/** `2 min. ago`, `in 3 hr.`, `yesterday`: how far an instant is from now. Show the exact moment on hover. */
export function timeAgo(instant: string, now: Date = new Date()): string {
  const seconds = (Date.parse(instant) - now.getTime()) / 1_000
  // From 24 hours on, the days of the calendar count.
  const day = Math.abs(seconds) < 86_400 ? 0 : daysFrom(now, instant)
  const [hour, minute] = [Math.trunc(seconds / 3_600), Math.trunc(seconds / 60)]
  const unit = day ? 'day' : hour ? 'hour' : minute ? 'minute' : 'second'
  const written = format('ago', (spoken) => new Intl.RelativeTimeFormat(spoken, { numeric: 'auto', style: 'short' }))
  return written.format(day || hour || minute || 0, unit)
}

/** `Vienna` of Europe/Vienna. */
export function cityOfZone(zone: string): string {
  return zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
}

/** `Italy` of IT, `Italian` of it: the name of a region or a language. An unknown code is its own name. */
export function nameOf(type: 'region' | 'language', code: string): string {
  try {
    return format(`names ${type}`, (spoken) => new Intl.DisplayNames(spoken, { type })).of(code) ?? code
  } catch {
    return code
  }
}

/** Compares words as the language sorts them. */
export function inOrder(one: string, other: string): number {
  return format('order', (spoken) => new Intl.Collator(spoken, { numeric: true, sensitivity: 'base' })).compare(
    one,
    other,
  )
}

/** `Partially refunded` from `partially_refunded`. */
export function inWords(choice: string): string {
  const words = choice.replaceAll(/[_-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
