import { format, formatDay } from '../../core/i18n/formats.ts'

const at = (date: string) => new Date(`${date}T00:00:00Z`)

/** `Thursday` of a local date. */
export function weekday(date: string): string {
  return format('weekday', (spoken) => new Intl.DateTimeFormat(spoken, { weekday: 'long', timeZone: 'UTC' })).format(
    at(date),
  )
}

/** `10 Dec` of a local date; with the year where it is another one than now. */
export function dayAndMonth(date: string, now: Date = new Date()): string {
  return formatDay(date, date.slice(0, 4) === String(now.getUTCFullYear()) ? undefined : '2-digit')
}

/** `Thursday 10 December 2026` of a local date. */
export function longDate(date: string): string {
  return format(
    'long date',
    (spoken) =>
      new Intl.DateTimeFormat(spoken, {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      }),
  ).format(at(date))
}
