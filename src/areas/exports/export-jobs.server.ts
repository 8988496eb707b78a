import type { Implementation } from '../../kit/endpoint.server.ts'
import type { Job } from '../../kit/jobs.server.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { forgetExports } from './export-records.server.ts'
import type { ExportDesk } from './export-task.server.ts'
import { claimExport, ExportTask } from './export-task.server.ts'

/** The job that makes exports. The schedule is for what another instance left behind. */
export const makeExportsJob = 'make-exports'

/** Exports that one instance makes side by side, a page of each in turn: a short one does not wait for a long one. */
const atOnce = 3
/** How often a run that has work looks for more, in milliseconds. */
const lookEvery = 1_000

/** Makes exports until none is left. */
export async function makeExports(desk: ExportDesk): Promise<void> {
  let tasks: readonly ExportTask[] = []
  let lookAt = 0
  for (;;) {
    while (!desk.signal.aborted && tasks.length < atOnce && performance.now() >= lookAt) {
      const claimed = await claimExport(desk)
      if (claimed) tasks = [...tasks, new ExportTask(desk, claimed)]
      else lookAt = performance.now() + lookEvery
    }
    if (tasks.length === 0) return
    const over = new Set<ExportTask>()
    for (const task of tasks) if (await task.step()) over.add(task)
    tasks = tasks.filter((task) => !over.has(task))
  }
}

export interface ExportParts { readonly resources: readonly AnyResource[]; readonly implementations: () => readonly Implementation[] }

export function exportJobs(parts: ExportParts): Job[] {
  return [
    // A run lasts as long as there is something to make; what it makes is leased, so one that hangs keeps nobody from going on.
    { name: makeExportsJob, cron: '* * * * *', timeout: 6 * 3_600, run: (context) => makeExports({ ...context, ...parts }) },
    { name: 'forget-exports', cron: '41 * * * *', run: ({ database, signal }) => forgetExports(database.kysely, signal) },
  ]
}
