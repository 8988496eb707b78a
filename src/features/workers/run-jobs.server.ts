import { msg } from '../../core/i18n/language.ts'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import type { Settings } from '../../core/settings.server.ts'
import { endDrainOfGoneServers, forgetServers } from './drains.server.ts'
import { watchQueues } from './job-queues.server.ts'
import { catchUp } from './missed-runs.server.ts'
import { ping } from './ping.server.ts'
import { reportTroubles } from './worker-troubles.server.ts'
import { endLostRuns, forgetRuns } from './run-ledger.server.ts'

/** Seconds. */
const warmUp = 600

export function runJobs({
  jobs,
  settings: { workersPingUrl },
}: Pick<ServerContext, 'jobs'> & { settings: Pick<Settings, 'workersPingUrl'> }): Job[] {
  return [
    {
      name: 'watch-workers',
      label: msg('Worker watch'),
      does: msg('Ends the runs of servers that crashed, and reports workers that fail, are late or fall behind.'),
      staleWithout: msg('No notices about workers in trouble, and lost runs look as if they were still going.'),
      overlap: 'share',
      counts: { lost: msg('Lost runs'), missed: msg('Missed runs caught up'), pings: msg('Pings') },
      cron: '*/5 * * * *',
      async run({ database, count, log, signal }) {
        const lost = await endLostRuns(database, wakeJob)
        if (lost > 0) count('lost', lost)
        await forgetServers(database)
        if (await endDrainOfGoneServers(database)) log.info('The drain is over: all servers have been restarted')
        for (const name of await catchUp(database.kysely, jobs(), new Date())) {
          count('missed')
          wakeJob(name)
        }
        await watchQueues(database.kysely, jobs())
        // A server that has just started finds all of them late that were due while it was down.
        const found = await reportTroubles(database.kysely, jobs(), new Date(), process.uptime() > warmUp)
        if (workersPingUrl !== undefined && !found.isAnyLate && (await ping(workersPingUrl, { log, signal })))
          count('pings')
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
