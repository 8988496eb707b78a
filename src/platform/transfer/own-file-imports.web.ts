import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { pathOf } from '../../core/http/endpoint.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { useOwnWork } from '../../ui/resource/own-work.web.ts'
import { saveFileOf } from '../../ui/resource/save-file.web.ts'
import type { FileImport } from './file-imports.ts'
import { downloadImportReport, isAtWork, listFileImports, showFileImport } from './file-imports.ts'

/** How often the server is asked while it works, in milliseconds. */
const every = 1_000

export const ownImportsKey = [listFileImports.path] as const
export const importKey = (id: number) => [listFileImports.path, id] as const

/** The person's own file imports. `isWatch`: for the one place that asks again and again. */
export function useOwnImports(isWatch = false): UseQueryResult<readonly FileImport[]> {
  return useOwnWork<FileImport>(listFileImports.path, isWatch)
}

/** One file import, asked for again and again while the server works at it. */
export function useFileImport(id: number | null): UseQueryResult<FileImport> {
  return useQuery({
    queryKey: importKey(id ?? 0),
    queryFn: async ({ signal }) =>
      (await http.request('GET', pathOf(showFileImport, { id: id ?? 0 }), { signal, quiet: [404] })).data as FileImport,
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? every : false),
  })
}

/** Saves the report. A failure is shown by the client. */
export function saveReport(
  { id, resource }: Pick<FileImport, 'id' | 'resource'>,
  isRefusedOnly: boolean,
): Promise<void> {
  const path = pathOf(downloadImportReport, { id })
  return saveFileOf(
    isRefusedOnly ? `${path}?only=refused` : path,
    `${resource}-import-${id}${isRefusedOnly ? '-refused' : ''}.csv`,
  )
}
