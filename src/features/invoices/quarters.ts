/** `2026-Q4`. */
export function isQuarter(text: string): boolean {
  return /^20[0-9]{2}-Q[1-4]$/.test(text)
}

/** The first day of a quarter, and the first after it. */
export function daysOf(quarter: string): readonly [from: string, until: string] {
  const [year, number] = [Number(quarter.slice(0, 4)), Number(quarter.slice(6))]
  const month = (place: number) => (place > 12 ? `${year + 1}-01-01` : `${year}-${String(place).padStart(2, '0')}-01`)
  return [month(number * 3 - 2), month(number * 3 + 1)]
}

/** The quarter of a day, and those before it, the newest first. */
export function quartersUntil(day: string, count: number): readonly string[] {
  const newest = Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3)
  return Array.from({ length: count }, (_, back) => {
    const place = newest - back
    return `${Math.floor(place / 4)}-Q${(place % 4) + 1}`
  })
}
