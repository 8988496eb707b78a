import type { Implementation } from '../../core/http/endpoint.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { leasedJob, workInTurn } from '../../core/jobs/leased-work.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { forgetExports } from './export-records.server.ts'
import type { ExportContext } from './export-task.server.ts'
import { claimExport, ExportTask } from './export-task.server.ts'

/** The job that makes exports. */
export const makeExportsJob = 'make-exports'

/** Makes exports until none is left. */
async function makeExports(resourceContext: ExportContext): Promise<void> {
  await workInTurn(resourceContext.signal, async () => {
    const claimed = await claimExport(resourceContext)
    return claimed && new ExportTask(resourceContext, claimed)
  })
}

export interface ExportParts {
  readonly resources: readonly AnyResource[]
  readonly implementations: () => readonly Implementation[]
}

export function exportJobs(parts: ExportParts): Job[] {
  return [
    leasedJob(
      makeExportsJob,
      { label: msg('Exports'), does: msg('Writes requested exports.'), staleWithout: msg('Exports stay queued.') },
      (context) => makeExports({ ...context, ...parts }),
    ),
    {
      name: 'forget-exports',
      label: msg('Export clean-up'),
      does: msg('Deletes exports older than 7 days.'),
      staleWithout: msg('Exported files are kept longer than promised.'),
      overlap: 'skip',
      cron: '41 * * * *',
      run: ({ database, signal }) => forgetExports(database.kysely, signal),
    },
  ]
}
