// Days that figures are declared for: `2026-11`, `2026-Q4`, `2026`, or `2026-11-03..2026-11-20` with both days.

/** The first day of a period, and the first after it. */
export type Days = readonly [from: string, until: string]

/** Null for what is no period, such as the 30th of February or days that end before they begin. */
function daysIn(period: string): Days | null {
  const [, year = '', part = ''] = /^(20[0-9]{2})(?:-(Q[1-4]|0[1-9]|1[0-2]))?$/.exec(period) ?? []
  if (year === '') {
    const [, from = '', last = ''] = /^(20\d\d-\d\d-\d\d)\.\.(20\d\d-\d\d-\d\d)$/.exec(period) ?? []
    return isDay(from) && isDay(last) && from <= last ? [from, dayAfter(last)] : null
  }
  const month = (place: number) =>
    place > 12 ? `${Number(year) + 1}-01-01` : `${year}-${String(place).padStart(2, '0')}-01`
  if (part === '') return [month(1), month(13)]
  if (part.startsWith('Q')) return [month(Number(part.slice(1)) * 3 - 2), month(Number(part.slice(1)) * 3 + 1)]
  return [month(Number(part)), month(Number(part) + 1)]
}

/** @throws Error for what `isPeriod` refuses */
export function daysOf(period: string): Days {
  const days = daysIn(period)
  if (!days) throw new Error(`${period} is no period.`)
  return days
}

export function isPeriod(text: string): boolean {
  return daysIn(text) !== null
}

/** From one day to another, both included. */
export function periodOf(from: string, last: string): string {
  return `${from}..${last}`
}

/** The last day of a period. */
export function lastDayOf([, until]: Days): string {
  return moved(until, -1)
}

/** The months, quarters and years up to a day, the newest first. */
export function periodsUntil(day: string): {
  readonly months: readonly string[]
  readonly quarters: readonly string[]
  readonly years: readonly string[]
} {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1]
  const back = (count: number, newest: number, size: number, name: (year: number, place: number) => string) =>
    Array.from({ length: count }, (_, at) => name(Math.floor((newest - at) / size), ((newest - at) % size) + 1))
  return {
    months: back(12, year * 12 + month, 12, (of, place) => `${of}-${String(place).padStart(2, '0')}`),
    quarters: back(8, year * 4 + Math.floor(month / 3), 4, (of, place) => `${of}-Q${place}`),
    years: back(4, year, 1, (of) => String(of)),
  }
}

const dayAfter = (day: string) => moved(day, 1)

function moved(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
}

function isDay(text: string): boolean {
  const moment = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
}
