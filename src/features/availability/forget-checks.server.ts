import { msg } from '../../core/i18n/language.ts'
import { forgetJob } from '../../core/jobs/forget-job.server.ts'

export const forgetChecks = forgetJob({
  name: 'forget-availability-checks',
  label: msg('Availability check clean-up'),
  does: msg('Deletes old availability checks with their answers.'),
  staleWithout: msg('Old availability checks are kept longer than promised.'),
  cron: '27 3 * * *',
  table: 'availability_checks',
  since: 'asked_at',
  days: 7,
  atOnce: 200,
})
