import { msg } from '../../core/i18n/language.ts'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { endLostRuns, forgetRuns } from './run-ledger.server.ts'

export function runJobs({ jobs }: Pick<ServerContext, 'jobs'>): Job[] {
  return [
    {
      name: 'end-lost-runs',
      label: msg('Lost runs'),
      does: msg('Records runs as failed whose server stopped without ending them.'),
      staleWithout: msg('Runs of a server that crashed look as if they were still running.'),
      overlap: 'share',
      counts: { lost: msg('Lost runs') },
      cron: '*/5 * * * *',
      async run({ database, count }) {
        const lost = await endLostRuns(database)
        if (lost > 0) count('lost', lost)
      },
    },
    {
      name: 'forget-job-runs',
      label: msg('Run clean-up'),
      does: msg('Deletes successful runs after 3 days and other runs after 30, except the last 30 of each worker.'),
      staleWithout: msg('The history of runs grows without end.'),
      overlap: 'skip',
      counts: { deleted: msg('Deleted') },
      cron: '53 * * * *',
      async run({ database, signal, count }) {
        count(
          'deleted',
          await forgetRuns(
            database,
            jobs().map(({ name }) => name),
            signal,
          ),
        )
      },
    },
  ]
}
