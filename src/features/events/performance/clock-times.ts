const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Minutes from one time of day to the next occurrence of another, past midnight if necessary. */
export function minutesUntil(from: string, to: string): number {
  return (minutesOf(to) - minutesOf(from) + 1_440) % 1_440
}

/** The time of day a number of minutes later or earlier: at most a day. */
export function clockBy(clock: string, minutes: number): string {
  const at = (minutesOf(clock) + minutes + 1_440) % 1_440
  return [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
