import type { Implementation } from '../../core/http/endpoint.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { leasedJob, workInTurn } from '../../core/jobs/leased-work.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { applyRows } from './import-applying.server.ts'
import { checkRows } from './import-checking.server.ts'
import { readUpload } from './import-reading.server.ts'
import { forgetFileImports } from './import-records.server.ts'
import type { ClaimedImport, ImportContext, TestContext } from './import-task.server.ts'
import { claimImport, ImportTask } from './import-task.server.ts'

/** The job that works at files. */
export const fileImportsJob = 'work-at-file-imports'

export const stages: Readonly<Record<ClaimedImport['state'], TestContext>> = {
  reading: readUpload,
  checking: checkRows,
  applying: applyRows,
}

/** Works at files until nothing is left to do. */
async function workAtFileImports(resourceContext: ImportContext): Promise<void> {
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
    leasedJob(
      fileImportsJob,
      { label: msg('File imports'), does: msg('Reads and applies files.'), staleWithout: msg('Imports stop.') },
      (context) => workAtFileImports({ ...context, ...parts }),
    ),
    {
      name: 'forget-file-imports',
      label: msg('Import clean-up'),
      does: msg('Deletes file imports whose time is up.'),
      staleWithout: msg('Imported files stay in the database.'),
      overlap: 'skip',
      cron: '47 * * * *',
      run: ({ database, signal }) => forgetFileImports(database.kysely, signal),
    },
  ]
}
