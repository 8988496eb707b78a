import { instantOf, offsetMinutes } from '../../core/zoned-time.ts'

// Days are counted from 1970-01-01 in any zone; times are minutes after midnight.

const dayLength = 86_400_000
const stretchDays = 8

/**
 * Turns wall-clock times into instants by the thousand. Asking Intl costs tens of microseconds, and in nearly every
 * week a zone's clocks do not change; only in the others is it asked each time.
 */
export class ZoneClock {
  /**
   * Offset in milliseconds for each zone and stretch of days; null where clocks are put forward or back
   * around it.
   */
  readonly #stretches = new Map<string, Map<number, number | null>>()

  /** The moment at which a zone's clocks show a time of a day; null when they skip it. */
  instant(zone: string, day: number, minutes: number): number | null {
    const offset = this.#offset(zone, day)
    if (offset !== null) return day * dayLength + minutes * 60_000 - offset
    const local = new Date(day * dayLength + minutes * 60_000).toISOString().slice(0, 16)
    const { instant, occurrence } = instantOf(local, zone)
    return occurrence === 'never' ? null : Date.parse(instant)
  }

  /** Like `instant`, but a skipped time becomes the first quarter of an hour after the gap. */
  instantOrNext(zone: string, day: number, minutes: number): number {
    for (let later = minutes; later <= minutes + 180; later += 15) {
      const instant = this.instant(zone, day, later)
      if (instant !== null) return instant
    }
    throw new RangeError(`The clocks of ${zone} skip three hours on ${dateText(day)}.`)
  }

  /** The day that a zone's calendar shows at a moment. */
  dayAt(zone: string, instant: number): number {
    const known = this.#offset(zone, Math.floor(instant / dayLength))
    const offset = known ?? offsetMinutes(instant, zone) * 60_000
    return Math.floor((instant + offset) / dayLength)
  }

  #offset(zone: string, day: number): number | null {
    let stretches = this.#stretches.get(zone)
    if (!stretches) this.#stretches.set(zone, (stretches = new Map()))
    const stretch = Math.floor(day / stretchDays)
    let offset = stretches.get(stretch)
    if (offset === undefined) {
      // A zone is at most 14 hours from UTC, so a day more on both sides encloses every local day of the
      // stretch.
      const before = offsetMinutes((stretch * stretchDays - 1) * dayLength, zone)
      const after = offsetMinutes(((stretch + 1) * stretchDays + 1) * dayLength, zone)
      stretches.set(stretch, (offset = before === after ? before * 60_000 : null))
    }
    return offset
  }
}

const dates = new Map<number, string>()

/** `2026-06-01` for a day. */
export function dateText(day: number): string {
  let text = dates.get(day)
  if (text === undefined) dates.set(day, (text = new Date(day * dayLength).toISOString().slice(0, 10)))
  return text
}

/** `09:30` from minutes after midnight. */
export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
