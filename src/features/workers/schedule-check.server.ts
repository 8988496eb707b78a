import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Schedule } from '../../core/jobs/schedule.server.ts'
import { nextDue } from '../../core/jobs/schedule.server.ts'
import { isTimeZone } from '../../core/zoned-time.ts'
import { assertHoursUnchanged } from './changed-hours.server.ts'

/** Only what every reader of expressions takes alike: no names of days, no seconds, no words such as @daily. */
const field = /^(\*|\d{1,2}(-\d{1,2})?(,\d{1,2}(-\d{1,2})?)*)(\/\d{1,2})?$/

/** A schedule as it was typed, in order; refuses one that cannot be read, whose moment never comes, or whose hour clocks change in. */
export async function checkedSchedule(typed: Schedule, now: Date): Promise<Schedule> {
  const schedule = { cron: typed.cron.trim().split(/\s+/).join(' '), zone: typed.zone.trim() }
  if (!isTimeZone(schedule.zone)) throw invalid({ zone: t('{zone} is not a time zone.', { zone: schedule.zone }) })
  const fields = schedule.cron.split(' ')
  if (fields.length !== 5)
    throw invalid({ cron: t('Enter five fields: minute, hour, day, month and weekday, such as 30 5 * * *.') })
  const wrong = fields.find((one) => !field.test(one))
  if (wrong !== undefined)
    throw invalid({ cron: t('{field} can’t be read. Use digits, *, commas, - and /.', { field: wrong }) })
  try {
    await nextDue(schedule, now)
  } catch {
    throw invalid({ cron: t('This schedule never runs. Check the range of each field.') })
  }
  await assertHoursUnchanged(schedule, now)
  return schedule
}
