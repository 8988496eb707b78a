import type { QueryClient, UseQueryResult } from '@tanstack/react-query'
import { useMay } from '../../core/browser/session.web.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { useOwnWork } from '../../ui/resource/own-work.web.ts'
import { useResources } from '../../ui/resource/resources.tsx'
import { saveFileOf } from '../../ui/resource/save-file.web.ts'
import { watchBulkEdits } from './bulk-edit-watch.web.ts'
import type { BulkEdit, DoneBulkEdit } from './bulk-edits.ts'
import { downloadBulkResults, isUnderWay, listBulkEdits, undoBulkEdit } from './bulk-edits.ts'

export const ownBulkEditsKey = [listBulkEdits.path] as const

/** The person's own bulk edits. `isWatch`: for the one place that asks again and again. */
export function useOwnBulkEdits(isWatch = false): UseQueryResult<readonly BulkEdit[]> {
  return useOwnWork<BulkEdit>(listBulkEdits.path, isWatch)
}

/** Makes a bulk edit that has just been asked for known to the page: its own list, and the lists of what it changes. */
export async function settle(queries: QueryClient, edit: BulkEdit): Promise<void> {
  // An answer that is on its way does not know of it.
  await queries.cancelQueries({ queryKey: ownBulkEditsKey })
  queries.setQueryData<readonly BulkEdit[]>(
    ownBulkEditsKey,
    (known) => known && [edit, ...known.filter(({ id }) => id !== edit.id)],
  )
  if (isUnderWay(edit)) watchBulkEdits([edit.id])
  else await queries.invalidateQueries({ queryKey: [edit.resource] })
}

/** Takes a bulk edit back. A failure is shown by the client; null then. */
export async function undoOf(queries: QueryClient, id: number): Promise<DoneBulkEdit | null> {
  const reply = await http.request('POST', pathOf(undoBulkEdit, { id })).catch(() => null)
  await queries.invalidateQueries({ queryKey: ownBulkEditsKey })
  if (!reply) return null
  const done = reply.data as DoneBulkEdit
  await settle(queries, done)
  return done
}

/** Whether the person can read the results of a bulk edit, by what it changed: they can still see that, or the audit. */
export function useSeesResults(name: string): boolean {
  const may = useMay()
  const object = useResources().find((resource) => resource.name === name)?.access.object
  return object !== undefined && (may('ui', object) || may('ui', 'audit'))
}

/** Saves the outcome for the records as CSV. The client shows a failure. */
export function saveResults({ id, fileName }: Pick<BulkEdit, 'id' | 'fileName'>): Promise<void> {
  return saveFileOf(pathOf(downloadBulkResults, { id }), fileName)
}
