import { msg, t } from './language.ts'

const months = [
  msg('January'),
  msg('February'),
  msg('March'),
  msg('April'),
  msg('May'),
  msg('June'),
  msg('July'),
  msg('August'),
  msg('September'),
  msg('October'),
  msg('November'),
  msg('December'),
]
const weekdays = [
  msg('Monday'),
  msg('Tuesday'),
  msg('Wednesday'),
  msg('Thursday'),
  msg('Friday'),
  msg('Saturday'),
  msg('Sunday'),
]
const shortDays = [msg('Mon'), msg('Tue'), msg('Wed'), msg('Thu'), msg('Fri'), msg('Sat'), msg('Sun')]

/** `December 2026` of `2026-12`. */
export function monthWords(month: string): string {
  return t('{month} {year}', { month: t(months[Number(month.slice(5, 7)) - 1] ?? ''), year: month.slice(0, 4) })
}

/** `Tuesday 1 December 2026`. */
export function dayWords(date: string): string {
  return t('{weekday} {day} {month} {year}', {
    weekday: weekdayWords(weekdayOf(date)),
    day: Number(date.slice(8)),
    month: t(months[Number(date.slice(5, 7)) - 1] ?? ''),
    year: date.slice(0, 4),
  })
}

/** 1 is Monday. */
export function weekdayWords(weekday: number): string {
  return t(weekdays[weekday - 1] ?? '')
}

export function shortWeekday(weekday: number): string {
  return t(shortDays[weekday - 1] ?? '')
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: string): number {
  return ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
}
