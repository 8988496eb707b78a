import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { leasedJob, workInTurn } from '../../core/jobs/leased-work.server.ts'
import { contextsOf } from '../../core/calls/registry.server.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { forgetBulkEdits } from './bulk-edit-records.server.ts'
import type { BulkEditContext } from './bulk-edit-task.server.ts'
import { BulkEditTask, claimBulkEdit } from './bulk-edit-task.server.ts'
import { hasBulkEdits } from './bulk-edits.ts'

/** The job that works on bulk edits. */
export const workOnBulkEditsJob = 'work-on-bulk-edits'

/**
 * Works on bulk edits until none is left.
 */
async function workOnBulkEdits(resourceContext: BulkEditContext): Promise<void> {
  await workInTurn(resourceContext.signal, async () => {
    const claimed = await claimBulkEdit(resourceContext)
    return claimed && new BulkEditTask(resourceContext, claimed)
  })
}

/** The resources whose records can be changed in bulk, each with what its calls work with. */
export function bulkContexts(servers: readonly ResourceServer[]): ReadonlyMap<string, ResourceContext> {
  return new Map(
    contextsOf(servers, hasBulkEdits).map((resourceContext) => [resourceContext.resource.name, resourceContext]),
  )
}

export function bulkEditJobs(servers: readonly ResourceServer[]): Job[] {
  const resourceContexts = bulkContexts(servers)
  return [
    leasedJob(
      workOnBulkEditsJob,
      {
        label: msg('Bulk edits'),
        does: msg('Applies bulk edits to their records.'),
        staleWithout: msg('Bulk edits wait and change nothing.'),
      },
      (context) => workOnBulkEdits({ ...context, deskOf: (name) => resourceContexts.get(name) }),
    ),
    {
      name: 'forget-bulk-edits',
      label: msg('Bulk edit clean-up'),
      does: msg('Deletes bulk edits whose time is up.'),
      staleWithout: msg('Old bulk edits stay in the database.'),
      overlap: 'skip',
      cron: '43 * * * *',
      run: ({ database, signal }) => forgetBulkEdits(database.kysely, signal),
    },
  ]
}
