import { instantOf, offsetMinutes } from '../kit/zoned-time.ts'

const day = 86_400_000

/**
 * Turns wall-clock times into instants by the thousand. Asking Intl costs tens of microseconds, and on nearly every
 * day the clocks of a zone stand still; only on the others is it asked each time.
 */
export class ZoneClock {
  /** Offset in milliseconds for each zone and day; null where the clocks are put forward or back around that day. */
  readonly #days = new Map<string, Map<number, number | null>>()

  /** The moment at which a zone's clocks show `minutes` after midnight of a day; null when they skip that time. */
  instant(zone: string, date: string, minutes: number): number | null {
    const midnight = Date.parse(`${date}T00:00:00Z`)
    const offset = this.#offset(zone, midnight)
    if (offset !== null) return midnight + minutes * 60_000 - offset
    const local = new Date(midnight + minutes * 60_000).toISOString().slice(0, 16)
    const { instant, occurrence } = instantOf(local, zone)
    return occurrence === 'never' ? null : Date.parse(instant)
  }

  /** Like `instant`, but a skipped time becomes the first moment after the gap. */
  instantOrNext(zone: string, date: string, minutes: number): number {
    for (let later = minutes; later <= minutes + 180; later += 15) {
      const instant = this.instant(zone, date, later)
      if (instant !== null) return instant
    }
    throw new RangeError(`The clocks of ${zone} skip three hours on ${date}.`)
  }

  /** The day that a zone's calendar shows at a moment. */
  dateAt(zone: string, instant: number): string {
    const known = this.#offset(zone, Math.floor(instant / day) * day)
    const offset = known ?? offsetMinutes(instant, zone) * 60_000
    return new Date(instant + offset).toISOString().slice(0, 10)
  }

  #offset(zone: string, midnight: number): number | null {
    let days = this.#days.get(zone)
    if (!days) this.#days.set(zone, days = new Map())
    let offset = days.get(midnight)
    if (offset === undefined) {
      // No zone is more than 14 hours from UTC, so these two moments enclose the whole local day.
      const [before, after] = [offsetMinutes(midnight - day, zone), offsetMinutes(midnight + 2 * day, zone)]
      days.set(midnight, offset = before === after ? before * 60_000 : null)
    }
    return offset
  }
}

/** The date some days after another. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)
}

/** Days since 1970 of a date. */
export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / day
}

/** `09:30` from minutes after midnight. */
export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
