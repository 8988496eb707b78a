import { formatBriefly, formatNumber, relativeTime } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { localOf } from '../../core/zoned-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Each bulb is lit while more than so much time is left. */
const bulbs = [0, 0.5 * hour, 1.5 * hour, 2.5 * hour, 4 * hour]
/** What is due sooner than this is said louder. */
const soon = 1.5 * hour
/** Up to here hours are counted; after that the day and the time are clearer. */
const counted = 12 * hour

export interface Due {
  /** `in 3 h 32 m`, `3 m over`, `tomorrow`. */
  readonly words: string
  readonly urgency: 'over' | 'soon' | 'later'
  /** How many of five bulbs are lit. */
  readonly lit: number
}

/** How long there is for something. `at` as ISO 8601, `now` in milliseconds since 1970, `zone` as IANA names it. */
export function dueOf(at: string, now: number, zone: string): Due {
  const left = Date.parse(at) - now
  return {
    words: left < 0 ? t('{time} over', { time: span(whole(-left)) }) : ahead(at, left, now, zone),
    urgency: left < 0 ? 'over' : left < soon ? 'soon' : 'later',
    lit: bulbs.filter((bulb) => left > bulb).length,
  }
}

export const bulbCount = bulbs.length

function ahead(at: string, left: number, now: number, zone: string): string {
  if (left < counted) return t('in {time}', { time: span(left) })
  const [on, today] = [at, new Date(now).toISOString()].map((moment) => localOf(moment, zone))
  const days = Math.round((Date.parse(on?.slice(0, 10) ?? '') - Date.parse(today?.slice(0, 10) ?? '')) / day)
  // The day is enough for what is further away; its time is in the title.
  return days < 2 ? relativeTime(days, 'day') : formatBriefly(at, zone, new Date(now))
}

/** Of what is late the larger unit is enough, and fits the column. */
function whole(milliseconds: number): number {
  const unit = milliseconds >= day ? day : milliseconds >= hour ? hour : minute
  return Math.floor(milliseconds / unit) * unit
}

/** `24 m`, `3 h 32 m`, `2 d 4 h`: two units at most, the smaller one only where it matters. */
export function span(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / minute)
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0)
    return hours > 0 && days < 10
      ? t('{days} d {hours} h', { days: formatNumber(days), hours })
      : t('{days} d', { days: formatNumber(days) })
  if (hours >= 6 || (hours > 0 && rest === 0)) return t('{hours} h', { hours })
  if (hours > 0) return t('{hours} h {minutes} m', { hours, minutes: String(rest).padStart(2, '0') })
  return t('{minutes} m', { minutes: rest })
}
