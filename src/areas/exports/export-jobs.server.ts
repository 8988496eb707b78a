import type { Implementation } from '../../kit/endpoint.server.ts'
import type { Job } from '../../kit/jobs.server.ts'
import { leasedJob, workInTurn } from '../../kit/leased-work.server.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { forgetExports } from './export-records.server.ts'
import type { ExportDesk } from './export-task.server.ts'
import { claimExport, ExportTask } from './export-task.server.ts'

/** The job that makes exports. */
export const makeExportsJob = 'make-exports'

/** Makes exports until none is left. */
export async function makeExports(desk: ExportDesk): Promise<void> {
  await workInTurn(desk.signal, async () => {
    const claimed = await claimExport(desk)
    return claimed && new ExportTask(desk, claimed)
  })
}

export interface ExportParts { readonly resources: readonly AnyResource[]; readonly implementations: () => readonly Implementation[] }

export function exportJobs(parts: ExportParts): Job[] {
  return [
    leasedJob(makeExportsJob, (context) => makeExports({ ...context, ...parts })),
    { name: 'forget-exports', cron: '41 * * * *', run: ({ database, signal }) => forgetExports(database.kysely, signal) },
  ]
}
