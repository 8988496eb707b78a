import { format } from '../../core/i18n/formats.ts'

const at = (date: string) => new Date(`${date}T00:00:00Z`)

/** `Thursday` of a local date. */
export function weekday(date: string): string {
  return format('weekday', (spoken) => new Intl.DateTimeFormat(spoken, { weekday: 'long', timeZone: 'UTC' })).format(
    at(date),
  )
}

/** `10 Dec` of a local date; with the year where it is another one than now. */
export function dayAndMonth(date: string, now: Date = new Date()): string {
  const isOther = date.slice(0, 4) !== String(now.getUTCFullYear())
  return format(
    `day and month ${isOther}`,
    (spoken) =>
      new Intl.DateTimeFormat(spoken, {
        day: 'numeric',
        month: 'short',
        ...(isOther && { year: '2-digit' }),
        timeZone: 'UTC',
      }),
  )
    .format(at(date))
    .replace('Sept', 'Sep')
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
