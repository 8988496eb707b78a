import type { Implementation } from '../../kit/endpoint.server.ts'
import type { Job } from '../../kit/jobs.server.ts'
import { leasedJob, workInTurn } from '../../kit/leased-work.server.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { applyRows } from './import-applying.server.ts'
import { checkRows } from './import-checking.server.ts'
import { readUpload } from './import-reading.server.ts'
import { forgetFileImports } from './import-records.server.ts'
import type { ClaimedImport, ImportDesk, Stage } from './import-task.server.ts'
import { claimImport, ImportTask } from './import-task.server.ts'

/** The job that works at files. */
export const fileImportsJob = 'work-at-file-imports'

export const stages: Readonly<Record<ClaimedImport['state'], Stage>> = { reading: readUpload, checking: checkRows, applying: applyRows }

/** Works at files until nothing is left to do. */
export async function workAtFileImports(desk: ImportDesk): Promise<void> {
  await workInTurn(desk.signal, async () => {
    const claimed = await claimImport(desk)
    return claimed && new ImportTask(desk, claimed, stages)
  })
}

export interface ImportParts { readonly resources: readonly AnyResource[]; readonly implementations: () => readonly Implementation[] }

export function fileImportJobs(parts: ImportParts): Job[] {
  return [
    leasedJob(fileImportsJob, (context) => workAtFileImports({ ...context, ...parts })),
    { name: 'forget-file-imports', cron: '47 * * * *', run: ({ database, signal }) => forgetFileImports(database.kysely, signal) },
  ]
}
