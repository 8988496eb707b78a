import { formatDate, formatInstant } from '../../core/i18n/formats.ts'
import { todayIn } from '../../core/i18n/relative-dates.ts'
import { daysAfter, readDate, readInstant, readTime } from '../../core/i18n/typed-dates.ts'
import { instantOf, localOf } from '../../core/zoned-time.ts'

export type DateInputKind = 'date' | 'time' | 'instant'

interface DateKind {
  /** What is shown of a value, and can be typed again as it is. Throws RangeError for what is no value. */
  show(value: string, zone: string): string
  /** Null for what cannot be read. */
  read(text: string, zone: string, before: string | null): string | null
  /** The value a step later. `isTime`: the caret is in the time. */
  step(value: string | null, zone: string, steps: number, isTime: boolean): string
  example(zone: string): string
}

/** One press of an arrow, in minutes. */
const minutes = 15
const dayOf = (zone: string) => todayIn(zone)

function stepTime(time: string, steps: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const next = (((hour * 60 + minute + steps * minutes) % 1440) + 1440) % 1440
  return `${String(Math.floor(next / 60)).padStart(2, '0')}:${String(next % 60).padStart(2, '0')}`
}

export const dateKinds: Readonly<Record<DateInputKind, DateKind>> = {
  date: {
    show: (value) => formatDate(value),
    read: (text, zone) => readDate(text, dayOf(zone)),
    step: (value, zone, steps) => (value === null ? dayOf(zone) : daysAfter(value, steps)),
    example: (zone) => formatDate(dayOf(zone)),
  },
  time: {
    show: (value) => value,
    read: (text) => readTime(text),
    step: (value, _zone, steps) => (value === null ? '12:00' : stepTime(value, steps)),
    example: () => '19:30',
  },
  instant: {
    show: (value, zone) => formatInstant(value, zone),
    read: (text, zone, before) => readInstant(text, zone, dayOf(zone), before),
    step: (value, zone, steps, isTime) => {
      if (value === null) return instantOf(`${dayOf(zone)}T00:00`, zone).instant
      const local = localOf(value, zone)
      if (isTime) return new Date(Date.parse(value) + steps * minutes * 60_000).toISOString()
      return instantOf(`${daysAfter(local.slice(0, 10), steps)}T${local.slice(11)}`, zone).instant
    },
    example: (zone) => `${formatDate(dayOf(zone))}, 19:30`,
  },
}

/** What a value says; nothing of what is none, such as what an address made up. */
export function textOf(kind: DateKind, value: string | null, zone: string): string {
  if (value === null || value === '') return ''
  try {
    return kind.show(value, zone)
  } catch {
    return ''
  }
}
