import { addDays } from './starts.ts'
import { weekdayOf } from '../../../core/i18n/calendar-labels.ts'

/** `2026-12` so many months after another. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** The days of a month with those that fill its first and last week, Mondays first. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`
  const start = addDays(first, 1 - weekdayOf(first))
  const weeks: string[][] = []
  for (let monday = start; monday.slice(0, 7) <= month; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(monday, day)))
  }
  return weeks
}

/**
 * The day as far into another month, or that month's last.
 */
function sameDayIn(date: string, months: number): string {
  const month = addMonths(date.slice(0, 7), months)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const day = `${month}-${date.slice(8)}`
  return day < last ? day : last
}

/** The day that a key moves to, or null if it moves nowhere. */
export function dayByKey(date: string, key: string, isRightToLeft = false): string | null {
  if (key === 'ArrowRight') return addDays(date, isRightToLeft ? -1 : 1)
  if (key === 'ArrowLeft') return addDays(date, isRightToLeft ? 1 : -1)
  if (key === 'ArrowDown') return addDays(date, 7)
  if (key === 'ArrowUp') return addDays(date, -7)
  if (key === 'Home') return addDays(date, 1 - weekdayOf(date))
  if (key === 'End') return addDays(date, 7 - weekdayOf(date))
  if (key === 'PageDown') return sameDayIn(date, 1)
  return key === 'PageUp' ? sameDayIn(date, -1) : null
}
