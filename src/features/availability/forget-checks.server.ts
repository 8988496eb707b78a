import { sql } from 'kysely'
import { msg } from '../../core/i18n/language.ts'
import { deleteInBatches } from '../../core/jobs/delete-in-batches.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'

/** Days for which checks are kept. */
const keptDays = 7

export const forgetChecks: Job = {
  name: 'forget-availability-checks',
  label: msg('Availability check clean-up'),
  does: msg('Deletes old availability checks with their answers.'),
  staleWithout: msg('Old availability checks are kept longer than promised.'),
  overlap: 'skip',
  cron: '27 3 * * *',
  async run({ database, signal }) {
    await deleteInBatches(
      database.kysely,
      signal,
      sql`
        delete from availability_checks where id in (
          select id from availability_checks where asked_at < now() - make_interval(days => ${keptDays}) order by asked_at limit 200
        )`,
    )
  },
}
