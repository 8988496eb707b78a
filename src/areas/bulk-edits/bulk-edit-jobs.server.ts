import type { Desk } from '../../kit/crud.server.ts'
import type { Job } from '../../kit/jobs.server.ts'
import { leasedJob, workInTurn } from '../../kit/leased-work.server.ts'
import { desksOf } from '../../kit/registry.server.ts'
import type { ResourceServer } from '../../kit/resource.server.ts'
import { forgetBulkEdits } from './bulk-edit-records.server.ts'
import type { BulkEditDesk } from './bulk-edit-task.server.ts'
import { BulkEditTask, claimBulkEdit } from './bulk-edit-task.server.ts'
import { hasBulkEdits } from './bulk-edits.ts'

/** The job that works on bulk edits. */
export const workOnBulkEditsJob = 'work-on-bulk-edits'

/** Works on bulk edits until none is left. */
export async function workOnBulkEdits(desk: BulkEditDesk): Promise<void> {
  await workInTurn(desk.signal, async () => {
    const claimed = await claimBulkEdit(desk)
    return claimed && new BulkEditTask(desk, claimed)
  })
}

/** The resources whose records can be changed in bulk, each with what its calls work with. */
export function bulkDesks(servers: readonly ResourceServer[]): ReadonlyMap<string, Desk> {
  return new Map(desksOf(servers, hasBulkEdits).map((desk) => [desk.resource.name, desk]))
}

export function bulkEditJobs(servers: readonly ResourceServer[]): Job[] {
  const desks = bulkDesks(servers)
  return [
    leasedJob(workOnBulkEditsJob, (context) => workOnBulkEdits({ ...context, deskOf: (name) => desks.get(name) })),
    { name: 'forget-bulk-edits', cron: '43 * * * *', run: ({ database, signal }) => forgetBulkEdits(database.kysely, signal) },
  ]
}
