import { daysAfter } from '../../core/i18n/typed-dates.ts'
import { instantOf, localOf } from '../../core/zoned-time.ts'

/** When a rule applies. Null: without a start or an end. */
export interface RuleWindow {
  readonly validFrom: string | null
  readonly validUntil: string | null
}

const minute = 60_000

/** A moment some calendar days later, at the same local time. A time that clocks skip is as much later as they jump. */
function shiftedMoment(moment: string, days: number, zone: string): string {
  const local = localOf(moment, zone)
  const { instant } = instantOf(`${daysAfter(local.slice(0, 10), days)}T${local.slice(11)}`, zone)
  // Local times are to the minute.
  return new Date(Date.parse(instant) + (((Date.parse(moment) % minute) + minute) % minute)).toISOString()
}

/** A window some calendar days later, with the same local times in a zone. */
export function shiftedWindow({ validFrom, validUntil }: RuleWindow, days: number, zone: string): RuleWindow {
  const shifted = (moment: string | null) => (moment === null ? null : shiftedMoment(moment, days, zone))
  const [from, until] = [shifted(validFrom), shifted(validUntil)]
  if (from === null || until === null || from < until) return { validFrom: from, validUntil: until }
  // A window within the hour that clocks skip or repeat would end before it starts, so it keeps its length.
  const length = Date.parse(String(validUntil)) - Date.parse(String(validFrom))
  return { validFrom: from, validUntil: new Date(Date.parse(from) + length).toISOString() }
}
