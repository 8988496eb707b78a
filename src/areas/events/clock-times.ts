const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Minutes from one time of the clock to the next other one, past midnight where it has to be. */
export function minutesUntil(from: string, to: string): number {
  return (minutesOf(to) - minutesOf(from) + 1_440) % 1_440
}

/** What a clock shows so many minutes later, or earlier: at most a day. */
export function clockBy(clock: string, minutes: number): string {
  const at = (minutesOf(clock) + minutes + 1_440) % 1_440
  return [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
