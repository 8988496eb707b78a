import type { Schedule } from '../../core/jobs/schedule.server.ts'
import { language } from '../../core/i18n/language.ts'

/** A schedule as people say it: `Every 5 minutes`. The library loads with the first question. */
export async function scheduleWords({ cron }: Pick<Schedule, 'cron'>): Promise<string> {
  const { default: cronstrue } = await import('cronstrue/dist/cronstrue-i18n.js')
  return cronstrue.toString(cron, { locale: language(), use24HourTimeFormat: true })
}
