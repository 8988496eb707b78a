import { ownZone } from '../../core/zoned-time.ts'
import { daysFrom, formatInstant, relativeTime, zoneName } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `3 hours ago`, `yesterday` by the calendar, `1 week ago`; `just now` for anything less than a minute old. */
export function agoWords(at: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000))
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? ['second', 1]
  if (unit === 'second') return t('just now')
  const days = unit === 'day' ? daysFrom(now, at) : 0
  return days === 0 ? relativeTime(-Math.floor(seconds / length), unit, 'always') : relativeTime(days, 'day')
}

/** `21 Nov 2026, 11:31:07 CET` in the reader's time zone, with seconds because two changes can share a minute. */
export function exactWords(at: string): string {
  return `${formatInstant(at)}:${at.slice(17, 19)} ${zoneName(at, ownZone())}`
}
