/** The reading of a wall clock: `2026-03-29T02:30`. */
export type LocalDateTime = string

/** How a local time relates to the time line: shown once, never (clocks went forward) or twice (they went back). */
export type Occurrence = 'once' | 'never' | 'twice'

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    // A zone can come in any letter case from a caller who means to fill the memory.
    if (clocks.size < 1_000) clocks.set(zone, clock)
  }
  return clock
}

let zoneHere: string | undefined

/** The zone that this machine is set to. Asked for once: every cell with a moment wants it, and asking takes a tenth of a millisecond. */
export function ownZone(): string {
  zoneHere ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return zoneHere
}

/** The local time in a zone at a moment, to the minute. Throws RangeError for a zone that does not exist. */
export function localOf(instant: string | number | Date, zone: string): LocalDateTime {
  const moment = new Date(instant)
  const at = moment.getTime()
  // The machine's own clock is a hundred times faster than Intl. Zones had no whole minutes before 1972.
  if (at > 1e11 && at < 1e14 && zone === ownZone())
    return new Date(at - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  const all = clockOf(zone).formatToParts(moment)
  const parts = Object.fromEntries(all.map(({ type, value }) => [type, value]))
  return `${parts['year']?.padStart(4, '0')}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}`
}

/** By Intl's own names, aliases such as Asia/Calcutta included; a mere offset such as +02:00 is no zone. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && name.length <= 64 && clockOf(name) !== undefined
  } catch {
    return false
  }
}

/** Minutes that a zone is ahead of UTC at a moment. */
export function offsetMinutes(instant: number, zone: string): number {
  const whole = Math.floor(instant / 60_000) * 60_000
  return (Date.parse(`${localOf(whole, zone)}:00Z`) - whole) / 60_000
}

/**
 * The moment of a local time in a zone. In the hour that clocks skip the answer is as much later as the clocks jumped;
 * in the hour that they repeat it is the earlier one unless `later` is set.
 */
export function instantOf(
  local: LocalDateTime,
  zone: string,
  choose: 'earlier' | 'later' = 'earlier',
): { instant: string; occurrence: Occurrence } {
  const naive = Date.parse(`${local.slice(0, 16)}:00Z`)
  const day = 86_400_000
  // The offsets on both sides of any change nearby; a zone never changes twice within two days.
  const offsets = [offsetMinutes(naive - day, zone), offsetMinutes(naive + day, zone)]
  const candidates = [...new Set(offsets)].map((offset) => naive - offset * 60_000).sort((a, b) => a - b)
  const fitting = candidates.filter((candidate) => localOf(candidate, zone) === local.slice(0, 16))
  const [first = 0, last = first] = [fitting[0], fitting.at(-1)]
  if (fitting.length > 0) {
    const instant = new Date(choose === 'later' ? last : first).toISOString()
    return { instant, occurrence: fitting.length > 1 ? 'twice' : 'once' }
  }
  return { instant: new Date(naive - (offsets[0] ?? 0) * 60_000).toISOString(), occurrence: 'never' }
}
