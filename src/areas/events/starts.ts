import { instantOf, offsetMinutes } from '../../kit/zoned-time.ts'

/** A start as people say it. `localTime` is null while it is to be announced; `offset` tells apart what clocks show twice. */
export interface Start {
  /** `2026-06-01` */
  readonly localDate: string
  /** `19:30` */
  readonly localTime: string | null
  /** `+02:00` */
  readonly offset?: string | null | undefined
}

/** What is the matter with a start: clocks skip it, show it twice and nobody has said which, or never with that offset. */
export type StartProblem = 'skipped' | 'repeated' | 'offset'

export interface PlacedStart {
  /** Null while something is the matter. */
  readonly startsAt: string | null
  /** Offsets that the zone has at that local time: two where its clocks are put back. */
  readonly offsets: readonly string[]
  readonly problem: StartProblem | null
}

/** `+02:00` of 120; `-03:30` of -210. */
export function offsetText(minutes: number): string {
  const whole = Math.abs(minutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(whole / 60))}:${two(whole % 60)}`
}

/** The moment of a start in a zone. One that is to be announced stands for noon, which hardly any clock has ever skipped. */
export function placeStart({ localDate, localTime, offset }: Start, zone: string): PlacedStart {
  const local = `${localDate}T${localTime ?? '12:00'}`
  const moments = [instantOf(local, zone), instantOf(local, zone, 'later')]
  const [first] = moments
  if (!first || first.occurrence === 'never') return { startsAt: null, offsets: [], problem: 'skipped' }
  const choices = [...new Set(moments.map(({ instant }) => instant))]
    .map((instant) => ({ instant, offset: offsetText(offsetMinutes(Date.parse(instant), zone)) }))
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

/** Performances that are made at once. */
export const mostAtOnce = 500

const day = 86_400_000
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** The day after so many others. */
export function addDays(date: string, days: number): string {
  return new Date(dayOf(date) + days * day).toISOString().slice(0, 10)
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: string): number {
  return (new Date(dayOf(date)).getUTCDay() + 6) % 7 + 1
}

/** Every start of a pattern in its order, and one more than are made at once where there are too many. */
export function expand({ from, until, weekdays, times, except }: Pattern): Start[] {
  const starts: Start[] = []
  const [days, left] = [new Set(weekdays), new Set(except)]
  const clock = [...new Set(times)].toSorted()
  for (let date = from; date <= until; date = addDays(date, 1)) {
    if (!days.has(weekdayOf(date)) || left.has(date)) continue
    for (const localTime of clock) {
      starts.push({ localDate: date, localTime })
      if (starts.length > mostAtOnce) return starts
    }
  }
  return starts
}
