import { invalid } from '../../core/errors/errors.ts'
import { formatDayOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Schedule } from '../../core/jobs/schedule.server.ts'
import { nextDue } from '../../core/jobs/schedule.server.ts'
import { offsetMinutes } from '../../core/zoned-time.ts'

const minute = 60_000
const day = 86_400_000
const soon = 3 * 3_600_000

/** The local times, as if they were in UTC, that a zone skips or repeats when its clocks change. */
interface Change {
  readonly from: number
  readonly to: number
  readonly isSkipped: boolean
}

/** The changes of a zone's clocks within a year. */
function changesOf(zone: string, now: Date): Change[] {
  const start = Math.floor(now.getTime() / minute) * minute
  const days = Array.from({ length: 366 }, (_, n) => start + n * day)
  return days.flatMap((at) => {
    const [before, after] = [offsetMinutes(at, zone), offsetMinutes(at + day, zone)]
    if (before === after) return []
    // The first minute with the new offset.
    let [old, changed] = [at, at + day]
    while (changed - old > minute) {
      const middle = Math.floor((old + changed) / 2 / minute) * minute
      if (offsetMinutes(middle, zone) === before) old = middle
      else changed = middle
    }
    const [least, most] = [Math.min(before, after), Math.max(before, after)]
    return [{ from: changed + least * minute, to: changed + most * minute, isSkipped: after > before }]
  })
}

const clockOf = (at: number) => new Date(at).toISOString().slice(11, 16)
const hourOf = (at: number) => Math.floor((((at % day) + day) % day) / (60 * minute))

/** The first hour after one that the clocks never change in. */
function hourAfter(hour: number, changes: readonly Change[]): number {
  const taken = new Set(changes.flatMap(({ from, to }) => [hourOf(from), hourOf(to - minute)]))
  return Array.from({ length: 24 }, (_, n) => (hour + 1 + n) % 24).find((next) => !taken.has(next)) ?? hour
}

/**
 * Refuses an hour that the zone skips or repeats within a year: the queue doesn’t run the worker in a skipped hour, and
 * runs it twice in a repeated one. Where another run follows within three hours, that does not matter.
 *
 * @throws Refusal 422
 */
export async function assertHoursUnchanged({ cron, zone }: Schedule, now: Date): Promise<void> {
  const changes = changesOf(zone, now)
  for (const { from, to, isSkipped } of changes) {
    const [due] = await nextDue({ cron, zone: 'UTC' }, new Date(from - 1))
    const at = due?.getTime() ?? to
    if (at >= to) continue
    // A run that is missed or doubled among many is none to worry about: the next one follows soon.
    const [next] = await nextDue({ cron, zone: 'UTC' }, new Date(to - 1))
    if (next && next.getTime() - at <= soon) continue
    const facts = {
      zone,
      day: formatDayOf(new Date(from).toISOString(), 'UTC'),
      time: clockOf(at),
      hour: hourAfter(hourOf(at), changes),
    }
    throw invalid({
      cron: isSkipped
        ? t('On {day}, clocks in {zone} skip {time}, so the worker wouldn’t run. Use hour {hour} instead.', facts)
        : t('On {day}, clocks in {zone} repeat {time}, so the worker would run twice. Use hour {hour} instead.', facts),
    })
  }
}
