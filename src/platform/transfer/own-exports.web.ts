import type { UseQueryResult } from '@tanstack/react-query'
import { pathOf } from '../../core/http/endpoint.ts'
import { useOwnWork } from '../../ui/resource/own-work.web.ts'
import { saveFileOf } from '../../ui/resource/save-file.web.ts'
import type { Export } from './exports.ts'
import { downloadExport, listExports } from './exports.ts'

export const ownExportsKey = [listExports.path] as const

/** The person's own exports. `isWatch`: for the one place that asks again and again. */
export function useOwnExports(isWatch = false): UseQueryResult<readonly Export[]> {
  return useOwnWork<Export>(listExports.path, isWatch)
}

/** Saves the file under the name that the server gave it. A failure is shown by the client. */
export function saveFile({ id, fileName }: Pick<Export, 'id' | 'fileName'>): Promise<void> {
  return saveFileOf(pathOf(downloadExport, { id }), fileName)
}
