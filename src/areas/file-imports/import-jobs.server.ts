import type { Implementation } from '../../kit/endpoint.server.ts'
import type { Job } from '../../kit/jobs.server.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { applyRows } from './import-applying.server.ts'
import { checkRows } from './import-checking.server.ts'
import { readUpload } from './import-reading.server.ts'
import { forgetFileImports } from './import-records.server.ts'
import type { ClaimedImport, ImportDesk, Stage } from './import-task.server.ts'
import { claimImport, ImportTask } from './import-task.server.ts'

/** The job that works at files. The schedule is for what another instance left behind. */
export const fileImportsJob = 'work-at-file-imports'

export const stages: Readonly<Record<ClaimedImport['state'], Stage>> = { reading: readUpload, checking: checkRows, applying: applyRows }

/** Files that one instance works at side by side, a few rows of each in turn: a short one does not wait for a long one. */
const atOnce = 3
/** How often a run that has work looks for more, in milliseconds. */
const lookEvery = 1_000

/** Works at files until nothing is left to do. */
export async function workAtFileImports(desk: ImportDesk): Promise<void> {
  let tasks: readonly ImportTask[] = []
  let lookAt = 0
  for (;;) {
    while (!desk.signal.aborted && tasks.length < atOnce && performance.now() >= lookAt) {
      const claimed = await claimImport(desk)
      if (claimed) tasks = [...tasks, new ImportTask(desk, claimed, stages)]
      else lookAt = performance.now() + lookEvery
    }
    if (tasks.length === 0) return
    const over = new Set<ImportTask>()
    for (const task of tasks) if (await task.step()) over.add(task)
    tasks = tasks.filter((task) => !over.has(task))
  }
}

export interface ImportParts { readonly resources: readonly AnyResource[]; readonly implementations: () => readonly Implementation[] }

export function fileImportJobs(parts: ImportParts): Job[] {
  return [
    { name: fileImportsJob, cron: '* * * * *', timeout: 6 * 3_600, run: (context) => workAtFileImports({ ...context, ...parts }) },
    { name: 'forget-file-imports', cron: '47 * * * *', run: ({ database, signal }) => forgetFileImports(database.kysely, signal) },
  ]
}
