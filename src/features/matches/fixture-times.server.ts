import { instantOf, localOf } from '../../core/zoned-time.ts'
import type { DateOrder, Unread } from './fixture-files.ts'
import { readDate } from './fixture-dates.server.ts'
import type { SaidZone } from './fixture-zone-names.server.ts'
import { zoneOfWords } from './fixture-zone-names.server.ts'

/**
 * The user's answer about a text of the file: a time (null: to be confirmed), or a zone (null: local time at the
 * ground).
 */
export interface Reading {
  readonly text: string
  readonly time?: string | null | undefined
  readonly timeZone?: string | null | undefined
}

export interface Clocks {
  readonly order: DateOrder | null
  readonly readings: ReadonlyMap<string, Reading>
  readonly windows: ReadonlyMap<string, string>
}

/** When a row says its match takes place, in `timeZone`; null means local time at the ground. */
interface When {
  readonly localDate: string | null
  readonly localTime: string | null
  readonly timeZone: string | null
  readonly isTbc: boolean
  readonly isAmbiguous: boolean
  readonly unread: Unread | null
}

const unknownYet =
  /^(?:tb[acd]|n\/?a|[-–—?*.]+|to be (?:confirmed|announced|decided|determined)|por (?:definir|confirmar)|noch offen|offen|a definir|a definire|da definire|à définir|nnb|ntb)$/i

/** A time of the day, and what follows it. */
function clockIn(text: string): { time: string | null; rest: string } | null {
  const share = /^0[.,]\d+$/.test(text) ? Number(text.replace(',', '.')) : null
  if (share !== null) {
    const minutes = Math.round(share * 1_440)
    return { time: minutes === 1_440 ? null : clockOf(Math.floor(minutes / 60), minutes % 60), rest: '' }
  }
  const figures = /^([01]\d|2[0-3])([0-5]\d)$/.exec(text)
  if (figures) return { time: clockOf(Number(figures[1]), Number(figures[2])), rest: '' }
  const found =
    /^(?:(?:kl|um|a las|às|at|ko)\.?\s*)?(\d{1,2})(?:\s?[:.hH]\s?(\d{2})(?::\d{2}(?:[.,]\d+)?)?)?\s*(h\b|hs\b|hrs?\b|uhr\b|uur\b|o'clock\b)?\.?\s*(a\.?m\b\.?|p\.?m\b\.?)?/i.exec(
      text,
    )
  const [all = '', hours, minutes, unit, half] = found ?? []
  // A bare figure is no time of the day.
  if (hours === undefined || (minutes === undefined && unit === undefined && half === undefined)) return null
  let hour = Number(hours)
  const isAfternoon = half?.toLowerCase().startsWith('p') === true
  if (half !== undefined && (hour < 1 || hour > 12)) return null
  if (isAfternoon && hour < 12) hour += 12
  if (half !== undefined && !isAfternoon && hour === 12) hour = 0
  return { time: clockOf(hour, Number(minutes ?? 0)), rest: text.slice(all.length).trim() }
}

const clockOf = (hour: number, minute: number) =>
  hour > 23 || minute > 59 ? null : `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

/** A moment, which knows its zone itself: ISO 8601 with Z or an offset, or seconds since 1970. */
function momentIn(text: string): string | null {
  if (/^\d{10}$|^\d{13}$/.test(text)) return new Date(Number(text.padEnd(13, '0'))).toISOString()
  const found = /^(\d{4}-\d\d-\d\d)[T ](\d\d):?(\d\d)(?::?\d\d(?:[.,]\d+)?)?\s*(Z|UTC|([+-])(\d\d):?(\d\d)?)$/i.exec(
    text,
  )
  const [, day, hour, minute, , sign = '+', hours = '00', minutes = '00'] = found ?? []
  const at = Date.parse(`${day}T${hour}:${minute}:00${sign}${hours}:${minutes}`)
  return found === null || Number.isNaN(at) ? null : new Date(at).toISOString()
}

const whenOf = (instant: string): When => {
  const local = localOf(instant, 'UTC')
  // Years of more or fewer than four digits are no season's.
  const isSeason = /^(?:19|2[01])\d\d-\d\d-\d\dT\d\d:\d\d$/.test(local)
  return {
    localDate: isSeason ? local.slice(0, 10) : null,
    localTime: isSeason ? local.slice(11) : null,
    timeZone: 'UTC',
    isTbc: false,
    isAmbiguous: false,
    unread: null,
  }
}

/** A local time with the zone given for it: a fixed offset from UTC makes it an instant. */
function placed(day: string, time: string, said: SaidZone | 'ground' | null): When {
  const plain = { isTbc: false, isAmbiguous: false, unread: null }
  if (said === null || said === 'ground') return { localDate: day, localTime: time, timeZone: null, ...plain }
  const { instant } =
    'zone' in said
      ? instantOf(`${day}T${time}`, said.zone)
      : { instant: new Date(Date.parse(`${day}T${time}:00Z`) - said.offset * 60_000).toISOString() }
  return 'zone' in said && said.zone.includes('/') && !said.zone.startsWith('Etc/')
    ? { localDate: day, localTime: time, timeZone: said.zone, ...plain }
    : whenOf(instant)
}

/** The parts of a row that say when its match takes place. */
interface SaidWhen {
  readonly date?: string | undefined
  readonly time?: string | undefined
  /** The zone according to its own column or the heading of the time. */
  readonly zone?: string | undefined
}

/** When the match of a row is. What cannot be read is a question, and nothing is left out in silence. */
export function readWhen({ date = '', time, zone }: SaidWhen, clocks: Clocks): When {
  for (const text of [date.trim(), time?.trim() ?? '']) {
    const moment = momentIn(text)
    if (moment !== null) return whenOf(moment)
  }
  const { day, rest, isAmbiguous } = readDate(date, clocks.order)
  const said = time?.trim() || rest
  const none = { localDate: day, localTime: null, timeZone: null, isAmbiguous, unread: null }
  if (day === null) return { ...none, isTbc: true }
  if (said === '' || unknownYet.test(said)) return { ...none, isTbc: true }
  const answered = clocks.readings.get(said)
  if (answered?.time === null) return { ...none, isTbc: true }
  const clock = answered?.time === undefined ? clockIn(said) : { time: answered.time, rest: '' }
  if (!clock || clock.time === null) return { ...none, isTbc: false, unread: { kind: 'time', text: said } }
  const words = clock.rest.replace(/^[,;*]+|[*]+$/g, '').trim()
  const found = zoneSaid(words === '' ? (zone?.trim() ?? '') : words, day, clocks)
  if (found !== 'unread') return { ...placed(day, clock.time, found), isAmbiguous }
  const isZone = words === '' || /^\(?(?:[A-Z]{2,5}|[A-Z][a-z]+\/.+|.*\btime)\)?$/.test(words)
  return {
    ...none,
    isTbc: false,
    unread: isZone ? { kind: 'zone', text: words || (zone?.trim() ?? '') } : { kind: 'time', text: said },
  }
}

function zoneSaid(words: string, day: string, { readings, windows }: Clocks): SaidZone | 'ground' | null | 'unread' {
  if (words === '') return null
  const answered = readings.get(words)?.timeZone
  if (answered !== undefined) return answered === null ? 'ground' : { zone: answered }
  return zoneOfWords(words, day, windows) ?? 'unread'
}
