import type { Desk } from '../../kit/crud.server.ts'
import type { Job } from '../../kit/jobs.server.ts'
import { lookupIn } from '../../kit/registry.server.ts'
import type { ResourceServer } from '../../kit/resource.server.ts'
import { forgetBulkEdits } from './bulk-edit-records.server.ts'
import type { BulkEditDesk } from './bulk-edit-task.server.ts'
import { BulkEditTask, claimBulkEdit } from './bulk-edit-task.server.ts'
import { hasBulkEdits } from './bulk-edits.ts'

/** The job that works on bulk edits. The schedule is for what another instance left behind. */
export const workOnBulkEditsJob = 'work-on-bulk-edits'

/** Bulk edits that one instance works on side by side, a batch of each in turn: a short one does not wait for a long one. */
const atOnce = 3
/** How often a run that has work looks for more, in milliseconds. */
const lookEvery = 1_000

/** Works on bulk edits until none is left. */
export async function workOnBulkEdits(desk: BulkEditDesk): Promise<void> {
  let tasks: readonly BulkEditTask[] = []
  let lookAt = 0
  for (;;) {
    while (!desk.signal.aborted && tasks.length < atOnce && performance.now() >= lookAt) {
      const claimed = await claimBulkEdit(desk)
      if (claimed) tasks = [...tasks, new BulkEditTask(desk, claimed)]
      else lookAt = performance.now() + lookEvery
    }
    if (tasks.length === 0) return
    const over = new Set<BulkEditTask>()
    for (const task of tasks) if (await task.step()) over.add(task)
    tasks = tasks.filter((task) => !over.has(task))
  }
}

/** The resources whose records can be changed in bulk, each with what its calls work with. */
export function bulkDesks(servers: readonly ResourceServer[]): ReadonlyMap<string, Desk> {
  const lookup = lookupIn(servers.map(({ resource }) => resource))
  return new Map(servers.filter(({ resource }) => hasBulkEdits(resource)).map((server) => [server.resource.name, { server, resource: server.resource, lookup }]))
}

export function bulkEditJobs(servers: readonly ResourceServer[]): Job[] {
  const desks = bulkDesks(servers)
  return [
    // A run lasts as long as there is something to do; what it does is leased, so one that hangs keeps nobody from going on.
    { name: workOnBulkEditsJob, cron: '* * * * *', timeout: 6 * 3_600, run: (context) => workOnBulkEdits({ ...context, deskOf: (name) => desks.get(name) }) },
    { name: 'forget-bulk-edits', cron: '43 * * * *', run: ({ database, signal }) => forgetBulkEdits(database.kysely, signal) },
  ]
}
