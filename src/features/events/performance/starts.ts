import { weekdayOf } from '../../../core/i18n/calendar-labels.ts'
import { instantOf, offsetMinutes } from '../../../core/zoned-time.ts'

/**
 * A start as people say it. `localTime` is null while it is yet to be announced; `offset` distinguishes repeated hours.
 */
export interface Start {
  /** `2026-06-01` */
  readonly localDate: string
  /** `19:30` */
  readonly localTime: string | null
  /** `+02:00` */
  readonly offset?: string | null | undefined
}

/**
 * What is wrong with a start: clocks skip it, clocks show it twice and no offset is given, or it never has that offset.
 */
export type StartProblem = 'skipped' | 'repeated' | 'offset'

export interface PlacedStart {
  /** Null while something is the matter. */
  readonly startsAt: string | null
  /** The zone's offsets at that local time: two when its clocks go back. */
  readonly offsets: readonly string[]
  readonly problem: StartProblem | null
}

/**
 * `+02:00` of 120; `-03:30` of -210.
 */
export function offsetText(minutes: number): string {
  const whole = Math.abs(minutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(whole / 60))}:${two(whole % 60)}`
}

/**
 * The instant of a start in a time zone. A time that is yet to be announced counts as noon, which clocks hardly ever
 * skip.
 */
export function placeStart({ localDate, localTime, offset }: Start, zone: string): PlacedStart {
  const local = `${localDate}T${localTime ?? '12:00'}`
  const moments = [instantOf(local, zone), instantOf(local, zone, 'later')]
  const [first] = moments
  if (!first || first.occurrence === 'never') return { startsAt: null, offsets: [], problem: 'skipped' }
  const choices = [...new Set(moments.map(({ instant }) => instant))].map((instant) => ({
    instant,
    offset: offsetText(offsetMinutes(Date.parse(instant), zone)),
  }))
  const offsets = choices.map((choice) => choice.offset)
  if (!offset && choices.length > 1) return { startsAt: null, offsets, problem: 'repeated' }
  const chosen = offset ? choices.find((choice) => choice.offset === offset) : choices[0]
  return chosen ? { startsAt: chosen.instant, offsets, problem: null } : { startsAt: null, offsets, problem: 'offset' }
}

/** A run of performances as people describe one. */
export interface Pattern {
  readonly from: string
  /** The last day, which counts. */
  readonly until: string
  /** 1 is Monday, 7 is Sunday. */
  readonly weekdays: readonly number[]
  readonly times: readonly string[]
  /** Days on which there is none. */
  readonly except: readonly string[]
}

/** Maximum performances created at once. */
export const maxAtOnce = 500

const day = 86_400_000
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** The day after so many others. */
export function addDays(date: string, days: number): string {
  return new Date(dayOf(date) + days * day).toISOString().slice(0, 10)
}

/** Every start of a pattern, in order. If there are too many, one more than the maximum. */
export function expand({ from, until, weekdays, times, except }: Pattern): Start[] {
  const starts: Start[] = []
  const [days, left] = [new Set(weekdays), new Set(except)]
  const clock = [...new Set(times)].toSorted()
  for (let date = from; date <= until; date = addDays(date, 1)) {
    if (!days.has(weekdayOf(date)) || left.has(date)) continue
    for (const localTime of clock) {
      starts.push({ localDate: date, localTime })
      if (starts.length > maxAtOnce) return starts
    }
  }
  return starts
}
