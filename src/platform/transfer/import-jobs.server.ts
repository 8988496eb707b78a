import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { leasedJob, workInTurn } from '../../core/jobs/leased-work.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { applyRows } from './import-applying.server.ts'
import { checkRows } from './import-checking.server.ts'
import { readUpload } from './import-reading.server.ts'
import { forgetFileImports } from './import-records.server.ts'
import type { ClaimedImport, ImportDesk, TestContext } from './import-task.server.ts'
import { claimImport, ImportTask } from './import-task.server.ts'

/** The job that works at files. */
export const fileImportsJob = 'work-at-file-imports'

export const stages: Readonly<Record<ClaimedImport['state'], TestContext>> = {
  reading: readUpload,
  checking: checkRows,
  applying: applyRows,
}

/** Works at files until nothing is left to do. */
async function workAtFileImports(resourceContext: ImportDesk): Promise<void> {
  await workInTurn(resourceContext.signal, async () => {
    const claimed = await claimImport(resourceContext)
    return claimed && new ImportTask(resourceContext, claimed, stages)
  })
}

export interface ImportParts {
  readonly resources: readonly AnyResource[]
  readonly implementations: () => readonly Implementation[]
}

export function fileImportJobs(parts: ImportParts): Job[] {
  return [
    leasedJob(fileImportsJob, (context) => workAtFileImports({ ...context, ...parts })),
    {
      name: 'forget-file-imports',
      cron: '47 * * * *',
      run: ({ database, signal }) => forgetFileImports(database.kysely, signal),
    },
  ]
}
